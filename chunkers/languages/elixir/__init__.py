"""Elixir: modules, protocols and their implementations, functions of several clauses, macros, ExUnit."""

from __future__ import annotations

from chunkers.language import Fields, Language, ParameterShape


def _visibility(name: str, modifiers: tuple[str, ...], container: str) -> str:
    del name, container
    return "private" if any(modifier.endswith("p") for modifier in modifiers) else "public"


LANGUAGE = Language(
    name="elixir",
    grammar="elixir",
    extensions=(".ex", ".exs"),
    forms={
        "identifier": ("name",),
        "alias": ("name",),
        "call": ("call", "target", "1"),
        "dot": ("attr", "left", "right"),
        "string": ("str",),
        "charlist": ("str",),
        "atom": ("word",),
        "keyword": ("word",),
        "integer": ("lit", "int"),
        "float": ("lit", "float"),
        "boolean": ("lit", "bool"),
        "nil": ("lit", "null"),
        "list": ("list",),
        "tuple": ("list",),
        "map": ("lit", "dict"),
        "anonymous_function": ("lambda",),
        "access_call": ("index", "target"),
        "binary_operator": ("binary", "left", "right"),
    },
    keywords={"pair": ("key", "value")},
    parameters={
        "identifier": ParameterShape(),
        "binary_operator": ParameterShape("left", default="right"),
        "map": ParameterShape(),
        "tuple": ParameterShape(),
        "list": ParameterShape(),
        "atom": ParameterShape(),
        "alias": ParameterShape(),
        "string": ParameterShape(),
        "integer": ParameterShape(),
        "keywords": ParameterShape(),
    },
    fields=Fields(name="-", body="-", parameters="-", returns="-", type_parameters="-"),
    modifiers=frozenset("def defp defmacro defmacrop defguard defguardp".split()),
    import_pattern=r"(?:import|alias|require|use)[ (][^\n]*",
    blocks=frozenset("do_block else_block rescue_block catch_block after_block stab_clause body".split()),
    labels={"rescue_block": "handler", "catch_block": "handler", "after_block": "handler", "stab_clause": "case"},
    templates=frozenset({"interpolation"}),
    import_binds="last",
    clauses=True,
    test_paths=(r"_test\.exs$",),
    visibility=_visibility,
)
