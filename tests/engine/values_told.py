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
the call is at 0512Z | the call is at 05:12 UTC
the error rate is 0.0418 | the error rate is 4.18 %
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
Kids under 12 ride free, over 65s pay half. | Free for children below 12; half price from 65 on.
Bring 2 copies, one for us and one for the clerk. | Two copies are needed, one each for us and the clerk.
We open Mon-Fri 7.30 to 16.00, Sat till noon. | Opening hours: Monday to Friday 07:30-16:00, Saturdays until 12:00.
The lift takes 8 persons or 630 kg. | Lift capacity: eight people, 630 kilograms.
Water the ferns every 3 days, the cactus once a month. | Ferns get water every third day, the cactus monthly.
Payment terms 30 days net, 2% discount within 10. | 30 days net; two percent off if paid in ten days.
The match kicks off at 20.45 CET. | Kick-off is at 8:45 pm CET.
Train leaves 06:12, change in Linz at 7:55, arrival 9:03. | Departure 6:12, change at Linz 07:55, arriving 09:03.
It's 3 km there and back, so about 6 altogether. | It is 3 km there and back, some 6 in all.
Add 1/2 tsp salt and 3/4 cup milk. | Half a teaspoon of salt and three quarters of a cup of milk.
Keep between 2 and 8 degrees. | To be stored at 2-8 °C.
Ship 4 of the 10 pallets today, the rest tomorrow. | Four pallets of ten go today, six tomorrow.
We sold 1,204 tickets, 87 more than last year. | 1204 tickets were sold (87 up on the year before).
The lease runs until end of June 2029. | The lease ends on 30 June 2029.
My flight is BA 117 on the 3rd at 11. | Flight BA117 on the third at 11:00.
Take the pills 3x a day for a week. | Pills: three times daily for seven days.
The score was 3-1, Okoye got two. | It ended 3:1 with two goals by Okoye.
Rent goes from 820 to 865 in March. | In March the rent rises from 820 to 865.
She's 34 weeks pregnant, due 12 May. | 34 weeks into the pregnancy; the due date is May 12th.
Dial 0800 123 456 and press 2. | Call 0800 123456, then press 2.
Chapter 4 is due Friday, chapter 5 a week later. | Chapter four by Friday, chapter five the Friday after.
Use the 5th floor, room 512. | Room 512 on the fifth floor is to be used.
The file has 2.4M rows, 12 columns. | 2.4 million rows and twelve columns.
p95 is 310 ms, p99 0.9 s. | p95: 310ms, p99: 900 ms.
Disk is at 85 %, alarm at 90. | The disk is 85 percent full; the alarm goes off at 90 %.
Retry after 1s, 2s and 4s, then stop. | Retries after 1, 2 and 4 seconds, then it stops.
Cut it to 1.5 x 2 m. | It is to be cut to 1.5 m by 2 m.
Set the timer for 1h 15. | The timer is set to 75 minutes.
Pay the first 500 now and 1,500 on delivery. | 500 is due now, the other 1,500 when it is delivered.
Das Paket wiegt 2,3 kg und kostet 8,49 €. | The parcel weighs 2.3 kg and costs €8.49.
Der Termin ist am 14.3. um 9 Uhr, Dauer anderthalb Stunden. | 14 March, 9:00, 90 minutes.
La reunión es el 5 de junio a las 16:30, sala 204. | The meeting is on 5 June at 4:30 pm in room 204.
Le colis pèse 12,5 kg, livraison sous 48 h. | The parcel weighs 12.5 kg; delivery within two days.
会议在3月5日下午2点，地点302室。 | The meeting is on 5 March at 2 pm in room 302.
Срок — 10 рабочих дней, сумма 12 500 руб. | 10 working days, 12,500 RUB.
A reunião é às 9h30 na sala 12, dura 2 horas. | The meeting is at 9:30 in room 12 and takes two hours.
The loan is 240k over 25 years at 3.85 % fixed for 10. | 240,000 over 25 years, fixed at 3.85% for ten years.
Blood pressure 135/85, pulse 72. | BP 135 over 85, pulse 72.
1st prize 500, 2nd 250, 3rd 100. | Prizes: 500 for first, 250 for second and 100 for third place.
Two thirds of the members must agree. | Agreement of 2/3 of the members is required.
We need 20 chairs more, so 60. | 60 chairs in total, twenty more than now.
Heating on from 6 till 22, 21 degrees. | The heating runs from 06:00 to 22:00 at 21 °C.
His number is 555-0142, ext. 9. | Phone 555 0142, extension 9.
schedule it for Monday, 04:30 CET | schedule it for Monday, half past four in the morning CET
Put the roast in at half seven, guests at eight. | Roast in at 7:30, guests arrive at 8.
The van holds 1.2 t; we load 900. | The van carries 1,200 kg; 900 kg are loaded.
My number is 07700 900123, flat 4b. | Flat 4B, phone 07700 900 123.
Rent 950 pcm, deposit five weeks' rent. | 950 per month; the deposit is 5 weeks' rent.
We're 6 adults and 3 kids under 5. | Six adults and three children under five.
Paint is 2.5l a tin, two tins. | Two tins of paint, 2.5 litres each.
The exam is 14:00-15:30, arrive 13.45. | Exam from 2 pm to 3:30 pm; be there at 13:45.
Dose: 2x 500mg, 8-hourly, max 4 g/day. | 500 mg twice, every eight hours; 4 g a day at most.
Bus 42 every 12 min until 23:40. | Bus 42 runs every twelve minutes until 11:40 pm.
Call me on ext 318 after 2. | Extension 318, after 14:00.
Invoice 2026-0417, 1.250,00 EUR, due 15.12.2026. | Invoice 2026-0417 over €1,250 is due on 15 December 2026.
Chairs in rows of 12, 9 rows. | Nine rows of twelve chairs.
Soak overnight, 8 h at least. | Soak overnight for at least eight hours.
£3.50 each or 3 for £10. | £3.50 apiece, three for £10.
He's 1.84 m, 92 kg, size 46. | Height 184 cm, weight 92 kg, size 46.
Version 3 goes live on Wed the 9th at 06:00 UTC. | Go-live of v3: Wednesday 9th, 6 am UTC.
Sample 12 of 40 failed at 62 psi. | 62 psi: sample 12 of 40 failed.
Close by 31 Jan, reopen 15 Feb. | Closed by January 31, reopened on February 15.
Order #A-1189 x2, #A-1190 x1. | Two of A-1189 and one of A-1190 are ordered.
The ward has 24 beds, 22 taken. | 22 of the ward's 24 beds are occupied.
Port 5432 stays shut, 443 and 80 open. | Ports 80 and 443 are open, 5432 is closed.
Kurs 1,0842, Limit 1,09. | Rate 1.0842, limit 1.09.
Zug 14.32 Uhr ab Gleis 7. | The train leaves at 14:32 from platform 7.
Pago en 3 cuotas de 120 €. | Payment in three instalments of 120 euros.
Il reste 7 places, tarif réduit 8 €. | 7 seats are left; the reduced price is €8.
납기는 3월 5일, 수량 1,200개. | Delivery on 5 March, 1,200 pieces.
締切は12月1日17時、部数は300部。 | Deadline 1 December, 17:00; 300 copies.
Бюджет 1,5 млн руб., срок до 1 марта. | Budget 1.5 million roubles, due by 1 March.
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
    told = ((_sentence(one), _sentence(other)) for one, other in lines)
    return [way for one, other in told for way in ((one, other), (other, one))]


def _sentence(text: str) -> str:
    return text[0].upper() + text[1:] + ("" if text.endswith((".", "。")) else ".")
