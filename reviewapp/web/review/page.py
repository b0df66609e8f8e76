"""The review page as one value: everything its templates print, read once."""

from __future__ import annotations

from dataclasses import replace
from functools import cached_property
from uuid import UUID

from django.http import Http404
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext as _

from reviewapp.guard.receipts import ReceiptKind
from reviewapp.models import Compaction, CompactionKind, Membership, Receipt
from reviewapp.services.compactions import analysis, finalize
from reviewapp.services.compactions.approval_checks import Gate, gate
from reviewapp.services.compactions.review_state import ReviewState
from reviewapp.services.errors import unless_busy
from reviewapp.web.labels import STATE_GLYPHS, STATES, tokens
from reviewapp.web.review import side_panel
from reviewapp.web.review.account_pane import AccountView, build_account
from reviewapp.web.review.address import View
from reviewapp.web.review.approval_bar import build_approvals, build_gate, must_keep
from reviewapp.web.review.approval_models import Approvals, GateView
from reviewapp.web.review.evidence import build_evidence, build_minimap, gap_tokens, page_around, seqs_shown
from reviewapp.web.review.finding_detail import build_slip
from reviewapp.web.review.finding_list import AT_ONCE, MOST, build_rail
from reviewapp.web.review.findings import Findings, Found, load_findings
from reviewapp.web.review.mode import mode_of
from reviewapp.web.review.side_panel_models import Manuscript, Note, PinRow, Preview, Revised, Since, StateView, Tab
from reviewapp.web.review.view_models import Evidence, FindingView, Minimap, Mode, Rail, Slip
from reviewapp.web.secret_discovery import learn_session

_STALE = frozenset({"stale_analysis", "stale_pins"})


def get_compaction(member: Membership, compaction_id: UUID) -> Compaction:
    found = Compaction.objects.select_related("session", "holder", "policy", "current_revision")
    try:
        compaction = found.get(team=member.team, pk=compaction_id)
    except Compaction.DoesNotExist:
        raise Http404("no such compaction") from None
    if compaction.is_open and compaction.expires_at <= timezone.now():
        with unless_busy():
            finalize.expire(compaction)  # whoever meets an overdue row ends it
        compaction = found.get(pk=compaction.pk)
    compaction.team = member.team
    return compaction


class ReviewPage:
    """Parts are built when a template asks for them, so that a fragment costs no more than itself."""

    def __init__(
        self, compaction: Compaction, member: Membership, view: View, known: ReviewState | None = None
    ) -> None:
        """`known`: where an action has just left it; without it the rows are read when a part asks."""
        self.compaction = compaction
        self.member = member
        self.view = view
        learn_session(compaction.session, known.pins if known is not None else None)
        analysed = known.analysis if known is not None else None
        self._known = known if analysed and analysed.revision_id == compaction.current_revision_id else None

    @cached_property
    def gate_now(self) -> Gate:
        """Checks that a register change or a new engine made stale are made anew before anything is shown."""
        found = gate(self.compaction, self._known)
        if self.compaction.state == "in_review" and any(reason.code in _STALE for reason in found.reasons):
            with unless_busy():
                analysis.refresh(compaction=self.compaction)
            self.compaction = get_compaction(self.member, self.compaction.pk)
            found = gate(self.compaction)
        return found

    @cached_property
    def findings(self) -> Findings:
        standing = self.gate_now.standing  # may exchange the compaction for a fresh one
        return load_findings(self.compaction, standing)

    @cached_property
    def foremost(self) -> list[Found]:
        """The findings whose turns the page shows."""
        return self.findings.foremost(min(self.view.filter.rows, MOST))

    @cached_property
    def marked(self) -> list[Found]:
        """What the texts mark: the foremost, the selected one, the notes that were dealt with or asked for."""
        chosen = self.slip.finding.number if self.slip else None
        foremost = {found.view.number for found in self.foremost}
        notes = self.view.filter.notes > 0

        def marks(found: Found) -> bool:
            wanted = found.view.number in foremost or found.view.group == "note"
            return found.view.number == chosen or (wanted and (notes or not found.view.is_open_note))

        return [found for found in self.findings.all if marks(found)]

    def seqs_shown(self) -> set[int]:
        """Which turns the page shows at first. Resolving a finding changes nothing about that."""
        return seqs_shown(self.compaction, self.foremost, self.view.first_turn)

    @cached_property
    def mode(self) -> Mode:
        return mode_of(self.compaction, self.member)

    @cached_property
    def rail(self) -> Rail:
        return build_rail(self.findings, self.view.filter)

    @cached_property
    def slip(self) -> Slip | None:
        keyed = self.findings.keyed(self.view.key)
        return self.slip_at(keyed.view.number if keyed else self.view.number)

    def slip_at(self, number: int | None) -> Slip | None:
        view = self.view
        return build_slip(self.compaction, self.findings, number, view.filter, pin=view.pin, error=view.error)

    @property
    def slip_turn(self) -> str:
        """Where the turn of the selected finding stands: on the page, or on the page of turns that begins with it."""
        seq = self.slip.finding.turn_seq if self.slip else None
        if seq is None or seq in self.seqs_shown():
            return f"#t-{seq}"
        return f"{replace(self.view, first_turn=seq).query}#t-{seq}"

    @property
    def other_turns(self) -> str:
        """From the turns with findings to all of them and back, at the place where one is: the selected finding's."""
        of = self.compaction
        number, seq = (self.slip.finding.number, self.slip.finding.turn_seq) if self.slip else (None, None)
        place = seq or min(self.seqs_shown(), default=of.from_seq)
        first = page_around(of, place) if self.view.first_turn is None else None
        return f"{replace(self.view, number=number, first_turn=first).query}#t-{place}"

    @property
    def turns(self) -> int:
        """How many the range has."""
        return self.compaction.to_seq - self.compaction.from_seq + 1

    @property
    def turns_are_left(self) -> bool:
        """Whether there is another view of the turns: all of them, or those with findings."""
        return self.view.first_turn is not None or len(self.seqs_shown()) < self.turns

    @cached_property
    def evidence(self) -> Evidence:
        return build_evidence(
            self.compaction, self.findings.turns, self.marked, self.seqs_shown(), paged=self.view.first_turn is not None
        )

    @cached_property
    def minimap(self) -> Minimap:
        return build_minimap(self.compaction, self.marked, self.seqs_shown())

    @cached_property
    def tabs(self) -> list[Tab]:
        return side_panel.build_tabs(self.compaction, self.gate_now.standing, self.view.tab)

    @cached_property
    def manuscript(self) -> Manuscript:
        return side_panel.manuscript(self.compaction, self.marked, self.findings.turns, whole=self.view.whole)

    @property
    def fold(self) -> bool:
        """Whether long runs without a space are shown in part."""
        return not self.view.whole

    @cached_property
    def revised(self) -> Revised | None:
        return side_panel.revised(self.compaction)

    @cached_property
    def since(self) -> Since | None:
        return side_panel.since(self.compaction, self.findings)

    @cached_property
    def state(self) -> StateView:
        return side_panel.state(self.compaction)

    @cached_property
    def pin_rows(self) -> list[PinRow]:
        return side_panel.pin_rows(self.gate_now.standing, self.findings)

    @cached_property
    def preview(self) -> Preview:
        return side_panel.preview(self.compaction, self.view.first_message)

    @cached_property
    def notes(self) -> list[Note]:
        return side_panel.notes(self.compaction, self.findings)

    @cached_property
    def account(self) -> AccountView | None:
        standing = self.gate_now.standing  # may exchange the compaction for a fresh one
        return build_account(self.compaction, standing, self.gate_now.looked.groups, self.view.first_turn)

    @cached_property
    def gate(self) -> GateView:
        return build_gate(self.gate_now, self.findings)

    @cached_property
    def must_keep(self) -> list[FindingView]:
        return must_keep(self.findings)

    @property
    def keeps(self) -> list[FindingView]:
        """Those that a rejection lets choose one by one."""
        return self.must_keep[:AT_ONCE]

    @property
    def other_keeps(self) -> list[FindingView]:
        """Of a very long list, the rest that is kept by default: with one box."""
        return [view for view in self.must_keep[AT_ONCE:] if view.severity == "blocking" and view.is_open]

    @cached_property
    def base(self) -> str:
        return reverse("web:review", args=[self.member.team.slug, self.compaction.pk])

    @property
    def is_restore(self) -> bool:
        return self.compaction.kind == CompactionKind.RESTORE

    @property
    def session(self) -> str:
        return self.compaction.session.external_id

    @property
    def status_word(self) -> str:
        return _(STATES[self.compaction.state])

    @property
    def status_glyph(self) -> str:
        return STATE_GLYPHS[self.compaction.state]

    @property
    def source_tokens(self) -> int:
        return tokens(self.compaction.source_chars)

    @property
    def summary_tokens(self) -> int:
        revision = self.compaction.current_revision
        return tokens(len(revision.text)) if revision else 0

    @property
    def risk(self) -> int | None:
        """Of what is open, while it is open."""
        return self.compaction.risk

    @property
    def ratio(self) -> int:
        return round(self.source_tokens / self.summary_tokens) if self.summary_tokens else 0

    @property
    def revision_number(self) -> int:
        return self.compaction.current_revision.number if self.compaction.current_revision else 0

    @cached_property
    def approvals(self) -> Approvals:
        """Votes on what the row holds now; an edit voids the earlier ones."""
        standing = self.gate_now.standing  # may exchange the compaction for a fresh one
        return build_approvals(self.compaction, self.member, standing)

    def at(self, view: View, known: ReviewState | None = None) -> ReviewPage:
        """The same compaction, read anew for another view."""
        return ReviewPage(get_compaction(self.member, self.compaction.pk), self.member, view, known)

    @property
    def receipt(self) -> Receipt | None:
        """Of the decision; those of contexts served since are the session's."""
        signed = Receipt.objects.filter(team=self.compaction.team_id, compaction=self.compaction)
        return signed.filter(kind__in=(ReceiptKind.APPROVAL, ReceiptKind.REJECTION)).order_by("-at").first()

    @property
    def compactor(self) -> str:
        """What the agent says made the summary."""
        told = self.compaction.compactor
        return ", ".join(f"{name} {value}" for name, value in told.items()) if isinstance(told, dict) else ""

    @property
    def edits(self) -> bool:
        """A field to edit shows every secret as it is: it is for who may edit, or to give back what one has typed."""
        allowed = self.mode.acts and not self.is_restore
        return self.view.tab == "edit" and (allowed or bool(self.view.draft))

    @property
    def unsent(self) -> str:
        """What was typed for a decision that is taken, or for a finding that is gone."""
        return self.view.unsent or ("" if self.compaction.is_open else self.view.draft)

    @property
    def edit_text(self) -> str:
        revision = self.compaction.current_revision
        return self.view.draft or (revision.summary if revision else "")

    def tokens_between(self, first: int, last: int) -> int:
        return gap_tokens(self.compaction, first, last)
