"""R: functions bound by any arrow, S3, S4, reference and R6 classes, roxygen comments, testthat."""

from __future__ import annotations

from chunkers.language import Language, ParameterShape


def _visibility(name: str, modifiers: tuple[str, ...], container: str) -> str:
    del modifiers, container
    return "private" if name.startswith(".") else "public"


LANGUAGE = Language(
    name="r",
    grammar="r",
    extensions=(".r", ".rprofile"),
    forms={
        "identifier": ("name",),
        "extract_operator": ("attr", "lhs", "rhs"),
        "namespace_operator": ("attr", "lhs", "rhs"),
        "call": ("call", "function", "arguments"),
        "subset": ("index", "function"),
        "subset2": ("index", "function"),
        "string": ("str",),
        "integer": ("lit", "int"),
        "float": ("lit", "float"),
        "true": ("lit", "bool"),
        "false": ("lit", "bool"),
        "null": ("lit", "null"),
        "function_definition": ("lambda",),
        "parenthesized_expression": ("inner",),
        "binary_operator": ("binary", "lhs", "rhs"),
    },
    keywords={"argument": ("name", "value")},
    parameters={"parameter": ParameterShape("name", default="default")},
    import_pattern=r"(?:suppressPackageStartupMessages\(\s*)?(?:library|require|requireNamespace|loadNamespace|source|box::use)\s*\([^()]*\)\s*\)?",
    blocks=frozenset({"braced_expression"}),
    labels={
        "if_statement": "branch",
        "for_statement": "loop",
        "while_statement": "loop",
        "repeat_statement": "loop",
    },
    comments=frozenset({"comment", "comma"}),  # the grammar names commas; no table wants them
    self_names=frozenset({"self", "private"}),
    constructors=frozenset({"initialize"}),
    test_paths=(r"(^|/)test-[^/]*\.[rR]$", r"(^|/)(tests|inst/tinytest|runit)/"),
    visibility=_visibility,
)
