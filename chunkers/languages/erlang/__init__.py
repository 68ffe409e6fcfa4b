"""Erlang: functions of several clauses, records, macros, behaviours, EUnit and Common Test."""

from __future__ import annotations

from chunkers.language import Fields, Language, ParameterShape

LANGUAGE = Language(
    name="erlang",
    grammar="erlang",
    extensions=(".erl", ".hrl", ".escript", ".xrl", ".yrl"),
    forms={
        "atom": ("name",),
        "var": ("name",),
        "remote": ("attr", "module", "fun"),
        "remote_module": ("inner", "module"),
        "call": ("call", "expr", "args"),
        "string": ("str",),
        "binary": ("lit", "str"),
        "integer": ("lit", "int"),
        "float": ("lit", "float"),
        "list": ("list",),
        "tuple": ("list",),
        "map_expr": ("lit", "dict"),
        "record_expr": ("lit", "dict"),
        "anonymous_fun": ("lambda",),
        "binary_op_expr": ("binary", "lhs", "rhs"),
    },
    parameters=dict.fromkeys(
        "var atom tuple list map_expr record_expr match_expr integer string binary binary_op_expr macro_call_expr".split(),
        ParameterShape(),
    ),
    fields=Fields(name="-", body="-", parameters="-", returns="-", type_parameters="-"),
    imports=frozenset(
        "module_attribute export_attribute export_type_attribute import_attribute behaviour_attribute pp_include pp_include_lib "
        "compile_options_attribute file_attribute shebang".split()
    ),
    blocks=frozenset({"clause_body"}),
    labels={
        "case_expr": "branch",
        "if_expr": "branch",
        "receive_expr": "branch",
        "try_expr": "try",
        "catch_clause": "handler",
        "cr_clause": "case",
        "if_clause": "case",
    },
    comment_prefixes=("%",),
    clauses=True,
    test_paths=(r"_(tests?|SUITE)\.erl$", r"(^|/)tests?/"),
)
