"""Words of decision records in six languages: headings by part, status words by state, phrases of supersession. Data only.

Languages: English, Indonesian, German, Spanish, Portuguese, French. Headings are written as `heading_key` leaves them: lower case, no numbering.
Sources: the templates of Nygard, MADR 2-4 and the Y-statement, and what real records call the same parts.
"""

from __future__ import annotations

PARTS: dict[str, tuple[str, ...]] = {
    "status": ("status", "state", "current status", "estado", "statut", "état", "status der entscheidung", "status keputusan"),
    "context": (
        "context", "context and problem statement", "problem statement", "problem", "problem description", "background", "motivation", "issue",
        "context and problem", "forces", "decision drivers", "drivers", "assumptions", "constraints", "context and background", "the problem",
        "konteks", "latar belakang", "konteks dan pernyataan masalah", "pernyataan masalah", "konteks dan rumusan masalah", "rumusan masalah",
        "masalah", "pendorong keputusan", "faktor keputusan", "faktor pendorong keputusan",
        "kontext", "kontext und problemstellung", "problemstellung", "ausgangslage", "hintergrund", "entscheidungstreiber", "einflussfaktoren",
        "kontext und problem", "rahmenbedingungen", "randbedingungen",
        "contexto", "contexto y planteamiento del problema", "planteamiento del problema", "antecedentes", "motivación", "problema",
        "factores de decisión", "impulsores de la decisión", "contexto y problema", "contexto y declaración del problema",
        "contexto e declaração do problema", "declaração do problema", "contexto e problema", "motivação", "fatores de decisão",
        "direcionadores da decisão", "drivers da decisão", "contexto e definição do problema", "contexto e enunciado do problema",
        "contexte", "contexte et problématique", "contexte et énoncé du problème", "énoncé du problème", "problématique", "problème",
        "facteurs de décision", "moteurs de la décision", "contexte et problème", "contexte et description du problème",
    ),
    "decision": (
        "decision", "decisions", "decision outcome", "the decision", "our decision", "decision made", "decision taken", "chosen option",
        "proposed decision", "final decision", "decision and rationale", "decision result",
        "keputusan", "hasil keputusan", "keputusan akhir", "keputusan yang diambil",
        "entscheidung", "entscheid", "entscheidungen", "entscheidungsergebnis", "ergebnis der entscheidung", "beschluss", "die entscheidung",
        "getroffene entscheidung", "gewählte option",
        "decisión", "resultado de la decisión", "decisión tomada", "la decisión", "opción elegida", "decisión final",
        "decisão", "resultado da decisão", "decisão tomada", "a decisão", "opção escolhida", "decisão final", "desfecho da decisão",
        "décision", "résultat de la décision", "décision prise", "décision retenue", "la décision", "option retenue", "option choisie",
    ),
    "consequences": (
        "consequences", "consequence", "positive consequences", "negative consequences", "good consequences", "bad consequences",
        "neutral consequences", "implications", "impact", "impacts", "results", "trade-offs", "tradeoffs", "benefits", "drawbacks", "risks",
        "consequences of the decision", "expected consequences", "positive", "negative", "neutral",
        "konsekuensi", "konsekuensi positif", "konsekuensi negatif", "dampak", "dampak positif", "dampak negatif", "implikasi", "akibat",
        "konsequenzen", "positive konsequenzen", "negative konsequenzen", "folgen", "auswirkungen", "positive folgen", "negative folgen",
        "positive auswirkungen", "negative auswirkungen",
        "consecuencias", "consecuencias positivas", "consecuencias negativas", "implicaciones", "impacto",
        "consequências", "consequências positivas", "consequências negativas", "implicações", "impactos",
        "conséquences", "conséquences positives", "conséquences négatives", "répercussions",
    ),
    "alternatives": (
        "considered options", "options considered", "options", "alternatives", "alternatives considered", "considered alternatives",
        "alternative", "pros and cons of the options", "pros and cons", "rejected alternatives", "rejected options", "other options",
        "other options considered", "alternative options", "discarded options", "options and alternatives", "discarded alternatives",
        "opsi yang dipertimbangkan", "pilihan yang dipertimbangkan", "alternatif", "alternatif yang dipertimbangkan", "opsi", "pilihan",
        "kelebihan dan kekurangan opsi", "pro dan kontra opsi", "opsi yang ditolak", "kelebihan dan kekurangan",
        "betrachtete optionen", "betrachtete alternativen", "erwogene optionen", "erwogene alternativen", "alternativen", "optionen",
        "vor- und nachteile der optionen", "verworfene alternativen", "verworfene optionen", "untersuchte alternativen", "vor- und nachteile",
        "opciones consideradas", "alternativas", "alternativas consideradas", "opciones", "pros y contras de las opciones",
        "alternativas descartadas", "pros y contras", "opciones descartadas",
        "opções consideradas", "opções", "prós e contras das opções", "prós e contras", "alternativas rejeitadas",
        "options envisagées", "options considérées", "alternatives envisagées", "alternatives considérées", "solutions envisagées",
        "avantages et inconvénients des options", "avantages et inconvénients", "alternatives rejetées", "options étudiées",
    ),
    "confirmation": (
        "confirmation", "validation", "compliance", "verification", "konfirmasi", "validasi", "kepatuhan", "bestätigung", "validierung",
        "einhaltung", "confirmación", "validación", "cumplimiento", "confirmação", "validação", "conformidade", "conformité",
    ),
    "links": (
        "links", "more information", "references", "related decisions", "related", "notes", "see also", "further reading", "resources",
        "tautan", "referensi", "informasi lebih lanjut", "catatan", "verweise", "weitere informationen", "referenzen", "anmerkungen",
        "enlaces", "referencias", "más información", "notas", "referências", "mais informações", "liens", "références", "plus d'informations",
        "notes complémentaires", "informations complémentaires",
    ),
}  # fmt: skip

STATES: dict[str, tuple[str, ...]] = {
    "accepted": (
        "accepted", "approved", "adopted", "decided", "active", "implemented", "agreed", "diterima", "disetujui", "akzeptiert", "angenommen",
        "entschieden", "beschlossen", "genehmigt", "aceptado", "aceptada", "aprobado", "aprobada", "aceito", "aceita", "aprovado", "aprovada",
        "accepté", "acceptée", "approuvé", "approuvée", "adopté", "adoptée", "validé", "validée",
    ),
    "proposed": (
        "proposed", "draft", "pending", "proposal", "wip", "review", "hold", "diusulkan", "draf", "usulan", "vorgeschlagen", "entwurf", "vorschlag",
        "propuesto", "propuesta", "borrador", "pendiente", "proposto", "proposta", "rascunho", "pendente", "proposé", "proposée", "brouillon",
    ),
    "rejected": (
        "rejected", "declined", "ditolak", "abgelehnt", "verworfen", "rechazado", "rechazada", "rejeitado", "rejeitada", "rejeté", "rejetée",
        "refusé", "refusée",
    ),
    "deprecated": (
        "deprecated", "obsolete", "obsoleted", "retired", "withdrawn", "usang", "veraltet", "überholt", "obsoleto", "obsoleta",
        "descontinuado", "descontinuada", "depreciado", "depreciada", "obsolète", "déprécié", "dépréciée",
    ),
    "superseded": (
        "superseded", "superceded", "replaced", "digantikan", "diganti", "ersetzt", "abgelöst", "reemplazado", "reemplazada", "sustituido",
        "sustituida", "substituído", "substituída", "superado", "superada", "remplacé", "remplacée", "supplanté", "supplantée",
    ),
}  # fmt: skip

OVER = frozenset({"rejected", "deprecated", "superseded"})
"""States in which a decision no longer holds."""

STATUS_LABELS = ("status", "state", "estado", "statut", "état")
SUPERSEDED_BY = (
    "superseded by", "superseded-by", "superceded by", "replaced by", "obsoleted by", "digantikan oleh", "diganti oleh", "ersetzt durch",
    "abgelöst durch", "abgelöst von", "reemplazado por", "reemplazada por", "sustituido por", "sustituida por", "substituído por",
    "substituída por", "superado por", "superada por", "remplacé par", "remplacée par", "supplanté par", "supplantée par",
)  # fmt: skip
SUPERSEDES = (
    "supersedes", "supercedes", "replaces", "obsoletes", "menggantikan", "ersetzt", "löst ab", "reemplaza a", "reemplaza", "sustituye a",
    "sustituye", "substitui", "remplace",
)  # fmt: skip

Y_OPENINGS = (
    "in the context of",
    "dalam konteks",
    "im kontext",
    "en el contexto de",
    "no contexto de",
    "dans le contexte de",
)
Y_DECISIONS = (
    "we decided", "we decide", "we chose", "we choose", "we have decided", "we will use", "decided for", "decided to", "kami memutuskan",
    "kami memilih", "entschieden wir", "haben wir uns", "wir entscheiden", "decidimos", "optamos", "nous avons décidé", "nous décidons",
    "nous avons choisi",
)  # fmt: skip
