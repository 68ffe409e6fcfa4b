"""Bash and its Bourne relatives."""

from __future__ import annotations

from chunkers.language import Fields, Language

_MASKS = (
    r"\$\{\w+[#%]{1,2}(?P<name>(?:\\.|\"[^\"\n]{0,200}+\"|[^}\"\\\n]){1,200}+)(?=\})",  # ${reply#*{"key":}
    r"(?:==?|!=)[ \t]+(?P<name>(?:\"[^\"\n]{0,200}+\"|'[^'\n]{0,200}+'|[^\s\"'\]]){1,200}+)(?=[ \t]+(?:\]\]|&&|\|\|))",  # [[ $x = *"some words"* ]]
    r"(?P<name>\\\$\{#?)",  # eval "(( \${#${name}[@]} ))"
    r"(?P<name>\$'(?:\\.|[^'\\\n])*+')",
)
"""Patterns and quotes that the grammar loses its place in."""

LANGUAGE = Language(
    name="bash",
    grammar="bash",
    extensions=(".sh", ".bash", ".zsh", ".ksh", ".bats"),
    aliases=("shell", "sh"),
    forms={
        "word": ("str",),
        "string": ("str",),
        "raw_string": ("str",),
        "variable_name": ("name",),
        "simple_expansion": ("inner",),
        "number": ("lit", "int"),
        "array": ("list",),
        "command_substitution": ("inner",),
    },
    fields=Fields(),
    import_pattern=r"(?:source|\.|load|bats_load_library)[ \t]+\S+",
    blocks=frozenset({"compound_statement", "do_group"}),
    labels={
        "if_statement": "branch",
        "elif_clause": "branch",
        "else_clause": "branch",
        "case_statement": "branch",
        "case_item": "case",
        "for_statement": "loop",
        "c_style_for_statement": "loop",
        "while_statement": "loop",
    },
    comment_prefixes=("#",),
    templates=frozenset({"simple_expansion", "expansion", "command_substitution"}),
    masks=_MASKS,
    misread=(
        r"^[ \t]*@test[ \t]++(?:\"(?:[^\"\\\n]|\\.)*+\"|'[^'\n]*+'|\S++)(?P<stop>[ \t])(?=\{[ \t]*\r?$)",
    ),  # bats: a test is no command
    test_paths=(r"\.bats$",),
)
