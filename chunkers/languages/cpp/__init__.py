"""C++: templates, out-of-class members, namespaces, operators."""

from __future__ import annotations

from chunkers.language import Language, ParameterShape

LANGUAGE = Language(
    name="cpp",
    grammar="cpp",
    extensions=(".cpp", ".cc", ".cxx", ".hpp", ".hh", ".hxx", ".h", ".ipp", ".inl", ".tpp"),
    aliases=("c++",),
    inherits=("c",),
    forms={
        "this": ("self",),
        "qualified_identifier": ("attr", "scope", "name"),
        "namespace_identifier": ("name",),
        "type_identifier": ("name",),
        "new_expression": ("new", "type"),
        "lambda_expression": ("lambda",),
        "raw_string_literal": ("str",),
        "nullptr": ("lit", "null"),
    },
    parameters={
        "optional_parameter_declaration": ParameterShape("declarator", "type", "default_value"),
        "variadic_parameter_declaration": ParameterShape("declarator", "type", variadic=True),
    },
    modifiers=frozenset("consteval mutable public private protected".split()),
    imports=frozenset({"using_declaration", "import_declaration", "module_declaration"}),
    transparent=frozenset({"namespace_definition", "export_declaration"}),
    blocks=frozenset({"field_declaration_list"}),
    labels={"for_range_loop": "loop", "try_statement": "try", "catch_clause": "handler"},
    overloads=True,
    wrap=("class A {\n", "\n};"),
)
