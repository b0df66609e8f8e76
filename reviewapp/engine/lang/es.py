"""Spanish."""

from __future__ import annotations

from reviewapp.engine.lang.base import Cue, Language

SPANISH = Language(
    code="es",
    name="Spanish",
    cues={
        Cue.NOT: (
            "no|nunca|jamás|ningún|ninguna|ninguno|nadie|nada|ni|sin|tampoco|en ningún caso|bajo ningún concepto|bajo ninguna circunstancia|de ningún modo|en ningún momento|ya no"
        ),
        Cue.BAN: "prohibido|prohibida|prohibidos|prohibidas|prohíbe|prohibición|vedado|vetado",
        Cue.BAR: (
            "prohibido|prohibida|prohibidos|prohibidas|prohibir|prohíbe|prohibición|rechazar|rechaza|rechazado|rechazada|denegado|denegada|negar|niega|excluir|excluido|excluida|"
            "evitar|evite|evita|impedir|impide|imposible|vedado|vedada|vetado|vetada|vetados|vetadas|falta|faltan|bloquear|bloqueado|bloqueada|inadmisible|abstenerse|omitir"
        ),
        Cue.AKIN: "en lugar|en vez|suspendido|suspendida|confidencial|cerrado|cerrada|parar|detener|detenido|sigue|queda|quedan|pendiente|cancelado|cancelada|fuera de|intacto|intacta",
        Cue.FEW: "rara vez|raramente|apenas|poco|pocos|pocas|casi nunca|casi ningún",
        Cue.ONLY: "solo|sólo|solamente|únicamente|exclusivamente|sino|limitado a|limitada a|reservado a|más que",
        Cue.LIMIT: "como máximo|como mucho|como mínimo|al menos|máximo|mínimo|no más de|a más tardar",
        Cue.NEED: "requiere|requieren|exige|exigen|necesita|necesitan|depende",
        Cue.MUST: (
            "debe|deben|debes|deberá|deberán|tiene que|tienen que|tienes que|hay que|obligatorio|obligatoria|"
            "necesario|necesaria|siempre|es preciso|imprescindible|exige|requiere|requieren|asegúrese|asegúrate|"
            "sin excepción|sin falta|ha de|han de|en ningún caso|bajo ningún concepto|bajo ninguna circunstancia"
        ),
        Cue.SHOULD: "debería|deberían|deberías|recomendable|recomendado|se recomienda|conviene|preferible|mejor",
        Cue.MAY: "puede|pueden|puedes|podrá|podrán|podría|permitido|permitida|permite|permiten|autorizado|autorizada|posible|libre de|se permite|está bien",
        Cue.HEDGE: (
            "si es posible|en lo posible|cuando sea posible|de ser posible|preferiblemente|preferentemente|generalmente|normalmente|habitualmente|intente|intentar|procure|procurar|"
            "idealmente|con cuidado|tener cuidado|suele|suelen|se recomienda|recomendable|conviene"
        ),
        Cue.UNLESS: (
            "salvo|excepto|a menos|sin|solo si|sólo si|siempre que|siempre y cuando|con la excepción|a excepción|"
            "fuera de|previa"
        ),
        Cue.CARE: "con cuidado|tener cuidado|mejor no|preferiblemente no",
        Cue.PAST: "fue|fueron|estaba|estaban",
        Cue.EVEN: "ni siquiera|incluso para|incluso con|aunque|incluso si|también si",
        Cue.CEASE: "detenga|suspenda|deje de|pare",
        Cue.OVER: "en lugar de|en vez de",
        Cue.ALL: "cualquiera|todo el mundo|en cualquier momento|libremente",
        Cue.VOID: "ya no se aplica|ya no aplica|ya no rige|revocado|revocada|sin efecto",
        Cue.DONE: "fue|fueron|ha sido|han sido|ya se|estaba",
        Cue.EACH: "cada|todo|toda|todos|todas",
        Cue.UNTIL: "hasta|antes|después|una vez que|más allá",
        Cue.DURING: "durante|mientras",
        Cue.IF: "si|cuando|en caso|cada vez",
        Cue.LIFT: (
            "ya no|levantado|levantada|anulado|anulada|cancelado|cancelada|cancela|olvida|olvide|olvídate|al final|revocado|revocada|reemplazado|reemplazada|descartado|descartada|"
            "cambio de planes|deja de|sin efecto|ahora sí|ya se puede|ya puede|ya pueden"
        ),
        Cue.ONCE: "esta vez|solo hoy|sólo hoy|por hoy|una sola vez|excepcionalmente|por ahora|de momento|provisionalmente",
        Cue.HEARSAY: "dicen que|al parecer|supuestamente|parece que|quizás|quizá|tal vez|creo que|se rumorea",
        Cue.PLAIN: "no solo|no sólo|no hay problema|sin problema|por qué no|o no|nada más|no obstante|ni hablar|de nada|un poco|sin embargo",
        Cue.FREE: "no hace falta|no es necesario|no es obligatorio|opcional|no tiene que|no tienen que|no necesita|exento|exenta|innecesario",
        Cue.SPLIT: "pero|porque|sino|aunque|ya que|puesto que|mientras que|por eso|así que|sin embargo|pues|luego|además|entonces",
        Cue.SAY: "por favor|gracias|hola|nota|atención|importante|ojo",
    },
    common=(
        "el la los las de y en que es un una por con para no se del al lo su sus más pero como esta este está son hay muy ya sin sobre también entre cuando nunca debe puede solo si "
        "hasta antes todo todos nos le les fue ha yo tú usted ni"
    ),
    stop=(
        "el la los las un una unos unas de del al a y o u e en con por para que se su sus mi mis tu tus nuestro nuestra le les lo nos me te es son era fue ser está están estar ha han haber hay "
        "este esta estos estas ese esa eso esto aquel más menos muy como si ya también pero porque cuando donde quien cual todo toda todos todas otro otra uno no debe puede hasta nunca solo"
    ),
    answers="no ninguno ninguna nunca nadie",
    bare="no nunca",
    inflected=True,
    anew="ahora ya nuevamente",
    bygone="inicialmente originalmente antes levantada levantado",
    yielding="posible",
    flat="sin excepción|en todos los casos",
    assents="preguntar permiso aprobación autorización consentimiento",
    there="con es está están fue fueron incluido",
    nones="ningún ninguna ninguno",
    dues="necesario necesaria",
    rulings="regla prohibición restricción obligación veto",
    gone="levantada levantado terminado terminada eliminada",
    applying="aplica aplican vigor vigente sigue siguen",
    sooner="antes",
    waiting="hasta antes",
    stemmer="spanish",
    openers=(
        "use usa utilice utiliza verifique verifica pregunte pregunta envíe envía espere espera mantenga mantén deje deja llame llama borre borra cierre cierra abra abre revise revisa "
        "consulte consulta añada añade guarde guarda pida pide avise avisa compruebe comprueba"
    ),
)
