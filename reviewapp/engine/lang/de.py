"""German."""

from __future__ import annotations

from reviewapp.engine.lang.base import Cue, Language

GERMAN = Language(
    code="de",
    name="German",
    cues={
        Cue.NOT: (
            "nicht|nie|niemals|kein|keine|keinen|keinem|keiner|keines|keinerlei|niemand|niemandem|niemanden|"
            "nirgends|nirgendwo|nichts|weder|noch nie|ohne|auf keinen fall|unter keinen umständen|keinesfalls|"
            "keineswegs|nimmer|nein|zu keiner zeit|zu keinem zeitpunkt|nicht mehr|gilt nicht mehr|"
            "gelten nicht mehr|gilt nicht"
        ),
        Cue.BAN: "verboten|verbietet|verbieten|untersagt|untersagen|unzulässig|tabu|verbot",
        Cue.BAR: (
            "verboten|verbietet|verbieten|untersagt|untersagen|unzulässig|unerlaubt|verweigert|verweigern|lehnt ab|abgelehnt|ablehnen|ausgeschlossen|"
            "ausschließen|vermeiden|vermeidet|verhindern|verhindert|tabu|sperren|gesperrt|unterlassen|unterlässt|fehlt|fehlen|mangelt|verbot|"
            "ausgenommen|unmöglich|unterbleiben|unterbleibt|absehen|abzusehen|abgesehen wird"
        ),
        Cue.AKIN: "statt|anstatt|gestoppt|angehalten|vertraulich|geheim|geschlossen|offen|bleibt|bleiben|ausgesetzt|entfällt|nirgends sonst|tabu|weglassen",
        Cue.FEW: "selten|kaum|wenig|wenige|weniger|fast nie|fast kein|fast keine",
        Cue.ONLY: "erst ab|erst nach|erst wenn|erst am|nur|ausschließlich|lediglich|allein|bloß|einzig|niemand außer|beschränkt auf|nur noch",
        Cue.LIMIT: "höchstens|maximal|mindestens|spätestens|frühestens|max|nicht mehr als|nicht später als",
        Cue.NEED: "erfordert|erfordern|setzt voraus|setzen voraus|bedarf|bedürfen|braucht|brauchen|nötig|abhängig",
        Cue.MUST: (
            "muss|müssen|musst|müsst|zwingend|unbedingt|immer|stets|ist zu|sind zu|hat zu|haben zu|erforderlich|"
            "verpflichtend|pflicht|notwendig|verlangt|erfordert|braucht|brauchen|jederzeit|in jedem fall|"
            "auf jeden fall|grundsätzlich|vorgeschrieben|bitte|auf keinen fall|unter keinen umständen|keinesfalls"
        ),
        Cue.SHOULD: "soll|sollen|sollte|sollten|empfohlen|empfiehlt|ratsam|bevorzugt",
        Cue.MAY: "darf|dürfen|darfst|kann|können|könnte|könnten|erlaubt|gestattet|zulässig|berechtigt|genehmigt|möglich|freigegeben|in ordnung|ok",
        Cue.HEDGE: (
            "nach möglichkeit|wenn möglich|möglichst|wo möglich|in der regel|normalerweise|üblicherweise|meist|meistens|eher|vorsichtig|vorsicht|"
            "am besten|idealerweise|gerne|ungern|versuchen|empfohlen|bevorzugt|bei gelegenheit|gegebenenfalls|generell|tendenziell"
        ),
        Cue.UNLESS: (
            "außer|bis auf|es sei denn|ausgenommen|ohne|nur wenn|nur mit|nur nach|sofern|mit ausnahme|abgesehen von|"
            "vorbehaltlich"
        ),
        Cue.CARE: "vorsichtig|vorsicht|ungern|eher nicht|lieber nicht|möglichst nicht",
        Cue.PAST: "wurde|wurden|war|waren",
        Cue.EVEN: "auch für|selbst für|sogar für|auch mit|selbst mit|auch wenn|selbst wenn|sogar wenn|auch bei",
        Cue.OVER: "statt|anstatt|anstelle",
        Cue.CEASE: "lass|halte|stopp|stoppe",
        Cue.ALL: "jeder darf|alle dürfen|jederzeit|überall|beliebig",
        Cue.VOID: "gilt nicht mehr|gelten nicht mehr|aufgehoben|hinfällig|gilt nicht",
        Cue.DONE: "wurde|wurden|war|waren|worden|bereits|schon",
        Cue.EACH: "jede|jeder|jedes|jeden|jedem|alle|sämtliche",
        Cue.UNTIL: "bis|bevor|ehe|vor|nach|über|unter|sobald|erst wenn|erst nach",
        Cue.DURING: "während|bei|solange",
        Cue.IF: "wenn|falls|im falle|wann immer|sobald",
        Cue.LIFT: (
            "nicht mehr|nicht länger|aufgehoben|hinfällig|gilt nicht mehr|zurückgezogen|gestrichen|vergiss|vergesst|doch nicht|stattdessen|überholt|"
            "abgesagt|storniert|ab sofort darf|jetzt darf|jetzt doch|entfällt|erledigt|ersetzt|planänderung"
        ),
        Cue.ONCE: "dieses mal|diesmal|ausnahmsweise|nur heute|heute nur|einmalig|vorerst|vorläufig|für heute|dieses eine mal",
        Cue.HEARSAY: "angeblich|anscheinend|ich glaube|vermutlich|man sagt|soll angeblich|vielleicht|gerüchteweise",
        Cue.PLAIN: "nicht nur|kein problem|keine sorge|keine ahnung|ob oder nicht|nicht zuletzt|kein thema|ein wenig|vor allem|nach wie vor|vor ort|bis zu|bei uns",
        Cue.FREE: "muss nicht|müssen nicht|nicht nötig|nicht erforderlich|nicht notwendig|braucht nicht|brauchen nicht|optional|freiwillig|keine pflicht|unnötig",
        Cue.SPLIT: "aber|sondern|denn|weil|da|obwohl|jedoch|während|deshalb|daher|damit|sodass|und zwar|doch|sonst|trotzdem|also",
        Cue.SAY: "bitte|danke|hallo|hinweis|achtung|wichtig|übrigens|gut",
    },
    common=(
        "der die das und ist nicht ein eine mit für auf dem den des im zu von wird werden sind wir ihr sie auch aber nach bei nur oder wenn als dass bitte keine kein darf "
        "muss soll es an aus zum zur vom beim über unter bis noch schon hat haben ich du er man dürfen müssen"
    ),
    stop=(
        "der die das den dem des ein eine einen einem einer eines und oder aber auch in im an am auf aus bei beim mit von vom zu zum zur für über unter nach vor durch um gegen ist "
        "sind war waren wird werden wurde wurden sein hat haben hatte ich du er sie es wir ihr ihn ihm uns euch sich mein dein sein unser dass daß als wie wo was wer dieser diese "
        "dieses diesen diesem jeder jede jedes alle alles man noch schon so da dann dort hier jetzt heute bitte nur nicht kein keine muss darf soll kann wenn bis nie immer"
    ),
    answers="nein keine keiner nie niemand",
    bare="nicht nie",
    inflected=True,
    anew="jetzt wieder nun",
    bygone="zunächst anfangs ursprünglich früher vorher aufgehoben freigegeben",
    yielding="möglich machbar",
    flat="ausnahmslos|ohne ausnahme|in jedem fall",
    assents="fragen rückfrage genehmigung zustimmung freigabe erlaubnis bestätigung",
    there="mit samt inklusive etwas ist sind war waren wird wurde wurden worden",
    nones="kein keine keinen keiner",
    dues="nötig erforderlich notwendig",
    rulings="regel verbot sperre pflicht beschränkung auflage",
    gone="vorbei weg aufgehoben hinfällig gefallen",
    applying="gilt gelten kraft besteht bleibt bleiben",
    sooner="vor bevor ehe",
    waiting="bis bevor ehe",
    stemmer="german",
    negative_starts=("un",),
    positive="unter unser und uni uns",
    openers=(
        "lösche lasse lass halte bleib nimm nutze verwende benutze prüfe frage frag melde sende schicke starte stoppe öffne schließe warte gib mach schreibe lies ändere trage "
        "buche rufe ruf bringe stelle setze lege führe erstelle teste behalte achte"
    ),
)
