"""Korean: native counters beside the Sino-Korean numbers."""

from __future__ import annotations

from reviewapp.engine.values.numbers.table import Numerals, counted, spelled

_NATIVE = {
    **counted("한/하나 두/둘 세/셋 네/넷 다섯 여섯 일곱 여덟 아홉 열", 1),
    "스무": 20,
    "스물": 20,
    "서른": 30,
    "마흔": 40,
    "쉰": 50,
}

TABLE = Numerals(
    cardinals=_NATIVE,
    multipliers={"백": 100, "천": 1_000, "만": 10**4, "억": 10**8},
    units=spelled(
        {
            "s": "초",
            "min": "분",
            "h": "시간",
            "d": "일 일간",
            "wk": "주 주일 주간",
            "workday": "영업일",
            "mo": "개월 달",
            "quarter": "분기",
            "yr": "년",
            "%": "퍼센트 프로",
            "KRW": "원",
            "USD": "달러",
            "EUR": "유로",
            "kg": "킬로 킬로그램",
            "°": "도",
            "MB": "메가바이트 메가",
            "GB": "기가바이트 기가",
        }
    ),
    hours=("시",),
    morning=("오전",),
    evening=("오후", "저녁", "밤"),
    clock={"정오": 720, "자정": 0},
    nearly=("약", "대략", "거의"),
    shares={"절반": 50, "삼분의 일": 33, "사분의 일": 25, "오분의 일": 20, "십분의 일": 10, "삼분의 이": 67},
    rates={"매일": "1 d", "매주": "1 wk", "매월": "1 mo", "매달": "1 mo", "매년": "12 mo", "반년": "6 mo"},
    spans={
        "반시간": 30,
        "한 시간 반": 90,
        "두 시간 반": 150,
        "이틀": 2880,
        "사흘": 4320,
        "나흘": 5760,
        "일주일": 10080,
        "열흘": 14400,
    },
)
