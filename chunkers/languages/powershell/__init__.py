"""PowerShell: functions and filters with param blocks, comment-based help, classes and enums, Pester."""

from __future__ import annotations

from chunkers.language import Language, ParameterShape


def _visibility(name: str, modifiers: tuple[str, ...], container: str) -> str:
    del container
    hidden = "hidden" in modifiers or name.lower().startswith(("script:", "private:"))
    return "private" if hidden else "public"


LANGUAGE = Language(
    name="powershell",
    grammar="powershell",
    extensions=(".ps1", ".psm1", ".psd1"),
    forms={
        "variable": ("name",),
        "simple_name": ("name",),
        "command_name": ("name",),
        "type_literal": ("name",),
        "member_access": ("attr", "0", "1"),
        "invokation_expression": ("method", "0", "1", "2"),
        "string_literal": ("str",),
        "integer_literal": ("lit", "int"),
        "real_literal": ("lit", "float"),
        "hash_literal_expression": ("lit", "dict"),
        "script_block_expression": ("lambda",),
        "cast_expression": ("inner", "-1"),
        **dict.fromkeys(
            "pipeline pipeline_chain logical_expression bitwise_expression comparison_expression additive_expression "
            "multiplicative_expression format_expression range_expression array_literal_expression unary_expression "
            "parenthesized_expression".split(),
            ("inner",),
        ),
    },
    parameters={
        "script_parameter": ParameterShape("<variable>"),
        "class_method_parameter": ParameterShape("<variable>", "0"),
    },
    modifiers=frozenset("static hidden".split()),
    transparent=frozenset({"statement_list"}),
    imports=frozenset({"param_block"}),
    import_pattern=r"(?i)(?:using\s+(?:module|namespace|assembly)\s[^\n]*|Import-Module\s[^\n;|]*|\.\s+\S[^\n;|]*|#requires[^\n]*)",
    blocks=frozenset({"statement_list", "named_block_list", "switch_clauses"}),
    labels={
        "if_statement": "branch",
        "elseif_clause": "branch",
        "else_clause": "branch",
        "switch_statement": "branch",
        "switch_clause": "case",
        "for_statement": "loop",
        "foreach_statement": "loop",
        "while_statement": "loop",
        "do_statement": "loop",
        "try_statement": "try",
        "catch_clause": "handler",
        "finally_clause": "handler",
        "trap_statement": "handler",
        "named_block": "block",
    },
    comment_prefixes=("#", "<#"),
    templates=frozenset({"sub_expression", "variable"}),
    self_names=frozenset({"$this"}),
    masks=(
        r"(?<=[\w*])(?P<name>,[ \t]*)(?=[A-Za-z*])",  # a list of bare words, which the grammar takes for an error
        r"(?<=\))(?P<blank>[ \t]*:[ \t]*base[ \t]*\([^()\n]*\))",
    ),
    test_paths=(r"\.[Tt]ests\.ps1$",),
    visibility=_visibility,
)
