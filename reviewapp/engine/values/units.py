"""Units: which dimension a symbol measures and how many base units it holds, so that 48 h is two days."""

from __future__ import annotations

from decimal import Decimal

from reviewapp.engine.values.numbers import UNIT_WORDS

Unit = tuple[str, Decimal]  # dimension, factor


def _scaled(dimension: str, factors: dict[str, str]) -> dict[str, Unit]:
    return {symbol: (dimension, Decimal(factor)) for symbol, factor in factors.items()}


_CODES = (
    "USD EUR GBP CHF JPY CNY INR CAD AUD NZD SEK NOK DKK PLN CZK HUF RON BRL "
    "MXN RUB UAH KRW SGD HKD TRY ZAR SAR AED ILS THB BTC ETH"
)
CURRENCIES = tuple(_CODES.split())
CURRENCY_SIGNS = {
    **{
        "US$": "USD",
        "A$": "AUD",
        "C$": "CAD",
        "R$": "BRL",
        "$": "USD",
        "€": "EUR",
        "£": "GBP",
        "¥": "JPY",
        "￥": "CNY",
    },
    **{"₹": "INR", "Rs.": "INR", "Rs": "INR", "₽": "RUB", "₩": "KRW", "₺": "TRY", "₴": "UAH", "RMB": "CNY"},
}
_KIBI, _MEBI, _GIBI = "1024", "1048576", "1073741824"

SYMBOLS: dict[str, Unit] = {
    **_scaled(
        "duration",
        {"ns": "1e-9", "us": "1e-6", "µs": "1e-6", "ms": "0.001", "s": "1", "min": "60", "h": "3600", "d": "86400"},
    ),
    **_scaled("duration", {"wk": "604800", "fortnight": "1209600"}),
    **_scaled("working days", {"workday": "1"}),
    **_scaled("months", {"mo": "1", "quarter": "3", "yr": "12"}),
    **_scaled("bytes", {"B": "1", "kB": "1e3", "KB": "1e3", "MB": "1e6", "GB": "1e9", "TB": "1e12", "PB": "1e15"}),
    **_scaled(
        "bytes",
        {"KiB": _KIBI, "Ki": _KIBI, "MiB": _MEBI, "Mi": _MEBI, "GiB": _GIBI, "Gi": _GIBI, "TiB": "1099511627776"},
    ),
    **_scaled("bits/s", {"kbps": "1e3", "Mbps": "1e6", "Gbps": "1e9", "Mbit/s": "1e6", "Gbit/s": "1e9"}),
    **_scaled("percent", {"%": "1", "‰": "0.1", "％": "1", "٪": "1"}),
    **_scaled(
        "length",
        {"mm": "0.001", "cm": "0.01", "m": "1", "km": "1000", "mi": "1609.344", "ft": "0.3048", "in": "0.0254"},
    ),
    **_scaled(
        "mass",
        {
            "µg": "1e-9",
            "mcg": "1e-9",
            "mg": "1e-6",
            "g": "0.001",
            "kg": "1",
            "t": "1000",
            "lb": "0.45359237",
            "lbs": "0.45359237",
        },
    ),
    **_scaled("volume", {"ml": "0.001", "mL": "0.001", "cl": "0.01", "l": "1", "L": "1"}),
    **_scaled("volume", {"m³": "1000", "m3": "1000", "cm³": "0.001", "cm3": "0.001"}),
    **_scaled(
        "area", {"m²": "1", "m2": "1", "cm²": "0.0001", "cm2": "0.0001", "km²": "1e6", "km2": "1e6", "ha": "10000"}
    ),
    **_scaled("flow", {"m³/h": "1000", "m3/h": "1000", "l/h": "1", "l/min": "60", "L/min": "60", "l/s": "3600"}),
    **_scaled("concentration", {"g/l": "1", "g/L": "1", "mg/l": "0.001", "mg/L": "0.001", "µg/l": "1e-6"}),
    **_scaled("speed", {"km/h": "1", "kmh": "1", "kph": "1", "mph": "1.609344"}),
    **_scaled("frequency", {"Hz": "1", "kHz": "1e3", "MHz": "1e6", "GHz": "1e9"}),
    **_scaled("energy", {"Wh": "1", "kWh": "1e3", "MWh": "1e6"}),
    **_scaled("power", {"W": "1", "kW": "1e3", "MW": "1e6"}),
    **_scaled("volt", {"V": "1", "kV": "1e3", "mV": "0.001"}),
    **_scaled("ampere", {"kA": "1e3", "mA": "0.001", "µA": "1e-6", "uA": "1e-6", "nA": "1e-9"}),
    **_scaled("celsius", {"°C": "1", "C": "1"}),
    **_scaled("fahrenheit", {"°F": "1"}),
    **_scaled("degree", {"°": "1"}),
    **_scaled("mmol/l", {"mmol/L": "1", "mmol/l": "1"}),
    **_scaled("pixel", {"px": "1"}),
    **_scaled("requests/s", {"rps": "1", "req/s": "1"}),
    **_scaled("pound", {"pound": "1"}),
    **_scaled("cent", {"cent": "1"}),
    **{f"{code} cent": (f"money {code}", Decimal("0.01")) for code in ("USD", "EUR")},
    **{code: (f"money {code}", Decimal(1)) for code in CURRENCIES},
}

# Go and Java write a unit as a factor: 5*time.Minute, TimeUnit.SECONDS.
CODE_UNITS = {
    **{"time.Nanosecond": "ns", "time.Microsecond": "us", "time.Millisecond": "ms"},
    **{"time.Second": "s", "time.Minute": "min", "time.Hour": "h"},
}

_LOWER = {symbol.lower(): symbol for symbol in SYMBOLS if symbol not in ("Mi", "Gi", "Ki", "B", "MB")} | {
    "mb": "MB",
    "b": "B",
}
# A bare `m` is minutes, metres or millions, `pounds` money or weight: every reading counts.
_AMBIGUOUS = {
    "m": ("min", "m"),
    "pound": ("GBP", "lb"),
    "cent": ("cent", "USD cent", "EUR cent"),
    "°": ("°", "°C"),
    "degrees": ("°", "°C"),
}


def units(word: str) -> tuple[Unit, ...]:
    """The readings of a unit as written: a symbol, a word of any language, a currency sign; empty when it is none."""
    symbol = _symbol(word)
    if symbol is None:
        return ()
    return tuple(SYMBOLS[name] for name in _AMBIGUOUS.get(symbol, (symbol,)))


def _symbol(word: str) -> str | None:
    low = word.lower()
    return (
        (word if word in SYMBOLS else None)
        or CURRENCY_SIGNS.get(word)
        or CODE_UNITS.get(word)
        or UNIT_WORDS.get(low)
        or (word.upper() if word.upper() in CURRENCIES else None)
        or _LOWER.get(low)
    )


def _spellings() -> list[str]:
    """Every way to write a unit, longest first, as the scanner needs them."""
    return sorted(
        {
            *(symbol for symbol in SYMBOLS if not symbol.endswith(" cent")),
            *UNIT_WORDS,
            *CURRENCIES,
            *CODE_UNITS,
            *CURRENCY_SIGNS,
            "KB",
        }
        - {"in", "$", "Rs"},
        key=lambda word: (-len(word), word),
    )


SPELLINGS = _spellings()
