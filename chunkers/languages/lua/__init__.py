"""Lua: methods written outside their table, functions in table constructors, local functions."""

from __future__ import annotations

from chunkers.language import Language, ParameterShape


def _visibility(name: str, modifiers: tuple[str, ...], container: str) -> str:
    del container
    return "private" if "local" in modifiers or (name.startswith("_") and not name.startswith("__")) else "public"


LANGUAGE = Language(
    name="lua",
    grammar="lua",
    extensions=(".lua", ".rockspec", ".wlua"),
    forms={
        "identifier": ("name",),
        "dot_index_expression": ("attr", "table", "field"),
        "method_index_expression": ("attr", "table", "method"),
        "function_call": ("call", "name", "arguments"),
        "bracket_index_expression": ("index", "table"),
        "string": ("str",),
        "number": ("lit", "int"),
        "true": ("lit", "bool"),
        "false": ("lit", "bool"),
        "nil": ("lit", "null"),
        "table_constructor": ("dict", "field", "name", "value"),
        "function_definition": ("lambda",),
        "parenthesized_expression": ("inner",),
        "binary_expression": ("binary", "left", "right"),
    },
    parameters={"identifier": ParameterShape(), "vararg_expression": ParameterShape(variadic=True)},
    modifiers=frozenset({"local"}),
    imports=frozenset({"hash_bang_line"}),
    import_pattern=r"(?:local\s+)?[\w.]+(?:\s*<const>)?\s*=\s*require\s*(?:\(\s*)?[\"'][^\"'()]+[\"'](?:\s*\))?[\w.]*",
    blocks=frozenset({"block"}),
    labels={
        "if_statement": "branch",
        "elseif_statement": "branch",
        "else_statement": "branch",
        "for_statement": "loop",
        "while_statement": "loop",
        "repeat_statement": "loop",
    },
    comment_prefixes=("--",),
    self_names=frozenset({"self"}),
    test_paths=(r"_(spec|test)\.lua$", r"(^|/)(spec|tests?)/"),
    visibility=_visibility,
)
