"""What a language's table says: the words that bind, forbid, allow, except and lift. One file a language; no code in it."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from enum import StrEnum


class Cue(StrEnum):
    """What a phrase does to the clause it stands in."""

    NOT = "not"  # turns the clause round
    BAR = "bar"  # a word that denies by its meaning: forbidden, refuse, exclude
    BAN = "ban"  # forbids by its meaning: banned, off limits
    AKIN = "akin"  # may stand for a denial in the summary, but makes none: on hold, instead, private
    CEASE = "cease"  # denies where it is ordered: stop, hold, leave off
    OMIT = "omit"  # allowed, it frees: skip, leave out
    OVER = "over"  # prefers what stands before it to what follows: instead of
    FEW = "few"  # nearly a negation: rarely, hardly
    ALL = "all"  # opens what was restricted: anyone, at any time
    ONLY = "only"  # restricts: everything else is denied
    LIMIT = "limit"  # bounds a value: at most, no later than
    MUST = "must"
    EACH = "each"  # holds for all of a kind: every, whenever
    NEED = "need"  # ties what it says to something else: requires, takes, hinges on
    SHOULD = "should"
    MAY = "may"
    HEDGE = "hedge"  # takes the force out: try to, where convenient
    CARE = "care"  # a hedge that leans to no: careful with, best avoided
    UNLESS = "unless"  # opens an exception: except, only if, without
    UNTIL = "until"  # opens a limit in time or place: before, after, outside
    DURING = "during"  # opens the time in which it holds
    EVEN = "even"  # takes in what was the exception
    ALSO = "also"  # takes in what follows: including, as well as
    IF = "if"  # opens a condition
    LIFT = "lift"  # ends a rule that held
    VOID = "void"  # says that a rule does not hold
    ONCE = "once"  # holds for one occasion
    DONE = "done"  # tells what has happened: was, has been
    PAST = "past"  # tells what happened then: was, did
    HEARSAY = "hearsay"  # someone else is said to say so
    PLAIN = "plain"  # looks like a cue and is none: not only, no problem
    FREE = "free"  # denies a duty: need not, optional
    SPLIT = "split"  # opens another clause: but, because
    SAY = "say"  # please, now: says nothing, not even a topic


@dataclass(frozen=True, eq=False)
class Language:
    """`cues` are phrases parted by `|`; `synonyms` are lines of words that mean the same here; `irregular` maps form to base."""

    code: str
    name: str
    cues: Mapping[Cue, str]
    common: str  # words that hardly ever stand in another language: they tell the language
    stop: str = ""  # words that carry no topic
    stemmer: str = ""  # Snowball's name of the language; empty: words are compared as they stand
    synonyms: str = ""
    opposites: str = ""  # lines `word / its opposite`: one stands for the other negated
    irregular: str = ""
    answers: str = ""  # words that after a colon answer no
    bare: str = ""  # the negator that needs no verb: `but not the other`
    stating: str = ""  # words that with a negation state a fact: is, has, did
    verbs: str = ""  # verbs that open no imperative; with an s they tell a clause
    inflected: bool = False  # a cue word stands in many forms
    anew: str = ""  # with a permission they end what was forbidden: now, again
    sooner: str = ""  # with what has to come first they say the contrary of after it: before, ahead
    waiting: str = ""  # what `not …` has to wait for stands after them: until, unless
    bygone: str = ""  # words that tell a rule as one of the past: originally, formerly, released
    nones: str = ""  # denies the noun after it: no
    there: str = ""  # what comes after them is there: with, is, including
    dues: str = ""  # what a noun is that somebody must have: needed, required
    assents: str = ""  # what asks for somebody's leave, or gives it
    flat: str = ""  # phrases parted by | that rule out every exception: without exception
    toggles: str = ""  # on and off
    toggling: str = ""  # verbs before them
    around: str = ""  # words that begin what goes with a whole clause: at night, in the lab, when
    yielding: str = ""  # what ends a hedge that takes the force out of a must: if possible
    rulings: str = ""  # names of rules: ban, freeze
    gone: str = ""  # what is said of one of them that ended: over, off
    applying: str = ""  # what is said of a rule that holds: applies, in force
    adverbs: str = ""  # phrases, among those that demand, that a plain statement holds as well: always, at all times
    reserving: str = ""  # phrases, among those that restrict, that keep an act from whoever reads them: not you, myself
    machine: str = ""  # what the reader is called
    keeping: str = ""  # verbs that order to keep off with `off`, `out of`, `alone`
    openers: str = ""  # verbs that open an imperative
    negative_starts: tuple[str, ...] = ()  # un-, in-: of a word that they turn into its contrary
    contrary_starts: tuple[str, ...] = ()  # starts that make a contrary of a word which the other side has: il-, dis-
    plain_pairs: str = ""  # words that only look like one: input, income
    negative_ends: tuple[str, ...] = ()
    trailing: str = ""  # conditional phrases that stand after their condition; `*`: all do
    joined: bool = False  # written without spaces between words: a topic is a pair of neighbouring characters
    positive: str = ""  # starts of words that look so and are not: under, unit
