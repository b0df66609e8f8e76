"""English words by meaning: what carries no topic, what means the same, what means the contrary, irregular forms."""

from __future__ import annotations

STOP = (
    "a an the this that these those it its itself he him his she her hers they them their theirs we us our ours you your yours i me my mine myself "
    "yourself himself herself themselves one ones someone somebody anyone anybody everyone everybody anything something everything thing things "
    "is am are was were be been being do does did done doing have has had having will would shall should can could may might must ought "
    "of in on at to from by for with about into onto over under between among through per via as than then there here where when while who whom whose which what why how "
    "and or but nor so yet if else because since although though whether also too very quite rather really actually simply just even still already again anymore ever always never "
    "not no any all each every both either neither some many much more most less least few other others another such same own "
    "up down out off away back together get gets got getting go goes going gone let lets make makes made making say says said saying "
    "like likes want wants wanted need needs needed please ok okay now today currently meanwhile first last next new additional user users agent agents assistant "
    "e g i.e eg ie etc vs re s t d ll ve m regarding concerning according accordingly upon within during till until unless except without before after "
    "way ways kind kinds sort lot lots bit rule rules note notes instruction instructions requirement requirements constraint constraints policy policies "
    "only solely exclusively required require requires mandatory allowed permitted keep keeps kept put set take takes took taken "
    "use uses used using come comes came whatever whichever whoever anyway though however therefore thus hence yes thanks thank remain remains stay stays stayed "
    "see sees time times point case cases circumstances circumstance long longer sure necessary possible able "
    "two three four five six seven eight nine ten eleven twelve twenty thirty half dozen hundred thousand million percent cent per second seconds minute minutes min mins "
    "hour hours hr hrs day days week weeks month months year years am pm morning afternoon evening noon midnight yesterday tomorrow eur euro euros usd gbp dollar dollars pound pounds kr chf"
)

IRREGULAR = """
written write|wrote write|writing write|sent send|kept keep|ran run|running run|taken take|took take|given give|gave give|gone go|went go|made make|paid pay|
told tell|said say|sold sell|bought buy|brought bring|built build|spent spend|left leave|lost lose|met meet|read read|put put|cut cut|shut shut|hit hit|
held hold|found find|felt feel|known know|knew know|shown show|drawn draw|drew draw|driven drive|drove drive|broken break|broke break|chosen choose|
chose choose|spoken speak|spoke speak|stolen steal|hidden hide|hid hide|begun begin|began begin|done do|seen see|saw see|shared share|sharing share|
stood stand|understood understand|thought think|caught catch|taught teach|sought seek|worn wear|wore wear|torn tear|grown grow|grew grow|thrown throw|
threw throw|flown fly|flew fly|forgotten forget|forgot forget|rewritten rewrite|rewrote rewrite|overwritten overwrite|overwrote overwrite|woken wake|
slept sleep|froze freeze|frozen freeze|freezing freeze|withdrew withdraw|withdrawn withdraw|rose rise|risen rise|fell fall|fallen fall|fed feed|led lead|lent lend|bound bind|won win|lit light|dealt deal|meant mean|children child|people person|persons person|men man|women woman|
days day|data data|indices index|matrices matrix|criteria criterion|analyses analysis|approval approve|approvals approve|removal remove|refusal refuse|
renewal renew|disposal dispose|proposal propose|arrival arrive|denial deny|storage store|usage use|permission permit|permissions permit|admission admit|
decision decide|decisions decide|division divide|expansion expand|extension extend|submission submit|transmission transmit|revision revise|conclusion conclude|
exclusion exclude|inclusion include|payment pay|payments pay|choice choose|choices choose|sale sell|sales sell|purchase buy|purchases buy|purchased buy|
speech speak|loss lose|losses lose|growth grow|knowledge know|advice advise|proof prove|belief believe|thought think|flight fly|flights fly|
delivery deliver|deliveries deliver|discovery discover|recovery recover|entry enter|entries enter|inquiry inquire|enquiry inquire|signature sign|
signatures sign|signatory sign|signed sign|closure close|exposure expose|departure depart|failure fail|pressure press|width wide|length long|height high|
depth deep|strength strong|retention retain|retained retain|reception receive|receipt receive|receipts receive|description describe|subscription subscribe|
prescription prescribe|reduction reduce|introduction introduce|deployment deploy|redeploy deploy|destruction destroy|construction construct|explanation explain|
expiry expire|maintenance maintain|repetition repeat|repeated repeat|comparison compare|response respond|responses respond|reply respond|replies respond|replied respond
"""

SYNONYMS = """
refuse decline reject deny veto
close shut
mail email
number figure
dep dependency
repo repository
config configuration
cred credential
prod production
env environment
auth authentication authorisation authorization
docs documentation
dir directory folder
db database
admin administrator
spec specification
param parameter
lib library
pkg package
app application
infra infrastructure
perm permission
perf performance
dev development
ops operations
stats statistics
forbid prohibit ban bar disallow outlaw
surgery operation procedure
agree accept consent
delete remove erase wipe purge drop discard trash destroy rm truncate
change alter modify edit amend adjust update touch tweak mutate rewrite overwrite
contact call ring phone telephone approach reach message notify inform tell alert text email mail mention ask
send forward transmit dispatch submit mail ship post share pass email deliver
buy purchase acquire order procure
begin start commence launch initiate kick
end finish complete conclude close terminate wrap expire over
stop cease halt pause suspend freeze
allow permit authorise authorize let grant license
approve approval consent sign accept agree sanction ok okay clearance clear signoff confirm endorse acceptance agreement
show display reveal disclose expose publish leak print tell name divulge share mention surface
store save keep retain hold persist record archive
move migrate relocate transfer shift migrate migration
deploy release ship rollout publish launch promote
restart reboot reload bounce
merge rebase integrate land
commit push checkin upload
create make generate add produce write new build author
use utilise utilize apply adopt serve
run execute invoke launch perform start trigger fire
test check verify validate confirm examine inspect review audit
fix repair correct resolve patch solve mend
try attempt
ask consult query request check confirm enquire inquire
reply respond answer response
pay settle remit reimburse refund disburse
refund reimburse repay compensation compensate reimbursement
cost price fee charge amount
person people employee staff colleague worker human man individual
customer client buyer consumer shopper
child kid children minor
doctor physician clinician
house home
car vehicle
picture photo image photograph
error mistake fault bug defect failure
problem issue trouble difficulty
deadline due
meeting appointment call session
wait await hold pend
weekend saturday sunday
weekday workday
night overnight
yearly annual annually year
monthly month
daily day days
weekly week weeks
quick fast rapid
big large huge
small little tiny
begin start
choose select pick
show present
help assist support aid
replace swap substitute exchange
exceed surpass over above beyond top past
below under beneath less
maximum max most ceiling cap limit upper
minimum min least floor
backup dump snapshot copy
database db
production prod live
development dev
staging stage
repository repo
directory folder dir
configuration config settings setting
environment env
documentation docs doc document
dependency package library module
password credential secret token passphrase
branch trunk main master
pull pr request
argument parameter option flag
function method routine procedure
server host machine box node
log logging trace
alcohol wine beer drink
speak talk
write written writing
legal lawyer counsel attorney
money fund cash
late overdue
early sooner earlier
free complimentary gratis
wear clothing
near close
rent lease let
hire recruit employ
fire dismiss sack
visit attend
quote cite quotation
reference cite source
collect gather pick pickup fetch
return back
include contain comprise
exclude omit skip leave
copy duplicate replicate
rename retitle
explain clarify describe
discuss talk mention debate
invite ask
book reserve reservation booking
cancel scrap abandon abort annul
postpone delay defer
warn caution alert
monitor watch observe track
photograph photo
patient client
medication medicine drug
drive transport ride
lock freeze
unlock unfreeze
grant give
give pass hand share provide supply disclose tell reveal
assign allocate
raise increase lift bump
lower decrease reduce cut
summary summarise summarize
translate translation translated
suggest propose recommend suggestion volunteer
refactor restructure cleanup refactoring
sentence phrase line
word term
language tongue
metric measurement measure unit
message msg
request ask wish want
attach include enclose attachment
original initial
entire whole full complete
separate apart
confidential private secret internal
public external outside
external outside third
exempt free
mandatory compulsory obligatory
identical same equal
near adjacent
schema structure
guest visitor attendee participant
owner holder
evidence proof
weapon gun
consent permission agreement
valid usable
void invalid
hazmat hazardous dangerous
goods cargo freight shipment
truck lorry trailer
sell sale
january jan
february feb
march mar
april apr
june jun
july jul
august aug
september sep sept
october oct
november nov
december dec
monday mon
tuesday tue tues
wednesday wed
thursday thu thur thurs
friday fri
saturday sat
sunday sun
minute minutes min mins
hour hours hr hrs h
second seconds sec secs
year years yr yrs
"""

OPENERS = (
    "add adjust allow always answer append apply archive ask assign assume attach avoid back bring build bump buy call cancel carry change charge check choose cite "
    "clean clear close collect come commit compare compile complete configure confirm contact continue convert copy create cut debug decline define delete deliver "
    "deploy describe disable discuss display do document double download draft drop edit email employ enable end ensure escalate evaluate exclude execute explain "
    "expose extract fetch file fill filter find finish fix flag follow force format forward freeze generate get give group halt handle hide hold ignore implement "
    "import include increase inform insert inspect install invite investigate invoke issue join keep label launch leave let limit link list load lock log look lower "
    "make mark mask mention merge migrate minimize minimise mock monitor move name note notify obtain omit open order organize output pack page park pass pause pay phone pick ping "
    "pin place plan post prefer prefix prepare present preserve prevent print prioritize proceed process produce promote propose protect provide publish pull purge "
    "push put query quote raise read rebase rebuild record redact reduce refer refrain refund refuse regenerate reject release remember remove rename render "
    "reopen replace reply report request require reserve reset resolve respect respond restart restore restrict retain retry return revert review rewrite ring rotate "
    "round route run save say scan schedule search select send separate serve set share ship show sign skip sort specify split stage start state stay stick stop store "
    "strip submit suggest summarise summarize swap switch sync tag take target tell test throw track transfer translate treat trim truncate try turn type unmount "
    "update upgrade upload use validate verify wait wake warn watch wear work wrap write "
    "enter eat drink cross climb mount paint cook serve wash crush swallow hire pour rush guess assume argue trust accept lend borrow rent sell crop "
    "drill dig burn boil thaw feed graze milk tell ring page chase rotate scale roll pin patch bump undo redo tick"
)

POSITIVE = "under uni until uncle unto unless nonet regardless nevertheless bless"

_NOT = ("not", "isn't", "isnt", "aren't", "arent", "is not", "are not")
_DUTIES = "required needed necessary mandatory obligatory compulsory essential"
NO_DUTY = "|".join(f"{no} {duty}" for no in _NOT for duty in _DUTIES.split())

PLAIN_PAIRS = (
    "input income inside inform indeed import impress improve impart impact implant discover discount display discuss dismiss "
    "dispose distribute discharge dispatch dispense district distress instead install intent intend index infect inflate "
    "deliver depart deport depend deserve design detail determine develop define decline degree demand deposit despite detain"
)

COMMON = (
    "the of and to is in that it for with as are this be on by a an i you we they he she have from not was at or will which their has been were must should would can could may "
    "but do does did don't doesn't isn't aren't can't won't never please only before after until without when where who what if then than there here any all some other more "
    "no yes just now its it's our your my his her them us me about into out up over so because while still also every each need needs keep make use used using ok"
)
