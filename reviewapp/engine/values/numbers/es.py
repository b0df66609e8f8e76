"""Spanish."""

from __future__ import annotations

from reviewapp.engine.values.numbers.table import Numerals, counted, spelled

# "once" (11) is left out: it is an English adverb far more often.
_SMALL = counted("cero uno dos tres cuatro cinco seis siete ocho nueve diez") | counted(
    "doce trece catorce quince dieciséis diecisiete dieciocho diecinueve", 12
)
_TWENTIES = counted(
    "veinte veintiuno/veintiún veintidós veintitrés veinticuatro veinticinco veintiséis "
    "veintisiete veintiocho veintinueve",
    20,
)
_TENS = counted("treinta cuarenta cincuenta sesenta setenta ochenta noventa", 30, 10)
_HUNDREDS = counted(
    "doscientos trescientos cuatrocientos quinientos seiscientos setecientos ochocientos novecientos", 200, 100
)

_POINTERS = (
    "línea líneas página paso capítulo sección punto número sala puerta regla nave muelle andén planta edificio bloque "
    "zona pasillo"
)

TABLE = Numerals(
    cardinals={"un par de": 2, **_SMALL, **_TWENTIES, **_TENS, **_HUNDREDS, "cien": 100, "ciento": 100},
    multipliers={"mil": 1_000, "millón": 10**6, "millones": 10**6},
    ordinals=counted(
        "tercero/tercer/tercera cuarto/cuarta quinto/quinta sexto/sexta séptimo/séptima "
        "octavo/octava noveno/novena décimo/décima",
        3,
    ),
    months=counted(
        "enero febrero marzo abril mayo junio julio agosto septiembre/setiembre octubre noviembre diciembre", 1
    ),
    units=spelled(
        {
            "s": "segundo segundos",
            "min": "minuto minutos",
            "h": "hora horas",
            "d": "día días dia dias días_naturales",
            "wk": "semana semanas",
            "workday": "días_hábiles día_hábil días_laborables día_laborable",
            "mo": "mes meses",
            "quarter": "trimestre trimestres",
            "yr": "año años",
            "%": "por_ciento",
            "EUR": "euro euros",
            "USD": "dólar dólares",
            "°": "grado grados",
            "kg": "kilo kilos kilogramo kilogramos",
            "l": "litro litros",
            "km": "kilómetro kilómetros",
            "m": "metro metros",
        }
    ),
    clock={"mediodía": 720, "medianoche": 0},
    nearly=("unos", "unas", "alrededor de", "aproximadamente", "cerca de", "casi", "más o menos"),
    pointers=tuple(_POINTERS.split()),
    shares={
        **dict.fromkeys(["la mitad", "mitad de"], 50),
        "un tercio": 33,
        **dict.fromkeys(["un cuarto", "una cuarta parte"], 25),
        **dict.fromkeys(["un quinto", "una quinta parte"], 20),
        **dict.fromkeys(["un décimo", "una décima parte"], 10),
        "dos tercios": 67,
        "tres cuartos": 75,
    },
    halves={"y media": "0.5", "y medio": "0.5", "y cuarto": "0.25"},
    half_a=("medio", "media"),
    month_ends=("fin de", "finales de", "final de"),
    rates={
        **dict.fromkeys(["cada hora"], "1 h"),
        **dict.fromkeys(["cada día", "diario", "diaria", "a diario"], "1 d"),
        **dict.fromkeys(["cada semana", "semanal", "semanalmente"], "1 wk"),
        **dict.fromkeys(["cada mes", "mensual", "mensualmente"], "1 mo"),
        **dict.fromkeys(["trimestral", "cada trimestre"], "3 mo"),
        **dict.fromkeys(["anual", "cada año"], "12 mo"),
    },
    spans={
        "media hora": 30,
        "hora y media": 90,
        "cuarto de hora": 15,
        "tres cuartos de hora": 45,
    },
)
