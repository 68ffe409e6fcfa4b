"""Rust: impl blocks, traits, macros, cfg(test) modules."""

from __future__ import annotations

from chunkers.language import Fields, Language, ParameterShape


def _visibility(name: str, modifiers: tuple[str, ...], container: str) -> str:
    del name
    return "public" if "pub" in modifiers or container == "trait" else "private"


LANGUAGE = Language(
    name="rust",
    grammar="rust",
    extensions=(".rs",),
    forms={
        "identifier": ("name",),
        "type_identifier": ("name",),
        "crate": ("name",),
        "super": ("name",),
        "field_identifier": ("word",),
        "self": ("self",),
        "field_expression": ("attr", "value", "field"),
        "scoped_identifier": ("attr", "path", "name"),
        "generic_type": ("inner", "type"),
        "call_expression": ("call", "function", "arguments"),
        "struct_expression": ("new", "name"),
        "reference_expression": ("inner", "value"),
        "try_expression": ("await", "0"),
        "await_expression": ("await",),
        "index_expression": ("index", "0"),
        "type_cast_expression": ("cast", "type"),
        "closure_expression": ("lambda",),
        "string_literal": ("str",),
        "raw_string_literal": ("str",),
        "char_literal": ("str",),
        "integer_literal": ("lit", "int"),
        "float_literal": ("lit", "float"),
        "boolean_literal": ("lit", "bool"),
        "array_expression": ("list",),
        "tuple_expression": ("list",),
        "parenthesized_expression": ("inner",),
        "binary_expression": ("binary", "left", "right"),
    },
    parameters={
        "parameter": ParameterShape("pattern", "type"),
        "self_parameter": ParameterShape("-1"),
        "closure_parameters": ParameterShape(),
    },
    fields=Fields(),
    modifiers=frozenset("pub async const unsafe extern static mut default".split()),
    imports=frozenset({"use_declaration", "extern_crate_declaration", "inner_attribute_item", "attribute_item"}),
    blocks=frozenset({"block", "match_block", "declaration_list"}),
    labels={
        "if_expression": "branch",
        "else_clause": "branch",
        "match_expression": "branch",
        "match_arm": "case",
        "for_expression": "loop",
        "while_expression": "loop",
        "loop_expression": "loop",
        "unsafe_block": "block",
        "expression_statement": "statement",
    },
    comments=frozenset({"line_comment", "block_comment"}),
    comment_prefixes=("//", "/*", "*"),
    wrap=("impl A {\n", "\n}"),
    visibility=_visibility,
)
