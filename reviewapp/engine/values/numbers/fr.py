"""French."""

from __future__ import annotations

from reviewapp.engine.values.numbers.table import Numerals, counted, spelled

_SMALL = (
    "zéro un/une deux trois quatre cinq six sept huit neuf dix onze douze treize quatorze "
    "quinze seize dix-sept dix-huit dix-neuf"
)
_TENS = counted("vingt trente quarante cinquante soixante", 20, 10)
_HIGH = {"soixante-dix": 70, "quatre-vingts": 80, "quatre-vingt": 80, "quatre-vingt-dix": 90}
_NOT_ALONE = {"un", "une"}  # articles

_POINTERS = (
    "ligne lignes page étape chapitre section point numéro salle quai porte règle hall pont voie étage bâtiment bloc "
    "zone allée"
)

TABLE = Numerals(
    cardinals={**{word: n for word, n in counted(_SMALL).items() if word not in _NOT_ALONE}, **_TENS, **_HIGH},
    multipliers={
        "cents": 100,
        "mille": 1_000,
        "million": 10**6,
        "millions": 10**6,
        "milliard": 10**9,
        "milliards": 10**9,
    },
    ordinals=counted("troisième quatrième cinquième sixième septième huitième neuvième dixième", 3),
    months={
        **counted("janvier février mars avril mai juin juillet août/aout septembre octobre novembre décembre", 1),
        **{"janv": 1, "févr": 2, "avr": 4, "juil": 7, "déc": 12},
    },
    units=spelled(
        {
            "s": "seconde secondes",
            "min": "minute minutes",
            "h": "heure heures",
            "d": "jour jours jours_calendaires",
            "wk": "semaine semaines",
            "workday": "jours_ouvrés jours_ouvrables jour_ouvré jour_ouvrable",
            "mo": "mois",
            "quarter": "trimestre trimestres",
            "yr": "ans année années",
            "%": "pour_cent pourcent",
            "EUR": "euro euros",
            "USD": "dollar dollars",
            "kB": "ko",
            "°": "degré degrés",
            "kg": "kilo kilos kilogramme kilogrammes",
            "l": "litre litres",
            "km": "kilomètre kilomètres",
            "m": "mètre mètres",
        }
    ),
    clock={"midi": 720, "minuit": 0},
    nearly=("environ", "à peu près", "près de", "autour de", "quelque"),
    pointers=tuple(_POINTERS.split()),
    shares={
        **dict.fromkeys(["la moitié", "moitié des", "moitié de"], 50),
        **dict.fromkeys(["un tiers", "le tiers"], 33),
        **dict.fromkeys(["un quart", "le quart"], 25),
        "un cinquième": 20,
        "un dixième": 10,
        "deux tiers": 67,
        "trois quarts": 75,
    },
    halves={"et demie": "0.5", "et demi": "0.5", "et quart": "0.25"},
    half_a=("un demi", "une demi"),
    month_ends=("la fin de", "fin de", "fin"),
    rates={
        **dict.fromkeys(["chaque jour", "quotidiennement", "tous les jours"], "1 d"),
        **dict.fromkeys(["chaque semaine", "hebdomadaire"], "1 wk"),
        **dict.fromkeys(["chaque mois", "mensuel", "mensuelle"], "1 mo"),
        **dict.fromkeys(["trimestriel", "trimestrielle", "chaque trimestre"], "3 mo"),
        **dict.fromkeys(["annuel", "annuelle", "chaque année"], "12 mo"),
    },
    spans={
        "demi-heure": 30,
        "une heure et demie": 90,
        "deux heures et demie": 150,
        "quart d'heure": 15,
        "trois quarts d'heure": 45,
        "demi-journée": 720,
    },
)
