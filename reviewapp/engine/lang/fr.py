"""French."""

from __future__ import annotations

from reviewapp.engine.lang.base import Cue, Language

FRENCH = Language(
    code="fr",
    name="French",
    cues={
        Cue.NOT: (
            "ne|n'|pas|jamais|aucun|aucune|personne ne|rien|ni|sans|nul|nulle|nulle part|non|en aucun cas|sous aucun prétexte|à aucun moment|ne plus|ne pas|"
            "point de|plus jamais"
        ),
        Cue.BAN: "interdit|interdite|interdits|interdites|interdiction|défendu|défense de|prohibé",
        Cue.BAR: (
            "interdit|interdite|interdits|interdites|interdire|interdiction|défendu|défense de|prohibé|prohibée|refuse|refuser|refusé|refusée|exclu|exclue|exclus|exclure|"
            "éviter|évitez|évite|empêcher|empêche|impossible|proscrit|proscrite|bloquer|bloqué|bloquée|manque|rejeter|rejeté|rejetée|s'abstenir|inadmissible"
        ),
        Cue.AKIN: "au lieu|plutôt que|suspendu|suspendue|confidentiel|confidentielle|fermé|fermée|arrêter|arrêté|reste|restent|annulé|annulée|en attente",
        Cue.FEW: "rarement|guère|à peine|peu|presque jamais|presque aucun",
        Cue.ONLY: (
            "ne que|uniquement|seulement|exclusivement|seul|seule|seuls|seules|que les|que le|que la|qu'|que|"
            "limité à|réservé à|réservée à"
        ),
        Cue.LIMIT: "au maximum|au plus|au moins|maximum|minimum|pas plus de|au plus tard|au plus tôt",
        Cue.NEED: "exige|exigent|nécessite|nécessitent|suppose|supposent|dépend",
        Cue.MUST: (
            "doit|doivent|devez|dois|devra|devront|faut|faudra|obligatoire|obligatoires|impératif|impérativement|"
            "nécessaire|toujours|exige|exigé|requis|requise|veillez|assurez|tenu de|tenus de|il est impératif|"
            "absolument|sans exception|systématiquement|en aucun cas|sous aucun prétexte"
        ),
        Cue.SHOULD: "devrait|devraient|devriez|recommandé|conseillé|préférable|préfère|de préférence|il vaut mieux",
        Cue.MAY: "peut|peuvent|pouvez|peux|pourra|pourrait|autorisé|autorisée|autorisés|permis|permise|possible|droit de|libre de|d'accord pour|accepté",
        Cue.HEDGE: (
            "il vaudrait mieux|vaudrait mieux|il vaut mieux|de préférence|si possible|dans la mesure du possible|de préférence|en général|généralement|normalement|habituellement|essayez|essayer|idéalement|prudence|prudent|"
            "attention à|plutôt|autant que possible|conseillé|recommandé|préférable|éventuellement"
        ),
        Cue.UNLESS: (
            "sauf|à moins|excepté|hormis|hors|sans|seulement si|uniquement si|à condition|à l'exception|"
            "pourvu que|sous réserve"
        ),
        Cue.CARE: "prudence|prudent|attention à|plutôt pas|si possible éviter",
        Cue.PAST: "était|étaient|fut|furent",
        Cue.EVEN: "même pour|même avec|même quand|même si|y compris",
        Cue.CEASE: "arrêtez|cessez|suspendez",
        Cue.OVER: "au lieu de|plutôt que",
        Cue.ALL: "n'importe qui|tout le monde|n'importe quand|librement",
        Cue.VOID: "ne s'applique plus|ne s'appliquent plus|levé|levée|révoqué|n'est plus en vigueur",
        Cue.DONE: "a été|ont été|était|étaient|déjà",
        Cue.EACH: "chaque|tout|toute|tous|toutes",
        Cue.UNTIL: "jusqu'à|jusqu'au|avant|après|dès que|au delà",
        Cue.DURING: "pendant|durant|tant que",
        Cue.IF: "si|quand|lorsque|lorsqu'|en cas|chaque fois",
        Cue.LIFT: (
            "ne plus|n'est plus|plus besoin|levé|levée|annulé|annulée|annulez|annuler|oubliez|oublie|laisse tomber|finalement|désormais|remplacé|remplacée|abandonné|"
            "changement de plan|ne s'applique plus|périmé|révoqué"
        ),
        Cue.ONCE: "cette fois|pour cette fois|exceptionnellement|pour aujourd'hui|aujourd'hui seulement|une seule fois|pour l'instant|provisoirement",
        Cue.HEARSAY: "paraît|il paraît|apparemment|on dit que|selon certains|peut-être|je crois|je pense|soi-disant",
        Cue.PLAIN: "non seulement|pas de problème|pas de souci|n'est-ce pas|pas mal|pourquoi pas|ou non|plus de|parce que|afin que|pour que|ainsi que|bien que|est-ce que|alors que|que vous|que nous|que je|un peu|ce que|ce qui",
        Cue.FREE: "pas besoin|n'est pas nécessaire|n'est pas obligatoire|pas obligé|facultatif|facultative|optionnel|inutile de|dispensé|dispensée",
        Cue.SPLIT: "mais|car|parce que|puisque|donc|cependant|tandis que|alors que|toutefois|pourtant|afin que|sinon|puis|ensuite",
        Cue.SAY: "merci|bonjour|svp|s'il vous plaît|note|remarque|attention|important",
    },
    common=(
        "de le la les des du et est un une dans pour qui que sur pas ne avec au aux ce cette ces il elle nous vous ils sont être par plus mais ou où si doit jamais sans jusqu tous "
        "tout leur leurs son sa ses notre votre je tu on été dont chaque d l n s qu c j"
    ),
    stop=(
        "le la les l un une des du de d et ou mais dans en au aux à a pour par sur sous avec sans ce cet cette ces il elle ils elles nous vous je tu on se s me te lui leur leurs son sa ses "
        "mon ma mes ton ta tes notre nos votre vos qui que qu dont où est sont été être était ont avoir avait ne n pas plus y comme si très tout tous toute toutes même aussi donc car "
        "faire fait doit doivent peut peuvent c j"
    ),
    answers="non aucun aucune jamais",
    bare="pas non",
    inflected=True,
    anew="maintenant désormais nouveau",
    bygone="initialement auparavant levée levé ancienne",
    yielding="possible",
    flat="sans exception|dans tous les cas",
    assents="demander accord autorisation approbation validation",
    there="avec est sont était été du",
    nones="aucun aucune",
    dues="nécessaire requis requise",
    rulings="règle interdiction restriction obligation gel",
    gone="levée levé finie fini supprimée supprimé",
    applying="applique appliquent vigueur reste restent",
    sooner="avant",
    waiting="avant tant",
    stemmer="french",
    openers=(
        "vérifiez vérifier demandez demander utilisez utiliser envoyez envoyer gardez garder laissez laisser attendez attendre ne faites mettez prenez appelez appeler fermez ouvrez "
        "supprimez ajoutez ajouter livrez livrer respectez notez écrivez"
    ),
)
