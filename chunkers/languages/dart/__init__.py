"""Dart: classes, mixins, extensions, enums, factories, accessors; tests inside `main`."""

from __future__ import annotations

from chunkers.language import Fields, Language, ParameterShape


def _visibility(name: str, modifiers: tuple[str, ...], container: str) -> str:
    del modifiers, container
    return "private" if name.startswith("_") else "public"


LANGUAGE = Language(
    name="dart",
    grammar="dart",
    extensions=(".dart",),
    forms={
        "identifier": ("name",),
        "this": ("self",),
        "super": ("super",),
        "string_literal": ("str",),
        "decimal_integer_literal": ("lit", "int"),
        "decimal_floating_point_literal": ("lit", "float"),
        "true": ("lit", "bool"),
        "false": ("lit", "bool"),
        "null_literal": ("lit", "null"),
        "list_literal": ("list",),
        "set_or_map_literal": ("lit", "dict"),
        "function_expression": ("lambda",),
        "argument": ("inner",),
        "named_argument": ("inner", "-1"),
        "parenthesized_expression": ("inner",),
        "unary_expression": ("inner",),
        "await_expression": ("await",),
        "new_expression": ("new", "0"),
        "const_object_expression": ("new", "1"),
    },
    parameters={
        "formal_parameter": ParameterShape("name"),
        "optional_formal_parameters": ParameterShape("*"),
    },
    fields=Fields(returns="-"),
    modifiers=frozenset(
        "abstract base final sealed interface mixin static const external factory late covariant get set async".split()
    ),
    imports=frozenset({"import_or_export", "library_name", "part_directive", "part_of_directive", "script_tag"}),
    blocks=frozenset({"block", "switch_block"}),
    labels={
        "if_statement": "branch",
        "for_statement": "loop",
        "while_statement": "loop",
        "do_statement": "loop",
        "try_statement": "try",
        "catch_clause": "handler",
        "finally_clause": "handler",
        "switch_statement": "branch",
        "switch_statement_case": "case",
        "switch_statement_default": "case",
    },
    comments=frozenset({"comment", "documentation_comment"}),
    comment_prefixes=("//", "/*", "*"),
    templates=frozenset({"template_substitution"}),
    wrap=("class A {\n", "\n}"),
    test_paths=(r"_test\.dart$", r"(^|/)(test|integration_test)/"),
    visibility=_visibility,
)
