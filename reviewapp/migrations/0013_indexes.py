"""An index that another one begins with costs each insert and helps no read.

Worse: a connection that prepares its checks of references while a table is empty may choose the index of the team for
them, and read every row of the team for each row that it writes. The columns themselves stay as they are, so the
database is only told to drop the indexes; their names were made from a digest, so they are looked up.
"""

from __future__ import annotations

import django.db.models.deletion
from django.db import migrations, models

COLUMNS = {
    "accountblock": ('analysis_id', 'team_id'),
    "agenttoken": ('team_id',),
    "analysis": ('compaction_id', 'team_id'),
    "auditentry": ('team_id',),
    "build": ('compaction_id', 'team_id'),
    "comment": ('team_id',),
    "compaction": ('current_revision_id', 'policy_id', 'receipt_id', 'session_id', 'team_id'),
    "contextserve": ('team_id',),
    "decision": ('compaction_id', 'team_id'),
    "finding": ('analysis_id', 'team_id'),
    "idempotency": ('team_id',),
    "invitation": ('team_id',),
    "mark": ('compaction_id', 'team_id'),
    "membership": ('team_id',),
    "notice": ('team_id',),
    "noticechoice": ('team_id',),
    "outboxevent": ('team_id',),
    "pin": ('team_id',),
    "pincheck": ('analysis_id', 'team_id'),
    "pinproposal": ('team_id',),
    "pinversion": ('pin_id', 'team_id'),
    "policy": ('team_id',),
    "receipt": ('team_id',),
    "register": ('team_id',),
    "resolution": ('compaction_id', 'team_id'),
    "retirement": ('team_id',),
    "retirementvote": ('retirement_id', 'team_id'),
    "revision": ('compaction_id', 'team_id'),
    "savedview": ('team_id',),
    "session": ('team_id',),
    "staterecord": ('session_id', 'team_id'),
    "turn": ('session_id', 'team_id'),
    "turnbody": ('team_id',),
    "webhookattempt": ('team_id',),
    "webhookdelivery": ('endpoint_id', 'team_id'),
    "webhookendpoint": ('team_id',),
}

DROP = """
DO $$
DECLARE name text;
BEGIN
  FOR name IN
    SELECT i.indexrelid::regclass::text FROM pg_index i
      JOIN pg_attribute a ON a.attrelid = i.indrelid AND a.attnum = i.indkey[0]
     WHERE i.indrelid = 'reviewapp_{table}'::regclass AND a.attname = '{column}'
       AND i.indnatts = 1 AND NOT i.indisunique AND NOT i.indisexclusion AND i.indpred IS NULL
  LOOP
    EXECUTE 'DROP INDEX ' || name;
  END LOOP;
END $$;
"""
EACH = [(table, column) for table, columns in COLUMNS.items() for column in columns]
DROPS = "".join(DROP.format(table=table, column=column) for table, column in EACH)
CREATES = "".join(f"CREATE INDEX ON reviewapp_{table} ({column});" for table, column in EACH)


class Migration(migrations.Migration):
    dependencies = [("reviewapp", "0012_first_revision")]

    operations = [
        migrations.SeparateDatabaseAndState(
            database_operations=[migrations.RunSQL(DROPS, CREATES)],
            state_operations=[
        migrations.AlterField(
            model_name='accountblock',
            name='analysis',
            field=models.ForeignKey(db_constraint=False, db_index=False, on_delete=django.db.models.deletion.PROTECT, related_name='account', to='reviewapp.analysis'),
        ),
        migrations.AlterField(
            model_name='accountblock',
            name='team',
            field=models.ForeignKey(db_index=False, on_delete=django.db.models.deletion.PROTECT, related_name='+', to='reviewapp.team'),
        ),
        migrations.AlterField(
            model_name='agenttoken',
            name='team',
            field=models.ForeignKey(db_index=False, on_delete=django.db.models.deletion.PROTECT, related_name='+', to='reviewapp.team'),
        ),
        migrations.AlterField(
            model_name='analysis',
            name='compaction',
            field=models.ForeignKey(db_constraint=False, db_index=False, on_delete=django.db.models.deletion.PROTECT, related_name='analyses', to='reviewapp.compaction'),
        ),
        migrations.AlterField(
            model_name='analysis',
            name='team',
            field=models.ForeignKey(db_index=False, on_delete=django.db.models.deletion.PROTECT, related_name='+', to='reviewapp.team'),
        ),
        migrations.AlterField(
            model_name='auditentry',
            name='team',
            field=models.ForeignKey(db_index=False, on_delete=django.db.models.deletion.PROTECT, related_name='+', to='reviewapp.team'),
        ),
        migrations.AlterField(
            model_name='build',
            name='compaction',
            field=models.ForeignKey(db_constraint=False, db_index=False, on_delete=django.db.models.deletion.PROTECT, related_name='+', to='reviewapp.compaction'),
        ),
        migrations.AlterField(
            model_name='build',
            name='team',
            field=models.ForeignKey(db_index=False, on_delete=django.db.models.deletion.PROTECT, related_name='+', to='reviewapp.team'),
        ),
        migrations.AlterField(
            model_name='comment',
            name='team',
            field=models.ForeignKey(db_index=False, on_delete=django.db.models.deletion.PROTECT, related_name='+', to='reviewapp.team'),
        ),
        migrations.AlterField(
            model_name='compaction',
            name='current_revision',
            field=models.ForeignKey(db_constraint=False, db_index=False, null=True, on_delete=django.db.models.deletion.PROTECT, related_name='+', to='reviewapp.revision'),
        ),
        migrations.AlterField(
            model_name='compaction',
            name='policy',
            field=models.ForeignKey(db_constraint=False, db_index=False, on_delete=django.db.models.deletion.PROTECT, related_name='+', to='reviewapp.policy'),
        ),
        migrations.AlterField(
            model_name='compaction',
            name='receipt',
            field=models.ForeignKey(db_constraint=False, db_index=False, null=True, on_delete=django.db.models.deletion.PROTECT, related_name='+', to='reviewapp.receipt'),
        ),
        migrations.AlterField(
            model_name='compaction',
            name='session',
            field=models.ForeignKey(db_constraint=False, db_index=False, on_delete=django.db.models.deletion.PROTECT, related_name='compactions', to='reviewapp.session'),
        ),
        migrations.AlterField(
            model_name='compaction',
            name='team',
            field=models.ForeignKey(db_index=False, on_delete=django.db.models.deletion.PROTECT, related_name='+', to='reviewapp.team'),
        ),
        migrations.AlterField(
            model_name='contextserve',
            name='team',
            field=models.ForeignKey(db_index=False, on_delete=django.db.models.deletion.PROTECT, related_name='+', to='reviewapp.team'),
        ),
        migrations.AlterField(
            model_name='decision',
            name='compaction',
            field=models.ForeignKey(db_constraint=False, db_index=False, on_delete=django.db.models.deletion.PROTECT, related_name='decisions', to='reviewapp.compaction'),
        ),
        migrations.AlterField(
            model_name='decision',
            name='team',
            field=models.ForeignKey(db_index=False, on_delete=django.db.models.deletion.PROTECT, related_name='+', to='reviewapp.team'),
        ),
        migrations.AlterField(
            model_name='finding',
            name='analysis',
            field=models.ForeignKey(db_constraint=False, db_index=False, on_delete=django.db.models.deletion.PROTECT, related_name='findings', to='reviewapp.analysis'),
        ),
        migrations.AlterField(
            model_name='finding',
            name='team',
            field=models.ForeignKey(db_index=False, on_delete=django.db.models.deletion.PROTECT, related_name='+', to='reviewapp.team'),
        ),
        migrations.AlterField(
            model_name='idempotency',
            name='team',
            field=models.ForeignKey(db_index=False, on_delete=django.db.models.deletion.PROTECT, related_name='+', to='reviewapp.team'),
        ),
        migrations.AlterField(
            model_name='invitation',
            name='team',
            field=models.ForeignKey(db_index=False, on_delete=django.db.models.deletion.PROTECT, related_name='+', to='reviewapp.team'),
        ),
        migrations.AlterField(
            model_name='mark',
            name='compaction',
            field=models.ForeignKey(db_constraint=False, db_index=False, on_delete=django.db.models.deletion.PROTECT, related_name='marks', to='reviewapp.compaction'),
        ),
        migrations.AlterField(
            model_name='mark',
            name='team',
            field=models.ForeignKey(db_index=False, on_delete=django.db.models.deletion.PROTECT, related_name='+', to='reviewapp.team'),
        ),
        migrations.AlterField(
            model_name='membership',
            name='team',
            field=models.ForeignKey(db_index=False, on_delete=django.db.models.deletion.PROTECT, related_name='+', to='reviewapp.team'),
        ),
        migrations.AlterField(
            model_name='notice',
            name='team',
            field=models.ForeignKey(db_index=False, on_delete=django.db.models.deletion.PROTECT, related_name='+', to='reviewapp.team'),
        ),
        migrations.AlterField(
            model_name='noticechoice',
            name='team',
            field=models.ForeignKey(db_index=False, on_delete=django.db.models.deletion.PROTECT, related_name='+', to='reviewapp.team'),
        ),
        migrations.AlterField(
            model_name='outboxevent',
            name='team',
            field=models.ForeignKey(db_index=False, on_delete=django.db.models.deletion.PROTECT, related_name='+', to='reviewapp.team'),
        ),
        migrations.AlterField(
            model_name='pin',
            name='team',
            field=models.ForeignKey(db_index=False, on_delete=django.db.models.deletion.PROTECT, related_name='+', to='reviewapp.team'),
        ),
        migrations.AlterField(
            model_name='pincheck',
            name='analysis',
            field=models.ForeignKey(db_constraint=False, db_index=False, on_delete=django.db.models.deletion.PROTECT, related_name='pin_checks', to='reviewapp.analysis'),
        ),
        migrations.AlterField(
            model_name='pincheck',
            name='team',
            field=models.ForeignKey(db_index=False, on_delete=django.db.models.deletion.PROTECT, related_name='+', to='reviewapp.team'),
        ),
        migrations.AlterField(
            model_name='pinproposal',
            name='team',
            field=models.ForeignKey(db_index=False, on_delete=django.db.models.deletion.PROTECT, related_name='+', to='reviewapp.team'),
        ),
        migrations.AlterField(
            model_name='pinversion',
            name='pin',
            field=models.ForeignKey(db_constraint=False, db_index=False, on_delete=django.db.models.deletion.PROTECT, related_name='versions', to='reviewapp.pin'),
        ),
        migrations.AlterField(
            model_name='pinversion',
            name='team',
            field=models.ForeignKey(db_index=False, on_delete=django.db.models.deletion.PROTECT, related_name='+', to='reviewapp.team'),
        ),
        migrations.AlterField(
            model_name='policy',
            name='team',
            field=models.ForeignKey(db_index=False, on_delete=django.db.models.deletion.PROTECT, related_name='+', to='reviewapp.team'),
        ),
        migrations.AlterField(
            model_name='receipt',
            name='team',
            field=models.ForeignKey(db_index=False, on_delete=django.db.models.deletion.PROTECT, related_name='+', to='reviewapp.team'),
        ),
        migrations.AlterField(
            model_name='register',
            name='team',
            field=models.ForeignKey(db_index=False, on_delete=django.db.models.deletion.PROTECT, related_name='+', to='reviewapp.team'),
        ),
        migrations.AlterField(
            model_name='resolution',
            name='compaction',
            field=models.ForeignKey(db_constraint=False, db_index=False, on_delete=django.db.models.deletion.PROTECT, related_name='resolutions', to='reviewapp.compaction'),
        ),
        migrations.AlterField(
            model_name='resolution',
            name='team',
            field=models.ForeignKey(db_index=False, on_delete=django.db.models.deletion.PROTECT, related_name='+', to='reviewapp.team'),
        ),
        migrations.AlterField(
            model_name='retirement',
            name='team',
            field=models.ForeignKey(db_index=False, on_delete=django.db.models.deletion.PROTECT, related_name='+', to='reviewapp.team'),
        ),
        migrations.AlterField(
            model_name='retirementvote',
            name='retirement',
            field=models.ForeignKey(db_constraint=False, db_index=False, on_delete=django.db.models.deletion.PROTECT, related_name='votes', to='reviewapp.retirement'),
        ),
        migrations.AlterField(
            model_name='retirementvote',
            name='team',
            field=models.ForeignKey(db_index=False, on_delete=django.db.models.deletion.PROTECT, related_name='+', to='reviewapp.team'),
        ),
        migrations.AlterField(
            model_name='revision',
            name='compaction',
            field=models.ForeignKey(db_constraint=False, db_index=False, on_delete=django.db.models.deletion.PROTECT, related_name='revisions', to='reviewapp.compaction'),
        ),
        migrations.AlterField(
            model_name='revision',
            name='team',
            field=models.ForeignKey(db_index=False, on_delete=django.db.models.deletion.PROTECT, related_name='+', to='reviewapp.team'),
        ),
        migrations.AlterField(
            model_name='savedview',
            name='team',
            field=models.ForeignKey(db_index=False, on_delete=django.db.models.deletion.PROTECT, related_name='+', to='reviewapp.team'),
        ),
        migrations.AlterField(
            model_name='session',
            name='team',
            field=models.ForeignKey(db_index=False, on_delete=django.db.models.deletion.PROTECT, related_name='+', to='reviewapp.team'),
        ),
        migrations.AlterField(
            model_name='staterecord',
            name='session',
            field=models.ForeignKey(db_constraint=False, db_index=False, on_delete=django.db.models.deletion.PROTECT, related_name='state_records', to='reviewapp.session'),
        ),
        migrations.AlterField(
            model_name='staterecord',
            name='team',
            field=models.ForeignKey(db_index=False, on_delete=django.db.models.deletion.PROTECT, related_name='+', to='reviewapp.team'),
        ),
        migrations.AlterField(
            model_name='turn',
            name='session',
            field=models.ForeignKey(db_constraint=False, db_index=False, on_delete=django.db.models.deletion.PROTECT, related_name='turns', to='reviewapp.session'),
        ),
        migrations.AlterField(
            model_name='turn',
            name='team',
            field=models.ForeignKey(db_index=False, on_delete=django.db.models.deletion.PROTECT, related_name='+', to='reviewapp.team'),
        ),
        migrations.AlterField(
            model_name='turnbody',
            name='team',
            field=models.ForeignKey(db_index=False, on_delete=django.db.models.deletion.PROTECT, related_name='+', to='reviewapp.team'),
        ),
        migrations.AlterField(
            model_name='webhookattempt',
            name='team',
            field=models.ForeignKey(db_index=False, on_delete=django.db.models.deletion.PROTECT, related_name='+', to='reviewapp.team'),
        ),
        migrations.AlterField(
            model_name='webhookdelivery',
            name='endpoint',
            field=models.ForeignKey(db_constraint=False, db_index=False, on_delete=django.db.models.deletion.PROTECT, related_name='deliveries', to='reviewapp.webhookendpoint'),
        ),
        migrations.AlterField(
            model_name='webhookdelivery',
            name='team',
            field=models.ForeignKey(db_index=False, on_delete=django.db.models.deletion.PROTECT, related_name='+', to='reviewapp.team'),
        ),
        migrations.AlterField(
            model_name='webhookendpoint',
            name='team',
            field=models.ForeignKey(db_index=False, on_delete=django.db.models.deletion.PROTECT, related_name='+', to='reviewapp.team'),
        ),
            ],
        ),
    ]
