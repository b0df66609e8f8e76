"""German: one word a number, the unit before the ten."""

from __future__ import annotations

from reviewapp.engine.values.numbers.table import Numerals, counted, spelled

_SMALL = counted(
    "null eins zwei/zwo drei vier fünf sechs sieben acht neun zehn elf zwölf dreizehn vierzehn "
    "fünfzehn sechzehn siebzehn achtzehn neunzehn"
)
_TENS = counted("zwanzig dreißig/dreissig vierzig fünfzig sechzig siebzig achtzig neunzig", 20, 10)
_FIRST = ("ein", *[word for word in _SMALL if 2 <= _SMALL[word] <= 9])
_HUNDREDS = {f"{one}hundert": 100 * _SMALL.get(one, 1) for one in _FIRST}
_THOUSANDS = {f"{one}tausend": 1_000 * ({**_SMALL, **_TENS}).get(one, 1) for one in ("ein", *_SMALL, *_TENS)}
_COMPOUND = {f"{one}und{ten}": _TENS[ten] + (_SMALL.get(one, 1)) for one in _FIRST for ten in _TENS}

_POINTERS = (
    "zeile zeilen seite schritt phase kapitel abschnitt aufgabe punkt nummer nr tor raum gleis etage regel halle deck "
    "saal regal gang zone kabine bett gebäude block turm labor haus steg gewächshaus stall feld spind"
)

TABLE = Numerals(
    cardinals={**_SMALL, **_TENS, **_COMPOUND, **_HUNDREDS, **_THOUSANDS},
    multipliers={
        "hundert": 100,
        "tausend": 1_000,
        "million": 10**6,
        "millionen": 10**6,
        "mio": 10**6,
        "milliarde": 10**9,
        "milliarden": 10**9,
        "mrd": 10**9,
    },
    ordinals=counted(
        "dritte/dritten/dritter vierte/vierten/vierter fünfte/fünften/fünfter sechste/sechsten "
        "siebte/siebten achte/achten",
        3,
    ),
    months={
        **counted("januar/jänner februar märz april mai juni juli august september oktober november dezember", 1),
        **{"jän": 1, "mär": 3, "okt": 10, "dez": 12},
    },
    units=spelled(
        {
            "s": "sekunde sekunden sek",
            "min": "minute minuten",
            "h": "stunde stunden std",
            "d": "tag tage tagen kalendertag kalendertage kalendertagen",
            "wk": "woche wochen",
            "workday": "werktag werktage werktagen arbeitstag arbeitstage arbeitstagen",
            "mo": "monat monate monaten monats",
            "quarter": "quartal quartale quartalen",
            "yr": "jahr jahre jahren",
            "%": "prozent",
            "EUR": "euro",
            "USD": "dollar",
            "cent": "cent",
            "°": "grad",
            "kg": "kilo kilogramm",
            "g": "gramm",
            "t": "tonne tonnen",
            "l": "liter litern",
            "km": "kilometer kilometern",
            "m": "meter metern",
            "cm": "zentimeter zentimetern",
            "GB": "gigabyte",
            "MB": "megabyte",
        }
    ),
    hours=("uhr",),
    clock={"mittag": 720, "mitternacht": 0},
    nearly=("etwa", "rund", "ungefähr", "circa", "ca.", "knapp", "gut", "zirka"),
    pointers=tuple(_POINTERS.split()),
    shares={
        **dict.fromkeys(["die hälfte", "der hälfte"], 50),
        **dict.fromkeys(["ein drittel", "einem drittel"], 33),
        **dict.fromkeys(["ein viertel", "einem viertel"], 25),
        **dict.fromkeys(["ein fünftel", "einem fünftel"], 20),
        **dict.fromkeys(["ein zehntel", "einem zehntel"], 10),
        **dict.fromkeys(["zwei drittel", "zwei dritteln"], 67),
        **dict.fromkeys(["drei viertel", "dreiviertel"], 75),
    },
    halves={"einhalb": "0.5"},
    half_a=("ein halber", "ein halbes", "eine halbe", "einen halben", "halbe", "halber", "halben", "halbes"),
    month_ends=("ende",),
    rates={
        **dict.fromkeys(["stündlich", "jede stunde"], "1 h"),
        **dict.fromkeys(["täglich", "jeden tag"], "1 d"),
        **dict.fromkeys(["wöchentlich", "jede woche"], "1 wk"),
        **dict.fromkeys(["monatlich", "jeden monat"], "1 mo"),
        **dict.fromkeys(["vierteljährlich", "quartalsweise"], "3 mo"),
        **dict.fromkeys(["jährlich", "jedes jahr"], "12 mo"),
    },
    spans={
        "halbe stunde": 30,
        "halben stunde": 30,
        "anderthalb stunden": 90,
        "eineinhalb stunden": 90,
        "zweieinhalb stunden": 150,
        "viertelstunde": 15,
        "dreiviertelstunde": 45,
        "halber tag": 720,
        "halben tag": 720,
        "anderthalb tage": 2160,
    },
)
