"""Swift: extensions, protocols, actors, property observers."""

from __future__ import annotations

from chunkers.language import Fields, Language, ParameterShape


def _visibility(name: str, modifiers: tuple[str, ...], container: str) -> str:
    del name, container
    for modifier in ("private", "fileprivate", "public", "open"):
        if modifier in modifiers:
            return modifier
    return "internal"


_MASKS = (
    r"^[ \t]*(?P<blank>#(?:if|elseif|else|endif|warning|error)\b[^\n]*+)",  # the grammar knows them only between statements
    r"@\w+(?P<blank>\(\))",
    r"(?:\(|:[ \t])(?P<name>\(\))(?=[,)])",  # .success(())
    r"\b(?P<blank>unsafe|consume)(?=[ \t]+\w)",
    r"\bthrows(?P<blank>\([\w.]+\))",
    r"(?P<name>#_\w+)",  # line: Int = #_sourceLocation
    r":[ \t]*(?P<blank>(?:consuming|borrowing|sending)\b)(?=[ \t]+[\w(\[@])",
    r"\bnonisolated(?P<blank>\(unsafe\))",
)
"""What is younger than the grammar, or stands where it knows it not."""

LANGUAGE = Language(
    name="swift",
    grammar="swift",
    extensions=(".swift",),
    forms={
        "simple_identifier": ("name",),
        "navigation_expression": ("attr", "target", "-1"),
        "navigation_suffix": ("word",),
        "call_expression": ("call", "0", "-1"),
        "self_expression": ("self",),
        "super_expression": ("super",),
        "line_string_literal": ("str",),
        "multi_line_string_literal": ("str",),
        "integer_literal": ("lit", "int"),
        "real_literal": ("lit", "float"),
        "boolean_literal": ("lit", "bool"),
        "array_literal": ("list",),
        "dictionary_literal": ("lit", "dict"),
        "lambda_literal": ("lambda",),
        "value_argument": ("inner", "value"),
        "try_expression": ("inner", "expr"),
        "await_expression": ("await", "expr"),
        "as_expression": ("cast", "type"),
    },
    keywords={},
    parameters={"parameter": ParameterShape("name", "-1"), "lambda_parameter": ParameterShape("name", "type")},
    fields=Fields(),
    modifiers=frozenset(
        "public private fileprivate internal open static class final override mutating nonmutating async throws lazy weak unowned required "
        "convenience dynamic indirect nonisolated isolated let var".split()
    ),
    imports=frozenset({"import_declaration"}),
    blocks=frozenset({"statements", "class_body", "enum_class_body"}),
    labels={
        "if_statement": "branch",
        "guard_statement": "branch",
        "switch_statement": "branch",
        "switch_entry": "case",
        "for_statement": "loop",
        "while_statement": "loop",
        "repeat_while_statement": "loop",
        "do_statement": "try",
        "catch_block": "handler",
    },
    comments=frozenset({"comment", "multiline_comment"}),
    comment_prefixes=("//", "/*", "*"),
    templates=frozenset({"interpolated_expression"}),
    wrap=("class A {\n", "\n}"),
    masks=_MASKS,
    test_paths=(r"Tests?\.swift$", r"(^|/)Tests/"),
    visibility=_visibility,
)
