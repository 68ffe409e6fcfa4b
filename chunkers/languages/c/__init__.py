"""C: prototypes and definitions, both arms of `#ifdef`, K&R functions."""

from __future__ import annotations

from chunkers.language import Fields, Language, ParameterShape


def _visibility(name: str, modifiers: tuple[str, ...], container: str) -> str:
    del name, container
    return "private" if "static" in modifiers else "public"


_MACRO = (
    r"\b[A-Z][A-Z0-9_]{2,60}\b(?:\([^()\n]{0,80}\))?"
    r"(?=[ \t]+[A-Za-z_~\[]|[ \t]*\r?$)"
)
"""An upper-case word before another word or alone at the end of a line: most likely a macro that hides an attribute or a brace."""


LANGUAGE = Language(
    name="c",
    grammar="c",
    extensions=(".c", ".h"),
    forms={
        "identifier": ("name",),
        "field_identifier": ("word",),
        "field_expression": ("attr", "argument", "field"),
        "call_expression": ("call", "function", "arguments"),
        "string_literal": ("str",),
        "char_literal": ("str",),
        "number_literal": ("lit", "int"),
        "true": ("lit", "bool"),
        "false": ("lit", "bool"),
        "null": ("lit", "null"),
        "initializer_list": ("list",),
        "pointer_expression": ("inner", "argument"),
        "subscript_expression": ("index", "argument"),
        "cast_expression": ("cast", "type"),
        "parenthesized_expression": ("inner",),
        "conditional_expression": ("cond", "consequence", "alternative"),
        "binary_expression": ("binary", "left", "right"),
        "assignment_expression": ("inner", "right"),
    },
    parameters={"parameter_declaration": ParameterShape("declarator", "type")},
    fields=Fields(returns="type"),
    modifiers=frozenset(
        "static inline extern const volatile register virtual explicit constexpr friend typedef".split()
    ),
    imports=frozenset({"preproc_include", "preproc_call"}),
    transparent=frozenset(
        {"preproc_ifdef", "preproc_if", "preproc_else", "preproc_elif", "linkage_specification", "declaration_list"}
    ),
    blocks=frozenset({"compound_statement"}),
    labels={
        "if_statement": "branch",
        "else_clause": "branch",
        "switch_statement": "branch",
        "case_statement": "case",
        "for_statement": "loop",
        "while_statement": "loop",
        "do_statement": "loop",
        "labeled_statement": "label",
    },
    comment_prefixes=("//", "/*", "*"),
    masks=(_MACRO,),
    visibility=_visibility,
)
