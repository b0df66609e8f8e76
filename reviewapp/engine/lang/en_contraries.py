"""English words that mean the contrary of each other: one stands for the other negated."""

from __future__ import annotations

OPPOSITES = """
old older oldest / new newer newest
big bigger large larger / small smaller
high higher highest / low lower lowest
cheap cheaper / expensive dear dearer
upper / lower
top / bottom
inbound incoming / outbound outgoing
open / close shut
start begin / stop halt cease
include / exclude omit
enable / disable
accept / reject refuse decline
approve / reject refuse decline
agree / refuse disagree
allow permit / forbid prohibit ban deny
keep retain leave preserve / remove delete drop discard erase
public / private confidential internal secret
day / night
present / absent missing
valid / invalid void expire
succeed success / fail failure
pass / fail
lock / unlock
hold / release
attend / miss
encrypt / decrypt
increase raise / decrease lower reduce
buy / sell
internal / external
automatic / manual
optional / mandatory
temporary / permanent
online / offline
early / late
always / never
everyone / nobody
often / rarely seldom
known / unknown
possible / impossible
able / unable
active / inactive
attach / detach
connect / disconnect
import / export
upload / download
install / uninstall
ascend / descend
push / pull
win / lose
hire / fire
before / after
warm hot / cool cold chilled
wet damp / dry
full / empty
loud noisy / quiet silent
dark / bright
clean / dirty
fast quick / slow
heavy / light
thick / thin
strong / weak
alive / dead
awake / asleep
same identical / different
indoors inside / outdoors outside
raw / cooked
thaw / freeze
complete finish done / pending outstanding missing incomplete unfinished
named / anonymous
occupied / vacant empty
allow / forbid
original originals / copy copies
whole intact / crush crushed broken split
remain stay survive / destroy remove delete vanish
mix combine merge join blend / separate apart split
"""
