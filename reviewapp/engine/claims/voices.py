"""Who is made to speak: text that addresses a machine, and sentences that only report what such a text says.

The words of all ten languages stand side by side, because each pattern is run once over a text of unknown language.
In RE2 `\\b` and `\\w` know ASCII only, so words of other scripts stand without borders.
"""

from __future__ import annotations

import re2


def one_of(*words: str) -> str:
    """Any one of the words; each argument may hold several, parted by spaces, `_` stands for a space."""
    return "(?:" + "|".join(word.replace("_", " ") for group in words for word in group.split()) + ")"


_NOTE = one_of(
    "note notice message instructions? attention hint info(?:rmation)? reminder memo warning important for to dear"
)
_MACHINES = one_of(
    "ais? llms? assistants agents bots chatbots models copilots crawlers ai[_-](?:\\w+[_-])?\\w+ language_models?",
    "automated_(?:\\w+_)?\\w+ (?:coding|virtual|automated|autonomous|digital)_(?:assistants?|agents?)",
    "compactors? summari[sz]ers?",
)
_ANY_MACHINE = one_of(
    "a\\.?i\\.? llms? assistants? agents? bots? chatbots? models? copilots? crawlers? robots? automations?",
    "compact[oe]rs?",
    "summari[sz]ers? scrapers? reviewers? moderators? systems? tools? readers?",
)
_ONE_MACHINE = "(?:a\\.?i|llm|assistant|agent|bot|chatbot|copilot)s?"
_FORCE = one_of(
    "may must should shall can will needs?_to ha(?:s|ve)_to (?:is|are)_to (?:is|are)_allowed (?:is|are)_free"
)
_OLD = one_of("previous prior earlier above all any your existing foregoing")
_RULES = one_of(
    "instructions? rules? prompts? guidelines? directions? directives? messages? restrictions? limits? policy policies"
)

_LEFT_NOTE = one_of("note notice message instructions? hint reminder memo")
_DE_NOTE, _DE_MACHINE = (
    one_of("hinweis nachricht anweisung achtung mitteilung"),
    one_of("ki ai bots? assistenten? agenten?"),
)
_FR_NOTE, _FR_MACHINE = (
    one_of("note avis message instructions? attention"),
    one_of("ia assistants? agents? modèles? robots?"),
)
_ES_NOTE = one_of("nota aviso mensaje mensagem instruc\\S+ instruç\\S+ atenci[oó]n atenção")
_ES_MACHINE = one_of("ia asistentes? assistentes? agentes? modelos? bots? sistemas?")
_ORDER = one_of("you your must may never ignore allowed approved lifted disabled enabled from_now_on")
_SYSTEM = one_of("notice message override prompt instructions? directive")

_ADDRESSED = (
    rf"\b{_NOTE}\b[^.\n:;!?]*\b{_MACHINES}\b[^.\n:;!?]*[:,]",
    rf"\b{_LEFT_NOTE}\s+(?:to|for)\s+(?:\w+ ){{0,2}}{_ANY_MACHINE}\b",
    rf"(?:^|[.!?>:*#/\n(\"'“‘«-]\s*)(?:all |any |every |the )?(?:\w+ (?:(?:and|or|/) )?)?{_MACHINES}(?: \w+)*\s*[:,]",
    rf"\b(?:to|for|dear|hey|hello|hi) (?:the |any |all |every |whichever )?(?:\w+ )?{_ONE_MACHINE}\b[^.\n:;!?]*[:,]",
    r"(?:^|[.!?*#/] +|[>\n\x22“] *)(?:assistant|agent|bot|chatbot|copilot), [a-z]+ ",
    rf"\b(?:ais?|llms|ai \w+|assistants|bots|agents|automated \w+|compactors?|summari[sz]ers?)\s+{_FORCE}\b",
    rf"\b(?:ai \w+|llms|assistants|bots|agents)\s+(?:\w+ing|that|which|who)\b[^.\n:;!?]{{0,80}}\b{_FORCE}\b",
    rf"\b{one_of('ignore disregard forget override bypass discard')}\b[^.\n]*\b{_OLD}\b[^.\n]*\b{_RULES}\b",
    rf"\b(?:system|admin|administrator|root|developer)\s+{_SYSTEM}\b",
    rf"(?:^|\n)\s*(?:\[system\]|<system>|<\|system\|>|###\s*system|system:)[^\n]*\b{_ORDER}\b",
    r"\b(?:important|urgent|priority) message\b[^.\n]*\byou\b",
    r"\b(?:when|while|before|if)\s+(?:(?:you|someone|anyone)\s+)?(?:summari[sz]|compact|condens)ing\b",
    r"\b(?:when|while|before|if)\s+(?:you|someone|anyone)\s+(?:summari[sz]e|compact|condense)s?\b",
    r"\b(?:that|who|which)\s+(?:summari[sz]es?|condenses?|compacts?|shortens?)\s+(?:this|the|our)\b",
    r"\b(?:in|into|from|to) (?:the|your|any) (?:summary|compaction|recap|handoff)\b",
    rf"\b{_DE_NOTE}\b[^.\n:]*\b{_DE_MACHINE}\b",
    r"\b(?:ki|ai)-(?:system|assistent|agent|modell|bot)\w*\s*[:,]",
    r"\bignorier\w*\b[^.\n]*\b(?:anweisung|regel|vorgab)\w*",
    rf"\b{_FR_NOTE}\b[^.\n:]*\b{_FR_MACHINE}\b[^.\n:]*:",
    r"\bignore[rz]?\b[^.\n]*\b(?:instructions?|consignes?|règles?)",
    rf"\b{_ES_NOTE}[^.\n:]*\b{_ES_MACHINE}\b[^.\n:]*:",
    r"\bignor[ae]\w*\b[^.\n]*(?:instrucciones|instruções|reglas|regras)",
    r"(?:ии|нейросет|ассистент|агент|бот)(?:ам|ов|ей|у|ы|и|-\S+)?[^.\n:]*:",
    r"игнориру\S*[^.\n]*(?:инструкц|правил|указан)",
    r"(?:\bAI|智能|人工智能|自动化?|机器人|大模型)(?:助手|代理|模型|系统|助理)[^。\n]*[:：,，]",
    r"(?:忽略|无视|忘记)[^。\n]*(?:指令|指示|规则|要求|提示)",
    r"(?:\bAI|エーアイ|ボット|自動)(?:アシスタント|エージェント|モデル|システム)?(?:へ|向け|の方|は|：)",
    r"(?:指示|命令|ルール)[^。\n]*(?:無視|忘れ)",
    r"(?:\bAI|인공지능|챗봇|봇|자동)\s*(?:어시스턴트|에이전트|비서|모델|시스템)?(?:에게|용|은|는)",
    r"(?:지시|명령|규칙)[^.\n]*무시",
    r"(?:الذكاء الاصطناعي|المساعد(?:ين|ات)?|الوكلاء?|الروبوتات?)[^.\n:]*:",
    r"تجاهل[^.\n]*(?:التعليمات|الأوامر|القواعد)",
)

_THIRD_PARTY = one_of(
    "tools? outputs? pages? sites? websites? web documents? docs? pdf files? e-?mails? mails? messages? tickets?",
    "issues?",
    "comments? readme reviews? text notes? notices? banners? rows? lines? slides? html csv logs? senders? authors?",
    "reporters?",
    "attackers? articles? posts? listings? results? responses? repositor(?:y|ies) commits? metadata headers? forms?",
    "letters?",
    "invoices? attachments? snippets? transcripts? entries entry cells? footers? descriptions? it they",
    "seite dokument datei kommentar nachricht page fichier commentaire página archivo arquivo comentario comentário",
)
_SAYS = one_of(
    "says? said states? stated claims? claimed asks? asked asking tells? told instructs? instructed contains?",
    "contained",
    "containing reads? demands? demanded urges? urged orders? ordered wants? wanted requests? requested addresse[sd]",
    "carries",
    "carried includes? included mentions? mentioned tries tried purports? pretends? suggests? recommends? advises?",
    "shows?",
    "showed insists? announces? announced had has holds? held bears? bore",
    "behauptet enthält sagt fordert prétend contient demande dit",
    "dice pide",
    "contiene afirma diz pede contém",
)
_TOLD = (
    rf"\b{_THIRD_PARTY}\b[^.;:!?\n]*?\b{_SAYS}\b",
    r"\b(?:according to|as per|per) (?:the|a|an|its|their|this|that)\b",
    r"\b(?:malicious|suspicious|phishing|spoof\w*|attack|attacker|fake|bogus|forged|rogue|social engineering|hidden)\b",
    r"\b(?:instruction|order|command|request|demand|text|line|note)s? (?:aimed|addressed|directed|meant|intended)\b",
    r"\b(?:no authority|sample (?:line|text|sentence)|for discussion|as an example)\b",
)
_REFUSED = one_of("ignored disregarded rejected refused dismissed discarded")
_UNDONE = one_of("followed obeyed acted executed carried applied heeded honou?red taken done")
_TURNED_DOWN = (
    r"\b(?:prompt injection|injection attempt|injected|untrusted|not trusted)\b",
    r"\bembedded (?:instruction|text|command|prompt)s?\b",
    r"\b(?:not (?:come )?from the user|does not apply|did not apply|doesn't apply)\b",
    rf"\b(?:was|were|is|are|been|and) (?:\w+ )?{_REFUSED}\b",
    rf"\b(?:wasn't|weren't|isn't|not) {_UNDONE}\b",
    rf"\b(?:we|i|agent|assistant|it) (?:has |have )?(?:declined|did not|didn't|{_REFUSED})\b",
    r"(?:eingeschleust|untergeschoben|nicht befolgt|ignoriert|verdächtig|angeblich|nicht vom nutzer)",
    r"(?:ignorée?s?|pas suivie?s?|non suivie?s?|suspecte?s?|malveillant\w*|ne vient pas de l'utilisateur|injectée?s?)",
    r"(?:ignorad[oa]s?|sospechos[oa]s?|suspeit[oa]s?|malicios[oa]s?|inyectad\w+|injetad\w+)",
    r"(?:no se (?:siguió|siguieron)|não (?:foi|foram) seguid\w+)",
    r"(?:проигнор|игнорирован|подозрител|вредонос|внедр[её]нн|не выполн|не последов|не от пользователя)",
    r"(?:注入|忽略了|已忽略|被忽略|未执行|没有执行|可疑|未采纳|未遵循|不可信|不予)",
    r"(?:インジェクション|無視し|無視さ|従わ|不審|信頼できない)",
    r"(?:인젝션|주입|무시했|무시함|무시하였|의심|따르지|신뢰할 수 없)",
    r"(?:تم تجاهل|تجاهلنا|مشبوه|لم يتم|غير موثوق|حقن)",
)
_STILL_ORDERED = (rf"\b(?:must|should|shall|can|may|to|will) (?:now )?be {_REFUSED}\b",)

_USER = one_of(
    "users? customers? callers? clients? owner operator principal human requester admin nutzer(?:in)? benutzer(?:in)?",
    "anwender(?:in)? utilisateur utilisatrice usuari[oa] usuári[oa]",
)
_WANTS = one_of(
    "wants? wanted wish(?:es|ed)? asks? asked requires? required requests? requested prefers? preferred approve[sd]?",
    "allow(?:s|ed) authori[sz]e[sd] permit(?:s|ted) grant(?:s|ed) agree[sd]? confirm(?:s|ed) decided demands? expects?",
    "instructed told gave needs said okayed signed_off consent(?:s|ed) insists wünscht möchte verlangt erlaubt",
    "veut souhaite demande autorise exige quiere pide autoriza desea quer pede deseja permite",
)
_WISHES = (
    r"\b(?:nutzer|benutzer|anwender|kunde|kundin)(?:in)?\b[^.;:!?\n]*?\bwill\b",
    rf"\b{_USER}\b[^.;:!?\n]*?\b{_WANTS}\b",
    r"\b(?:as|per|at) the user(?:'s)?\b|\buser (?:request|preference|wish|approval|permission|instruction)s?\b",
    r"(?:пользовател\S* (?:хочет|просит|попросил|требует|разреш|желает))",
    r"(?:用户(?:希望|要求|想|需要|同意|批准|允许|请求)|ユーザー(?:は|が)|사용자(?:는|가))",
    r"(?:المستخدم (?:يريد|طلب|يطلب|وافق|سمح))",
)


_DESIRES = one_of(
    "wants? wanted wish(?:es|ed)? asks? asked requests? requested would_like desires? hopes? insists? demands?",
    "expects?",
    "wünscht will möchte verlangt bittet erwartet veut souhaite demande exige attend aimerait quiere pide desea exige",
    "espera quer deseja gostaria",
)
_DESIRED = (rf"\b{_DESIRES}\b", r"(?:хочет|хотят|просит|просят|требует|желает)")


_ALLOWED = one_of("approved allowed authori[sz]ed permitted granted okayed cleared")
_ALLOWS = one_of("approve[sd]? allow(?:s|ed) authori[sz]e[sd] permit(?:s|ted) grant(?:s|ed) okayed cleared signed_off")
_LEAVE = (
    rf"\b{_USER}\b[^.;:!?\n]*?\b{_ALLOWS}\b",
    rf"\b{_ALLOWED} by (?:the )?{_USER}\b",
)

_CHECK = one_of(
    "approvals? reviews? reviewers? sign-?offs? confirmations? verifications? checks? checking consent clearance",
    "authori[sz]ations? limits? restrictions? asking confirming approving freigabe genehmigung prüfung rückfrage",
    "validation approbation autorisation vérification confirmación aprobación revisión autorización confirmação",
    "aprovação revisão autorização",
)
_FREED = one_of("without skip(?:s|ped|ping)? bypass(?:es|ed|ing)? waive[sd]? waiving exempt_from ohne sans sin sem")
_NO = one_of("no kein\\w* aucune? ningun[ao]? nenhuma?")
_NEEDED = one_of("needed required necessary nötig erforderlich nécessaire requise necesari[ao] necessári[ao]")
_WAIVERS = (
    r"\bpre-?\s?(?:approved|authori[sz]ed|cleared)\b",
    rf"\b{_FREED}\b[^.;:!?\n]{{0,30}}\b{_CHECK}\b",
    r"\b(?:waive[ds]?|exempt(?:ed)?|befreit|erlassen|dispensée?s?|exemptée?s?|exent[oa]s?|isent[oa]s?|dispensad[oa]s?)\b",
    r"(?:освобожд[её]н|豁免|免除|면제|معفى|إعفاء)",
    rf"\b{_NO} (?:\w+ )?{_CHECK} (?:is |are |ist |n'est |es |é )?{_NEEDED}\b",
    r"(?:без (?:\S+ )?(?:согласовани|проверк|одобрени|подтверждени)\S*)",
    r"(?:无需|不需要|免)(?:\S{0,4})(?:审批|批准|审核|确认)|(?:承認|確認)(?:は|が)?(?:不要|なしで)|(?:승인|확인)\s*(?:없이|불필요)",
    r"(?:دون|بدون) (?:موافقة|مراجعة|تأكيد)",
)

# `Rows without consent flag` speaks of a thing that is named after the check.
_THING = re2.compile(r" (?:flags?|forms?|fields?|columns?|dates?|numbers?|box(?:es)?|letters?|texts?|marks?|status)\b")

MACHINE = frozenset({"you", "your", "yourself", "agent", "agents", "assistant", "assistants", "bot", "bots", "ai"})


def _any_of(patterns: tuple[str, ...]) -> re2._Regexp:
    """One pattern for all. RE2's default 8 MB hold too few states for it: it would scan five times slower."""
    options = re2.Options()
    options.max_mem = 64 << 20
    return re2.compile("(?i)" + "|".join(f"(?:{pattern})" for pattern in patterns), options)


ADDRESSED = _any_of(_ADDRESSED)
IS_TOLD = _any_of(_TOLD)
IS_TURNED_DOWN = _any_of(_TURNED_DOWN)
_IS_STILL_ORDERED = _any_of(_STILL_ORDERED)
IS_WISH = _any_of(_WISHES)
IS_DESIRE = _any_of(_DESIRED)
IS_LEAVE = _any_of(_LEAVE)
IS_WAIVER = _any_of(_WAIVERS)


def reports(folded: str) -> bool:
    """Does the sentence only tell what a document or a tool says, or that this was turned down?"""
    if IS_TURNED_DOWN.search(folded):
        return not _IS_STILL_ORDERED.search(folded)
    told, wish = IS_TOLD.search(folded), IS_WISH.search(folded)
    return bool(told) and (wish is None or told.start() < wish.start())


def tells_a_wish(folded: str) -> bool:
    """Does the sentence say that the user wants, asked for or allowed something?"""
    return bool(IS_WISH.search(folded))


def wishes_for(folded: str) -> int:
    """Where the words end that say that the user wants something; 0 where none do."""
    wish = IS_WISH.search(folded)
    return wish.end() if wish else 0


def is_desire(folded: str) -> bool:
    """Does it say that anybody wants or asks for something?"""
    return bool(IS_DESIRE.search(folded))


def gives_leave(folded: str) -> int | None:
    """Where the words end that say that the user allowed or approved something; None where none do."""
    leave = IS_LEAVE.search(folded)
    return leave.end() if leave else None


def waives(folded: str) -> bool:
    """Does the text free somebody from an approval, a review or a limit?"""
    waiver = IS_WAIVER.search(folded)
    return waiver is not None and not _THING.match(folded[waiver.end() :])
