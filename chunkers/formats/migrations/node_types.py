"""Syntax node types of Python, Ruby, JavaScript, TypeScript and PHP by what they mean to a migration file. Tables only."""

from __future__ import annotations

MAX_DEPTH = 12
STRINGS = frozenset(
    {
        "string",
        "template_string",
        "encapsed_string",
        "heredoc",
        "nowdoc",
        "heredoc_body",
        "bare_string",
        "bare_symbol",
        "delimited_symbol",
    }
)
CONTENTS = frozenset(
    {"string_content", "string_fragment", "heredoc_content", "heredoc_body", "string_value", "nowdoc_string"}
)
HOLES = frozenset({"interpolation", "template_substitution", "variable_name"})
LISTS = frozenset({"list", "tuple", "array", "set", "string_array", "symbol_array", "array_creation_expression"})
MAPS = frozenset({"dictionary", "hash", "object"})
PAIRS = frozenset({"pair", "keyword_argument"})
NAMES = frozenset(
    {
        "identifier",
        "constant",
        "attribute",
        "member_expression",
        "variable_name",
        "name",
        "scope_resolution",
        "class_constant_access_expression",
    }
)
WRAPPERS = frozenset(
    {
        "await",
        "await_expression",
        "parenthesized_expression",
        "argument",
        "as_expression",
        "satisfies_expression",
        "non_null_expression",
        "yield_expression",
    }
)
BINARY = frozenset({"binary_operator", "binary_expression", "binary"})
CALLS = frozenset(
    {
        "call",
        "call_expression",
        "new_expression",
        "member_call_expression",
        "nullsafe_member_call_expression",
        "scoped_call_expression",
    }
    | {"function_call_expression", "object_creation_expression"}
)
TEXT_METHODS = frozenset({"squish", "strip_heredoc", "strip", "freeze", "format", "trim", "chomp", "lstrip", "rstrip"})
FUNCTIONS = frozenset({"arrow_function", "function_expression", "anonymous_function", "lambda", "function"})
ESCAPES = (("\\n", "\n"), ("\\t", "\t"), ('\\"', '"'), ("\\'", "'"), ("\\\\", "\\"))
