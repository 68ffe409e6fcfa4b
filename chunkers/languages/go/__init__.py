"""Go, generics included."""

from __future__ import annotations

from chunkers.language import Fields, Language, ParameterShape


def _visibility(name: str, modifiers: tuple[str, ...], container: str) -> str:
    del modifiers, container
    return "public" if name[:1].isupper() else "package"


LANGUAGE = Language(
    name="go",
    grammar="go",
    extensions=(".go",),
    forms={
        "identifier": ("name",),
        "type_identifier": ("name",),
        "package_identifier": ("name",),
        "field_identifier": ("word",),
        "selector_expression": ("attr", "operand", "field"),
        "qualified_type": ("attr", "package", "name"),
        "call_expression": ("call", "function", "arguments"),
        "composite_literal": ("new", "type", "body", "[]string"),
        "literal_element": ("inner",),
        "unary_expression": ("inner", "operand"),
        "type_assertion_expression": ("cast", "type"),
        "type_conversion_expression": ("cast", "type"),
        "index_expression": ("index", "operand"),
        "slice_expression": ("inner", "operand"),
        "func_literal": ("lambda",),
        "interpreted_string_literal": ("str",),
        "raw_string_literal": ("str",),
        "rune_literal": ("str",),
        "int_literal": ("lit", "int"),
        "float_literal": ("lit", "float"),
        "imaginary_literal": ("lit", "float"),
        "iota": ("lit", "int"),
        "true": ("lit", "bool"),
        "false": ("lit", "bool"),
        "nil": ("lit", "null"),
        "parenthesized_expression": ("inner",),
        "expression_list": ("inner",),
        "binary_expression": ("binary", "left", "right"),
    },
    keywords={"keyed_element": ("key", "value")},
    parameters={
        "parameter_declaration": ParameterShape("name", "type"),
        "variadic_parameter_declaration": ParameterShape("name", "type", variadic=True),
    },
    fields=Fields(returns="result"),
    imports=frozenset({"package_clause", "import_declaration"}),
    blocks=frozenset({"statement_list"}),
    labels={
        "if_statement": "branch",
        "for_statement": "loop",
        "expression_switch_statement": "branch",
        "type_switch_statement": "branch",
        "select_statement": "branch",
        "expression_case": "case",
        "type_case": "case",
        "default_case": "case",
        "communication_case": "case",
        "block": "block",
    },
    comment_prefixes=("//", "/*", "*"),
    import_binds="last",
    directives={"//go:build ": "build.tags", "// +build ": "build.tags", "//go:generate ": "go.generate"},
    signatures_stay=True,
    transparent=frozenset({"type_declaration"}),
    test_paths=(r"_test\.go$",),
    visibility=_visibility,
)
