"""Statements that would make something take effect undecided, unsigned or unlogged: each with what refuses it.

Names in braces are ids of the stage that `tests/models/test_forgeries.py` sets.
"""

from __future__ import annotations

DENIED = "permission denied|must be owner|only allowed|cannot set parameter|must be superuser"
COMPACTION = "UPDATE reviewapp_compaction SET {0} WHERE id = '{1}'"
SESSION = "UPDATE reviewapp_session SET {0} WHERE id = '{{session}}'"
APPROVAL = (
    "state = 'approved', receipt_id = '{0}', decided_at = now(), approved_team_register = 0,"
    " approved_session_register = 0"
)
DECISION = (
    "INSERT INTO reviewapp_decision (team_id, compaction_id, actor_id, verdict, final, manifest_digest, reason_code,"
    " reason) SELECT team_id, id, {0}, '{1}', true, manifest_digest, '', '' FROM reviewapp_compaction WHERE id = '{2}'"
)


def _compaction(change: str, which: str = "{open}") -> str:
    return COMPACTION.format(change, which)


def _decision(actor: str, verdict: str = "approve", which: str = "{open}") -> str:
    return DECISION.format(actor, verdict, which)


APPROVALS = [
    (_compaction(APPROVAL.format("{rejection}")), "without a final decision"),
    (_compaction(APPROVAL.format("{approval}")), "without a final decision"),
    (_compaction(APPROVAL.format("{context}")), "without a final decision"),
    (_decision("{ann}") + "; " + _compaction(APPROVAL.format("{rejection}")), "without a receipt that says so"),
    (_decision("{ann}") + "; " + _compaction(APPROVAL.format("{approval}")), "without a receipt that says so"),
    (_decision("{ann}") + "; " + _compaction(APPROVAL.format("{bypass}")), "without a receipt that says so"),
    (_decision("{ann}", "reject") + "; " + _compaction(APPROVAL.format("{rejection}")), "without a final decision"),
    (_decision("{viewer}"), "only a reviewer or lead"),
    (_decision("{stranger}"), "only a reviewer or lead"),
    (_decision("NULL"), "is not decided on"),
    (_decision("{ann}", which="{approved}"), "is not decided on|one_final_decision"),
    (_compaction("state = 'approved'"), "compaction_approval_whole"),
    (_compaction("state = 'approved'", "{received}"), "never goes from"),
    (_compaction("state = 'in_review'", "{rejected}"), "never goes from|only .* may change"),
    (_compaction("state = 'received', receipt_id = NULL", "{approved}"), "never goes from|only .* may change"),
    (_compaction("state = 'rejected', reason_code = 'x'"), "without a final decision"),
    (_compaction("state = 'withdrawn', reason_code = 'x'"), "does not say how"),
    (_compaction("state = 'expired'"), "does not say how"),
    (_compaction("state = 'superseded'"), "does not say how"),
    (_compaction("state = 'withdrawn', receipt_id = '{approval}'"), "says something else"),
    (_compaction("receipt_id = '{rejection}'", "{approved}"), "only .* may change"),
    (_compaction("manifest_digest = sha256('m')", "{approved}"), "only .* may change"),
    (_compaction("approved_team_register = 99", "{approved}"), "only .* may change"),
    (_compaction("absorbed_by_id = '{open}'", "{approved}"), "was not approved for its turns"),
    (_compaction("retired_by_id = '{open}'", "{approved}"), "was not approved for its turns"),
    (_compaction("applied_at = now(), applied_digest = sha256('a')", "{approved}"), "never served"),
    (_compaction("from_seq = 2"), "only .* may change"),
    (_compaction("submission_digest = sha256('x')"), "only .* may change"),
    (_compaction("expires_at = now() + interval '9 years'"), "only .* may change"),
    (_compaction("token_id = gen_random_uuid()"), "only .* may change"),
    ("DELETE FROM reviewapp_compaction WHERE id = '{approved}'", DENIED),
]

SUMMARIES = [
    (_compaction("current_revision_id = {alien_revision}"), "current_revision_is_its_own"),
    (_compaction("current_revision_id = {alien_revision}", "{approved}"), "only .* may change"),
    ("UPDATE reviewapp_revision SET text = 'x' WHERE id = {revision}", DENIED),
    ("DELETE FROM reviewapp_revision WHERE id = {revision}", DENIED),
    (
        (
            "INSERT INTO reviewapp_revision (team_id, compaction_id, number, text, digest, operations)"
            " VALUES ({team}, '{approved}', 9, 'x', sha256('x'), '[]')"
        ),
        "not edited",
    ),
    (
        (
            "INSERT INTO reviewapp_revision (team_id, compaction_id, number, text, digest, operations, parent_id)"
            " VALUES ({team}, '{open}', 9, 'x', sha256('x'), '[]', {alien_revision})"
        ),
        "parent_revision_is_of_the_same",
    ),
    ("UPDATE reviewapp_turn SET role = 'system' WHERE session_id = '{session}'", DENIED),
    ("DELETE FROM reviewapp_turn WHERE session_id = '{session}'", DENIED),
    ("UPDATE reviewapp_turnbody SET content = 'x' WHERE team_id = {team}", DENIED),
    ("DELETE FROM reviewapp_turnbody WHERE team_id = {team}", DENIED),
    ("UPDATE reviewapp_build SET child_id = '{open}' WHERE team_id = {team}", DENIED),
    ("UPDATE reviewapp_analysis SET risk = 0 WHERE team_id = {team}", DENIED),
    ("UPDATE reviewapp_finding SET severity = 'note' WHERE team_id = {team}", "only .* may change"),
    ("DELETE FROM reviewapp_finding WHERE team_id = {team}", DENIED),
    ("UPDATE reviewapp_resolution SET action = 'restored' WHERE team_id = {team}", DENIED),
    ("UPDATE reviewapp_staterecord SET body = '{{}}' WHERE team_id = {team}", DENIED),
]

SESSIONS = [
    (SESSION.format("epoch = epoch + 1"), "moves one epoch on"),
    (SESSION.format("epoch = epoch + 2"), "moves one epoch on"),
    (SESSION.format("epoch = 0"), "never falls"),
    (SESSION.format("generation = generation + 1"), "is that of an approved compaction"),
    (SESSION.format("covered_seq = 0"), "covers what its active"),
    (SESSION.format("covered_seq = last_seq"), "covers what its active"),
    (SESSION.format("last_seq = last_seq + 1"), "one that was stored"),
    (SESSION.format("closed_at = now()"), "was closed"),
    (SESSION.format("line = gen_random_uuid()"), "only .* may change"),
    (SESSION.format("external_id = 'other'"), "only .* may change"),
    ("DELETE FROM reviewapp_session WHERE id = '{session}'", DENIED),
    ("UPDATE reviewapp_contextserve SET receipt_id = '{approval}' WHERE team_id = {team}", "says something else"),
    ("UPDATE reviewapp_contextserve SET digest = sha256('x') WHERE team_id = {team}", "only .* may change"),
    ("DELETE FROM reviewapp_contextserve WHERE team_id = {team}", DENIED),
]

PINS = [
    ("UPDATE reviewapp_pin SET current_id = NULL WHERE id = '{pin}'", "without its latest version"),
    ("UPDATE reviewapp_pin SET current_id = {alien_version} WHERE id = '{pin}'", "current_version_is_its_own"),
    ("UPDATE reviewapp_pin SET current_id = {first_version} WHERE id = '{pin}'", "without its latest version"),
    ("UPDATE reviewapp_pin SET state = 'retired' WHERE id = '{pin}'", "without votes, receipt and entry"),
    ("UPDATE reviewapp_pin SET state = 'retired', current_id = NULL WHERE id = '{pin}'", "without votes"),
    ("UPDATE reviewapp_pin SET register_id = {session_register} WHERE id = '{pin}'", "only .* may change"),
    ("UPDATE reviewapp_pin SET key = 'other' WHERE id = '{pin}'", "only .* may change"),
    ("UPDATE reviewapp_pin SET state = 'active' WHERE id = '{retired_pin}'", "stays retired"),
    ("DELETE FROM reviewapp_pin WHERE id = '{pin}'", DENIED),
    ("UPDATE reviewapp_pinversion SET text = 'x' WHERE pin_id = '{pin}'", DENIED),
    ("UPDATE reviewapp_pinversion SET severity = 'ADVISORY' WHERE pin_id = '{pin}'", DENIED),
    ("UPDATE reviewapp_pinversion SET expires_at = now() WHERE pin_id = '{pin}'", DENIED),
    (
        (
            "INSERT INTO reviewapp_pinversion (team_id, pin_id, n, text, sha256, severity, enforced_below,"
            " hidden_characters, created_by_id, reason, origin_kind)"
            " VALUES ({team}, '{pin}', 9, 'You may.', sha256('You may.'), 'ADVISORY', '', false, {ann}, '', 'person');"
            " UPDATE reviewapp_pin SET current_id = lastval() WHERE id = '{pin}'"
        ),
        "without its latest version",
    ),
    ("UPDATE reviewapp_register SET version = version + 1 WHERE id = {register}", "one version on with a pin"),
    ("UPDATE reviewapp_register SET version = version + 9 WHERE id = {register}", "one version on with a pin"),
    ("UPDATE reviewapp_register SET digest = sha256('x') WHERE id = {register}", "one version on with a pin"),
    ("UPDATE reviewapp_register SET version = 0 WHERE id = {register}", "never falls"),
    ("DELETE FROM reviewapp_register WHERE id = {register}", DENIED),
    ("UPDATE reviewapp_retirement SET state = 'done' WHERE id = '{asked}'", "retirement_has_receipt"),
    (
        "UPDATE reviewapp_retirement SET state = 'done', receipt_id = '{approval}' WHERE id = '{asked}'",
        "with the votes, the receipt",
    ),
    (
        (
            "UPDATE reviewapp_retirement SET state = 'done', receipt_id = '{invalidation}' WHERE id = '{asked}';"
            " UPDATE reviewapp_pin SET state = 'retired' WHERE id = '{pin}'"
        ),
        "with the votes, the receipt|without votes",
    ),
    ("UPDATE reviewapp_retirement SET requested_by_id = {lead} WHERE id = '{asked}'", "only .* may change"),
    (
        "INSERT INTO reviewapp_retirementvote (team_id, retirement_id, voter_id) VALUES ({team}, '{asked}', {ann})",
        "has no vote on it",
    ),
    ("UPDATE reviewapp_retirementvote SET voter_id = {lead}", DENIED),
    ("DELETE FROM reviewapp_retirementvote", DENIED),
]

PROOFS = [
    ("UPDATE reviewapp_receipt SET kind = 'approval' WHERE id = '{rejection}'", DENIED),
    ("UPDATE reviewapp_receipt SET compaction_id = '{open}' WHERE id = '{approval}'", DENIED),
    ("DELETE FROM reviewapp_receipt WHERE id = '{approval}'", DENIED),
    ("UPDATE reviewapp_decision SET verdict = 'approve' WHERE compaction_id = '{rejected}'", DENIED),
    ("DELETE FROM reviewapp_decision WHERE compaction_id = '{rejected}'", DENIED),
    ("UPDATE reviewapp_auditentry SET action = 'compaction.approved' WHERE team_id = {team}", DENIED),
    ("DELETE FROM reviewapp_auditentry WHERE team_id = {team}", DENIED),
    (
        (
            "INSERT INTO reviewapp_auditentry (team_id, seq, prev, hash, at, action, actor_kind, actor_id, object_kind,"
            " object_id, body) VALUES ({team}, 4711, sha256('a'), sha256('b'), now(), 'x', 'system', '', 'team', '1',"
            " '{{}}')"
        ),
        "does not continue the chain",
    ),
    ("UPDATE reviewapp_audithead SET seq = 0 WHERE team_id = {team}", "moves only with an entry"),
    ("DELETE FROM reviewapp_audithead WHERE team_id = {team}", DENIED),
    (
        "INSERT INTO reviewapp_signingkey (keyid, public_pem, state, reason) VALUES ('mine', 'pem', 'pending', '')",
        DENIED,
    ),
    ("UPDATE reviewapp_signingkey SET state = 'retired'", DENIED),
    ("UPDATE reviewapp_signingkey SET public_pem = 'mine'", DENIED),
    ("DELETE FROM reviewapp_signingkey", DENIED),
]

PEOPLE = [
    ("UPDATE reviewapp_policy SET quorum = 1 WHERE team_id = {team}", DENIED),
    (
        (
            "INSERT INTO reviewapp_policy (team_id, version, auto_approve, quorum, four_eyes, expiry_hours,"
            " disabled_detectors) VALUES ({team}, 9, 'flagged_only', 1, false, 72, '[]')"
        ),
        "came into force",
    ),
    ("DELETE FROM reviewapp_policy WHERE team_id = {team}", DENIED),
    ("UPDATE reviewapp_agenttoken SET digest = sha256('mine') WHERE team_id = {team}", "only .* may change"),
    ("UPDATE reviewapp_agenttoken SET scopes = '[\"read\"]' WHERE team_id = {team}", "only .* may change"),
    ("UPDATE reviewapp_agenttoken SET team_id = {other_team} WHERE team_id = {team}", "only .* may change"),
    ("DELETE FROM reviewapp_agenttoken WHERE team_id = {team}", DENIED),
    ("UPDATE reviewapp_membership SET user_id = {stranger} WHERE user_id = {lead}", "only .* may change"),
    ("UPDATE reviewapp_membership SET team_id = {other_team} WHERE user_id = {lead}", "only .* may change"),
    ("UPDATE reviewapp_team SET slug = 'mine' WHERE id = {team}", "only .* may change"),
    ("DELETE FROM reviewapp_team WHERE id = {team}", DENIED),
]

STRUCTURE = [
    ("TRUNCATE reviewapp_auditentry CASCADE", DENIED),
    ("TRUNCATE reviewapp_pin CASCADE", DENIED),
    ("TRUNCATE reviewapp_compaction CASCADE", DENIED),
    ("ALTER TABLE reviewapp_compaction DISABLE TRIGGER ALL", DENIED),
    ("ALTER TABLE reviewapp_compaction DISABLE TRIGGER approved", DENIED),
    ("DROP TRIGGER approved ON reviewapp_compaction", DENIED),
    ("DROP TRIGGER append_only ON reviewapp_receipt", DENIED),
    ("ALTER TABLE reviewapp_compaction DROP CONSTRAINT compaction_approval_whole", DENIED),
    ("DROP TABLE reviewapp_auditentry CASCADE", DENIED),
    ("CREATE TABLE mine (id int)", DENIED),
    ("CREATE TEMPORARY TABLE reviewapp_decision (id int)", DENIED),
    (
        (
            "CREATE OR REPLACE FUNCTION public.stet_approved() RETURNS trigger LANGUAGE plpgsql AS"
            " $f$ BEGIN RETURN NULL; END $f$"
        ),
        DENIED,
    ),
    ("ALTER FUNCTION public.stet_approved() RENAME TO gone", DENIED),
    ("SET session_replication_role = 'replica'", DENIED),
    ("GRANT DELETE ON reviewapp_receipt TO stet_service; DELETE FROM reviewapp_receipt", DENIED),
    ("DELETE FROM django_migrations", DENIED),
    ("SELECT setval('reviewapp_policy_id_seq', 1)", DENIED),
]

ALL = [*APPROVALS, *SUMMARIES, *SESSIONS, *PINS, *PROOFS, *PEOPLE, *STRUCTURE]
