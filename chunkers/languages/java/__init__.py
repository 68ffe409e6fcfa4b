"""Java up to 21: classes, records, sealed types, modules."""

from __future__ import annotations

from chunkers.language import Fields, Language, ParameterShape


def _visibility(name: str, modifiers: tuple[str, ...], container: str) -> str:
    del name
    for modifier in ("public", "protected", "private"):
        if modifier in modifiers:
            return modifier
    return "public" if container in {"interface", "annotation_type"} else "package"


LANGUAGE = Language(
    name="java",
    grammar="java",
    extensions=(".java",),
    forms={
        "identifier": ("name",),
        "type_identifier": ("name",),
        "scoped_identifier": ("attr", "scope", "name"),
        "field_access": ("attr", "object", "field"),
        "method_invocation": ("method", "object", "name", "arguments"),
        "object_creation_expression": ("new", "type"),
        "array_creation_expression": ("lit", "list"),
        "array_initializer": ("list",),
        "element_value_array_initializer": ("list",),
        "this": ("self",),
        "super": ("super",),
        "string_literal": ("str",),
        "character_literal": ("lit", "char"),
        "decimal_integer_literal": ("lit", "int"),
        "hex_integer_literal": ("lit", "int"),
        "octal_integer_literal": ("lit", "int"),
        "binary_integer_literal": ("lit", "int"),
        "decimal_floating_point_literal": ("lit", "float"),
        "hex_floating_point_literal": ("lit", "float"),
        "true": ("lit", "bool"),
        "false": ("lit", "bool"),
        "null_literal": ("lit", "null"),
        "class_literal": ("attr", "0", "=class"),
        "cast_expression": ("cast", "type"),
        "array_access": ("index", "array"),
        "lambda_expression": ("lambda",),
        "method_reference": ("lambda",),
        "parenthesized_expression": ("inner",),
        "assignment_expression": ("inner", "right"),
        "ternary_expression": ("cond", "consequence", "alternative"),
        "binary_expression": ("binary", "left", "right"),
        "annotation": ("new", "name"),
        "marker_annotation": ("new", "name"),
    },
    keywords={"element_value_pair": ("key", "value")},
    parameters={
        "formal_parameter": ParameterShape("name", "type"),
        "spread_parameter": ParameterShape("-1", "-2", variadic=True),
        "catch_formal_parameter": ParameterShape("name", "type"),
    },
    fields=Fields(returns="type"),
    modifiers=frozenset(
        "public protected private static final abstract native synchronized transient volatile strictfp default sealed non-sealed".split()
    ),
    imports=frozenset({"package_declaration", "import_declaration"}),
    blocks=frozenset({"block", "switch_block", "constructor_body", "class_body"}),
    labels={
        "if_statement": "branch",
        "for_statement": "loop",
        "enhanced_for_statement": "loop",
        "while_statement": "loop",
        "do_statement": "loop",
        "try_statement": "try",
        "try_with_resources_statement": "try",
        "catch_clause": "handler",
        "finally_clause": "handler",
        "switch_expression": "branch",
        "switch_block_statement_group": "case",
        "switch_rule": "case",
        "synchronized_statement": "with",
        "labeled_statement": "loop",
        "block": "block",
    },
    comments=frozenset({"line_comment", "block_comment"}),
    comment_prefixes=("//", "/*", "*"),
    overloads=True,
    wrap=("class A {\n", "\n}"),
    test_paths=(r"(^|/)src/test/",),
    visibility=_visibility,
)
