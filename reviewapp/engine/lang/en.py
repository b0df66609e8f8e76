"""English."""

from __future__ import annotations

from reviewapp.engine.lang.base import Cue, Language
from reviewapp.engine.lang.en_contraries import OPPOSITES
from reviewapp.engine.lang.en_words import COMMON, IRREGULAR, NO_DUTY, OPENERS, PLAIN_PAIRS, POSITIVE, STOP, SYNONYMS

CUES = {
    Cue.NOT: (
        "is never to|are never to|is not to|isn't to|isnt to|are not to|aren't to|arent to|is not to be|are not to be|isn't to be|aren't to be|not|never|no|none|nobody|nobody's|no one|noone|nothing|neither|nor|nowhere|cannot|can't|cant|don't|dont|doesn't|"
        "doesnt|didn't|didnt|won't|wont|isn't|isnt|aren't|arent|wasn't|wasnt|weren't|werent|mustn't|mustnt|"
        "shouldn't|shouldnt|shan't|shant|couldn't|couldnt|wouldn't|wouldnt|haven't|havent|hasn't|hasnt|hadn't|"
        "hadnt|mayn't|mightn't|oughtn't|daren't|ain't|aint|without|w/o|by no means|under no circumstances|"
        "on no account|at no point|at no time|in no case|in no event|in no way|no way|not ever|not at all|"
        "without waiting for|without waiting until|without awaiting|not even|never ever|nought|nay|nope|needn't be|not to be|is not|isn t|don t|can t|won t|doesn t|do not|"
        "does not|did not|must not|shall not|should not|may not|can not|will not|no longer|no longer true|"
        "no longer the case|no longer applies|no longer apply|no longer hold|no longer holds|no longer in force|"
        "no longer binding|no longer needed|no longer required|no longer necessary|does not apply|doesn't apply|"
        "do not apply|don't apply|not true that|not the case|was not|were not|has not|have not|had not|would not|"
        "could not|isn't true that|is not true that|isn't the case that|is not the case that|isn't true|"
        "is not true"
    ),
    Cue.BAR: (
        "forbid|forbids|forbidden|forbidding|forbade|prohibit|prohibits|prohibited|prohibition|ban|bans|banned|"
        "barred|one off limits|not an option|no option|out of the question|disallow|disallows|disallowed|refuse|refuses|refused|refusal|decline|declines|declined|"
        "reject|rejects|deny|denies|denied|veto|vetoed|exclude|excludes|excluded|excluding|exclusion|avoid|avoids|"
        "avoided|avoiding|refrain|refrains|abstain|desist|prevent|prevents|prevented|preventing|"
        "blocked|withhold|withheld|withholding|omit|omits|omitted|skip|skips|skipped|skipping|off limits|"
        "off-limits|out of bounds|out of scope|hands off|keep out|stay out|stays out|keep away|kept away|keep off|"
        "kept off|leave untouched|left untouched|stay untouched|leave as is|left as is|left out|leave out|"
        "leaves out|read only|read-only|unable|lack|lacks|lacked|lacking|absent|absence|unacceptable|inadmissible|"
        "ineligible|unauthorised|unauthorized|impermissible|unavailable|unsupported|undesired|unwanted|"
        "inappropriate|unsuitable|taboo|a no go|no go|no-go|verboten|rule out|ruled out|rules out|turned down|"
        "turn down|turns down|opposed to|keep from|keeps from|kept from|stay clear|steer clear|leave in place|"
        "left in place|unsuccessful|unsuccessfully|ineffective|incorrect|incapable|inability|unwilling|"
        "unwillingness|reluctant|anything but|neglect|neglected|neglects|deprived of|bereft of|devoid of|forgo|"
        "forgoes|renounce|renounced|precluded|precludes|preclude|contraindicated"
    ),
    Cue.BAN: (
        "forbid|forbids|forbidden|forbade|prohibit|prohibits|prohibited|prohibition|ban|bans|banned|barred|disallow|disallows|"
        "disallowed|off limits|off-limits|one off limits|out of bounds|hands off|keep out|stay out|keep away|keep off|taboo|"
        "a no go|no go|no-go|verboten|rule out|ruled out|rules out|out of the question|off the table|beyond the remit|inadmissible|impermissible|"
        "contraindicated|unacceptable|not an option|no option|is confidential|are confidential|stays confidential|"
        "strictly confidential|is secret|are secret|is frozen|are frozen|stays frozen|is embargoed|are embargoed"
    ),
    Cue.AKIN: (
        "false|suppressed|muted|inadequate|insufficient|inaccessible|incomplete|inconsistent|inaccurate|insignificant|informal|invisible|"
        "irrelevant|irregular|illegible|illicit|impractical|improper|imperfect|disagree|disagrees|disapprove|"
        "disapproved|discontinue|discontinued|disconnect|dislike|dislikes|disliked|disobey|dissatisfied|distrust|"
        "dispute|disputed|discarded|scrapped|ditched|axed|struck out|unwelcome|scarcity|shortage|shortages|shortfall|shortcoming|shortcomings|entirely|wholly|void of|empty|ceased|extinct|exempted from|abandoned|aborted|decided against|advised against|advises against|voted against|is against|are against|was against|were against|against it|"
        "as opposed to|awaiting|ban on|canceled|cancelled|cease|ceases|closed|closes|ends|confidential|confined|deactivated|"
        "deferred|disable|disabled|dismissed|dispensed with|disregard|disregarded|disregards|do away with|eluded|"
        "escape|escaped|exempt|exempted|exemption|expired|far from|free of|freeze|frozen|halt|halted|halts|"
        "has to remain|has to stay|have to remain|have to stay|held|held back|held off|hinder|hindered|hinders|"
        "hold|hold back|hold off|holds|holds off|ignore|ignored|ignores|illegal|impossible|in place of|in vain|"
        "instead|instead of|invalid|keep back|kept back|lapsed|leave alone|left alone|missing|must remain|"
        "must stay|nil|non|on hold|pause|paused|pauses|postpone|postpones|postponed|private|quit|rather than|reject it|rejected|remain|"
        "remains|reserved for|revoked|rid of|secret|shelved|sole|spare|spared|stay|stay away|stay in place|"
        "stay put|stay within|stays|stays away|stays within|stop|stopped|stops|stymied|suspend|suspended|thwarted|"
        "turned her down|turned him down|turned it down|turned them down|unaffected|unchanged|unclear|undisclosed|"
        "unedited|unknown|unlawful|unlike|unmodified|unopened|unsent|unsigned|unspent|untouched|unused|void|waive|"
        "waived|waives|withdrawn|within|zero|off|turned off|switched off|failed to|fails to|fail to|called off|"
        "yet to|yet to be|have yet|has yet|thwart|thwarts|foil|foiled|hard|difficult|difficulty|harder|poorly|"
        "poor|badly|small number|a handful|handful|dearth|scant|scanty|deficient|deficiency|deficit|apathy|"
        "apathetic|indifferent|indifference|ambivalent|ambivalence|foreign to|alien to|outside|fall short|"
        "falls short|fell short|short of|lost|loses|lose|safe from|immune|immunity|contrary|doubt|doubts|doubted|"
        "doubtful|sceptical|skeptical|hesitant|hesitate|hesitated|shun|shunned|spurn|spurned|evade|evaded|dodge|"
        "dodged|neglectful|negligible|nominal|meagre|meager|sparse|sparsely|barren|vacant|deserted|defunct|"
        "dormant|inactive|idle|silent|mute|blind|deaf|dead|over with|bar none|innocent|acquitted|spotless|"
        "clear of|clean of|away from|apart from|remote from|exclusive of|minus|sans|nowhere near|fewer|less|lower|"
        "least|last|too|barely|deprive|deprives|deprived|strip|stripped|robbed|denied|disproved|refuted|refute|"
        "contradict|contradicts|contradicted|opposed|oppose|opposes|object|objected|objects|protest|protested|"
        "resist|resists|resisted|defy|defies|defied|violate|violates|violated|breach|infringe|forgot|forget|"
        "forgotten|overlook|overlooked|elude|eludes|inhibit|inhibits|inhibited|curb|curbs|curbed|restrict|"
        "restricts|restricted|keep out of|kept out of|keeps out of|kept off|hamper|hampers|hampered|obstruct|"
        "obstructed|deter|deters|deterred|discourage|discourages|discouraged|dissuade|dissuaded|sever|severed|"
        "withholds|unknown to|a stranger to|strangers|without|in lieu|alternative to|rid|wait|waits|waiting|"
        "withdrew|withdraws|withdraw|retracted|retracts|took back|revokes|out of|shut|offline|must wait|"
        "must await|has to wait|have to wait|free|undecided|out of the question|unresolved|still open|not yet|"
        "has still to|have still to|still to be|still has to|still have to|still needs|still need|remains to be|remain to be|"
        "still to come|still due|so far no|in peace|undisturbed|"
        "by any means but|anything but|elsewhere than|beyond|elsewhere|otherwise than|other than|aside from|someone else|somebody else|anyone but|anybody but|everyone but|hidden|hide|hides|"
        "hiding|concealed|conceal|conceals|masked|mask|redacted|shielded|guarded|locked|pending|outstanding|"
        "awaited|to be confirmed|tbc|tbd|is out|are out|was out|separate|separately|apart|secretly|in private|"
        "in confidence|anonymous|anonymously|intact|as they are|as it is|where they are|where it is|fixed|final|"
        "set in stone|binding"
    ),
    Cue.FEW: (
        "rarely|seldom|hardly|hardly ever|scarcely|barely|infrequently|few|very few|little|very little|too few|"
        "almost no|nearly no|almost never|only a few|only rarely|unlikely|once in a blue moon|uncommon|uncommonly|"
        "rare|scarce"
    ),
    Cue.ONLY: (
        "only|solely|exclusively|nothing but|nobody but|no one but|none but|nobody else|no one else|nowhere else|"
        "nothing else|restricted to|limited to|confined to|reserved to|reserved for|strictly|purely|merely|alone|"
        "must exclusively|only ever|only if|only when|only after|only once|only with|only for|only by|only in|"
        "only on|only from|only then|just once|if and only if|myself|ourselves|not you|never you|my job|my call|my decision|is left to|are left to|be left to|lies with|lie with|rests with|rest with"
    ),
    Cue.LIMIT: (
        "the most|upper limit|the upper limit|lower limit|or less|or more|or fewer|or colder|or warmer|or below|or above|at most|no more than|not more than|not exceed|not to exceed|exceed|exceeds|exceeding|maximum|max|"
        "at least|minimum|no less than|not less than|no fewer than|fewer than|up to|ceiling|capped at|capped|cap|"
        "not later than|no later than|no sooner than|at the latest|at the earliest|limit|limit of|limited at|"
        "nothing above|nothing over|nothing below|must not exceed|may not exceed|shall not exceed|"
        "should not exceed|never exceed|cannot exceed|can't exceed|does not exceed|do not exceed|don't exceed|"
        "no older than|not older than|no longer than|not longer than|no bigger than|no larger than|"
        "no smaller than|not over|not above|no higher than|no lower than|and over|or over|or older|and older|"
        "or more|and up|and above|or above|or below|and below|or under|or younger|or less|or fewer|minimal|"
        "minimally|a single|single|never above|never below|never over|never under|never more than|never less than|"
        "never later than|never earlier than|not below|not under"
    ),
    Cue.MUST: (
        "is never to|are never to|is not to|isn't to|isnt to|are not to|aren't to|arent to|is not to be|are not to be|isn't to be|aren't to be|must|shall|have to|has to|had to|need to|needs to|needed|needs|required|requires|require|requirement|"
        "requirements|mandatory|obligatory|compulsory|obliged|obligated|is to|are to|be to|imperative|essential|"
        "always|make sure|makes sure|be sure|ensure|ensures|insist|insists|insisted|got to|gotta|need|mandated|"
        "mandates|strictly required|without exception|no exceptions|at all times|necessary|be certain|see to it|"
        "bound to|demand|demands|demanded|hard requirement|non negotiable|non-negotiable|in every case|has got to|"
        "have got to|supposed to|without fail|must not|mustn't|mustnt|shall not|shan't|shant|needn't be|must stay|"
        "must remain|has to stay|has to remain|have to stay|have to remain|must wait"
    ),
    Cue.NEED: (
        "requires|require|needs|need|takes|take|calls for|demands|presupposes|presuppose|hinges on|hinge on|depends on|depend on|"
        "subject to|goes through|go through|conditional on|contingent on|a precondition|a condition|a prerequisite|prerequisite"
    ),
    Cue.SHOULD: (
        "should|should ideally|best left|best left to|ought to|recommended|recommend|recommends|advisable|advised|prefer|prefers|preferred|better|"
        "suggested|encouraged|expected|preferably|preference|i need|we need|i'd like|i would like|we'd like|"
        "i want|we want"
    ),
    Cue.MAY: (
        "is welcome|are welcome|may|can|could|might|are ok|are okay|may happen|can happen|may occur|can occur|may take place|can take place|allowed|allow|allows|permitted|permits|permit|permission|permissible|authorised|"
        "authorized|authorises|authorizes|entitled|free to|welcome to|ok to|okay to|fine to|is ok|is okay|is fine|"
        "are fine|be fine|go ahead|feel free|cleared to|able to|has authority|have authority|have permission|"
        "has permission|green light|greenlit|acceptable|at liberty|possible|fine by me|cannot|can't|cant|may not|"
        "can not|mayn't"
    ),
    Cue.HEDGE: (
        "is welcome|are welcome|would be welcome|best left|best left to|if at all possible|where at all possible|try to|try not to|tries to|try and|aim to|aims to|where possible|if possible|when possible|"
        "whenever possible|as far as possible|where convenient|when convenient|if convenient|where practical|"
        "where feasible|if feasible|when feasible|ideally|preferably|prefer|prefers|preferred|preference|"
        "generally|usually|normally|typically|mostly|for the most part|tend to|tends to|likes|like to|"
        "likes to|be careful|careful|caution|cautious|cautiously|with care|care should|be mindful|mindful|"
        "be aware|beware|consider|considered|might want|may want|may wish|would rather|rather not|appreciate|"
        "appreciates|appreciated|nice to have|nice-to-have|best effort|best-effort|optional|optionally|if you can|"
        "when time allows|time permitting|not recommended|discouraged|recommended|recommends|suggest|suggested|"
        "suggests|should ideally|may be worth|might be worth|worth considering|good idea|good practice|guideline|"
        "guidelines|as a rule of thumb|more or less|roughly|where appropriate|as appropriate|when appropriate|"
        "if appropriate|sparingly|minimise|minimize|keep to a minimum|kept to a minimum|better avoided|best avoided|best put|as needed|if needed|when needed|encouraged|"
        "advised|advisable|hopefully|leaning|leans|in general|on the whole|it helps|would be nice|would be good|"
        "would be great|would be better|would be helpful|nice if|good if|in the loop"
    ),
    Cue.UNLESS: (
        "unless|without waiting for|without waiting until|without awaiting|except|excepting|besides|except for|except when|except if|save for|other than|apart from|aside from|"
        "barring|short of|only if|only when|only once|only with|only for|only by|only in|only on|only from|"
        "if and only if|provided|provided that|providing|on condition|without|absent|subject to|in the absence of|"
        "but for|with the exception of|excluding|save when|save where|lacking|w/o|unless and until|only after"
    ),
    Cue.CARE: (
        "be careful|careful|caution|cautious|cautiously|with care|care should|be mindful|mindful|beware|"
        "rather not|would rather not|try not to|tries not to|not recommended|discouraged|sparingly|"
        "keep to a minimum|kept to a minimum|minimise|minimize|best avoided|better avoided|think twice|avoid where|reluctant to|reluctantly|"
        "in the loop|be aware"
    ),
    Cue.PAST: "was|were|did|didn't|didnt|did not|wasn't|wasnt|weren't|werent|was not|were not",
    Cue.EVEN: (
        "even if|even when|even where|even though|even for|including when|including those|also if|also when|also those"
    ),
    Cue.ALSO: "including|includes|included|as well as|in addition to|along with|together with|plus|even|also|too",
    Cue.OVER: "instead of|rather than|as opposed to|in preference to|in place of",
    Cue.OMIT: "skip|skips|skipped|omit|omitted|leave out|left out|bypass|bypassed|ignore|ignored|dispense with|dispensed with|drop|dropped",
    Cue.CEASE: (
        "stop|hold|hold off|hold back|halt|pause|freeze|suspend|cease|quit|off|out|away|in the dark|at bay|clear of|alone|untouched|unchanged|closed|"
        "shut|out of|away from|as is|disabled|offline|private|confidential|secret|keep out|stay out|stay away|"
        "keep away|keep off|leave alone|leave untouched|leave as is|leave out|hands off"
    ),
    Cue.ALL: (
        "anyone|anybody|everyone|everybody|whoever|anytime|at any time|any time|freely|anywhere|everywhere|"
        "no matter who|regardless|unrestricted|without restriction|without limit"
    ),
    Cue.VOID: (
        "not true that|not the case|no longer true|no longer the case|no longer applies|no longer apply|"
        "no longer hold|no longer holds|no longer in force|no longer binding|no longer needed|no longer required|"
        "no longer necessary|was lifted|were lifted|got lifted|been lifted|is lifted|are lifted|lifted|revoked|"
        "rescinded|ceased to apply|stopped applying|stops applying|does not apply|doesn't apply|do not apply|"
        "don't apply|is off from now on|is over|are over|has ended|limit was lifted|ban was lifted|"
        "restriction was lifted|was dropped|isn't true that|is not true that|isn't the case that|"
        "is not the case that|isn't true|is not true"
    ),
    Cue.DONE: "was|were|has been|have been|had been|did|done|already|completed|finished|so far|ended up|got",
    Cue.EACH: "every|each|whenever|everyone|everything|everybody",
    Cue.UNTIL: (
        "until|till|til|before|prior to|after|past|beyond|earlier than|later than|outside of|outside|pending|"
        "without waiting for|without waiting until|without awaiting|not until|not before|no earlier than|not earlier than|unless and until|only after|only then"
    ),
    Cue.DURING: "while|whilst|during|throughout|as long as|so long as",
    Cue.IF: (
        "if|when|in case|as soon as|in the event|should the|should a|should an|should any|should it|should they|"
        "should he|should she|should there|should we|should you|once the|once it|once they|once he|once she|"
        "once you|once we|once all|once a|once an|once this|once that|once both|once every|once each|once these|once those|once there|once someone|once everyone|once no|once my|once your|once our|once their"
    ),
    Cue.LIFT: (
        "no longer|not any more|not anymore|lifted|revoked|revoke|rescinded|scrap|scrapped|never mind|nevermind|"
        "forget|forget about|ignore the|ignore that|ignore what|change of plan|changed my mind|change of plans|"
        "on second thought|scratch that|strike that|take that back|is over|are over|has ended|is moot|moot|"
        "does not apply|doesn't apply|is done with|unfrozen|unfreeze|unblocked|you can now|you may now|"
        "now allowed|now permitted|stopped applying|stops applying|ceased to apply|void now|has been lifted|"
        "was lifted|is lifted|ended this|ended today|ended yesterday|has been withdrawn|was withdrawn|"
        "is withdrawn|drop that|drop the idea|drop the plan|ignore my earlier|ignore my previous|is superseded|"
        "was superseded|changed our minds|changed our mind|we changed our mind|we've changed our minds|"
        "scratch the|is called off|stop following|you no longer need|freeze is over|ban is over|is cancelled|"
        "is canceled|was cancelled|was canceled|not true that|not the case|no longer true|no longer the case|"
        "no longer applies|no longer hold|no longer holds|no longer in force|was dropped|were lifted|got lifted|"
        "been lifted|limit was lifted|ban was lifted|is off from now on|do not apply|don't apply"
    ),
    Cue.ONCE: (
        "just this once|this once|this one time|one time|one-time|one off|one-off|for today|just today|only today|"
        "this time|just for this|for this one|just this|only this|tonight|today only|just once|only once|"
        "as an exception|exceptionally|this particular|for this run|for this release|for this ticket|"
        "for this task|this sprint|this week only|today|today's|tonight's|this one time only|this time only|"
        "for today only"
    ),
    Cue.HEARSAY: (
        "i heard|we heard|heard that|rumour|rumor|rumoured|rumored|apparently|supposedly|allegedly|reportedly|they say|people say|someone said|"
        "somebody said|word is|is said to|are said to|claims that|claimed that|i think|i guess|i suppose|maybe|perhaps|not sure|wondering|i wonder|"
        "some say|they think|he thinks|she thinks|they reckon|used to"
    ),
    Cue.PLAIN: (
        "need to know|needs to know|wants to know|not only|not just|not merely|not simply|no problem|no problems|no worries|no rush|no hurry|no doubt|no matter|no idea|why not|whether or not|"
        "or not|if not|no wonder|not to mention|last but not least|no kidding|not bad|nothing new|may 1|no 1|if any|few days|a few|quite a few|"
        "a little|little by little|not long|not least|not surprisingly|just now|just as|just like|just in case|just about|just got|just to|just had|just the|"
        "can you|could you|may i|can i|can we|could we|no thanks|thank you|of course not|would you|will you|why don't you|why don't we|"
        "in case of|whether|as well as|at the same time|set up|fail over|failing test|failing tests|failed test|failed tests|block of|blocks of|code block|rule of thumb|"
        "let me know|not far|nothing to worry|not a problem|non stop|stop by|bus stop|full stop|hold on|got hold|rules of|free of charge|"
        "take place|takes place|took place|take part|takes part|take care|takes care|take over|takes over|take off|take note|"
        "no discussion|no discussions|no buts|no ifs|no excuses|no arguments|no arguing|no debate|conditions permitting|weather permitting|once a day|once a week|once a month|once a year|once an hour|once a minute|once a second|once every day|once every week|foreign key|ban on|at least one|last minute|no less|no fewer|read only replica|read-only replica|not necessarily|close to"
    ),
    Cue.FREE: (
        "nobody needs|no one needs|don't need|dont need|doesn't need|doesnt need|do not need|does not need|no need for|unneeded|need no|needs no|need nobody|needs nobody|need nobody's|needs nobody's|require no|requires no|need not|needn't|neednt|don't need to|dont need to|do not need to|doesn't need to|does not need to|"
        "don't have to|dont have to|do not have to|doesn't have to|does not have to|not obliged|"
        "no need|optional|unnecessary|not have to|no obligation|no requirement|needless|not compulsory|without needing|without having to|"
        "exempt|exempt from|exempted|waived|can do without|could do without|can manage without|can live without|"
        f"{NO_DUTY}"
    ),
    Cue.SPLIT: (
        "but|because|since|although|though|even though|whereas|however|therefore|thus|hence|so that|so|then|yet|"
        "otherwise|as|and then|which|who|whose|nevertheless|plus|also|thereby|meaning|that is|i e|ie|eg|e g|"
        "for example|such as"
    ),
    Cue.SAY: (
        "please|pls|plz|kindly|ok|okay|hi|hello|hey|thanks|thx|right|sure|well|oh|hmm|btw|fyi|note|nb|remember|"
        "reminder|important|warning|attention|also|cool|great|nice|perfect|awesome|cheers|good|fine|yes|yep|lol|"
        "alright|correct|sorry|now|next|first|finally|afterwards|again|just"
    ),
}

ENGLISH = Language(
    code="en",
    name="English",
    cues=CUES,
    common=COMMON,
    stop=STOP,
    answers="no none never nothing nobody nil false",
    bare="not never",
    verbs="want need seem happen know agree depend belong mean have become arrive cost bite leak fail work hold think see believe live",
    stating=(
        "is are was were has have had did isn't isnt aren't arent wasn't wasnt weren't werent hasn't hasnt haven't havent hadn't hadnt "
        "didn't didnt ain't aint cannot can't cant couldn't couldnt could can"
    ),
    keeping="keep leave stay remain let have",
    adverbs="always|at all times|in every case|without exception|no exceptions|without fail",
    reserving="myself|ourselves|not you|never you|my job|my call|my decision",
    machine="agent agents assistant bot ai you i it",
    anew="now again",
    bygone="first initially originally earlier formerly previously released lifted withdrawn reopened former original",
    yielding="possible feasible convenient practical",
    toggles="on off",
    around="at in during after before when while if until for and or all always again",
    toggling="stay stays remain remains keep keeps kept left leave is are be stayed switch switched switches turn turned turns",
    flat="without exception|no exceptions|in all cases|in every case",
    assents="ask approve consent permit confirm consult clearance signoff agree authorisation authorization",
    there="with including plus some is are was were been being",
    nones="no",
    dues="needed required necessary mandatory compulsory",
    rulings="rule ban freeze restriction embargo moratorium curfew lockdown blackout prohibition requirement obligation",
    gone="over off gone lifted dropped scrapped abolished ended expired",
    applying="applies apply force effect stands stand remains remain holds binding",
    sooner="before ahead prior waiting",
    waiting="until till unless before",
    stemmer="english",
    synonyms=SYNONYMS,
    opposites=OPPOSITES,
    irregular=IRREGULAR,
    openers=OPENERS,
    negative_starts=("un", "non"),
    negative_ends=("less",),
    contrary_starts=("in", "im", "il", "ir", "dis", "mis", "de"),
    plain_pairs=PLAIN_PAIRS,
    positive=POSITIVE,
)
