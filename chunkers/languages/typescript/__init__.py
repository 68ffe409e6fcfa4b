"""TypeScript, declaration files included."""

from __future__ import annotations

from chunkers.language import Language, ParameterShape

LANGUAGE = Language(
    name="typescript",
    grammar="typescript",
    extensions=(".ts", ".mts", ".cts"),
    inherits=("javascript",),
    without=("only.scm", "jsx.scm"),
    forms={
        "type_identifier": ("name",),
        "as_expression": ("cast", "1"),
        "type_assertion": ("cast", "0"),
        "satisfies_expression": ("inner",),
        "non_null_expression": ("inner",),
        "instantiation_expression": ("inner",),
    },
    parameters={
        "required_parameter": ParameterShape("pattern", "type", "value"),
        "optional_parameter": ParameterShape("pattern", "type", "value"),
    },
)
