"""Portuguese."""

from __future__ import annotations

from reviewapp.engine.values.numbers.table import Numerals, counted, spelled

_SMALL = counted(
    "zero um/uma dois/duas três quatro cinco seis sete oito nove dez onze doze treze "
    "quatorze/catorze quinze dezesseis/dezasseis dezessete/dezassete dezoito dezenove/dezanove"
)
_TENS = counted("vinte trinta quarenta cinquenta sessenta setenta oitenta noventa", 20, 10)
_HUNDREDS = counted("duzentos trezentos quatrocentos quinhentos seiscentos setecentos oitocentos novecentos", 200, 100)
_NOT_ALONE = {"um", "uma"}  # articles

_POINTERS = "linha linhas página passo etapa capítulo seção ponto número sala porta regra"

TABLE = Numerals(
    cardinals={
        "um par de": 2,
        **{word: n for word, n in _SMALL.items() if word not in _NOT_ALONE},
        **_TENS,
        **_HUNDREDS,
        "cem": 100,
        "cento": 100,
    },
    multipliers={"mil": 1_000, "milhão": 10**6, "milhões": 10**6, "bilhão": 10**9, "bilhões": 10**9},
    ordinals=counted(
        "terceiro/terceira quarto/quarta quinto/quinta sexto/sexta sétimo/sétima oitavo/oitava nono/nona décimo/décima",
        3,
    ),
    months=counted("janeiro fevereiro março abril maio junho julho agosto setembro outubro novembro dezembro", 1),
    units=spelled(
        {
            "s": "segundo segundos",
            "min": "minuto minutos",
            "h": "hora horas",
            "d": "dia dias dias_corridos",
            "wk": "semana semanas",
            "workday": "dias_úteis dia_útil",
            "mo": "mês meses",
            "quarter": "trimestre trimestres",
            "yr": "ano anos",
            "%": "por_cento",
            "EUR": "euro euros",
            "BRL": "real reais",
            "USD": "dólar dólares",
            "°": "grau graus",
            "kg": "quilo quilos",
            "l": "litro litros",
            "km": "quilômetro quilômetros",
            "m": "metro metros",
        }
    ),
    clock={"meio-dia": 720, "meia-noite": 0},
    nearly=("cerca de", "aproximadamente", "em torno de", "por volta de", "quase", "uns", "umas"),
    pointers=tuple(_POINTERS.split()),
    shares={
        **dict.fromkeys(["metade de", "metade da", "metade do", "a metade"], 50),
        "um terço": 33,
        "um quarto": 25,
        "um quinto": 20,
        "um décimo": 10,
        "dois terços": 67,
        "três quartos": 75,
    },
    halves={"e meia": "0.5", "e meio": "0.5", "e um quarto": "0.25"},
    half_a=("meio", "meia"),
    month_ends=("fim de", "final de"),
    rates={
        **dict.fromkeys(["a cada hora"], "1 h"),
        **dict.fromkeys(["cada dia", "diariamente", "todos os dias"], "1 d"),
        **dict.fromkeys(["cada semana", "semanalmente"], "1 wk"),
        **dict.fromkeys(["cada mês", "mensalmente"], "1 mo"),
        **dict.fromkeys(["trimestralmente"], "3 mo"),
        **dict.fromkeys(["anualmente", "cada ano"], "12 mo"),
    },
    spans={
        "meia hora": 30,
        "hora e meia": 90,
        "quarto de hora": 15,
    },
)
