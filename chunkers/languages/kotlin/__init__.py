"""Kotlin: extensions, companions, top-level functions, scripts."""

from __future__ import annotations

from chunkers.language import Fields, Language, ParameterShape


def _visibility(name: str, modifiers: tuple[str, ...], container: str) -> str:
    del name, container
    for modifier in ("private", "protected", "internal"):
        if modifier in modifiers:
            return modifier
    return "public"


LANGUAGE = Language(
    name="kotlin",
    grammar="kotlin",
    extensions=(".kt", ".kts"),
    forms={
        "simple_identifier": ("name",),
        "navigation_expression": ("attr", "0", "-1"),
        "call_expression": ("call", "0", "-1"),
        "this_expression": ("self",),
        "super_expression": ("super",),
        "string_literal": ("str",),
        "integer_literal": ("lit", "int"),
        "long_literal": ("lit", "int"),
        "real_literal": ("lit", "float"),
        "boolean_literal": ("lit", "bool"),
        "null_literal": ("lit", "null"),
        "collection_literal": ("list",),
        "lambda_literal": ("lambda",),
        "anonymous_function": ("lambda",),
        "value_argument": ("inner", "-1"),
        "as_expression": ("cast", "-1"),
        "indexing_expression": ("index", "0"),
        "parenthesized_expression": ("inner",),
        "additive_expression": ("binary", "0", "1"),
        "elvis_expression": ("binary", "0", "1"),
    },
    parameters={"parameter": ParameterShape("0", "1"), "class_parameter": ParameterShape("-2", "-1")},
    fields=Fields(),
    modifiers=frozenset(
        "public private protected internal open abstract final sealed data inner enum override suspend inline operator infix tailrec const "
        "lateinit vararg companion external value fun val var".split()
    ),
    imports=frozenset({"package_header", "import_list", "import_header", "file_annotation", "shebang_line"}),
    blocks=frozenset({"statements", "class_body"}),
    labels={
        "if_expression": "branch",
        "when_expression": "branch",
        "when_entry": "case",
        "for_statement": "loop",
        "while_statement": "loop",
        "do_while_statement": "loop",
        "try_expression": "try",
        "catch_block": "handler",
        "finally_block": "handler",
    },
    comments=frozenset({"line_comment", "multiline_comment"}),
    comment_prefixes=("//", "/*", "*"),
    templates=frozenset({"interpolated_identifier", "interpolated_expression"}),
    overloads=True,
    wrap=("class A {\n", "\n}"),
    visibility=_visibility,
)
