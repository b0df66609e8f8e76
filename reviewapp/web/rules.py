"""What the engine calls its rules, for readers of other languages. The engine itself knows no translator."""

from __future__ import annotations

from django.utils.translation import get_language, gettext
from django.utils.translation import gettext_noop as _

from reviewapp.engine.detectors import DETECTORS, PIN_DETECTORS

TITLES = {rule.id: rule.title for detector in (*DETECTORS, *PIN_DETECTORS) for rule in detector.RULES}
SPOKEN = (
    _("The summary holds no text"),
    _("The summary cites a turn that does not exist"),
    _("A placeholder or an error stands where the summary should be"),
    _("Tool protocol or thinking aloud stands where the summary should be"),
    _("The summary stops in the middle"),
    _("A state record in the summary can't be read"),
    _("The summary is larger than what it replaces"),
    _("The range cuts a tool call from its result"),
    _("The summary has characters that no reader sees and no turn has"),
    _("The summary imitates the frame in which contexts are delivered"),
    _("The summary says this inside a comment or struck out"),
    _("The summary takes back what it says"),
    _("The summary allows what somebody who binds has forbidden, and nobody allowed it"),
    _("A word of this turn is spelled so that it can't be read with certainty"),
    _("An instruction found in a tool's or a document's text stands in the summary as valid"),
    _("A wish of the user that only a tool's text expresses"),
    _("A check or a limit that only an order in a tool's text waives"),
    _("A tool's or a document's text gives instructions to machines that read it"),
    _("Nothing in the summary speaks of it"),
    _("The summary names the topic and leaves out that it is denied"),
    _("The summary says it without the negation"),
    _("The summary turns the rule into advice"),
    _("The summary turns the rule into a description"),
    _("The summary keeps the rule and loses its condition or exception"),
    _("The negation stands over other words"),
    _("The summary denies what was said"),
    _("The summary carries on what was called off"),
    _("The summary says it no longer holds, and nobody lifted it"),
    _("The summary opens to all what was restricted"),
    _("The summary makes an exception that the source rules out"),
    _("The summary says the opposite word"),
    _("The summary says that it need not be done"),
    _("The summary demands what was said to be unnecessary"),
    _("The summary forbids or restricts what was allowed"),
    _("What was allowed once stands as a rule in the summary"),
    _("The summary swaps what comes first or is preferred"),
    _("A rule stands in the summary as lifted, though nobody lifted it"),
    _("One word of a rule became its contrary"),
    _("Another name stands in a rule"),
    _("One word of a rule was replaced; whether it means the same is open"),
    _("What was tried and failed is a plan again, or is said to work"),
    _("What was tried and failed is not in the summary"),
    _("Another value beside the same topic"),
    _("A count stands at another noun than in the turn"),
    _("The same values in other pairs than in the turn"),
    _("A range ends elsewhere than in the turn"),
    _("An exact value became an approximate one"),
    _("A value that no turn holds, one slip away from one that a turn does hold"),
    _("A value that was said is not in the summary"),
    _("A value that no turn holds"),
    _("A name that no turn holds, close to one that a turn does hold"),
    _("Another name of the same kind, which no turn holds, in the place of one that was said"),
    _("A name that a turn took back, without the one it gave instead"),
    _("A range of names begins or ends elsewhere than in the turn"),
    _("The beginning of an id that several ids of the turns share"),
    _("A setting has another word than the turn gave it"),
    _("A name that was said is not in the summary"),
    _("A name that no turn holds"),
    _("A permission or approval that nobody gave"),
    _("A wish or decision of the user that no user turn holds"),
    _("A prohibition although no turn that shares its words forbids anything"),
    _("Something said for one occasion stands as a rule"),
    _("A person or firm that no turn names"),
    _("A line that no turn holds, in a summary made of the turns' own lines"),
    _("Work that was done stands as open, or open work as done"),
    _("A wish, an order, a plan or a permission of which no turn says a word"),
    _("A rule of which the summary's words hold too little to tell whether it is kept"),
    _("A statement of somebody who binds that the summary does not mention"),
    _("The summary says the opposite of a pin, or another value"),
    _("The summary takes force out of a pin"),
    _("The summary quotes a pin with other characters or words"),
)  # the same words, where a translator finds them


def title_of(rule: str) -> str:
    """In the reader's language; empty for a rule of an earlier engine that is no more."""
    return gettext(TITLES[rule]) if rule in TITLES else ""


def title_beside(rule: str) -> str:
    """What stands before the engine's sentence for who does not read it in its own English."""
    return "" if (get_language() or "en").startswith("en") else title_of(rule)


def adds_nothing(rule: str, why: str) -> bool:
    """Whether the engine's sentence is the title of its rule and no more."""
    return why == f"{TITLES.get(rule, '')}."
