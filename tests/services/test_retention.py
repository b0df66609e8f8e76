"""Erasure: the text goes, the proof stays, and every column that might hold text is accounted for."""

from __future__ import annotations

import pytest
from django.apps import apps
from django.db import models

from reviewapp.guard.digest import merkle_root
from reviewapp.models import AuditEntry, Finding, Turn
from reviewapp.models.base import BytesField, DigestField
from reviewapp.services.compactions import finalize, manifest
from reviewapp.services.errors import Refused
from reviewapp.services.sessions import retention
from tests.models.sql import refused, run
from tests.world import World

# Columns that hold names, codes, ids, digests or signed statements of these, never words of a turn.
HOLD_NO_TEXT = {
    "noticechoice.muted",
    "noticechoice.slack_url",
    "outboxevent.body",
    "webhookendpoint.description",
    "webhookendpoint.kinds",
    "webhookendpoint.previous_secret",
    "webhookendpoint.secret",
    "webhookendpoint.url",
    "accountblock.data",
    "agenttoken.name",
    "agenttoken.scopes",
    "analysis.account_counts",
    "analysis.account_holds",
    "analysis.coverage",
    "auditentry.body",
    "compaction.failure",
    "compaction.must_keep",
    "idempotency.answer",
    "idempotency.key",
    "pinversion.enforced_below",
    "policy.disabled_detectors",
    "receipt.envelope",
    "register.digest",
    "revision.operations",
    "savedview.query",
    "session.external_id",
    "signingkey.public_pem",
    "signingkey.reason",
    "team.name",
    "turn.external_id",
    "turn.tool_call_id",
    "turn.tool_name",
}
LONG = 150  # a quote of a turn does not fit in a shorter column


def test_every_column_that_could_hold_a_turn_is_listed() -> None:
    assert _roomy_columns() == {*retention.ERASED, *retention.MAY_QUOTE_TURNS, *HOLD_NO_TEXT}


def _roomy_columns() -> set[str]:
    found = ((model, field) for model in apps.get_app_config("reviewapp").get_models() for field in model._meta.fields)
    return {
        f"{model._meta.model_name}.{field.name}"
        for model, field in found
        if _roomy(field) and model._meta.model_name != "user"  # an account knows no session
    }


def _roomy(field: models.Field) -> bool:  # type: ignore[type-arg]  # of any kind
    if isinstance(field, models.CharField):
        return (field.max_length or 0) > LONG
    return isinstance(field, models.TextField | models.JSONField | BytesField) and not isinstance(field, DigestField)


def rejected(world: World) -> World:
    """A world whose compaction was decided, so that its turns may be erased."""
    compaction = world.in_review()
    finalize.reject(**world.by(world.reviewer, compaction), reason_code="losses")
    return world


def erase(world: World, first: int = 2, last: int = 2) -> int:
    session = world.session()
    return retention.erase(
        team=world.team, user=world.lead, session_id=session.id, from_seq=first, to_seq=last, reason="asked to"
    )


def test_an_erased_turn_has_no_text_and_no_salt_but_its_digests(world: World) -> None:
    rejected(world)
    before = Turn.objects.get(seq=2).leaf
    assert erase(world) == 1
    turn = Turn.objects.select_related("body").get(seq=2)
    assert (turn.text, turn.body.content, turn.body.salt) == ("", None, None)
    assert turn.leaf == before
    assert turn.body.erased_at is not None
    assert not Finding.objects.filter(turn_seq=2).exclude(why="").exists()


def test_erasing_leaves_the_root_of_the_turns_as_it_was(world: World) -> None:
    rejected(world)
    compaction = world.session().compactions.get()
    before = manifest.source_root(compaction)
    erase(world)
    assert manifest.source_root(compaction) == before
    assert before == merkle_root(Turn.objects.order_by("seq").values_list("leaf", flat=True))


def test_erasing_twice_erases_once(world: World) -> None:
    rejected(world)
    assert [erase(world), erase(world)] == [1, 0]


def test_erasing_is_written_down_without_the_reason_itself(world: World) -> None:
    rejected(world)
    erase(world)
    entry = AuditEntry.objects.get(action="turns.erased")
    assert (entry.body["from_seq"], entry.body["to_seq"]) == (2, 2)
    assert "asked to" not in str(entry.body)


def test_turns_under_an_open_compaction_stay(world: World) -> None:
    world.in_review()
    with pytest.raises(Refused, match="open compaction"):
        erase(world)


def test_only_a_lead_erases(world: World) -> None:
    rejected(world)
    with pytest.raises(Refused) as caught:
        retention.erase(
            team=world.team, user=world.reviewer, session_id=world.session().id, from_seq=1, to_seq=1, reason="x"
        )
    assert caught.value.status == 403


EMPTY = "UPDATE reviewapp_turnbody SET content = NULL, salt = NULL, erased_at = now()"


def test_a_body_is_not_emptied_past_the_erasure(world: World) -> None:
    rejected(world)
    refused(EMPTY, because="only emptied, once, by an erasure")


def test_a_body_is_not_emptied_on_the_word_of_another_entry(world: World) -> None:
    rejected(world)
    run("SELECT set_config('stet.erasure', '1', true)")
    refused(EMPTY, because="only emptied, once, by an erasure")


def test_an_erasure_reaches_no_further_than_its_entry_says(world: World) -> None:
    rejected(world)
    erase(world)
    seq = AuditEntry.objects.get(action="turns.erased").seq
    run("SELECT set_config('stet.erasure', %s, true)", str(seq))
    refused(EMPTY + " WHERE erased_at IS NULL", because="only emptied, once, by an erasure")


def test_a_body_is_never_rewritten(world: World) -> None:
    rejected(world)
    refused("UPDATE reviewapp_turnbody SET content = 'other'", because="only emptied, once, by an erasure")


def test_a_body_is_whole_or_erased(world: World) -> None:
    rejected(world)
    half = (
        "INSERT INTO reviewapp_turnbody (team_id, turn_id, content, salt) "
        "SELECT team_id, turn_id, NULL, salt FROM reviewapp_turnbody LIMIT 1"
    )
    refused(half, because="turn_body_whole_or_erased")
