"""PHP: namespaces, traits, enums, promoted properties."""

from __future__ import annotations

from chunkers.language import Fields, Language, ParameterShape


def _visibility(name: str, modifiers: tuple[str, ...], container: str) -> str:
    del name, container
    for modifier in ("private", "protected"):
        if modifier in modifiers:
            return modifier
    return "public"


LANGUAGE = Language(
    name="php",
    grammar="php",
    extensions=(".php", ".phtml", ".inc"),
    forms={
        "name": ("name",),
        "variable_name": ("name",),
        "relative_scope": ("name",),
        "qualified_name": ("name",),
        "member_access_expression": ("attr", "object", "name"),
        "class_constant_access_expression": ("attr", "0", "1"),
        "scoped_property_access_expression": ("attr", "scope", "name"),
        "function_call_expression": ("call", "function", "arguments"),
        "member_call_expression": ("method", "object", "name", "arguments"),
        "nullsafe_member_call_expression": ("method", "object", "name", "arguments"),
        "scoped_call_expression": ("method", "scope", "name", "arguments"),
        "object_creation_expression": ("new", "0"),
        "string": ("str",),
        "encapsed_string": ("str",),
        "integer": ("lit", "int"),
        "float": ("lit", "float"),
        "boolean": ("lit", "bool"),
        "null": ("lit", "null"),
        "array_creation_expression": ("pairs",),
        "array_element_initializer": ("inner", "-1"),
        "argument": ("inner", "-1"),
        "anonymous_function": ("lambda",),
        "arrow_function": ("lambda",),
        "subscript_expression": ("index", "0"),
        "cast_expression": ("cast", "type"),
        "parenthesized_expression": ("inner",),
        "assignment_expression": ("inner", "right"),
        "binary_expression": ("binary", "left", "right"),
    },
    keywords={"argument": ("name", "-1")},
    parameters={
        "simple_parameter": ParameterShape("name", "type", "default_value"),
        "property_promotion_parameter": ParameterShape("name", "type", "default_value"),
        "variadic_parameter": ParameterShape("name", "type", variadic=True),
    },
    fields=Fields(),
    modifiers=frozenset("public private protected static abstract final readonly var".split()),
    imports=frozenset(
        {"namespace_use_declaration", "php_tag", "namespace_definition", "declare_statement", "text", "php_end_tag"}
    ),
    blocks=frozenset({"compound_statement", "switch_block", "declaration_list", "colon_block"}),
    labels={
        "if_statement": "branch",
        "else_clause": "branch",
        "else_if_clause": "branch",
        "for_statement": "loop",
        "foreach_statement": "loop",
        "while_statement": "loop",
        "do_statement": "loop",
        "try_statement": "try",
        "catch_clause": "handler",
        "finally_clause": "handler",
        "switch_statement": "branch",
        "case_statement": "case",
        "default_statement": "case",
    },
    comment_prefixes=("//", "/*", "*", "#"),
    templates=frozenset({"variable_name", "dynamic_variable_name", "member_access_expression", "subscript_expression"}),
    self_names=frozenset({"$this", "self", "static"}),
    super_names=frozenset({"parent"}),
    constructors=frozenset({"__construct"}),
    wrap=("<?php class A {\n", "\n}"),
    test_paths=(r"Test\.php$", r"(^|/)tests?/"),
    visibility=_visibility,
)
