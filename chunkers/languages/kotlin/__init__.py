"""Kotlin: extensions, companions, top-level functions, scripts."""

from __future__ import annotations

from chunkers.language import Fields, Language, ParameterShape


def _visibility(name: str, modifiers: tuple[str, ...], container: str) -> str:
    del name, container
    for modifier in ("private", "protected", "internal"):
        if modifier in modifiers:
            return modifier
    return "public"


_MODIFIERS = r"(?:@[\w.:]{1,100}+(?:\([^()]{0,200}+\))?+\s{1,200}+|(?:private|protected|internal|public|actual|expect)\s{1,200}+){0,9}+"
_SOFT = (
    "open|data|inner|sealed|abstract|final|enum|annotation|companion|infix|inline|operator|external|override|suspend|lateinit|tailrec|"
    "vararg|noinline|crossinline|actual|expect|value"
)

_MASKS = (
    r"(?<=[^\s{;])(?P<stop>[ \t])(?=\})",  # interface A { fun f() }
    r"\b(?P<blank>expect|actual)(?=(?:[ \t\r\n]{1,99}\w{1,20}){0,4}[ \t\r\n]{1,99}(?:class|fun|val|var|interface|object|constructor|typealias)\b)",
    r"(?P<name>\b0[bB][01_]++[uUL]*)",
    r"^[ \t]*(?P<blank>!?in)(?=[ \t][^\n]{0,300}->)",
    r"^[ \t]*(?P<name>i[ns]\w+)(?=[ \t]*[.(=])",
    rf"^[ \t]*(?P<name>{_SOFT})(?=[ \t]*[.=+\-\[])",
    r"^[ \t]*(?P<blank>as\??[ \t]+[\w.]+(?:<[^<>\n]*>)?\??)",
)
"""What the grammar does not know, or reads as the end of the line before."""

_ARGUMENTS = r"\((?:[^()]{1,200}+|\((?:[^()]{1,200}+|\([^()]{0,200}+\)){0,20}+\)){0,20}+\)"  # bounded: a hostile file closes none
_WORDS = r"(?:\w{1,20}[ \t]{1,9}){0,9}"
_LINES = r"(?:[ \t]*@[^\n]{0,200}+\n)"
_BEFORE = r"^(?![^\n]{0,200}\bva[lr]\b[^\n]{0,200}:)[^\n]{0,400}?[:,][ \t]*[\w.]++(?:<[^{}\n]{0,200}?>)?[ \t]++"
_MISREAD = (
    rf"^@[\w.]++(?P<blank>{_ARGUMENTS})(?=[ \t]*\r?\n{_LINES}{{0,9}}+{_WORDS}?(?:fun|va[lr])\b)",
    rf"^{_LINES}(?P<blank>{_LINES}{{1,9}}+)(?=[ \t]*{_WORDS}class[ \t]+\w+[ \t]*\r?\n\s*\n?[ \t]*@)",
    rf"\b(?:class|interface)\s+\w+(?:<[^{{}}()]{{0,200}}?>)?(?P<blank>\s*\n\s*{_MODIFIERS}constructor)(?=\s*\()",
    rf"{_BEFORE}(?P<blank>by[ \t]++[\w.]++(?:\([^()\n]*+\))?+)(?=[ \t]*\{{)",
)
"""An annotation with arguments above a function of the file is read as an expression, a class without a body under two
annotations takes in the next one, a primary constructor below the name of its class is read as a secondary one, the body
behind `by delegate` as its last argument."""


LANGUAGE = Language(
    name="kotlin",
    grammar="kotlin",
    extensions=(".kt", ".kts"),
    forms={
        "simple_identifier": ("name",),
        "navigation_expression": ("attr", "0", "-1"),
        "call_expression": ("call", "0", "-1"),
        "this_expression": ("self",),
        "super_expression": ("super",),
        "string_literal": ("str",),
        "integer_literal": ("lit", "int"),
        "long_literal": ("lit", "int"),
        "real_literal": ("lit", "float"),
        "boolean_literal": ("lit", "bool"),
        "null_literal": ("lit", "null"),
        "collection_literal": ("list",),
        "lambda_literal": ("lambda",),
        "anonymous_function": ("lambda",),
        "value_argument": ("inner", "-1"),
        "as_expression": ("cast", "-1"),
        "indexing_expression": ("index", "0"),
        "parenthesized_expression": ("inner",),
        "postfix_expression": ("inner",),  # `value!!`
        "if_expression": ("cond", "consequence", "alternative"),
        "control_structure_body": ("inner",),
        "additive_expression": ("binary", "0", "1"),
        "elvis_expression": ("binary", "0", "1"),
    },
    parameters={"parameter": ParameterShape("0", "1", beside="vararg"), "class_parameter": ParameterShape("-2", "-1")},
    fields=Fields(),
    modifiers=frozenset(
        "public private protected internal open abstract final sealed data inner enum override suspend inline operator infix tailrec const "
        "lateinit vararg companion external value fun val var".split()
    ),
    imports=frozenset({"package_header", "import_list", "import_header", "file_annotation", "shebang_line"}),
    blocks=frozenset({"statements", "class_body"}),
    labels={
        "if_expression": "branch",
        "when_expression": "branch",
        "when_entry": "case",
        "for_statement": "loop",
        "while_statement": "loop",
        "do_while_statement": "loop",
        "try_expression": "try",
        "catch_block": "handler",
        "finally_block": "handler",
    },
    comments=frozenset({"line_comment", "multiline_comment"}),
    comment_prefixes=("//", "/*", "*"),
    templates=frozenset({"interpolated_identifier", "interpolated_expression"}),
    overloads=True,
    wrap=("class A {\n", "\n}"),
    masks=_MASKS,
    misread=_MISREAD,
    visibility=_visibility,
)
