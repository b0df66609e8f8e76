"""Japanese: its ideographs are those of Chinese."""

from __future__ import annotations

from reviewapp.engine.values.numbers.table import Numerals, spelled

TABLE = Numerals(
    multipliers={"百": 100, "千": 1_000, "万": 10**4, "億": 10**8},
    units=spelled(
        {
            "s": "秒 秒間",
            "min": "分 分間",
            "h": "時間",
            "d": "日 日間",
            "wk": "週間 週",
            "workday": "営業日",
            "mo": "か月 ヶ月 ヵ月 カ月 箇月",
            "quarter": "四半期",
            "yr": "年 年間",
            "%": "パーセント",
            "JPY": "円",
            "USD": "ドル",
            "EUR": "ユーロ",
            "kg": "キロ キログラム",
            "°": "度",
        }
    ),
    hours=("時",),
    morning=("午前",),
    evening=("午後",),
    clock={"正午": 720, "真夜中": 0},
    nearly=("約", "およそ", "おおよそ", "ほぼ"),
    shares={"半分": 50, "三分の一": 33, "四分の一": 25, "五分の一": 20, "十分の一": 10, "三分の二": 67, "四分の三": 75},
    rates={"毎日": "1 d", "毎週": "1 wk", "毎月": "1 mo", "毎年": "12 mo", "半年": "6 mo"},
    spans={
        "半時間": 30,
        "一時間半": 90,
        "1時間半": 90,
        "半日": 720,
    },
)
