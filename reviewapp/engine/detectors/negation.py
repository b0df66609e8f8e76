"""Prohibitions and denials that the summary dropped, softened, turned round or put over other words."""

from __future__ import annotations

from collections.abc import Iterator

from reviewapp.engine.binding.report import findings, rules_of
from reviewapp.engine.pair import Pair
from reviewapp.engine.types import Change, Example, Finding, Kind

RULES = rules_of(
    "negation",
    "unmentioned denial-lost turned-round hedged force-lost condition-lost scope-changed denial-added lift-ignored "
    "lift-invented opened-up exception-made opposite",
)

_NEVER = "Never restart the billing service during business hours."
_DOOR = "Contractors must not enter the server room."
_FRIDAY = "Do not deploy on Fridays, unless the fix is for an outage."
_LONG = "The importer was rewritten in March and does not validate the postal codes of foreign customers"
_PLAIN = "The nightly export is not encrypted with the new key of the vault."


def _case(said: str, summary: str, change: Change, quote: str = "") -> Example:
    return Example((("user", said),), summary, ((Kind.NEGATION, change, quote or said.rstrip(".")),))


def _kept(said: str, summary: str) -> Example:
    return Example((("user", said),), summary)


EXAMPLES = (
    _case(
        "Under no circumstances hand the audit logs of the vault to the vendor.", "The vendor saw it.", Change.DROPPED
    ),
    _case(
        "Contractors must not enter the archive of the northern plant on a bank holiday.",
        "Contractors may enter the archive through the side door.",
        Change.INVERTED,
    ),
    _case(_NEVER, "The billing service may be restarted during business hours.", Change.INVERTED),
    _case(_NEVER, "Restarting the billing service in business hours is best avoided if possible.", Change.SOFTENED),
    _case(_NEVER, "The billing service was not restarted during business hours.", Change.SOFTENED),
    _case(_NEVER, "The ban on restarting the billing service in business hours was lifted.", Change.INVERTED),
    _case(_DOOR, "Everyone is free to enter the server room, contractors included.", Change.INVERTED),
    _case(_FRIDAY, "No deploys on Fridays.", Change.ALTERED),
    _case(f"{_LONG}.", f"{_LONG.replace('postal codes', 'phone numbers')}.", Change.ALTERED, _LONG[36:]),
    _case("The nightly export is encrypted with the new key of the vault.", _PLAIN, Change.INVERTED),
    Example(
        (("user", "The staging database is frozen."), ("user", "The freeze of the staging database has ended.")),
        "The staging database is frozen.",
        ((Kind.NEGATION, Change.INVERTED, "The freeze of the staging database has ended"),),
    ),
    _case("The parking ban at the depot has been lifted.", "Parking at the depot is prohibited.", Change.INVERTED),
    _case("The north gate is closed to trucks.", "The north gate is open to trucks.", Change.INVERTED),
    _case("不要删除生产数据库的备份。", "可以删除生产数据库的备份。", Change.INVERTED, "不要删除生产数据库的备份"),
    _case(
        "Nobody smokes here, not even guests.",
        "Nobody smokes here except guests.",
        Change.ALTERED,
        "Nobody smokes here, not even guests",
    ),
    _case(
        "Don't open the tank before the pressure is down.",
        "Open the tank without waiting for the pressure to be down.",
        Change.INVERTED,
    ),
    _case("The heater stays on.", "The heater may be switched off.", Change.INVERTED),
    _case("Labels are written by the lab team.", "Labels are best left to the lab team to write.", Change.SOFTENED),
    _kept("Nobody smokes here, not even guests.", "Smoking is forbidden here, guests included."),
    _kept(_NEVER, "At no point may the billing service be restarted during business hours."),
    _kept(_NEVER, "Restarting the billing service during business hours is forbidden."),
    _kept(_DOOR, "The server room is off limits for contractors."),
    _kept("The parking ban at the depot has been lifted.", "Parking at the depot is permitted again."),
    _kept(_FRIDAY, "Fridays: no deploys, with outage fixes as the sole exception."),
    _kept("Le fichier ne doit jamais être supprimé.", "Interdiction de supprimer le fichier."),
    _kept("Der Server darf nachts nicht neu gestartet werden.", "Nachts ist ein Neustart des Servers verboten."),
)


def detect(pair: Pair) -> Iterator[Finding]:
    return findings(pair, "negation", frozenset({Kind.NEGATION}))
