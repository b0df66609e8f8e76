"""Chinese: digits of its own, multipliers inside the number (see quantities.ideographic)."""

from __future__ import annotations

from reviewapp.engine.values.numbers.table import Numerals, spelled

TABLE = Numerals(
    multipliers={"百": 100, "千": 1_000, "万": 10**4, "亿": 10**8},
    units=spelled(
        {
            "ms": "毫秒",
            "s": "秒 秒钟",
            "min": "分钟",
            "h": "小时 个小时 钟头 个钟头",
            "d": "天 日历天 个自然日 自然日",
            "wk": "周 星期 个星期 个礼拜 礼拜",
            "workday": "个工作日 工作日",
            "mo": "个月",
            "quarter": "个季度 季度",
            "yr": "年",
            "CNY": "元 块 块钱 人民币",
            "USD": "美元",
            "EUR": "欧元",
            "kg": "公斤 千克",
            "g": "克",
            "km": "公里 千米",
            "m": "米",
            "°": "度",
        }
    ),
    hours=("点", "点钟", "时"),
    morning=("上午", "早上", "凌晨", "早晨"),
    evening=("下午", "晚上", "傍晚"),
    clock={"中午": 720, "正午": 720, "午夜": 0},
    nearly=("大约", "约", "大概", "差不多", "将近", "近"),
    shares={"一半": 50, "三分之一": 33, "四分之一": 25, "五分之一": 20, "十分之一": 10, "三分之二": 67, "四分之三": 75},
    rates={
        "每天": "1 d",
        "每日": "1 d",
        "每周": "1 wk",
        "每月": "1 mo",
        "每季度": "3 mo",
        "每年": "12 mo",
        "半年": "6 mo",
    },
    spans={
        "半小时": 30,
        "半个小时": 30,
        "一个半小时": 90,
        "两个半小时": 150,
        "一刻钟": 15,
        "三刻钟": 45,
        "半天": 720,
    },
)
