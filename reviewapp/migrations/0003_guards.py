"""What the code must never do, refused by the database as well.

Refusals raise SQLSTATE 23000, which Django reports as IntegrityError.
"""

from __future__ import annotations

from django.db import migrations

APPEND_ONLY = (
    "turn",
    "revision",
    "build",
    "pinversion",
    "decision",
    "receipt",
    "auditentry",
    "resolution",
    "policy",
    "analysis",
    "pincheck",
    "staterecord",
    "retirementvote",
)

# May change, may never go away.
KEPT = ("turnbody", "session", "compaction", "finding", "register", "pin", "contextserve", "audithead", "signingkey")

OVERLAP = """
CREATE EXTENSION IF NOT EXISTS btree_gist;
ALTER TABLE reviewapp_compaction ADD CONSTRAINT active_ranges_do_not_overlap
  EXCLUDE USING gist (session_id WITH =, int8range(from_seq, to_seq, '[]') WITH &&)
  WHERE (state = 'approved' AND kind = 'compaction' AND absorbed_by_id IS NULL AND retired_by_id IS NULL);
"""

REFUSE = """
CREATE FUNCTION stet_refuse() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  RAISE EXCEPTION '% of % is refused: %', TG_OP, TG_TABLE_NAME, TG_ARGV[0] USING ERRCODE = '23000';
END $$;

-- The columns named as arguments may change, no other.
CREATE FUNCTION stet_only_columns() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF to_jsonb(OLD) - TG_ARGV IS DISTINCT FROM to_jsonb(NEW) - TG_ARGV THEN
    RAISE EXCEPTION 'UPDATE of % is refused: only % may change', TG_TABLE_NAME, TG_ARGV USING ERRCODE = '23000';
  END IF;
  RETURN NEW;
END $$;

-- Each column named as an argument is written once and then stands.
CREATE FUNCTION stet_once() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  before jsonb := to_jsonb(OLD);
  after jsonb := to_jsonb(NEW);
BEGIN
  FOR i IN 0 .. TG_NARGS - 1 LOOP
    IF before -> TG_ARGV[i] <> 'null' AND before -> TG_ARGV[i] <> after -> TG_ARGV[i] THEN
      RAISE EXCEPTION 'UPDATE of % is refused: % is written once', TG_TABLE_NAME, TG_ARGV[i] USING ERRCODE = '23000';
    END IF;
  END LOOP;
  RETURN NEW;
END $$;

-- Each column named as an argument may only grow.
CREATE FUNCTION stet_never_less() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  FOR i IN 0 .. TG_NARGS - 1 LOOP
    IF (to_jsonb(NEW) ->> TG_ARGV[i])::bigint < (to_jsonb(OLD) ->> TG_ARGV[i])::bigint THEN
      RAISE EXCEPTION 'UPDATE of % is refused: % never falls', TG_TABLE_NAME, TG_ARGV[i] USING ERRCODE = '23000';
    END IF;
  END LOOP;
  RETURN NEW;
END $$;
"""

# The same table as guard/states.py; a test compares the two, pair by pair.
STATES = """
CREATE FUNCTION stet_legal_step(old_state text, new_state text) RETURNS boolean LANGUAGE sql IMMUTABLE AS $$
  SELECT CASE old_state
    WHEN 'received' THEN new_state IN ('analysing', 'withdrawn', 'expired', 'superseded')
    WHEN 'analysing' THEN
      new_state IN ('received', 'failed', 'in_review', 'approved', 'withdrawn', 'expired', 'superseded')
    WHEN 'failed' THEN new_state IN ('received', 'withdrawn', 'expired', 'superseded')
    WHEN 'in_review' THEN new_state IN ('received', 'approved', 'rejected', 'withdrawn', 'expired', 'superseded')
    ELSE false
  END
$$;

CREATE FUNCTION stet_step() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF NOT stet_legal_step(OLD.state, NEW.state) THEN
    RAISE EXCEPTION 'a compaction never goes from % to %', OLD.state, NEW.state USING ERRCODE = '23000';
  END IF;
  RETURN NEW;
END $$;

CREATE TRIGGER begins_received BEFORE INSERT ON reviewapp_compaction FOR EACH ROW
  WHEN (NEW.state <> 'received') EXECUTE FUNCTION stet_refuse('a compaction begins as received');
CREATE TRIGGER legal_step BEFORE UPDATE ON reviewapp_compaction FOR EACH ROW
  WHEN (OLD.state IS DISTINCT FROM NEW.state) EXECUTE FUNCTION stet_step();
CREATE TRIGGER open_content BEFORE UPDATE ON reviewapp_compaction FOR EACH ROW
  WHEN (OLD.state IN ('received', 'analysing', 'failed', 'in_review'))
  EXECUTE FUNCTION stet_only_columns('state', 'lease_token', 'lease_until', 'attempts', 'next_attempt_at', 'failure',
    'current_revision_id', 'risk', 'manifest_digest', 'holder_id', 'held_until', 'decided_at', 'reason_code', 'reason',
    'must_keep', 'approved_team_register', 'approved_session_register', 'receipt_id');
CREATE TRIGGER terminal_content BEFORE UPDATE ON reviewapp_compaction FOR EACH ROW
  WHEN (OLD.state IN ('approved', 'rejected', 'withdrawn', 'expired', 'superseded'))
  EXECUTE FUNCTION stet_only_columns('absorbed_by_id', 'retired_by_id', 'applied_at', 'applied_digest');
CREATE TRIGGER terminal_once BEFORE UPDATE ON reviewapp_compaction FOR EACH ROW
  EXECUTE FUNCTION stet_once('absorbed_by_id', 'retired_by_id', 'applied_at', 'applied_digest');

-- A summary leaves the context only for an approved one (absorbed) or an approved restore (retired). Checked at commit,
-- since children are marked before their parent's own update.
CREATE FUNCTION stet_replaced_by_approved() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF EXISTS (SELECT 1 FROM reviewapp_compaction WHERE id = NEW.absorbed_by_id AND NOT
               (state = 'approved' AND kind = 'compaction' AND session_id = NEW.session_id
                AND from_seq <= NEW.from_seq AND to_seq >= NEW.to_seq))
  OR EXISTS (SELECT 1 FROM reviewapp_compaction WHERE id = NEW.retired_by_id AND NOT
               (state = 'approved' AND kind = 'restore' AND session_id = NEW.session_id)) THEN
    RAISE EXCEPTION 'compaction % is replaced by one that was not approved for its turns', NEW.id USING ERRCODE = '23000';
  END IF;
  RETURN NULL;
END $$;
CREATE CONSTRAINT TRIGGER replaced_by_approved AFTER UPDATE ON reviewapp_compaction DEFERRABLE INITIALLY DEFERRED
  FOR EACH ROW WHEN (NEW.absorbed_by_id IS NOT NULL OR NEW.retired_by_id IS NOT NULL)
  EXECUTE FUNCTION stet_replaced_by_approved();
"""

CHANGES = """
CREATE TRIGGER counters BEFORE UPDATE ON reviewapp_session FOR EACH ROW
  EXECUTE FUNCTION stet_never_less('epoch', 'last_seq', 'generation');
CREATE TRIGGER content BEFORE UPDATE ON reviewapp_session FOR EACH ROW
  EXECUTE FUNCTION stet_only_columns('epoch', 'last_seq', 'covered_seq', 'generation', 'closed_at');
CREATE TRIGGER closed_once BEFORE UPDATE ON reviewapp_session FOR EACH ROW EXECUTE FUNCTION stet_once('closed_at');
CREATE TRIGGER counters BEFORE UPDATE ON reviewapp_register FOR EACH ROW EXECUTE FUNCTION stet_never_less('version');
CREATE TRIGGER content BEFORE UPDATE ON reviewapp_register FOR EACH ROW
  EXECUTE FUNCTION stet_only_columns('version', 'digest');
CREATE TRIGGER content BEFORE UPDATE ON reviewapp_pin FOR EACH ROW
  EXECUTE FUNCTION stet_only_columns('state', 'current_id', 'expiry_confirmed_by_id');
CREATE TRIGGER retired BEFORE UPDATE ON reviewapp_pin FOR EACH ROW WHEN (OLD.state = 'retired')
  EXECUTE FUNCTION stet_refuse('a retired pin stays retired');
CREATE TRIGGER content BEFORE UPDATE ON reviewapp_contextserve FOR EACH ROW
  EXECUTE FUNCTION stet_only_columns('receipt_id');
CREATE TRIGGER content BEFORE UPDATE ON reviewapp_signingkey FOR EACH ROW
  EXECUTE FUNCTION stet_only_columns('state', 'activated_at', 'retired_at', 'revoked_at', 'reason');
CREATE TRIGGER content BEFORE UPDATE ON reviewapp_finding FOR EACH ROW
  EXECUTE FUNCTION stet_only_columns('why');

CREATE FUNCTION stet_not_the_requester() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF EXISTS (SELECT 1 FROM reviewapp_retirement WHERE id = NEW.retirement_id AND requested_by_id = NEW.voter_id) THEN
    RAISE EXCEPTION 'who asks to retire a pin has no vote on it' USING ERRCODE = '23000';
  END IF;
  RETURN NEW;
END $$;
CREATE TRIGGER another_person BEFORE INSERT ON reviewapp_retirementvote FOR EACH ROW
  EXECUTE FUNCTION stet_not_the_requester();
"""

AUDIT = """
CREATE FUNCTION stet_continue_chain() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  UPDATE reviewapp_audithead SET seq = NEW.seq, hash = NEW.hash
   WHERE team_id = NEW.team_id AND seq = NEW.seq - 1 AND hash = NEW.prev;
  IF NOT FOUND THEN
    RAISE EXCEPTION 'audit entry % does not continue the chain of its team', NEW.seq USING ERRCODE = '23000';
  END IF;
  RETURN NEW;
END $$;
CREATE TRIGGER continue_chain AFTER INSERT ON reviewapp_auditentry FOR EACH ROW EXECUTE FUNCTION stet_continue_chain();

CREATE FUNCTION stet_head_follows() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF NEW.team_id <> OLD.team_id OR NEW.seq <> OLD.seq + 1 OR NOT EXISTS (
    SELECT 1 FROM reviewapp_auditentry WHERE team_id = NEW.team_id AND seq = NEW.seq AND hash = NEW.hash) THEN
    RAISE EXCEPTION 'the head of an audit chain moves only with an entry' USING ERRCODE = '23000';
  END IF;
  RETURN NEW;
END $$;
CREATE TRIGGER head_follows BEFORE UPDATE ON reviewapp_audithead FOR EACH ROW EXECUTE FUNCTION stet_head_follows();

-- A superuser can still do this, hence signed checkpoints. The test runner empties its own databases.
CREATE TRIGGER no_truncate BEFORE TRUNCATE ON reviewapp_auditentry FOR EACH STATEMENT
  WHEN (current_database() NOT LIKE 'test\\_%') EXECUTE FUNCTION stet_refuse('the audit chain is append-only');
"""

ERASURE = """
CREATE FUNCTION stet_erasure_only() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF OLD.erased_at IS NOT NULL OR NEW.erased_at IS NULL
  OR to_jsonb(OLD) - '{content,salt,erased_at}'::text[] <> to_jsonb(NEW) - '{content,salt,erased_at}'::text[]
  OR NOT EXISTS (
    SELECT 1 FROM reviewapp_auditentry e JOIN reviewapp_turn t ON t.id = OLD.turn_id AND t.team_id = e.team_id
     WHERE e.seq = nullif(current_setting('stet.erasure', true), '')::bigint
       AND e.action = 'turns.erased' AND e.object_id = t.session_id::text
       AND t.seq BETWEEN (e.body ->> 'from_seq')::int AND (e.body ->> 'to_seq')::int) THEN
    RAISE EXCEPTION 'the body of a turn is only emptied, once, by an erasure that stands in the audit chain'
      USING ERRCODE = '23000';
  END IF;
  RETURN NEW;
END $$;
CREATE TRIGGER erasure_only BEFORE UPDATE ON reviewapp_turnbody FOR EACH ROW EXECUTE FUNCTION stet_erasure_only();

-- The one way to erase: `audit_seq` is the entry that says so, written before in the same transaction.
CREATE FUNCTION stet_erase_turns(team bigint, session uuid, audit_seq bigint) RETURNS integer
LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
DECLARE
  erased integer;
BEGIN
  PERFORM set_config('stet.erasure', audit_seq::text, true);
  UPDATE reviewapp_turnbody b SET content = NULL, salt = NULL, erased_at = clock_timestamp()
    FROM reviewapp_turn t, reviewapp_auditentry e
   WHERE b.turn_id = t.id AND b.erased_at IS NULL AND t.team_id = team AND t.session_id = session
     AND e.team_id = team AND e.seq = audit_seq
     AND t.seq BETWEEN (e.body ->> 'from_seq')::int AND (e.body ->> 'to_seq')::int;
  GET DIAGNOSTICS erased = ROW_COUNT;
  PERFORM set_config('stet.erasure', '', true);
  RETURN erased;
END $$;
"""

# Rows that every lock, chain and judgement needs are born with their owner, so that no code path can forget them.
BIRTH = """
CREATE FUNCTION stet_team_born() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO reviewapp_audithead (team_id, seq, hash) VALUES (NEW.id, 0, decode(repeat('00', 32), 'hex'));
  INSERT INTO reviewapp_register (team_id, version, digest) VALUES (NEW.id, 0, '');
  INSERT INTO reviewapp_policy (team_id, version, auto_approve, quorum, four_eyes, expiry_hours, disabled_detectors)
    VALUES (NEW.id, 1, 'flagged_only', 1, false, 72, '[]');
  RETURN NULL;
END $$;
CREATE TRIGGER born AFTER INSERT ON reviewapp_team FOR EACH ROW EXECUTE FUNCTION stet_team_born();

CREATE FUNCTION stet_session_born() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO reviewapp_register (team_id, session_id, version, digest) VALUES (NEW.team_id, NEW.id, 0, '');
  RETURN NULL;
END $$;
CREATE TRIGGER born AFTER INSERT ON reviewapp_session FOR EACH ROW EXECUTE FUNCTION stet_session_born();
"""


def _append_only(table: str) -> str:
    return (
        f"CREATE TRIGGER append_only BEFORE UPDATE OR DELETE ON reviewapp_{table} FOR EACH ROW "
        f"EXECUTE FUNCTION stet_refuse('its rows are append-only');"
    )


def _kept(table: str) -> str:
    return (
        f"CREATE TRIGGER kept BEFORE DELETE ON reviewapp_{table} FOR EACH ROW "
        f"EXECUTE FUNCTION stet_refuse('its rows are kept');"
    )


class Migration(migrations.Migration):
    """Without a way back: a database that lost its guards is not one that the code may run on."""

    dependencies = [("reviewapp", "0002_team_keys")]

    operations = [
        migrations.RunSQL(OVERLAP),
        migrations.RunSQL(REFUSE),
        migrations.RunSQL("\n".join([*map(_append_only, APPEND_ONLY), *map(_kept, KEPT)])),
        migrations.RunSQL(STATES),
        migrations.RunSQL(CHANGES),
        migrations.RunSQL(AUDIT),
        migrations.RunSQL(ERASURE),
        migrations.RunSQL(BIRTH),
    ]
