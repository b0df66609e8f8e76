"""Spellings of values, a line a value: what stands on one line is equal, what stands on two lines is not."""

from __future__ import annotations

NUMBERS = """
1,200 | 1200 | 1.2k | 1 200 | 1'200 | twelve hundred | 1_200 | 1200.0
12,000 | 12k | 12 000 | twelve thousand | 12000 | zwölf tausend | zwölftausend
1,500,000 | 1.5M | 1.5 million | 1500000 | 1 500 000 | 1,5 Millionen | 150万 | 1.5 млн | 1,500k
10,000 | 10k | ten thousand | 1万 | 10 тысяч
2,000,000,000 | 2bn | 2 billion | 2 Milliarden | 2000000000 | 20亿
105 | one hundred and five | 105.0 | сто пять
42 | forty-two | forty two | zweiundvierzig | 42.0 | сорок два
48 | forty-eight | achtundvierzig | сорок восемь | 48,0
30 | thirty | dreißig | trente | treinta | trinta | ثلاثون
19 | nineteen | neunzehn | dix-neuf | diecinueve | dezenove | девятнадцать
7 | seven | sieben | siete | sete | семь | سبعة
0.75 | .75 | 0,75 | 0.750
3.14 | 3,14 | 3.140
0.00003 | 3e-5 | 3E-05 | 0.00003000
1,00,000 | 100000 | 100k | 100 000 | hundred thousand
250 | two hundred and fifty | 250.00 | doscientos cincuenta
16 | sixteen | sechzehn | seize | dieciséis | шестнадцать
1200.5 | 1,200.50 | 1.200,50 | 1 200,50
90 | ninety | neunzig | noventa | девяносто | تسعون
3 | three | 3rd | third | drei | trois | tres | три | ثلاثة
6 | six | 6th | sixth | sechs | seis | шесть | half a dozen
12 | twelve | 12th | zwölf | douze | doce | doze | двенадцать | dozen
2026 | 2026.0
64 | sixty-four | vierundsechzig
500 | five hundred | quinientos | пятьсот | 5 hundred
"""

MONEY = """
$4,100 | 4,100 USD | USD 4100 | 4.1k USD | 4100 dollars | US$4,100 | $4.1k | $4100.00
€20 | 20 EUR | 20 euros | EUR 20 | 20,00 € | twenty euros | 20 Euro
£71,500 | 71.5k GBP | GBP 71,500.00 | £71.5k
¥30000 | 30000 JPY | 3万円
30,000 元 | 3万元 | 三万元 | 30000 CNY
3만원 | 30,000원 | 30000 KRW
5,000 RUB | 5000 руб | 5000 рублей | пять тысяч рублей | ₽5000
$12.5 | 12.50 USD | $12.50 | 12,5 USD
€1,250 | 1.250 € | 1 250 EUR | EUR 1,250.00 | 1250 euros
$2M | 2 million USD | USD 2,000,000 | $2,000,000 | two million dollars
CHF 40 | 40 CHF | 40.00 CHF
R$ 90 | 90 BRL | 90 reais
£90 | 90 GBP | GBP 90.00
$190 | 190 USD | 190 dollars
£1m | £1M | 1 million pounds | GBP 1,000,000
$0.15 | 15 cents | 15 cent
"""

SIZES = """
5 MB | 5MB | 5 megabytes | 5000 kB | 5,000 KB | 5000000 bytes | five megabytes
5 MiB | 5MiB | 5120 KiB | 5242880 bytes
2 GiB | 2Gi | 2048 MiB | 2048Mi
1.5 GB | 1500 MB | 1,5 GB | 1500MB
64 kB | 64KB | 64 kilobytes | 64000 bytes
512 KiB | 512KiB | 0.5 MiB
10 % | 10% | 10 percent | ten per cent | 10 Prozent | 10 pour cent | 10 por ciento | 10 процентов
| 10 퍼센트 | 10 パーセント
12.5 % | 12.5% | 12,5 % | 12.5 per cent
4.5% | 4,5 Prozent | 4.50 %
99.9% | 99,9 % | 99.90 percent
20 km | 20000 m | 20 kilometres | 20 km
5 km/h | 5km/h
90 kg | 90000 g | 90 kilograms | 90 kilos
640 kg | 640kg | 0.64 t
2 litres | 2 l | 2000 ml | 2 Liter
100 Mbps | 100 Mbit/s | 0.1 Gbps
2.4 GHz | 2400 MHz | 2,4 GHz
-5 °C | 5 °C | 5°C
0.5 l | 500 ml | half a litre | ½ l
500 µg | 0.5 mg | 500 mcg | 500 μg
30 mph | 30 miles per hour
9 m³/h | 9 m3/h
20 % | a fifth | ein Fünftel | un cinquième
"""

DURATIONS = """
48 h | two days | 48 hours | 2 days | 48hrs | zwei Tage | 2 jours | dos días | 2 dias | 2 дня | 两天
| 2日間 | 2일 | 48 часов | 48 Stunden
90 min | anderthalb Stunden | hora y media | полтора часа | 一个半小时 | 한 시간 반
| 90 min | 1.5 h | ninety minutes | 1h30m | an hour and a half | 90 Minuten | 90分钟 | 九十分钟 | 90분
| 5400 s | 1 h 30 min | 90 минут
5*time.Minute | 5 min | 300 s | five minutes | 5m0s | PT5M | 5 minutos | 5分钟 | 300 seconds | 5 Min
30 s | 30s | thirty seconds | 0.5 min | 30*time.Second | 30 seconds | 30 Sekunden | 30秒 | 30000 ms
28 days | 28 calendar days | four weeks | 4 weeks | 4 Wochen | 28 Tage | 28天
28 working days | 28 business days | 28 Werktage | 28 workdays | 28个工作日 | 28 рабочих дней
14 days | two weeks | 2 weeks | 14 Tage | 14天 | 两周 | 336 h
6 months | six months | 6 Monate | 6 mois | 6 meses | 6个月 | 6か月 | 6개월 | шесть месяцев
| half a year | 半年 | полгода
2 years | 24 months | two years | 2 Jahre | 2 ans | 2 años | 2年間 | 2 года
500 ms | 0.5 s | 500ms | 500 milliseconds
24 hours | 1 day | 24h | 24-hour | 24 Stunden | 24 heures | 24 horas | 24小时 | 24時間 | 24시간
| 24 часа | ٢٤ ساعة | one day
72 h | three days | 3 days | 72 hours | 3 Tage | 3日 | 3天 | 三天
15 min | 15 minutes | 15m | fifteen minutes | 0.25 h | 15 Minuten | 15分 | 15분 | 15 минут
10 min | 10 minutes | ten minutes | 600 s | zehn Minuten | 10分钟 | 10분
30 days | 30 d | thirty days | 30 Tage | 三十天 | 30일 | 30 дней | 720 h
150 min | 2.5 h | two and a half hours | zweieinhalb Stunden | dos horas y media | deux heures et demie
| duas horas e meia | 2½ hours
7 days | one week | weekly | wöchentlich | cada semana | еженедельно
1 h 45 min | 105 min | 1h45m | 105 minutes
half an hour | halbe Stunde | demi-heure | media hora | meia hora | полчаса | 半小时
| half an hour | 30 min | thirty minutes | 0.5 h | 30 Minuten
"""

DATES = """
2026-10-24 | Oct 24 2026 | 24 October 2026 | October 24, 2026 | 24.10.2026 | 24th of October 2026
| 24. Oktober 2026 | 24 octobre 2026 | 24 de octubre de 2026 | 24 октября 2026 | 2026年10月24日
| 2026년 10월 24일 | 10/24/2026 | 24/10/2026 | 2026/10/24
2027-02-03 | 3.2.2027 | 3 February 2027 | Feb 3, 2027 | 03.02.2027 | 3. Februar 2027
| 3 février 2027 | 3 de fevereiro de 2027 | 3 февраля 2027
2027-03-02 | 2.3.2027 | March 2, 2027 | 2 March 2027 | 2. März 2027 | 2 mars 2027 | 2 марта 2027
2027-05-04 | 4 May 2027 | May 4th, 2027 | 4.5.2027 | 4. Mai 2027 | 4 mai 2027 | 4 мая 2027 | 2027年5月4日
2026-12-31 | 31 Dec 2026 | December 31, 2026 | 31.12.2026 | 31. Dezember 2026 | 31/12/2026 | 31 décembre 2026
1967-12-12 | 12 Dec 1967 | December 12, 1967 | 12.12.1967
December 2025 | Dec 2025 | 12/2025 | Dezember 2025 | diciembre de 2025 | декабрь 2025
January 2028 | Jan 2028 | 01/2028 | janvier 2028
2026-11-02 | 2 November 2026 | Nov 2, 2026 | 2.11.2026 | 2 ноября 2026
2026-11-20 | 20 November 2026 | Nov 20 2026 | 20.11.2026
2024-05-23 | May 23rd, 2024 | 23 May 2024 | 23.05.2024
"""

YEARLESS = """
24 October | Oct 24 | October 24th | 24th of October | 24. Oktober | 24 octobre | 24 de octubre
| 24 октября | 10月24日 | 十月二十四日 | 10월 24일 | 24 أكتوبر
19 Jan | January 19 | 19th of January | 19. Januar | 19 января | 1月19日
1 May | May 1st | 1st of May | 1. Mai | 1er mai | 1 de mayo | 1 мая
21 Sept | September 21 | 21 September | 21. September | 21 septembre | 9月21日
8 feb | February 8th | 8 February | 8. Februar | 8 de febrero
"""

TIMES = """
3 pm | 15:00 | 3:00 pm | 3 p.m. | 15.00 Uhr | 15 Uhr | 15h00 | 下午3点 | 午後3時 | 오후 3시 | 3pm | 3 PM | 15:00:00
9 p.m. | 21:00 | 9pm | 21 Uhr | 9:00 p.m. | 晚上9点 | 21h00
7:15 pm | 19:15 | 7.15 pm | 19.15 Uhr | 19h15 | 19 h 15
noon | 12:00 | 12 pm | midday | 正午 | 12 Uhr
midnight | 00:00 | 12 am | 0:00 | 24:00 | полночь
09:40 | 9:40 am | 9.40 Uhr | 9h40 | 上午9点40分 | 오전 9시 40분
16:20 | 4:20 pm | 4.20 pm | 16.20 Uhr | 下午4点20分
07:45 | 7:45 a.m. | 7.45 Uhr | 7h45
17:00 | 5 pm | 5 p.m. | 17 Uhr | 午後5時 | 下午5点
08:30 | 8:30 am | 8.30 Uhr | 8h30 | 上午8点半 | 오전 8시 반
22:00 UTC | 22:00Z | 22:00 GMT | 10 pm UTC
18:30 IST | 6:30 pm IST
01:40 | 1:40 am
23:59 | 11:59 pm | 23.59 Uhr
"""

VERSIONS = """
1.0.0 | v1.0.0 | V1.0.0
1.0.1 | v1.0.1 | V1.0.1
1.0.10 | v1.0.10 | V1.0.10
1.10.0 | v1.10.0 | V1.10.0
1.1.0 | v1.1.0 | V1.1.0
2.6.1 | v2.6.1 | V2.6.1
2.6.2 | v2.6.2 | V2.6.2
2.16.2 | v2.16.2 | V2.16.2
3.0.14 | v3.0.14 | V3.0.14
3.0.1 | v3.0.1 | V3.0.1
3.0.41 | v3.0.41 | V3.0.41
3.33.0 | v3.33.0 | V3.33.0
3.20.3 | v3.20.3 | V3.20.3
3.12.3 | v3.12.3 | V3.12.3
0.3.0 | v0.3.0 | V0.3.0
0.30.0 | v0.30.0 | V0.30.0
0.4.4 | v0.4.4 | V0.4.4
0.7.4 | v0.7.4 | V0.7.4
0.14.2 | v0.14.2 | V0.14.2
1.38.0-rc.1 | v1.38.0-rc.1 | V1.38.0-rc.1
1.38.0-rc.2 | v1.38.0-rc.2 | V1.38.0-rc.2
1.38.0 | v1.38.0 | V1.38.0
4.3.4 | v4.3.4 | V4.3.4
4.3.5 | v4.3.5 | V4.3.5
13.0.0 | v13.0.0 | V13.0.0
16.4.0 | v16.4.0 | V16.4.0
18.6.0 | v18.6.0 | V18.6.0
20.11.1 | v20.11.1 | V20.11.1
22.1.11 | v22.1.11 | V22.1.11
5.4.0-beta | v5.4.0-beta | V5.4.0-beta
6.1.0.4 | v6.1.0.4 | V6.1.0.4
10.2.3 | v10.2.3 | V10.2.3
2024.5.1 | v2024.5.1 | V2024.5.1
8.0.36 | v8.0.36 | V8.0.36
"""

# Exact to the last digit, but for the marks of a telephone number.
CODES = """
10.0.0.8:3142 | 10.0.0.8:3142
10.0.0.8:3143
10.0.0.8
10.0.0.18
10.0.0.0/24
10.0.0.0/16
192.0.2.114:5001
192.0.2.14:5001
02-555-0148 | 02 555 0148
02-555-0184 | 02 555 0184
0911 555 0142 | 0911-555-0142
0911 555 0124
485 777 3456 | 485-777-3456
485 777 3465
DE89 3704 0044 0532 0130 00 | DE89370400440532013000
DE89 3704 0044 0532 0130 01 | DE89370400440532013001
+1 (415) 555-0134 | +1 415 555 0134 | +1-415-555-0134
+49 30 901820 | +49-30-901820
1:250
1:2500
"""

FAMILIES = {
    "numbers": NUMBERS,
    "money": MONEY,
    "sizes": SIZES,
    "durations": DURATIONS,
    "dates": DATES,
    "yearless": YEARLESS,
    "times": TIMES,
    "versions": VERSIONS,
    "codes": CODES,
}


def lines(family: str) -> list[list[str]]:
    """The spellings of each value of a family; a line that begins with a bar goes on with the one before."""
    rows = FAMILIES[family].strip().replace("\n|", " |").splitlines()
    return [[part.strip() for part in row.split("|")] for row in rows]
