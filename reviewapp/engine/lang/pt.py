"""Portuguese."""

from __future__ import annotations

from reviewapp.engine.lang.base import Cue, Language

PORTUGUESE = Language(
    code="pt",
    name="Portuguese",
    cues={
        Cue.NOT: "não|nunca|jamais|nenhum|nenhuma|ninguém|nada|nem|sem|tampouco|em caso algum|em hipótese alguma|de jeito nenhum|de modo algum|em momento algum|já não",
        Cue.BAN: "proibido|proibida|proibidos|proibidas|proíbe|proibição|vedado",
        Cue.BAR: (
            "proibido|proibida|proibidos|proibidas|proibir|proíbe|proibição|vedado|vedada|recusar|recusa|recusado|recusada|rejeitar|rejeitado|negar|negado|negada|excluir|excluído|excluída|"
            "evitar|evite|impedir|impede|impossível|falta|faltam|bloquear|bloqueado|bloqueada|inadmissível|abster"
        ),
        Cue.AKIN: "em vez|ao invés|suspenso|suspensa|confidencial|fechado|fechada|parar|parado|continua|permanece|permanecem|fica|ficam|pendente|cancelado|cancelada|intacto|intacta",
        Cue.FEW: "raramente|dificilmente|mal|pouco|poucos|poucas|quase nunca|quase nenhum",
        Cue.ONLY: (
            "só|somente|apenas|unicamente|exclusivamente|limitado a|limitada a|reservado a|restrito a|restrita a"
        ),
        Cue.LIMIT: "no máximo|no mínimo|pelo menos|ao menos|máximo|mínimo|não mais de|o mais tardar",
        Cue.NEED: "requer|requerem|exige|exigem|precisa|precisam|depende",
        Cue.MUST: (
            "deve|devem|deverá|deverão|tem que|tem de|têm que|têm de|é preciso|preciso|precisa|precisam|"
            "obrigatório|obrigatória|necessário|necessária|sempre|exige|requer|requerem|certifique|garanta|"
            "sem exceção|sem falta|há de|em caso algum|em hipótese alguma|de jeito nenhum"
        ),
        Cue.SHOULD: "deveria|deveriam|recomendável|recomendado|recomenda-se|convém|preferível|melhor",
        Cue.MAY: "pode|podem|poderá|poderão|poderia|permitido|permitida|permite|permitem|autorizado|autorizada|possível|livre para|liberado|liberada",
        Cue.HEDGE: (
            "se possível|sempre que possível|na medida do possível|de preferência|preferencialmente|geralmente|normalmente|em geral|tente|tentar|procure|procurar|idealmente|"
            "com cuidado|cuidado|costuma|costumam|recomenda-se|recomendável|convém"
        ),
        Cue.UNLESS: (
            "salvo|exceto|a menos|sem|só se|somente se|apenas se|desde que|contanto que|com exceção|à exceção|fora"
        ),
        Cue.CARE: "com cuidado|cuidado|melhor não|de preferência não",
        Cue.PAST: "foi|foram|estava|estavam",
        Cue.EVEN: "mesmo para|mesmo com|nem mesmo|mesmo se|mesmo que|inclusive",
        Cue.CEASE: "pare|suspenda|deixe de",
        Cue.OVER: "em vez de|ao invés de",
        Cue.ALL: "qualquer um|todo mundo|a qualquer momento|livremente",
        Cue.VOID: "já não se aplica|não se aplica mais|não vale mais|revogado|revogada|sem efeito",
        Cue.DONE: "foi|foram|já foi|estava",
        Cue.EACH: "cada|todo|toda|todos|todas",
        Cue.UNTIL: "até|antes|depois|após|além de",
        Cue.DURING: "durante|enquanto",
        Cue.IF: "se o|se a|se os|se as|se ele|se ela|se houver|se não|se for|se um|se uma|se eu|se você|quando|caso|em caso|cada vez",
        Cue.LIFT: (
            "não mais|já não|suspenso|anulado|anulada|cancelado|cancelada|cancele|cancela|esqueça|esquece|revogado|revogada|substituído|substituída|descartado|mudança de planos|"
            "deixa de|sem efeito|agora pode|agora podem|afinal"
        ),
        Cue.ONCE: "desta vez|dessa vez|só hoje|apenas hoje|por hoje|uma única vez|excepcionalmente|por enquanto|provisoriamente|só desta vez",
        Cue.HEARSAY: "dizem que|ao que parece|supostamente|parece que|talvez|acho que|segundo dizem",
        Cue.PLAIN: "não só|não apenas|sem problema|sem problemas|por que não|ou não|nada mais|de nada|um pouco|não obstante",
        Cue.FREE: "não é preciso|não é necessário|não é obrigatório|opcional|facultativo|não precisa|não precisam|dispensado|dispensada|desnecessário|isento|isenta",
        Cue.SPLIT: "mas|porque|porém|embora|pois|já que|enquanto que|por isso|então|contudo|todavia|senão|depois|além disso",
        Cue.SAY: "por favor|obrigado|obrigada|olá|oi|nota|atenção|importante",
    },
    common=(
        "o a os as de do da dos das e em no na nos nas que é um uma por com para não se ao aos à seu sua mais mas como está são há muito já sem sobre também entre quando nunca deve "
        "pode só até antes todo todos foi tem eu você vocês ele ela nem pelo pela isso esse essa"
    ),
    stop=(
        "o a os as um uma uns umas de do da dos das ao aos à às e ou em no na nos nas com por para pelo pela que se seu sua seus suas meu minha nosso nossa lhe lhes me te é são era foi ser "
        "está estão estar tem têm ter há este esta estes estas esse essa isso isto aquele mais menos muito como já também mas porque quando onde quem qual todo toda todos todas outro outra "
        "não deve pode até nunca só você vocês eu ele ela eles elas"
    ),
    answers="não nenhum nenhuma nunca ninguém",
    bare="não nunca",
    inflected=True,
    anew="agora já novamente",
    bygone="inicialmente originalmente antes levantada levantado",
    yielding="possível",
    flat="sem exceção|em todos os casos",
    assents="perguntar permissão aprovação autorização consentimento",
    there="com é está estão foi foram incluindo",
    nones="nenhum nenhuma",
    dues="necessário necessária",
    rulings="regra proibição restrição obrigação veto",
    gone="levantada levantado acabou terminou removida",
    applying="aplica aplicam vigor vale valem continua continuam",
    sooner="antes",
    waiting="até antes",
    stemmer="portuguese",
    openers=(
        "use usa utilize verifique pergunte envie espere mantenha deixe ligue apague feche abra revise consulte adicione guarde peça avise confira confirme chame aguarde anote"
    ),
)
