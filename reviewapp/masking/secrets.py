"""Secrets in what is shown: keys and tokens of known forms, and values that a label told elsewhere (`known`). They are
masked in view only; bytes and digests stay.

Linear: one pass of a matcher that can't backtrack. A secret of no known form is not recognised, so a page must be kept
as closely as the turns themselves.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from functools import lru_cache

import re2

from reviewapp.masking.labelled_secrets import Known, known

_FORMS = {
    "AWS key": r"\b(?:AKIA|ASIA)[0-9A-Z]{16}\b",
    "GitHub token": r"\b(?:gh[pousr]_[A-Za-z0-9]{36,}|github_pat_[A-Za-z0-9_]{22,})",
    "GitLab token": r"\bglpat-[A-Za-z0-9_-]{20,}",
    "Slack token": r"\bxox[abeoprs]-[A-Za-z0-9-]{10,}",
    "Stripe key": r"\b(?:[rs]k_(?:live|test)|whsec)_[A-Za-z0-9]{16,}",
    "npm token": r"\bnpm_[A-Za-z0-9]{36}",
    "Hugging Face token": r"\bhf_[A-Za-z0-9]{30,}",
    "PyPI token": r"\bpypi-[A-Za-z0-9_-]{32,}",
    "SendGrid key": r"\bSG\.[A-Za-z0-9_-]{16,}\.[A-Za-z0-9_-]{16,}",
    "Azure key": r"\b(?:AccountKey|SharedAccessKey)=([A-Za-z0-9+/]{20,}=*)",
    "Google token": r"\bya29\.[A-Za-z0-9_-]{20,}",
    "Google key": r"\bAIza[0-9A-Za-z_-]{35}",
    "API key": r"\bsk-[A-Za-z0-9_-]{20,}",
    "Stet token": r"\bstet_[0-9a-f]{16}_[A-Za-z0-9_-]{43}",
    "signed token": r"\beyJ[A-Za-z0-9_-]{10,}\.[A-Za-z0-9_-]{10,}\.[A-Za-z0-9_-]{5,}",
    # The key alone, as far as it goes: its end may be cut off. Its heads are shown, since they can say anything.
    "private key": r"-----BEGIN [A-Z ]*PRIVATE KEY(?: BLOCK)?-----(?:\s|\\[nr])+"
    r"(?:[A-Za-z-]+: (?:[^\n\\]|\\[^nr])*(?:\n|\\[nr])(?:\s|\\[nr])*)*"
    r"([A-Za-z0-9+/=]{8,}(?:[ \t]*(?:\n|\r|\\[nr])+[ \t]*[A-Za-z0-9+/=]{8,}|[ \t]+[A-Za-z0-9+/=]{32,})*"
    r"(?:(?:\s|\\[nr])*[A-Za-z0-9+/=]*(?:\s|\\[nr])*-----END (?:[A-Z0-9]+ )?PRIVATE KEY(?: BLOCK)?-----)?)",
    "authorization": r"(?i:\bauthorization[\"']?\s*[:=]\s*[\"']?(?:bearer|basic|token)\s+)([A-Za-z0-9._~+/=-]{8,})",
    "password": r"(?i:(?:passwor[dt]|kennwort|passwd|pwd|secret|(?:api|access|secret)[_-]?key)\b[\"']?\s*[:=]\s*[\"']?"
    r"|token=[\"']?)([^\s\pZ\"',;]{8,})",
    "password in a sentence": r"(?i:\bpasswor[dt] (?:is|ist|lautet):? [\"'“`]?)"
    r"([^\s\pZ\"',;]{3,}[0-9][^\s\pZ\"',;”`]*)",
    "password in an address": r"\b[a-z][a-z0-9+.-]*://[^\s/:@]*:([^\s\pZ/@]{4,})@",
}
_NAMES = tuple(_FORMS)
_TOLD = frozenset(
    {"Azure key", "authorization", "password", "password in a sentence", "password in an address"}
)  # by what stands beside them
_QUOTED = re2.compile("“([^”]{4,})”")


def _grouped(form: str) -> str:
    """One group a form: the part that is the secret where the form marks one, or all of it."""
    return form if "([" in form else f"({form})"


_OPTIONS = re2.Options()
_OPTIONS.max_mem = 64 << 20  # the usual cache is too small for so many forms, and matching slows tenfold
_ANY = re2.compile("|".join(map(_grouped, _FORMS.values())), _OPTIONS)


@dataclass(frozen=True, slots=True)
class Secret:
    """Code points `start`..`end` of the text, half-open."""

    start: int
    end: int
    label: str


@dataclass(frozen=True, slots=True, eq=False)
class Extract:
    """Code points `start`..`end` of a text. What is secret in it is told by the whole: a quote that begins after
    `password:` and a passage that ends within a token look like ordinary words."""

    whole: str
    start: int
    end: int

    @classmethod
    def of(cls, text: str) -> Extract:
        return cls(text, 0, len(text))

    def __bool__(self) -> bool:
        return self.start < self.end

    def __eq__(self, other: object) -> bool:
        """Of two texts, if they read the same: an edit elsewhere changes nothing here."""
        return isinstance(other, Extract) and (self.text, *self.secrets) == (other.text, *other.secrets)

    def __hash__(self) -> int:
        return hash(self.text)

    @property
    def text(self) -> str:
        return self.whole[self.start : self.end]

    def cut(self, start: int, end: int) -> Extract:
        """A part of it, counted from its own beginning."""
        return Extract(self.whole, self.start + start, min(self.start + end, self.end))

    @property
    def secrets(self) -> Iterator[Secret]:
        """The secrets that reach into it, counted from its own beginning."""
        for secret in find_secrets(self.whole):
            start, end = max(secret.start, self.start), min(secret.end, self.end)
            if start < end:
                yield Secret(start - self.start, end - self.start, secret.label)


def find_secrets(text: str) -> tuple[Secret, ...]:
    return _find_all(text, known())


@lru_cache(maxsize=32)  # many quotes are shown of one text
def _find_all(text: str, beside: Known) -> tuple[Secret, ...]:
    formed = tuple(_find(text))
    return tuple(_with_known(text, formed, beside)) if beside.labels else formed


def _with_known(text: str, formed: Iterable[Secret], beside: Known) -> Iterator[Secret]:
    """What has a form, and what is known in the stretches between."""
    at = 0
    for secret in (*formed, Secret(len(text), len(text), "")):
        between = beside.find(text[at : secret.start])
        yield from (Secret(at + place.start, at + place.end, place.label) for place in between)
        if secret.label:
            yield secret
        at = secret.end


def shows(text: str, query: str) -> bool:
    """Whether the words stand in what is shown of a text, whatever the case of its letters. A search that found what is
    masked would tell it letter by letter."""
    return query.casefold() in visible(text).casefold()


def visible(text: str) -> str:
    """What is shown of a text, with a NUL in place of each secret."""
    shown, at = [], 0
    for secret in find_secrets(text):
        shown.append(text[at : secret.start])
        at = secret.end
    return "\0".join([*shown, text[at:]])


def labelled(text: str) -> Iterator[tuple[str, str]]:
    """(value, label) of the secrets that only their label tells: elsewhere, nothing shows what they are."""
    return ((text[each.start : each.end], each.label) for each in _find(text) if each.label in _TOLD)


def find_quoted(text: str, sources: Iterable[str]) -> tuple[Secret, ...]:
    """All quotations of a text of ours, if one of them is of a secret of the sources: the other is what it was changed
    for, and nothing but the first tells that it is one too."""
    quotes = [match.span(1) for match in _QUOTED.finditer(text)]
    said = [text[start:end] for start, end in quotes]
    for source in sources:
        for secret in find_secrets(source):
            value = source[secret.start : secret.end]
            if any(each in value or value in each for each in said):
                return tuple(Secret(start, end, secret.label) for start, end in quotes)
    return find_secrets(text)


def _find(text: str) -> Iterator[Secret]:
    for match in _ANY.finditer(text):
        group = match.lastindex
        yield Secret(match.start(group), match.end(group), _NAMES[group - 1])
