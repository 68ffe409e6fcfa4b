"""C#: partial types, properties, records, file-scoped namespaces, local functions."""

from __future__ import annotations

from chunkers.language import Fields, Language, ParameterShape


def _visibility(name: str, modifiers: tuple[str, ...], container: str) -> str:
    del name
    for modifier in ("public", "protected", "internal", "private"):
        if modifier in modifiers:
            return modifier
    return "public" if container in {"interface", "enum"} else "private" if container else "internal"


LANGUAGE = Language(
    name="csharp",
    grammar="csharp",
    extensions=(".cs", ".csx"),
    aliases=("c#",),
    forms={
        "identifier": ("name",),
        "member_access_expression": ("attr", "expression", "name"),
        "qualified_name": ("attr", "qualifier", "name"),
        "invocation_expression": ("call", "function", "arguments"),
        "object_creation_expression": ("new", "type"),
        "this": ("self",),
        "base": ("super",),
        "string_literal": ("str",),
        "verbatim_string_literal": ("str",),
        "raw_string_literal": ("str",),
        "interpolated_string_expression": ("lit", "template"),
        "character_literal": ("str",),
        "integer_literal": ("lit", "int"),
        "real_literal": ("lit", "float"),
        "boolean_literal": ("lit", "bool"),
        "null_literal": ("lit", "null"),
        "initializer_expression": ("list",),
        "implicit_array_creation_expression": ("inner", "-1"),
        "array_creation_expression": ("inner", "-1"),
        "collection_expression": ("list",),
        "collection_element": ("inner",),
        "expression_element": ("inner",),
        "lambda_expression": ("lambda",),
        "await_expression": ("await",),
        "element_access_expression": ("index", "expression"),
        "cast_expression": ("cast", "type"),
        "as_expression": ("cast", "right"),
        "typeof_expression": ("attr", "type", "=type"),
        "parenthesized_expression": ("inner",),
        "argument": ("inner", "-1"),
        "conditional_expression": ("cond", "consequence", "alternative"),
        "binary_expression": ("binary", "left", "right"),
        "attribute_argument": ("inner", "-1"),
    },
    keywords={"argument": ("name", "-1"), "attribute_argument": ("name", "-1")},
    parameters={"parameter": ParameterShape("name", "type")},
    fields=Fields(returns="returns"),
    modifiers=frozenset(
        "public private protected internal static abstract sealed virtual override async partial readonly const new extern unsafe required "
        "file".split()
    ),
    transparent=frozenset({"preproc_if", "preproc_else", "preproc_elif"}),
    imports=frozenset(
        {"using_directive", "extern_alias_directive", "global_attribute", "file_scoped_namespace_declaration"}
    ),
    blocks=frozenset({"block", "switch_body", "declaration_list"}),
    labels={
        "if_statement": "branch",
        "for_statement": "loop",
        "foreach_statement": "loop",
        "while_statement": "loop",
        "do_statement": "loop",
        "try_statement": "try",
        "catch_clause": "handler",
        "finally_clause": "handler",
        "switch_statement": "branch",
        "switch_section": "case",
        "using_statement": "with",
        "lock_statement": "with",
    },
    comment_prefixes=("//", "/*", "*"),
    overloads=True,
    wrap=("class A {\n", "\n}"),
    visibility=_visibility,
)
