"""Scala 2 and 3: objects, traits, case classes, given and extension definitions."""

from __future__ import annotations

from chunkers.language import Fields, Language, ParameterShape


def _visibility(name: str, modifiers: tuple[str, ...], container: str) -> str:
    del name, container
    for modifier in ("private", "protected"):
        if modifier in modifiers:
            return modifier
    return "public"


LANGUAGE = Language(
    name="scala",
    grammar="scala",
    extensions=(".scala", ".sc", ".sbt"),
    forms={
        "identifier": ("name",),
        "type_identifier": ("name",),
        "field_expression": ("attr", "value", "field"),
        "call_expression": ("call", "function", "arguments"),
        "instance_expression": ("new", "0"),
        "string": ("str",),
        "interpolated_string_expression": ("lit", "template"),
        "integer_literal": ("lit", "int"),
        "floating_point_literal": ("lit", "float"),
        "boolean_literal": ("lit", "bool"),
        "null_literal": ("lit", "null"),
        "lambda_expression": ("lambda",),
        "parenthesized_expression": ("inner",),
        "infix_expression": ("binary", "left", "right"),
        "tuple_expression": ("list",),
    },
    keywords={"assignment_expression": ("left", "right")},
    parameters={
        "parameter": ParameterShape("name", "type", "default_value"),
        "class_parameter": ParameterShape("name", "type", "default_value"),
    },
    fields=Fields(),
    modifiers=frozenset(
        "private protected final sealed abstract implicit lazy override inline opaque open case val var".split()
    ),
    imports=frozenset({"package_clause", "import_declaration", "using_directive"}),
    blocks=frozenset({"block", "case_block", "indented_block", "template_body"}),
    labels={
        "if_expression": "branch",
        "match_expression": "branch",
        "case_clause": "case",
        "for_expression": "loop",
        "while_expression": "loop",
        "do_while_expression": "loop",
        "try_expression": "try",
        "catch_clause": "handler",
        "finally_clause": "handler",
    },
    comments=frozenset({"comment", "block_comment"}),
    comment_prefixes=("//", "/*", "*"),
    self_names=frozenset({"this"}),
    super_calls=frozenset({"super"}),
    constructors=frozenset({"this"}),
    overloads=True,
    test_paths=(r"(Spec|Test|Suite)\.scala$", r"(^|/)src/test/"),
    visibility=_visibility,
)
