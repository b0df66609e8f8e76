from __future__ import annotations

import re
from collections.abc import Callable

from django.test import Client
from django.urls import reverse

from reviewapp.models import AuditEntry, Compaction, Session, TurnBody, User
from reviewapp.services.compactions import finalize, intake
from reviewapp.services.compactions.intake import TurnIn
from reviewapp.services.compactions.review_state import review_state_of
from reviewapp.services.pins import register
from reviewapp.services.review import actions, promotion
from reviewapp.web.sessions import lineage
from reviewapp.web.sessions.compare import compare
from reviewapp.web.sessions.survival import Fate
from tests.web.conftest import Desk
from tests.world import PORT, RULE, World

Browser = Callable[[User], Client]


def room(desk: Desk, name: str) -> str:
    return reverse(f"web:{name}", args=[desk.world.team.slug, desk.compaction.session_id])


def session(desk: Desk) -> Session:
    return desk.world.session()


def reject(desk: Desk) -> None:
    finalize.reject(
        team=desk.world.team,
        user=desk.world.reviewer,
        compaction_id=desk.compaction.id,
        reason_code="unusable",
        reason="lost",
    )


def test_a_lost_rule_is_a_row_that_names_the_generation(desk: Desk) -> None:
    rows = {row.fact.quote: row for row in lineage.read(session(desk)).rows}
    assert rows[PORT].first_lost is rows[PORT].cells[0]
    assert rows[PORT].cells[0].fate is Fate.DROPPED
    assert not rows[PORT].stands


def test_a_pinned_rule_is_one_row_not_two(desk: Desk) -> None:
    finding = next(j.finding for j in review_state_of(desk.fresh()).findings if j.quote == PORT)
    promotion.pin_finding(
        **desk.world.by(desk.world.reviewer, desk.compaction),
        finding_key=finding.key,
        key="port",
        severity="HARD_DENIAL",
        scope="team",
    )
    rows = [row for row in lineage.read(session(desk)).rows if PORT in row.fact.quote]
    assert [(row.fact.pin_key, row.cells[0].fate) for row in rows] == [("port", Fate.PINNED)]


def test_what_was_dropped_and_then_pinned_says_both(desk: Desk, browser: Browser) -> None:
    finding = next(j.finding for j in review_state_of(desk.fresh()).findings if j.quote == PORT)
    who = desk.world.by(desk.world.reviewer, desk.compaction)
    promotion.pin_finding(**who, finding_key=finding.key, key="port", severity="HARD_DENIAL", scope="team")
    page = browser(desk.world.viewer).get(room(desk, "session")).content.decode()
    row = page[page.index("DO NOT open port 5432") :].partition("</tr>")[0]
    assert "was dropped" in row and "generation 1" in row and "dropped, then pinned" in row
    assert "as people left it" in page
    pins = browser(desk.world.viewer).get(reverse("web:pins", args=[desk.world.team.slug])).content.decode()
    assert "summary kept it, as sent" in pins


def test_a_dismissed_and_reopened_finding_is_as_it_was_found(desk: Desk) -> None:
    finding = next(j.finding for j in review_state_of(desk.fresh()).findings if j.quote == PORT)
    who = desk.world.by(desk.world.reviewer, desk.compaction)
    actions.dismiss(**who, finding_key=finding.key, reason_code="obsolete")
    assert Fate.DISMISSED in {row.cells[0].fate for row in lineage.read(session(desk)).rows}
    actions.reopen(**who, finding_key=finding.key)
    assert {row.cells[0].fate for row in lineage.read(session(desk)).rows} == {Fate.DROPPED}


def test_a_second_attempt_gets_a_letter(desk: Desk) -> None:
    reject(desk)
    desk.world.in_review(turns=(), summary=f"{RULE} Nothing else.", from_seq=1, to_seq=4)
    seen = lineage.read(session(desk))
    assert [node.label for node in seen.nodes] == ["1a", "1b"]
    rows = {row.fact.quote: [cell.fate for cell in row.cells] for row in seen.rows}
    assert rows[RULE] == [Fate.DROPPED, Fate.KEPT]


def test_the_room_shows_lineage_and_matrix(desk: Desk, browser: Browser) -> None:
    page = browser(desk.world.viewer).get(room(desk, "session")).content.decode()
    assert "What survived" in page and 'data-fate="dropped"' in page and "legacy Aurora instance" in page


def test_the_transcript_finds_words_whatever_their_case(desk: Desk, browser: Browser) -> None:
    page = browser(desk.world.viewer).get(room(desk, "turns") + "?q=AURORA INSTANCE").content.decode()
    assert 'id="t-2"' in page and 'id="t-3"' not in page
    assert "1 turn contains" in page


def test_a_percent_sign_in_a_search_is_itself(desk: Desk, browser: Browser) -> None:
    assert "0 turns contain" in browser(desk.world.viewer).get(room(desk, "turns") + "?q=%25").content.decode()


def test_two_generations_are_compared_by_words(desk: Desk, browser: Browser) -> None:
    reject(desk)
    desk.world.in_review(turns=(), summary="The service moves to EKS. No plan was written.", from_seq=1, to_seq=4)
    page = browser(desk.world.viewer).get(room(desk, "generations")).content.decode()
    assert "Generation 1a to 1b" in page and "<ins>" in page and "<del>" in page


def test_passages_put_together_are_the_texts() -> None:
    before, after = "one\ntwo\nthree", "one\n2\nthree\nfour"
    passages = compare(before, after)
    assert "\n".join(p.before.text for p in passages if p.before) == before
    assert "\n".join(p.after.text for p in passages if p.after) == after


def test_a_passage_too_long_for_words_says_so() -> None:
    (passage,) = compare("a" * 40_000, "b" * 40_000)
    assert passage.whole and passage.diff is None


SECRET = "AKIAIOSFODNN7EXAMPLE"


def with_secret(world: World) -> str:
    row = world.in_review(turns=(TurnIn("user", f"NEVER use {SECRET} again."), TurnIn("user", "Go on.")))
    return f"/t/{world.team.slug}/s/{row.session_id}/turns/"


def test_a_secret_is_masked_until_a_reviewer_asks_on_record(world: World, browser: Browser) -> None:
    base, client = with_secret(world), browser(world.reviewer)
    assert SECRET not in client.get(base).content.decode()
    assert SECRET in client.post(f"{base}1/reveal/").content.decode()
    entry = AuditEntry.objects.get(action="secret.revealed")
    assert entry.body["turn"] == 1 and SECRET not in str(entry.body)
    assert SECRET not in client.get(base).content.decode()


def test_a_viewer_reveals_nothing(world: World, browser: Browser) -> None:
    base = with_secret(world)
    assert browser(world.viewer).post(f"{base}1/reveal/").status_code == 403
    assert not AuditEntry.objects.filter(action="secret.revealed").exists()


def test_a_secret_shows_in_no_page_by_itself(world: World, browser: Browser) -> None:
    base, client = with_secret(world), browser(world.lead)
    row = Compaction.objects.get()
    session = base.removesuffix("turns/")
    for page in (
        f"/t/{world.team.slug}/queue/",
        f"/t/{world.team.slug}/c/{row.pk}/",
        session,
        f"{session}generations/",
    ):
        text = client.get(page).content.decode()
        assert SECRET not in re.sub(r"<textarea.*?</textarea>", "", text, flags=re.DOTALL), page


def test_a_lead_erases_a_session_in_one_action_on_record(world: World, browser: Browser) -> None:
    compaction = world.propose()
    address = reverse("web:erase-session", args=[world.team.slug, compaction.session_id])
    client = browser(world.lead)
    assert client.post(address, {"reason": "asked to"}).status_code == 409  # an open compaction is about them
    intake.withdraw(team=world.team, token=world.token, compaction_id=compaction.id)
    assert browser(world.reviewer).post(address, {"reason": "asked to"}).status_code == 403
    assert client.post(address, {"reason": " "}).status_code == 422
    assert TurnBody.objects.filter(team=world.team, erased_at=None).count() == 4
    assert "Erased turns: 4." in client.post(address, {"reason": "asked to"}, follow=True).content.decode()
    assert not TurnBody.objects.filter(team=world.team, content__isnull=False).exists()
    assert AuditEntry.objects.filter(team=world.team, action="turns.erased").count() == 1


def test_the_transcript_finds_words_in_any_order_and_form(desk: Desk, browser: Browser) -> None:
    page = browser(desk.world.viewer).get(room(desk, "turns") + "?q=instances aurora touching").content.decode()
    assert 'id="t-2"' in page and 'id="t-3"' not in page
    assert '<mark class="hit">Aurora</mark>' in page and '<mark class="hit">touch</mark>' in page
    page = browser(desk.world.viewer).get(room(desk, "turns") + '?q="instance aurora"').content.decode()
    assert "0 turns contain" in page


def test_the_transcript_says_how_faithfully_a_turn_is_kept(desk: Desk, browser: Browser) -> None:
    register.pin(team=desk.world.team, user=desk.world.lead, key="aurora", text=RULE, severity="HARD_DENIAL")
    page = browser(desk.world.viewer).get(room(desk, "turns")).content.decode()
    pinned = page[page.index('id="t-2"') : page.index('id="t-3"')]
    assert "authority: pinned" in pinned and "narrative: as the summary tells it" in page
