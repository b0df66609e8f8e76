"""Sentences, two a line: with one value told in two ways, and with two values."""

from __future__ import annotations

SAME = """
order half a dozen crates | order six crates
order a dozen crates | order 12 crates
seats for a hundred guests | seats for 100 guests
a couple of spare keys are kept | two spare keys are kept
doors open at quarter past eight | doors open at 8:15
the bus leaves at ten past nine | the bus leaves at 09:10
the bus leaves at five to six | the bus leaves at 5:55
he comes at 1pm | he comes at 13:00
the course takes two and a half hours | the course takes 150 minutes
the course takes 1½ hours | the course takes 90 minutes
the course takes 1.5 h | the course takes an hour and a half
add half a litre of water | add 500 ml of water
add a litre and a half of water | add 1.5 l of water
freeze it at -18 °C | freeze it at minus 18 degrees
freeze it at −18°C | freeze it at -18 degrees Celsius
one in ten parcels is checked | 10 % of the parcels are checked
one in twelve runs fails | 1 in 12 runs fails
open 8am–5pm | open from 08:00 to 17:00
the trial lasts a 7-day week | the trial lasts seven days
a two-week notice is needed | 14 days' notice is needed
check the meter three times a day | check the meter thrice a day
between five and ten people come | 5 to 10 people come
pay 15 cents per copy | pay $0.15 per copy
the rent is 1,5 Mio. EUR | the rent is 1.5 million euros
the film runs 1 h 20 | the film runs 80 minutes
the film runs 1:20 h | the film runs 80 minutes
revenue for Q3 2026 | revenue for the third quarter of 2026
delivery on 3rd of March | delivery on 3 March
delivery on Tuesday, March 3rd | delivery on 2026-03-03
delivery on 03.03.26 | delivery on 3 March 2026
Lieferung am 3. März | delivery on 3 March
entrega el 3 de marzo | delivery on March 3
доставка 3 марта | delivery on 3 March
keep it for six months | keep it for half a year
keep it for a year and a half | keep it for 18 months
the tank holds 20 000 litres | the tank holds 20,000 l
load at most 3.5 t | load at most 3,500 kg
tip 10-15 % | tip 10 to 15 percent
the meeting is at noon | the meeting is at 12:00
ends at midnight | ends at 00:00
rooms 201-204 are closed | rooms 201 to 204 are closed
speed limit 30 km/h | speed limit 30 kph
30mph zone | a zone of 30 miles per hour
the belt is 2 m long | the belt is 200 cm long
six weeks' leave | 42 days of leave
wait 90s | wait a minute and a half
a 20-minute break | a break of 20 min
3 x 10 reps | three sets of ten
temperature 37.5C | temperature 37.5 °C
dose 0.5mg | dose 500 µg
dose 500 mcg | dose 0.5 mg
5,000 steps | five thousand steps
more than 1.2k signups | more than 1,200 signups
2nd floor | second floor
ab 18 Uhr | from 6 pm
um halb neun | at 8:30
le train de 18h30 | the 18:30 train
a las 5 de la tarde | at 17:00
às 9 da manhã | at 9 am
в 7 вечера | at 19:00
下午三点半 | 15:30
午後2時 | 14:00
오후 3시 반 | 15:30
三个月 | 3 months
两周 | 14 days
半年 | six months
un par de semanas | two weeks
quinze jours | 15 days
douze mille euros | 12,000 EUR
zwölftausend Euro | 12,000 EUR
zweieinhalb Stunden | 150 minutes
dos horas y media | 150 minutes
deux heures et quart | 135 minutes
полтора часа | 90 minutes
две с половиной тысячи рублей | 2500 RUB
£1m | 1 million pounds
€3.2bn | 3.2 billion euros
9 to 5 | 09:00 to 17:00
from 9 in the morning | from 9 am
8 o'clock in the evening | 8 pm
one third of the budget | 33 % of the budget
every 30 secs | every half minute
every quarter | every three months
every fortnight | every two weeks
at least twenty-one days | at least 3 weeks
"""

OTHER = """
order half a dozen crates | order 12 crates
doors open at quarter past eight | doors open at 8:45
the bus leaves at five to six | the bus leaves at 6:05
freeze it at -18 °C | freeze it at 18 °C
one in ten parcels is checked | 20 % of the parcels are checked
add half a litre of water | add 250 ml of water
the course takes two and a half hours | the course takes two hours
open 8am–5pm | open from 08:00 to 18:00
dose 0.5mg | dose 500 mg
pay 15 cents per copy | pay $15 per copy
keep it for a year and a half | keep it for a year
ends at midnight | ends at 12:00
"""


def pairs(block: str) -> list[tuple[str, str]]:
    """Each line both ways round, as sentences."""
    lines = ([part.strip() for part in line.split("|")] for line in block.strip().splitlines())
    told = ((f"{one[0].upper()}{one[1:]}.", f"{other[0].upper()}{other[1:]}.") for one, other in lines)
    return [way for one, other in told for way in ((one, other), (other, one))]
