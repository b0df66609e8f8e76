"""How each language tells how far something is: done, under way, not yet, taken back, failed. One entry a language.

Alternatives in RE2's syntax, parted by `|`. They are held against the folded words of a clause, one space between them
(none where words are written without), so that a border needs no mark of its own.
"""

from __future__ import annotations

from dataclasses import dataclass

_BE = "(?:is|are|was|were)(?:n't)?|been|got"
_HAVE = "(?:has|have|had)(?:n't)?|[a-z]+'(?:s|ve|re)"
_IRREGULAR = (
    "done|made|sent|paid|built|run|gone|taken|given|written|rewritten|put|set|cut|split|shut|sold|bought|brought|found|"
    "kept|left|lost|met|read|seen|shown|begun|broken|chosen|drawn|driven|fallen|frozen|held|hidden|laid|led|lent|spent|"
    "spoken|taught|told|thrown|torn|won|worn|hung|dealt|fed|caught|withdrawn|overwritten|undone|redone"
)
_EN_FORM = rf"(?:[a-z]{{2,}}ed|{_IRREGULAR})"
_EN_BETWEEN = "(?: (?:now|already|all|both|also|just|since|then|not|never|fully|finally|successfully|yet|been))*"
_EN_WHO = "(?:i|we|he|she|they|it)"
_EN_FIRST = "(?:already |just )?(?:[a-z]{2,}ed|sent|paid|made|built|bought|sold|found|met|taken|given|written|moved)"
_EN_AFTER = "at|on|in|to|by|from|with|the|a|an|this|that|all|both|it|them|yesterday|today"
_EN_DET = "(?:the|our|his|her|their|my|your|all|both)"
_EN_DONE = "done|finished|completed?|concluded|settled|closed|resolved|ready"
_EN_OPEN = "pending|outstanding|undecided|unfinished|unconfirmed|unanswered|unsigned|unmerged|unpaid|unsent"
_EN_PAST = (
    "(?:[a-z]{2,}ed|went|sent|paid|made|came|took|gave|wrote|ran|built|bought|brought|found|left|lost|met|saw|began|broke|"
    "chose|drew|drove|fell|froze|held|hid|laid|led|lent|put|cut|shut|sold|spent|spoke|taught|told|threw|won|wore)"
)


@dataclass(frozen=True)
class States:
    """`happened` are verb forms that tell any act as a fact; the other fields are words that tell it by themselves."""

    happened: str
    done: str
    going: str
    open: str
    no: str
    yet: str  # with a negation and a verb form: it has not happened, where without it is no more than a rule
    tried: str
    undone: str  # was taken back, or given up
    failed: str
    works: str
    planned: str
    acted: str = "$"  # a subject and its verb in the past, from where a clause begins
    form: str = "$"  # a participle: at the end of a few words it tells that it happened
    behind: str = ""  # in a heading: what stands under it is done
    ahead: str = ""  # in a heading: what stands under it is to do
    verdicts: str = ""  # what somebody else decides
    spare: str = ""  # verbs that fit any work, so that they name none
    clitics: str = ""  # what may be written on to the front of a word
    plain: bool = True  # words stand apart
    participle: str = ""  # what a participle begins with, where its noun does not


ENGLISH = States(
    happened=rf"(?:{_HAVE}|{_BE}){_EN_BETWEEN} {_EN_FORM}|(?:not|never|nothing|already) {_EN_FORM}",
    acted=rf"(?:{_EN_WHO}(?: already| just| first| also)?|(?:{_EN_DET} )?(?:[a-z0-9-]{{4,}} ){{0,2}}[a-z0-9-]{{3,}}) {_EN_PAST}|{_EN_FIRST} (?:{_EN_AFTER})",
    done=(
        rf"(?:{_BE}|all|already|now|both) (?:{_EN_DONE})|(?:{_EN_DONE}) $|in place|is through|is over|is up|is live|is out|all set"
    ),
    going="running|underway|under way|in progress|ongoing|has (?:started|begun)|now [a-z]+s|is being [a-z]+ed|are being [a-z]+ed|live",
    open=(
        "yet to|still to(?: be)?|still (?:needs?|has|have) to|still needs?|still (?:open|pending|missing|outstanding|waiting|awaiting)|"
        rf"(?:is|are|was|were|still|remains?|currently) (?:{_EN_OPEN})|(?:{_EN_OPEN}) $|awaiting|awaits|waiting for|missing $|tbd|tbc|"
        "not started|"
        "remains? (?:to be|open)|left to do|to be done|not (?:[a-z]+ ){0,4}yet|no (?:[a-z]+ ){1,5}(?:yet|so far)"
    ),
    no="not|never|no|nobody|none|nothing|false|[a-z]+n't|[a-z]+nt yet|neither",
    yet="has|have|had|hasn't|haven't|hadn't|hasnt|havent|[a-z]+'(?:ve|s) not|yet|so far|been|still",
    tried="tried|attempted|attempt|attempts|tested|experimented|experiment|first idea|first try",
    undone=(
        "reverted|never again|off the table|(?:went|gone|is|are|it's|so|now|and) back (?:to|at|on)|back (?:to|at|on) [0-9]\\S*|rolled (?:it |them |that )?back|backed (?:it |them |that )?out|(?:put|set|turned|switched|took|changed|moved) "
        "(?:it|them|that)(?: right)? (?:back|off again)|(?:put|set|switched|turned|changed|moved|taken) back|undone|undid|"
        "(?:switched|turned|taken) off again|removed again|(?:it's|its|it is|is|was|they're|that's) (?:out|gone|off) again|"
        "so (?:it|they|that)(?:'s| is| are|'re) (?:out|off|gone)|"
        "(?:dropped|abandoned|scrapped|discarded|gave up|given up)(?: on)?(?: (?:the|that|this))? (?:idea|plan|approach|attempt|it|that)|"
        "(?:idea|plan|approach|attempt|experiment) (?:was |is |got )?(?:dropped|abandoned|scrapped|discarded)|dead end"
    ),
    failed=(
        "fail(?:s|ed|ing)?|broke|breaks|corrupt(?:s|ed)?|lost|loses|crash(?:es|ed)?|hangs|hung|worse|useless|in vain|deadlock(?:s|ed)?|"
        "leak(?:s|ed)?|slower|no (?:effect|luck|difference|use)|regress(?:es|ed)?|exhausted|overloaded|timed out|ran out|overheats?|"
        "(?:did|does|do)(?: not|n't) (?:help|work|hold|fit|last|converge)|nothing changed|changed nothing|brought nothing"
    ),
    works=(
        "works?|worked|working|succeeds|succeeded|is (?:fine|stable)|sol?ve[sd]|solved|fixe[sd]|helps|helped|cured?|in force|in effect|"
        "switched on|turned on|enabled|active|in use|in place|keeps? (?:it|them)"
    ),
    planned=(
        "next(?: step)?|plan(?:s|ned)? (?:is )?to|the plan|plan $|planned|going to|about to|will|try(?:ing)?|retry|to be tried|intend(?:s|ed)? to|"
        "to ?do|should|could|recommended|pending|the idea is"
    ),
    spare="start|started|begun|begin|begins|finish|finished|done|do|complete|completed|touched|happened|go|gone|run|running|so|far",
    verdicts="decided|approved|granted|agreed|accepted|confirmed|rejected|refused|declined|authori[sz]ed|signed off|settled",
    behind="accomplished|progress|achieved|shipped",
    ahead="next|to ?do|remaining|remains|open|outstanding|left|backlog|upcoming|tasks ahead|follow ups?",
    form=_EN_FORM,
)

_DE_FORM = "(?:[a-zäöü]{0,6}ge[a-zäöüß]{2,}(?:t|en)|[a-zäöüß]{3,}iert|(?:be|er|ver|zer|ent)[a-zäöüß]{3,}(?:t|en))"
GERMAN = States(
    happened=(
        rf"(?:wurden?|worden|ist|sind|war|waren|hat|haben|habe)(?: .*)? {_DE_FORM}|{_DE_FORM} (?:worden|wurden?|ist|sind|hat|haben) $"
    ),
    done="erledigt|fertig|abgeschlossen|vollständig|bereit|liegt vor|liegen vor|steht bereit",
    going="läuft|laufen|in arbeit|im gange?|wird gerade|werden gerade|begonnen|gestartet",
    open=(
        "noch nicht|fehlt noch|fehlen noch|steht noch aus|stehen noch aus|steht aus|stehen aus|ausstehend|noch offen|noch zu|"
        "unerledigt|noch ausstehend|noch keine?n?"
    ),
    no="nicht|nie|niemand|kein|keine|keinen|nichts",
    yet="noch|bisher|bislang|hat|haben|habe",
    tried="ausprobiert|versucht|versuch|getestet|probiert|erste idee",
    undone=(
        "zurückgenommen|rückgängig(?: gemacht)?|wieder (?:entfernt|ausgeschaltet|abgeschaltet|ausgebaut|aus|raus|weg)|zurückgesetzt|"
        "zurückgestellt|zurückgerollt|verworfen|aufgegeben"
    ),
    failed="fehlgeschlagen|scheiterten?|gescheitert|kaputt|brach|abgestürzt|stürzte|langsamer|half nicht|hilft nicht|ohne erfolg|brachte nichts|ging nicht|verlor|schlug",
    works="funktionier(?:t|en|te)|läuft|klappt|behoben|gelöst|hilft|half|in betrieb|aktiv|eingeschaltet|im einsatz",
    planned="als nächstes|nächster schritt|geplant|plan|soll|sollen|wird|werden|vorgesehen|demnächst",
    participle="ge",
    verdicts="entschieden|genehmigt|bewilligt|zugesagt|bestätigt|abgelehnt|zugestimmt|freigegeben",
    spare="angefangen|begonnen|gestartet|gemacht|getan|geschehen|passiert",
    behind="erreicht",
    ahead="offen|offene|offenes|nächste|nächstes|als nächstes|ausstehend|noch zu tun|aufgaben|verbleibend",
    form=_DE_FORM,
)

_FR_FORM = "[a-zà-ÿ]{2,}(?:é|ée|és|ées|i|ie|is|ies|u|ue|us|ues|it|ite|ert)"
FRENCH = States(
    happened=(
        rf"(?:n'|j'|qu')?(?:a|ont|est|sont|été|avons|ai|avez)(?: (?:pas|déjà|bien|encore|été|tout|tous))* {_FR_FORM}"
    ),
    done="terminée?s?|finie?s?|faite?s?|prête?s?|achevée?s?|en place",
    going="en cours|a commencé|ont commencé|tourne|tournent|est lancée?",
    open="pas encore|reste à|restent à|en attente|à faire|manque encore|manquent encore|toujours pas|n'est pas|ne sont pas",
    no="pas|jamais|aucune?|rien|personne|ni",
    yet="encore|toujours|été|ont|avons|ai",
    tried="(?:j')?essayée?s?|(?:j'ai )?essayé|tentée?s?|tentative|testée?s?",
    undone="annulée?s?|abandonnée?s?|retirée?s?|remise?s? (?:à|en|comme)|désactivée?s?|rétablie?s?|revenus? en arrière|enlevée?s?",
    failed="échoué|échoue|échouent|planté|plante|cassé|casse|perdu|pire|plus lente?|en vain|sans (?:effet|succès)|n'a rien",
    works="fonctionne(?:nt)?|marche(?:nt)?|résolue?s?|corrigée?s?|activée?s?|en service|aide",
    planned="prochaine (?:étape)?|prévue?s?|à faire|ensuite|va|vont|projet|plan",
    verdicts="décidée?s?|approuvée?s?|acceptée?s?|accordée?s?|refusée?s?|confirmée?s?|validée?s?",
    spare="commencée?s?|entamée?s?|faite?s?|démarrée?s?",
    behind="fait|réalisée?s?",
    ahead="à faire|prochaines?|restant|en suspens|ouverts?|suite",
    form=_FR_FORM,
)

_ES_FORM = r"[a-zà-ÿ]{2,}(?:ado|ada|ados|adas|ido|ida|idos|idas)|hech[oa]s?|puest[oa]s?|escrit[oa]s?|vist[oa]s?|abiert[oa]s?|dich[oa]s?"
SPANISH = States(
    happened=rf"(?:ha|han|he|hemos|fue|fueron|está|están|quedó|quedaron|ya|sido)(?: (?:ya|sido|todo))* (?:{_ES_FORM})|se [a-zà-ÿ]+(?:ó|aron|ieron)",
    done="list[oa]s?|terminad[oa]s?|completad[oa]s?|hech[oa]s?|acabad[oa]s?",
    going="en curso|en marcha|en proceso|ha empezado|ha comenzado",
    open="todavía no|aún no|pendientes?|faltan?|por hacer|sin (?:hacer|confirmar|decidir|empezar|revisar)|queda por|quedan por",
    no="no|nunca|nadie|ningún|ninguna|nada|ni",
    yet="todavía|aún|ha|han|he|hemos",
    tried="probé|probamos|probad[oa]s?|intenté|intentamos|intentad[oa]s?|intento|ensayad[oa]s?",
    undone="revertid[oa]s?|revertí|revirt[a-zà-ÿ]+|deshech[oa]s?|deshice|descartad[oa]s?|descarté|quitad[oa]s? de nuevo|volví a|abandonad[oa]s?|desactivad[oa]s?",
    failed="falló|fallaron|falla|rompió|rompe|peor|más lent[oa]s?|en vano|sin (?:éxito|efecto)|no (?:funcionó|sirvió|ayudó)|perdió|perdían",
    works="funcionan?|resolvió|resuelt[oa]s?|solucionad[oa]s?|activad[oa]s?|en uso|en marcha|ayuda",
    planned="próxim[oa] paso|siguiente paso|se va a|van a|va a|planead[oa]s?|previst[oa]s?|el plan",
    verdicts="decidid[oa]s?|aprobad[oa]s?|aceptad[oa]s?|concedid[oa]s?|rechazad[oa]s?|confirmad[oa]s?|autorizad[oa]s?",
    spare="empezad[oa]s?|comenzad[oa]s?|iniciad[oa]s?|hech[oa]s?",
    behind="hecho|logrado",
    ahead="próxim[oa]s?|siguientes?|por hacer|restantes?|abiert[oa]s?",
    form=rf"{_ES_FORM}|[a-zà-ÿ]{{2,}}(?:ó|aron|ieron)",
)

_PT_FORM = r"[a-zà-ÿ]{2,}(?:ado|ada|ados|adas|ido|ida|idos|idas)|feit[oa]s?|post[oa]s?|escrit[oa]s?|vist[oa]s?|abert[oa]s?|dit[oa]s?|pag[oa]s?|entregues?"
PORTUGUESE = States(
    happened=rf"(?:foi|foram|está|estão|tem|têm|ficou|ficaram|já|sido)(?: (?:já|sido|tudo))* (?:{_PT_FORM})",
    done="pront[oa]s?|concluíd[oa]s?|terminad[oa]s?|feit[oa]s?|acabad[oa]s?",
    going="em andamento|em curso|a decorrer|começou|em execução",
    open="ainda não|pendentes?|faltam?|por fazer|por (?:confirmar|decidir|rever)|sem (?:confirmação|decisão)",
    no="não|nunca|ninguém|nenhuma?|nada|nem",
    yet="ainda|foi|foram|tem|têm",
    tried="tentei|tentamos|tentad[oa]s?|tentativa|testei|testad[oa]s?|experimentei",
    undone="revertid[oa]s?|reverti|desfeit[oa]s?|desfiz|descartad[oa]s?|descartei|retirad[oa]s? de novo|voltei a|abandonad[oa]s?|desativad[oa]s?",
    failed="falhou|falharam|falha|quebrou|quebra|pior|mais lent[oa]s?|em vão|sem (?:sucesso|efeito)|não (?:funcionou|ajudou|resolveu)|perdeu",
    works="funcionam?|resolveu|resolvid[oa]s?|corrigid[oa]s?|ativad[oa]s?|em uso|ajuda",
    planned="próximo passo|a seguir|vai|vão|planejad[oa]s?|planead[oa]s?|previst[oa]s?|o plano",
    verdicts="decidid[oa]s?|aprovad[oa]s?|aceit[oa]s?|concedid[oa]s?|recusad[oa]s?|confirmad[oa]s?|autorizad[oa]s?",
    spare="começad[oa]s?|iniciad[oa]s?|feit[oa]s?",
    behind="feito",
    ahead="próxim[oa]s?|a fazer|restantes?|em aberto|seguintes?",
    form=_PT_FORM,
)

RUSSIAN = States(
    happened=r"[а-яё]{3,}(?:ен|ена|ено|ены|ён|ан|ана|ано|аны|ята|ято|яты|ут|ута|уты)|[а-яё]{2,}(?:ил|ал|ел|ял|ул)(?:а|о|и|ся|ась|ось|ись)?",
    done=r"готов[аоы]?|сделан[аоы]?|заверш[её]н[аоы]?|выполнен[аоы]?|закончен[аоы]?",
    going=r"идёт|идет|в процессе|выполняется|запущен[аоы]?|в работе|начат[аоы]?",
    open=r"ещё не|еще не|пока не|осталось|остаётся|остается|предстоит|ожида[а-яё]+|не начат[аоы]?|не решено",
    no="не|нет|никто|ничего|никогда|ни",
    yet="ещё|еще|пока",
    tried="пробовал[аи]?|попробовал[аи]?|пытал[а-яё]+|попыт[а-яё]+|тестировал[аи]?",
    undone=r"обратно|откатил[а-яё]*|вернул[а-яё]*|отменил[а-яё]*|отказал[а-яё]*|убрал[а-яё]*|выключил[а-яё]* снова|откачен[а-яё]*",
    failed=r"лома[а-яё]+|сломал[а-яё]*|пада[а-яё]+|упал[а-яё]*|не помог[а-яё]*|не работа[а-яё]+|хуже|медленнее|безуспешно|теря[а-яё]+|ошибк[а-яё]+",
    works=r"работает|работают|помог[а-яё]*|решил[а-яё]*|исправлен[а-яё]*|включ[её]н[а-яё]*|активн[а-яё]+|действует",
    planned=r"следующ[а-яё]+ шаг[а-яё]*|планиру[а-яё]+|план|далее|дальше|будет|будем|собира[а-яё]+",
    verdicts="решен[аоы]?|решил[аи]?|одобр[а-яё]+|соглас[а-яё]+|подтверд[а-яё]+|отказал[аи]?|отклон[а-яё]+|утвержд[а-яё]+",
    spare="начат[аоы]?|начал[аио]?|начинал[аио]?|сделан[аоы]?|приступ[а-яё]+",
    behind="сделано|готово|выполнено",
    ahead="далее|дальше|осталось|следующ[а-яё]+|открыт[а-яё]+|к выполнению",
    form="[а-яё]{3,}(?:ен|ена|ено|ены|ён|ан|ана|ано|аны|ят|ята|ято|яты)",
)

CHINESE = States(
    happened="已经?|了|过",
    done="完成|完毕|好了|就绪",
    going="正在|进行中|运行中|已开始",
    open="还没|尚未|还未|未(?:完成|开始|确认|决定)|待(?:定|办|处理|确认|审批)|没有(?:完成|开始|确认)|仍需",
    no="没|未|不|无|别",
    yet="还|尚|至今",
    tried="试过|尝试|试了|试着",
    undone="撤回|撤销|回滚|改回|恢复(?:了)?原|放弃|取消了|关掉了",
    failed="失败|出错|崩溃|更慢|没用|无效|不行|变差|丢失|报错",
    works="有效|可用|解决了?|正常|已启用|生效|成功|起作用",
    planned="下一步|计划|接下来|打算|将要?|准备",
    plain=False,
    verdicts="决定|批准|同意|确认|拒绝|通过",
    spare="开始|进行|处理|动手",
    behind="已完成",
    ahead="下一步|待办|剩余|未完成|后续",
)

JAPANESE = States(
    happened="済み?|ました|した$|された|った$",
    done="完了|済み|終わりました|終わった|できました|できた",
    going="中です|実行中|進行中|作業中|稼働中|開始しました",
    open="まだ|未着手|未完了|未定|未確認|未実施|していません|ていない|これから|保留|待ち",
    no="ません|ない|なかった|ずに",
    yet="まだ|未だ",
    tried="試し|試み|やってみ",
    undone="元に戻|戻しました|戻した|取り消|取りやめ|断念|撤回|やめました|外しました",
    failed="失敗|壊れ|落ち(?:た|ました)|悪化|遅くな|効果がな|うまくいか|エラー|だめ|駄目",
    works="動作してい|動いてい|解決|成功|有効|正常|使用中|稼働",
    planned="次は|次に|予定|計画|する方針|これから",
    plain=False,
    verdicts="決定|承認|同意|確認|却下|許可",
    spare="着手|開始|実施|対応|処理",
    behind="完了|済",
    ahead="次の|残り|未完|今後|待ち|保留",
)

KOREAN = States(
    happened="했습니다|됐습니다|되었습니다|했다|됐다|되었다|했음|됨|함",
    done="완료|끝났|끝나|마쳤|마침",
    going="진행중|실행중|작업중|시작했",
    open="아직|미정|미완|미확인|지않았|못했|대기|남아있|예정",
    no="않|못|없|미",
    yet="아직",
    tried="시도|해봤|해보았",
    undone="되돌렸|되돌림|원래대로|취소했|포기했|철회|롤백",
    failed="실패|깨졌|깨져|느려|소용없|효과가?없|오류|악화|죽었",
    works="작동|동작|해결|성공|정상|활성화|적용됐|적용되었",
    planned="다음|계획|예정|하기로",
    plain=False,
    verdicts="결정|승인|동의|확인|거절|허가",
    spare="시작|착수|진행|처리",
    behind="완료",
    ahead="다음|남은|할일|미완",
)

ARABIC = States(
    happened="تمت?|لم \\S+",
    done="اكتملت?|انتهت?|جاهزة?|مكتملة?",
    going="قيد التنفيذ|جار[يٍ]?|يجري|بدأت?",
    open="لم يتم|لم تتم|قيد الانتظار|معلقة?|بانتظار|في انتظار",
    no="لا|لم|لن|ليس|ليست|غير",
    yet="بعد|حتى الآن",
    tried="جربت|جربنا|حاولت|حاولنا|محاولة",
    undone="تراجع\\S*|ألغي\\S*|أعدت\\S*|أعيد\\S*|تخلي\\S*",
    failed="فشلت?|تعطل\\S*|أبطأ|أسوأ|بلا (?:فائدة|جدوى)|لم (?:ينجح|يساعد)",
    works="يعملت?|تعمل|نجحت?|حل\\S*|مفعلة?|تم تفعيل\\S*",
    planned="الخطوة التالية|سوف|سيتم|ستتم|الخطة|نخطط",
    verdicts="قرر\\S*|وافق\\S*|اعتمد\\S*|رفض\\S*|أكد\\S*",
    clitics="[وف]?",
    spare="بعد|يتم|تتم|بدأ|بدء|البدء",
    behind="أنجز|منجز",
    ahead="التالي|التالية|المتبقي|معلق",
)

BY_CODE = {
    "en": ENGLISH,
    "de": GERMAN,
    "fr": FRENCH,
    "es": SPANISH,
    "pt": PORTUGUESE,
    "ru": RUSSIAN,
    "zh": CHINESE,
    "ja": JAPANESE,
    "ko": KOREAN,
    "ar": ARABIC,
}
