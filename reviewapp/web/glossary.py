"""Words of our own that a reviewer meets, each in a sentence or two. Translated where they are shown."""

from __future__ import annotations

from django.utils.translation import gettext_noop as _

TERMS = {
    "importance": _(
        "How much the loss is likely to matter, out of 100: what kind of rule or value it is, who said it, how late, "
        "how far it is from what the rest is about. It ranks findings of one severity and decides nothing. The API "
        "calls it salience, in thousandths."
    ),
    "couldn’t tell: check this": _(
        "The engine could not tell whether this is lost. A person has to look: a proposal with something undecided "
        "never passes by policy."
    ),
}
