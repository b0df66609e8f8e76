"""What every table of a team has in common, and which rows never change or go."""

from __future__ import annotations

import pytest
from django.apps import apps
from django.db import connection, models

from reviewapp.models import Compaction, Session, Team
from reviewapp.models.base import DigestField
from tests.models.rows import fill, team_tables
from tests.models.sql import refused, run
from tests.world import World, make_world

APPEND_ONLY = (
    "accountblock",
    "analysis",
    "auditentry",
    "build",
    "decision",
    "mark",
    "pincheck",
    "pinversion",
    "policy",
    "receipt",
    "resolution",
    "retirementvote",
    "revision",
    "staterecord",
    "turn",
)
KEPT = ("audithead", "compaction", "contextserve", "finding", "pin", "register", "session", "turnbody")


def references() -> list[tuple[str, str, str]]:
    """(table, column, target) of every reference between rows of a team."""
    owned = set(team_tables())
    return [
        (model._meta.db_table, field.column, field.related_model._meta.db_table)
        for model in team_tables()
        for field in model._meta.local_fields
        if isinstance(field, models.ForeignKey) and field.related_model in owned
    ]


@pytest.mark.parametrize("model", team_tables(), ids=lambda model: model._meta.model_name)
def test_team_and_id_name_a_row(db: None, model: type[models.Model]) -> None:
    if model._meta.pk.name == "team":
        return
    wanted = {"team_id", "id"}
    with connection.cursor() as cursor:
        found = connection.introspection.get_constraints(cursor, model._meta.db_table).values()
    assert any(constraint["unique"] and set(constraint["columns"]) == wanted for constraint in found)


@pytest.mark.parametrize(("table", "column", "target"), references())
def test_a_reference_can_only_point_inside_the_team(db: None, table: str, column: str, target: str) -> None:
    sql = """
        SELECT pg_get_constraintdef(oid) FROM pg_constraint
         WHERE contype = 'f' AND conrelid = %s::regclass AND confrelid = %s::regclass
    """
    with connection.cursor() as cursor:
        cursor.execute(sql, [table, target])
        found = [row[0] for row in cursor.fetchall()]
    wanted = f"FOREIGN KEY (team_id, {column}) REFERENCES {target}(team_id, id)"
    # A proposal and its first revision name each other: that reference is checked at the commit.
    assert wanted in [key.removesuffix(" DEFERRABLE INITIALLY DEFERRED") for key in found]


def test_no_index_begins_another(db: None) -> None:
    """It would cost each insert, and tempt the planner to check references by reading all rows of a team."""
    sql = """
        SELECT i.indexrelid::regclass::text FROM pg_index i JOIN pg_class t ON t.oid = i.indrelid
         WHERE t.relname LIKE 'reviewapp_%' AND NOT i.indisunique AND NOT i.indisexclusion AND i.indpred IS NULL
           AND i.indexrelid::regclass::text NOT LIKE '%_like'
           AND EXISTS (SELECT 1 FROM pg_index o WHERE o.indrelid = i.indrelid AND o.indexrelid <> i.indexrelid
                          AND o.indpred IS NULL AND starts_with(o.indkey::text || ' ', i.indkey::text || ' '))
    """
    with connection.cursor() as cursor:
        cursor.execute(sql)
        found = {row[0] for row in cursor.fetchall()}
    assert {name for name in found if not name.startswith("reviewapp_user_")} == set()  # those are Django's own


def test_a_row_of_another_team_cannot_be_referred_to(world: World) -> None:
    other = make_world("rivals")
    theirs = Session.objects.create(team=other.team, external_id="s")
    turn = (
        "INSERT INTO reviewapp_turn (team_id, session_id, seq, role, kind, origin, digest, leaf, size, tool_call_id, "
        "tool_name, is_error, external_id) VALUES (%s, %s, 1, 'user', 'text', 'user', sha256('a'), sha256('b'), 1, "
        "'', '', false, '')"
    )
    refused(turn, world.team.id, theirs.id, because="turn_session_id_of_team")


def test_rows_that_only_ever_come(world: World, subtests: pytest.Subtests) -> None:
    fill(world)
    for table in APPEND_ONLY:
        row = f"id = (SELECT max(id::text) FROM reviewapp_{table})::{_type(table)}"
        with subtests.test(table):
            refused(f"UPDATE reviewapp_{table} SET team_id = team_id WHERE {row}", because="its rows are append-only")
            refused(f"DELETE FROM reviewapp_{table} WHERE {row}", because="its rows are append-only")


def test_rows_that_never_go(world: World, subtests: pytest.Subtests) -> None:
    fill(world)
    for table in KEPT:
        with subtests.test(table):
            refused(f"DELETE FROM reviewapp_{table}", because="its rows are kept")


def test_every_table_that_holds_the_truth_is_guarded(db: None) -> None:
    free = {
        "agenttoken",
        "comment",
        "idempotency",
        "invitation",
        "membership",
        "pinproposal",
        "retirement",
        "savedview",
        "staterelease",
    }
    free |= {"notice", "noticechoice"}
    free |= {"outboxevent", "webhookattempt", "webhookdelivery", "webhookendpoint"}  # told and then forgotten
    assert {model._meta.model_name for model in team_tables()} == {*APPEND_ONLY, *KEPT, *free}


def _type(table: str) -> str:
    return "uuid" if table == "receipt" else "bigint"


def digests() -> list[tuple[str, str]]:
    found = apps.get_app_config("reviewapp").get_models()
    return [
        (m._meta.db_table, str(f.column)) for m in found for f in m._meta.local_fields if isinstance(f, DigestField)
    ]


@pytest.mark.parametrize(("table", "column"), digests())
def test_a_digest_has_32_bytes(db: None, table: str, column: str) -> None:
    with connection.cursor() as cursor:
        found = connection.introspection.get_constraints(cursor, table).values()
    checked = [constraint["columns"] for constraint in found if constraint["check"]]
    assert [column] in checked


def test_a_digest_of_another_length_is_refused(world: World) -> None:
    refused(
        "INSERT INTO reviewapp_receipt (id, team_id, kind, envelope, digest) "
        "VALUES (gen_random_uuid(), %s, 'bypass', '', 'short')",
        world.team.id,
        because="digest_check",
    )


def test_a_team_is_born_with_policy_register_and_chain(db: None) -> None:
    team = Team.objects.create(slug="new", name="New")
    for table, column in (("policy", "version"), ("register", "version"), ("audithead", "seq")):
        with connection.cursor() as cursor:
            cursor.execute(f"SELECT {column} FROM reviewapp_{table} WHERE team_id = %s", [team.id])
            assert cursor.fetchall() == [(1 if table == "policy" else 0,)]


def test_one_register_a_scope(world: World) -> None:
    new = "INSERT INTO reviewapp_register (team_id, session_id, version, digest) VALUES (%s, {}, 0, '')"
    refused(new.format("NULL"), world.team.id, because="one_register_per_team")
    session = world.propose().session
    refused(
        new.format(f"'{session.id}'"), world.team.id, because="session_id.*unique|unique.*session_id|session_id_key"
    )


@pytest.mark.parametrize("change", ["epoch = epoch - 1", "last_seq = last_seq - 1", "generation = generation - 1"])
def test_what_counts_never_falls(world: World, change: str) -> None:
    session = fill(world).session
    refused(f"UPDATE reviewapp_session SET {change} WHERE id = %s", session.id, because="never falls|>= 0|covers_turns")


def test_a_session_is_closed_once(world: World) -> None:
    session = world.propose().session
    assert run("UPDATE reviewapp_session SET closed_at = now() WHERE id = %s", session.id) == 1
    refused("UPDATE reviewapp_session SET closed_at = NULL WHERE id = %s", session.id, because="written once")


def test_a_session_keeps_its_name(world: World) -> None:
    session = world.propose().session
    refused("UPDATE reviewapp_session SET external_id = 'x' WHERE id = %s", session.id, because="only .* may change")


def test_a_session_covers_no_turn_that_is_not_there(world: World) -> None:
    session = world.propose().session
    refused("UPDATE reviewapp_session SET covered_seq = 5 WHERE id = %s", session.id, because="session_covers_turns")


def test_a_finding_keeps_all_but_its_words(world: World) -> None:
    fill(world)
    refused("UPDATE reviewapp_finding SET severity = 'note'", because="only .* may change")
    assert run("UPDATE reviewapp_finding SET why = ''") > 0


def test_the_world_of_these_tests_fills_every_table(world: World) -> None:
    assert isinstance(fill(world), Compaction)
    assert [model.__name__ for model in team_tables() if not model._base_manager.exists()] == []
