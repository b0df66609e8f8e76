"""English."""

from __future__ import annotations

from reviewapp.engine.values.numbers.table import Numerals, counted, spelled

_SMALL = (
    "zero one two three four five six seven eight nine ten eleven twelve thirteen fourteen "
    "fifteen sixteen seventeen eighteen nineteen"
)
_TENS = counted("twenty thirty forty/fourty fifty sixty seventy eighty ninety", 20, 10)

_POINTERS = (
    "line lines row step phase page pages chapter section task item issue ticket pr port attempt "
    "round wave dock gate room lot slide figure table rule point option stage bay platform floor "
    "unit week draft hall deck track pier berth shelf aisle zone sector cabin ward building block tower lab "
    "apartment flat locker crate bin rack site gallery court pen hut field greenhouse kiln"
)

TABLE = Numerals(
    cardinals={**counted(_SMALL), **_TENS, "dozen": 12, "half a dozen": 6, "a couple of": 2, "couple of": 2},
    multipliers={
        "hundred": 100,
        "thousand": 1_000,
        "million": 10**6,
        "billion": 10**9,
        "mn": 10**6,
        "mln": 10**6,
        "bn": 10**9,
    },
    ordinals=counted("third fourth fifth sixth seventh eighth ninth tenth eleventh twelfth", 3),
    months={
        **counted("january february march april may june july august september october november december", 1),
        **counted("jan feb mar apr may jun jul aug sep/sept oct nov dec", 1),
    },
    units=spelled(
        {
            "ns": "nanosecond nanoseconds",
            "us": "microsecond microseconds",
            "ms": "millisecond milliseconds msec msecs",
            "s": "second seconds sec secs",
            "min": "minute minutes min mins",
            "h": "hour hours hr hrs",
            "d": "day days calendar_day calendar_days",
            "wk": "week weeks wk wks",
            "fortnight": "fortnight fortnights",
            "workday": "working_day working_days business_day business_days workday workdays weekday weekdays",
            "mo": "month months mth mths",
            "quarter": "quarter quarters",
            "yr": "year years yr yrs",
            "B": "byte bytes",
            "kB": "kilobyte kilobytes",
            "MB": "megabyte megabytes meg megs",
            "GB": "gigabyte gigabytes gig gigs",
            "TB": "terabyte terabytes",
            "%": "percent per_cent pct percentage_points",
            "km": "kilometre kilometres kilometer kilometers",
            "m": "metre metres meter meters",
            "cm": "centimetre centimetres centimeter centimeters",
            "mm": "millimetre millimetres millimeter millimeters",
            "mi": "mile miles",
            "mph": "miles_per_hour",
            "km/h": "kilometres_per_hour kilometers_per_hour km_per_hour",
            "ft": "foot feet",
            "in": "inch inches",
            "kg": "kilo kilos kilogram kilograms kilogramme kilogrammes",
            "g": "gram grams gramme grammes",
            "mg": "milligram milligrams",
            "t": "tonne tonnes",
            "l": "litre litres liter liters",
            "ml": "millilitre millilitres milliliter milliliters",
            "°": "degree degrees",
            "°C": "degrees_celsius degree_celsius",
            "USD": "dollar dollars buck bucks",
            "EUR": "euro euros",
            "pound": "pound pounds quid",
            "cent": "cent cents",
        }
    ),
    hours=("o'clock",),
    morning=("am", "a.m.", "a.m"),
    evening=("pm", "p.m.", "p.m"),
    clock={"noon": 720, "midday": 720, "midnight": 0},
    nearly=(
        "about",
        "around",
        "roughly",
        "approximately",
        "approx.",
        "approx",
        "circa",
        "nearly",
        "almost",
        "some",
        "an estimated",
        "close to",
    ),
    pointers=tuple(_POINTERS.split()),
    shares={
        **dict.fromkeys(["a half", "one half", "half of"], 50),
        **dict.fromkeys(["a third", "one third"], 33),
        **dict.fromkeys(["a quarter", "one quarter"], 25),
        **dict.fromkeys(["a fifth", "one fifth"], 20),
        **dict.fromkeys(["a tenth", "one tenth"], 10),
        **dict.fromkeys(["two thirds", "two-thirds"], 67),
        **dict.fromkeys(["three quarters", "three-quarters"], 75),
    },
    halves={"and a half": "0.5", "and a quarter": "0.25", "and three quarters": "0.75"},
    half_a=("half a", "half an", "half"),
    month_ends=("the end of", "end of"),
    rates={
        **dict.fromkeys(["hourly", "every hour", "each hour"], "1 h"),
        **dict.fromkeys(["daily", "every day", "each day", "nightly"], "1 d"),
        **dict.fromkeys(["weekly", "every week", "each week"], "1 wk"),
        **dict.fromkeys(["monthly", "every month", "each month"], "1 mo"),
        **dict.fromkeys(["quarterly", "every quarter", "each quarter"], "3 mo"),
        **dict.fromkeys(["yearly", "annually", "every year", "each year"], "12 mo"),
    },
    spans={
        "half an hour": 30,
        "half hour": 30,
        "half-hour": 30,
        "quarter hour": 15,
        "an hour and a half": 90,
        "three quarters of an hour": 45,
        "a quarter of an hour": 15,
        "quarter of an hour": 15,
        "half a day": 720,
        "a day and a half": 2160,
        "fortnight": 20160,
        "fortnightly": 20160,
    },
)
