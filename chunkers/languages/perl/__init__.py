"""Perl: packages, subs with prototypes or signatures, POD, phasers, Test::More."""

from __future__ import annotations

from chunkers.language import Language, ParameterShape


def _visibility(name: str, modifiers: tuple[str, ...], container: str) -> str:
    del container
    return "private" if name.startswith("_") or "my" in modifiers else "public"


LANGUAGE = Language(
    name="perl",
    grammar="perl",
    extensions=(".pl", ".pm", ".t", ".psgi", ".plx", ".al"),
    forms={
        "scalar": ("name",),
        "array": ("name",),
        "hash": ("name",),
        "bareword": ("name",),
        "package": ("name",),
        "autoquoted_bareword": ("word",),
        "method_call_expression": ("method", "invocant", "method", "arguments"),
        "function_call_expression": ("call", "function", "arguments"),
        "ambiguous_function_call_expression": ("call", "function", "arguments"),
        "function": ("name",),
        "string_literal": ("str",),
        "interpolated_string_literal": ("str",),
        "number": ("lit", "int"),
        "anonymous_array_expression": ("lit", "list"),
        "anonymous_hash_expression": ("lit", "dict"),
        "anonymous_subroutine_expression": ("lambda",),
    },
    parameters={
        "mandatory_parameter": ParameterShape("0"),
        "optional_parameter": ParameterShape("0", default="default"),
        "named_parameter": ParameterShape("0", default="default"),
        "slurpy_parameter": ParameterShape("0", variadic=True),
    },
    modifiers=frozenset({"my", "our", "state"}),
    imports=frozenset({"use_statement", "package_statement"}),
    import_pattern=r"(?:require|do)\s+[\w:'\"./]+\s*;?",
    blocks=frozenset({"block"}),
    labels={
        "conditional_statement": "branch",
        "else": "branch",
        "elsif": "branch",
        "for_statement": "loop",
        "cstyle_for_statement": "loop",
        "loop_statement": "loop",
        "try_statement": "try",
        "phaser_statement": "block",
    },
    comments=frozenset({"comment", "pod"}),
    templates=frozenset({"scalar", "array", "element_expression"}),
    self_names=frozenset({"$self", "$class"}),
    constructors=frozenset({"new"}),
    masks=(
        r"\bsub[ \t]+[\w:']+[ \t]*(?P<blank>\([\\$@%&*;+_\[\] \t]*\))",  # a prototype
        r"(?P<blank>\bsub[ \t]+[\w:']+[ \t]*;)",  # a sub declared ahead
    ),
    test_paths=(r"\.t$", r"(^|/)x?t/"),
    visibility=_visibility,
)
