"""What takes effect without having been decided, signed and logged is refused by the database, whoever writes it.

Checked at commit, since a decision, its receipt, its entry and its effect are rows of one transaction. Every function
finds its tables in `public` alone: a temporary table of the same name is none of them.
"""

from __future__ import annotations

from django.db import migrations

REFERENCES = """
ALTER TABLE reviewapp_revision ADD CONSTRAINT revision_of_its_compaction UNIQUE (compaction_id, id);
ALTER TABLE reviewapp_compaction ADD CONSTRAINT current_revision_is_its_own
  FOREIGN KEY (id, current_revision_id) REFERENCES reviewapp_revision (compaction_id, id) DEFERRABLE INITIALLY DEFERRED;
ALTER TABLE reviewapp_revision ADD CONSTRAINT parent_revision_is_of_the_same
  FOREIGN KEY (compaction_id, parent_id) REFERENCES reviewapp_revision (compaction_id, id);
ALTER TABLE reviewapp_pinversion ADD CONSTRAINT version_of_its_pin UNIQUE (pin_id, id);
ALTER TABLE reviewapp_pin ADD CONSTRAINT current_version_is_its_own
  FOREIGN KEY (id, current_id) REFERENCES reviewapp_pinversion (pin_id, id) DEFERRABLE INITIALLY DEFERRED;
"""

# `told`: is there an entry of the team's chain that says so of this object, naming this receipt where one is given?
TOLD = """
CREATE FUNCTION stet_told(team bigint, act text, kind text, object text, receipt uuid DEFAULT NULL) RETURNS boolean
LANGUAGE sql STABLE AS $$
  SELECT EXISTS (
    SELECT 1 FROM reviewapp_auditentry e
     WHERE e.team_id = team AND e.object_kind = kind AND e.object_id = object AND e.action = act
       AND (receipt IS NULL OR e.body -> 'receipts' ?
            (SELECT encode(r.digest, 'hex') FROM reviewapp_receipt r WHERE r.id = receipt AND r.team_id = team)))
$$;

CREATE FUNCTION stet_may_decide(team bigint, person bigint) RETURNS boolean LANGUAGE sql STABLE AS $$
  SELECT EXISTS (SELECT 1 FROM reviewapp_membership
                  WHERE team_id = team AND user_id = person AND role IN ('reviewer', 'lead'))
$$;
"""

DECISIONS = """
CREATE FUNCTION stet_decided_by() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  stands text := (SELECT state FROM reviewapp_compaction WHERE id = NEW.compaction_id);
BEGIN
  IF NEW.actor_id IS NOT NULL AND NOT stet_may_decide(NEW.team_id, NEW.actor_id) THEN
    RAISE EXCEPTION 'only a reviewer or lead of the team decides' USING ERRCODE = '23000';
  END IF;
  IF stands IS DISTINCT FROM (CASE WHEN NEW.actor_id IS NULL THEN 'analysing' ELSE 'in_review' END)
  OR (NEW.actor_id IS NULL AND NEW.verdict <> 'approve') THEN
    RAISE EXCEPTION 'a compaction that is % is not decided on', stands USING ERRCODE = '23000';
  END IF;
  RETURN NEW;
END $$;
CREATE TRIGGER decided_by AFTER INSERT ON reviewapp_decision FOR EACH ROW EXECUTE FUNCTION stet_decided_by();

CREATE FUNCTION stet_edited_while_open() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF NOT EXISTS (SELECT 1 FROM reviewapp_compaction WHERE id = NEW.compaction_id
                    AND state IN ('received', 'analysing', 'failed', 'in_review')) THEN
    RAISE EXCEPTION 'a summary that was decided on is not edited' USING ERRCODE = '23000';
  END IF;
  RETURN NEW;
END $$;
CREATE TRIGGER while_open AFTER INSERT ON reviewapp_revision FOR EACH ROW EXECUTE FUNCTION stet_edited_while_open();

CREATE FUNCTION stet_approved() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  votes bigint := (SELECT count(DISTINCT actor_id) FROM reviewapp_decision
                    WHERE compaction_id = NEW.id AND verdict = 'approve' AND manifest_digest = NEW.manifest_digest);
BEGIN
  IF NOT EXISTS (SELECT 1 FROM reviewapp_decision WHERE compaction_id = NEW.id AND final AND verdict = 'approve'
                    AND manifest_digest = NEW.manifest_digest AND (actor_id IS NULL) = (OLD.state = 'analysing')) THEN
    RAISE EXCEPTION 'compaction % was approved without a final decision', NEW.id USING ERRCODE = '23000';
  END IF;
  IF OLD.state = 'in_review' AND votes < (
    SELECT quorum FROM reviewapp_policy WHERE team_id = NEW.team_id ORDER BY version DESC LIMIT 1) THEN
    RAISE EXCEPTION 'compaction % was approved by too few', NEW.id USING ERRCODE = '23000';
  END IF;
  IF NOT EXISTS (SELECT 1 FROM reviewapp_receipt
                  WHERE id = NEW.receipt_id AND kind = 'approval' AND compaction_id = NEW.id) THEN
    RAISE EXCEPTION 'compaction % was approved without a receipt that says so', NEW.id USING ERRCODE = '23000';
  END IF;
  IF NOT stet_told(NEW.team_id, 'compaction.approved', 'compaction', NEW.id::text, NEW.receipt_id) THEN
    RAISE EXCEPTION 'the audit chain does not say that compaction % was approved', NEW.id USING ERRCODE = '23000';
  END IF;
  IF NOT EXISTS (SELECT 1 FROM reviewapp_session WHERE id = NEW.session_id AND epoch > NEW.base_epoch) THEN
    RAISE EXCEPTION 'the session of compaction % did not move on', NEW.id USING ERRCODE = '23000';
  END IF;
  RETURN NULL;
END $$;
CREATE CONSTRAINT TRIGGER approved AFTER UPDATE ON reviewapp_compaction DEFERRABLE INITIALLY DEFERRED FOR EACH ROW
  WHEN (OLD.state <> NEW.state AND NEW.state = 'approved') EXECUTE FUNCTION stet_approved();

-- To refuse is always safe, so a receipt may be missing; it must not be of another kind, or of another compaction.
CREATE FUNCTION stet_ended() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF NEW.receipt_id IS NOT NULL AND NOT EXISTS (
    SELECT 1 FROM reviewapp_receipt WHERE id = NEW.receipt_id AND kind = 'rejection' AND compaction_id = NEW.id) THEN
    RAISE EXCEPTION 'compaction % ended with a receipt that says something else', NEW.id USING ERRCODE = '23000';
  END IF;
  IF NEW.state = 'rejected' AND NOT EXISTS (
    SELECT 1 FROM reviewapp_decision WHERE compaction_id = NEW.id AND final AND verdict = 'reject') THEN
    RAISE EXCEPTION 'compaction % was rejected without a final decision', NEW.id USING ERRCODE = '23000';
  END IF;
  IF NOT stet_told(NEW.team_id, 'compaction.' || NEW.state, 'compaction', NEW.id::text, NEW.receipt_id) THEN
    RAISE EXCEPTION 'the audit chain does not say how compaction % ended', NEW.id USING ERRCODE = '23000';
  END IF;
  RETURN NULL;
END $$;
CREATE CONSTRAINT TRIGGER ended AFTER UPDATE ON reviewapp_compaction DEFERRABLE INITIALLY DEFERRED FOR EACH ROW
  WHEN (OLD.state <> NEW.state AND NEW.state IN ('rejected', 'withdrawn', 'expired', 'superseded'))
  EXECUTE FUNCTION stet_ended();

CREATE FUNCTION stet_policy_follows() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF NEW.version > 1 AND (
    NOT EXISTS (SELECT 1 FROM reviewapp_policy WHERE team_id = NEW.team_id AND version = NEW.version - 1)
    OR NOT stet_told(NEW.team_id, 'policy.changed', 'policy', NEW.id::text)) THEN
    RAISE EXCEPTION 'the audit chain does not say that policy % came into force', NEW.version USING ERRCODE = '23000';
  END IF;
  RETURN NULL;
END $$;
CREATE CONSTRAINT TRIGGER follows AFTER INSERT ON reviewapp_policy DEFERRABLE INITIALLY DEFERRED
  FOR EACH ROW EXECUTE FUNCTION stet_policy_follows();
"""

SESSIONS = """
CREATE FUNCTION stet_session_moved() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF NEW.epoch <> OLD.epoch AND (NEW.epoch <> OLD.epoch + 1 OR NOT EXISTS (
    SELECT 1 FROM reviewapp_compaction
     WHERE session_id = NEW.id AND state = 'approved' AND base_epoch = OLD.epoch)) THEN
    RAISE EXCEPTION 'a session moves one epoch on with an approved compaction' USING ERRCODE = '23000';
  END IF;
  IF NEW.generation <> OLD.generation AND NOT EXISTS (
    SELECT 1 FROM reviewapp_compaction
     WHERE session_id = NEW.id AND state = 'approved' AND generation = NEW.generation) THEN
    RAISE EXCEPTION 'a generation is that of an approved compaction' USING ERRCODE = '23000';
  END IF;
  IF (SELECT covered_seq FROM reviewapp_session WHERE id = NEW.id) <> (
    SELECT coalesce(max(to_seq), 0) FROM reviewapp_compaction
     WHERE session_id = NEW.id AND state = 'approved' AND kind = 'compaction'
       AND absorbed_by_id IS NULL AND retired_by_id IS NULL) THEN
    RAISE EXCEPTION 'a session covers what its active compactions stand for' USING ERRCODE = '23000';
  END IF;
  IF NEW.closed_at IS NOT NULL AND OLD.closed_at IS NULL
  AND NOT stet_told(NEW.team_id, 'session.closed', 'session', NEW.id::text) THEN
    RAISE EXCEPTION 'the audit chain does not say that the session was closed' USING ERRCODE = '23000';
  END IF;
  RETURN NULL;
END $$;
CREATE CONSTRAINT TRIGGER moved AFTER UPDATE ON reviewapp_session DEFERRABLE INITIALLY DEFERRED FOR EACH ROW
  WHEN (OLD.epoch <> NEW.epoch OR OLD.generation <> NEW.generation OR OLD.covered_seq <> NEW.covered_seq
        OR OLD.closed_at IS DISTINCT FROM NEW.closed_at)
  EXECUTE FUNCTION stet_session_moved();

CREATE FUNCTION stet_turns_are_there() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF NEW.last_seq - OLD.last_seq <> (
    SELECT count(*) FROM reviewapp_turn
     WHERE session_id = NEW.id AND seq > OLD.last_seq AND seq <= NEW.last_seq) THEN
    RAISE EXCEPTION 'the last turn of a session is one that was stored' USING ERRCODE = '23000';
  END IF;
  RETURN NULL;
END $$;
CREATE CONSTRAINT TRIGGER turns_are_there AFTER UPDATE ON reviewapp_session DEFERRABLE INITIALLY DEFERRED FOR EACH ROW
  WHEN (OLD.last_seq <> NEW.last_seq) EXECUTE FUNCTION stet_turns_are_there();

CREATE FUNCTION stet_served() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF NEW.receipt_id IS NOT NULL AND NOT EXISTS (
    SELECT 1 FROM reviewapp_receipt
     WHERE id = NEW.receipt_id AND kind = 'context' AND compaction_id = NEW.compaction_id) THEN
    RAISE EXCEPTION 'a context was served with a receipt that says something else' USING ERRCODE = '23000';
  END IF;
  RETURN NEW;
END $$;
CREATE TRIGGER served BEFORE INSERT OR UPDATE ON reviewapp_contextserve FOR EACH ROW EXECUTE FUNCTION stet_served();

CREATE FUNCTION stet_applied() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF NOT EXISTS (SELECT 1 FROM reviewapp_contextserve
                  WHERE compaction_id = NEW.id AND digest = NEW.applied_digest) THEN
    RAISE EXCEPTION 'a context that was never served was not applied' USING ERRCODE = '23000';
  END IF;
  RETURN NEW;
END $$;
CREATE TRIGGER applied BEFORE UPDATE ON reviewapp_compaction FOR EACH ROW
  WHEN (NEW.applied_digest IS NOT NULL AND OLD.applied_digest IS NULL) EXECUTE FUNCTION stet_applied();
"""

PINS = """
CREATE FUNCTION stet_pin_in_force() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  pin reviewapp_pin%ROWTYPE;
BEGIN
  SELECT * INTO pin FROM reviewapp_pin WHERE id = NEW.id;
  IF pin.state = 'active' AND NOT EXISTS (
    SELECT 1 FROM reviewapp_pinversion v WHERE v.id = pin.current_id AND v.pin_id = pin.id
       AND v.n = (SELECT max(n) FROM reviewapp_pinversion WHERE pin_id = pin.id)
       AND stet_told(pin.team_id, 'pin.made', 'pinversion', v.id::text)) THEN
    RAISE EXCEPTION 'pin % is in force without its latest version', pin.key USING ERRCODE = '23000';
  END IF;
  RETURN NULL;
END $$;
CREATE CONSTRAINT TRIGGER in_force AFTER INSERT OR UPDATE ON reviewapp_pin DEFERRABLE INITIALLY DEFERRED
  FOR EACH ROW EXECUTE FUNCTION stet_pin_in_force();

CREATE FUNCTION stet_enough_votes(asked reviewapp_retirement) RETURNS boolean LANGUAGE sql STABLE AS $$
  SELECT CASE
    WHEN (SELECT v.severity FROM reviewapp_pin p JOIN reviewapp_pinversion v ON v.id = p.current_id
           WHERE p.id = asked.pin_id) = 'ADVISORY' THEN count(*) >= 1
    ELSE count(*) >= 2 AND bool_or(m.role = 'lead') END
  FROM reviewapp_retirementvote vote
  JOIN reviewapp_membership m ON m.team_id = vote.team_id AND m.user_id = vote.voter_id
  WHERE vote.retirement_id = asked.id AND m.role IN ('reviewer', 'lead') AND vote.voter_id <> asked.requested_by_id
$$;

-- Why a pin may leave: the votes on a request, an end that was agreed on, or its author before anybody was served it.
CREATE FUNCTION stet_retired_for(pin reviewapp_pin, told reviewapp_auditentry) RETURNS boolean LANGUAGE plpgsql STABLE AS $$
DECLARE
  version reviewapp_pinversion%ROWTYPE;
  home uuid;
BEGIN
  SELECT * INTO version FROM reviewapp_pinversion WHERE id = pin.current_id;
  SELECT session_id INTO home FROM reviewapp_register WHERE id = pin.register_id;
  RETURN CASE told.body ->> 'cause'
    WHEN 'retired' THEN EXISTS (
      SELECT 1 FROM reviewapp_retirement asked JOIN reviewapp_receipt r ON r.id = asked.receipt_id
       WHERE asked.pin_id = pin.id AND asked.state = 'done' AND stet_enough_votes(asked)
         AND told.body -> 'receipts' ? encode(r.digest, 'hex'))
    WHEN 'expired' THEN version.expires_at <= clock_timestamp() AND (
      version.severity = 'ADVISORY' OR pin.expiry_confirmed_by_id <> version.created_by_id)
    WHEN 'undone' THEN told.actor_id = version.created_by_id::text AND NOT EXISTS (
      SELECT 1 FROM reviewapp_contextserve s, reviewapp_auditentry made
       WHERE made.team_id = pin.team_id AND made.object_kind = 'pinversion' AND made.object_id = version.id::text
         AND made.action = 'pin.made' AND s.team_id = pin.team_id AND (home IS NULL OR s.session_id = home)
         AND CASE WHEN home IS NULL THEN s.team_register_version ELSE s.session_register_version END
             BETWEEN (made.body ->> 'register_version')::int AND (told.body ->> 'register_version')::int - 1)
    ELSE false END;
END $$;

CREATE FUNCTION stet_pin_retired() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF NOT EXISTS (
    SELECT 1 FROM reviewapp_auditentry told JOIN reviewapp_receipt r ON r.team_id = told.team_id
     WHERE told.team_id = NEW.team_id AND told.object_kind = 'pinversion' AND told.object_id = NEW.current_id::text
       AND told.action = 'pin.retired' AND r.kind = 'pin-invalidation'
       AND told.body -> 'receipts' ? encode(r.digest, 'hex') AND stet_retired_for(NEW, told)) THEN
    RAISE EXCEPTION 'pin % left without votes, receipt and entry', NEW.key USING ERRCODE = '23000';
  END IF;
  RETURN NULL;
END $$;
CREATE CONSTRAINT TRIGGER left_with_receipt AFTER UPDATE ON reviewapp_pin DEFERRABLE INITIALLY DEFERRED FOR EACH ROW
  WHEN (OLD.state = 'active' AND NEW.state = 'retired') EXECUTE FUNCTION stet_pin_retired();

CREATE FUNCTION stet_retirement_done() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF NOT stet_enough_votes(NEW)
  OR NOT EXISTS (SELECT 1 FROM reviewapp_receipt WHERE id = NEW.receipt_id AND kind = 'pin-invalidation')
  OR NOT EXISTS (SELECT 1 FROM reviewapp_pin WHERE id = NEW.pin_id AND state = 'retired') THEN
    RAISE EXCEPTION 'a retirement is done with the votes, the receipt and the pin' USING ERRCODE = '23000';
  END IF;
  RETURN NULL;
END $$;
CREATE CONSTRAINT TRIGGER done AFTER UPDATE ON reviewapp_retirement DEFERRABLE INITIALLY DEFERRED FOR EACH ROW
  WHEN (NEW.state = 'done') EXECUTE FUNCTION stet_retirement_done();
CREATE TRIGGER settled BEFORE UPDATE ON reviewapp_retirement FOR EACH ROW WHEN (OLD.state <> 'open')
  EXECUTE FUNCTION stet_refuse('a settled retirement stays as it is');
CREATE TRIGGER begins_open BEFORE INSERT ON reviewapp_retirement FOR EACH ROW WHEN (NEW.state <> 'open')
  EXECUTE FUNCTION stet_refuse('a retirement begins as a request');
CREATE TRIGGER content BEFORE UPDATE ON reviewapp_retirement FOR EACH ROW
  EXECUTE FUNCTION stet_only_columns('state', 'receipt_id');

CREATE FUNCTION stet_register_moved() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF NEW.version <> OLD.version + 1 OR NOT EXISTS (
    SELECT 1 FROM reviewapp_auditentry e
     WHERE e.team_id = NEW.team_id AND e.object_kind = 'pinversion' AND e.action IN ('pin.made', 'pin.retired')
       AND (e.body ->> 'register_version')::int = NEW.version
       AND (e.body ->> 'session') IS NOT DISTINCT FROM NEW.session_id::text) THEN
    RAISE EXCEPTION 'a register moves one version on with a pin' USING ERRCODE = '23000';
  END IF;
  RETURN NULL;
END $$;
CREATE CONSTRAINT TRIGGER moved AFTER UPDATE ON reviewapp_register DEFERRABLE INITIALLY DEFERRED
  FOR EACH ROW EXECUTE FUNCTION stet_register_moved();
"""

IDENTITIES = """
CREATE TRIGGER content BEFORE UPDATE ON reviewapp_agenttoken FOR EACH ROW
  EXECUTE FUNCTION stet_only_columns('expires_at', 'revoked_at', 'last_used_at');
CREATE TRIGGER revoked_once BEFORE UPDATE ON reviewapp_agenttoken FOR EACH ROW EXECUTE FUNCTION stet_once('revoked_at');
CREATE TRIGGER kept BEFORE DELETE ON reviewapp_agenttoken FOR EACH ROW
  EXECUTE FUNCTION stet_refuse('its rows are kept');
CREATE TRIGGER content BEFORE UPDATE ON reviewapp_membership FOR EACH ROW EXECUTE FUNCTION stet_only_columns('role');
CREATE TRIGGER content BEFORE UPDATE ON reviewapp_team FOR EACH ROW EXECUTE FUNCTION stet_only_columns('name');
CREATE TRIGGER kept BEFORE DELETE ON reviewapp_team FOR EACH ROW EXECUTE FUNCTION stet_refuse('its rows are kept');
"""

# A function that finds its tables by the caller's search path can be shown other tables.
PATHS = """
DO $$
DECLARE
  one regprocedure;
BEGIN
  FOR one IN SELECT p.oid FROM pg_proc p WHERE p.proname LIKE 'stet\\_%' AND p.pronamespace = 'public'::regnamespace LOOP
    EXECUTE format('ALTER FUNCTION %s SET search_path = public, pg_temp', one);
  END LOOP;
END $$;
"""


class Migration(migrations.Migration):
    """Without a way back, like the guards before."""

    dependencies = [("reviewapp", "0006_outbox")]

    operations = [
        migrations.RunSQL(sql) for sql in (REFERENCES, TOLD, DECISIONS, SESSIONS, PINS, IDENTITIES, PATHS)
    ]
