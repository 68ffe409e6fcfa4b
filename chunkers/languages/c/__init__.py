"""C: prototypes and definitions, both arms of `#ifdef`, K&R functions."""

from __future__ import annotations

from chunkers.language import Fields, Language, ParameterShape


def _visibility(name: str, modifiers: tuple[str, ...], container: str) -> str:
    del name, container
    return "private" if "static" in modifiers else "public"


_WORD = (
    r"\b(?!(?:\w*_)?TEST|SCENARIO|SECTION|GIVEN|WHEN|THEN|BENCHMARK)[A-Z_][A-Z0-9_]{2,60}"  # macros of tests are units
)
_INNER = r"\((?:[^()]{1,200}+|\([^()]{0,200}+\)){0,20}+\)"
_ARGUMENTS = rf"\((?:[^()]{{1,200}}+|\((?:[^()]{{1,200}}+|{_INNER}){{0,20}}+\)){{0,20}}+\)"  # bounded: a hostile file closes none

_MACROS = (
    rf"\b(?:if|while|switch)[ \t]+(?P<blank>{_WORD})(?=[ \t]*\()",  # if MAYBE_CONSTEXPR (
    rf"template[ \t]*<[^;{{}}]{{0,400}}?[,<]\s*(?P<type>{_WORD}{_ARGUMENTS})(?=\s*[,>])",  # template <class T, REQUIRES(x)>
    rf"(?<=[\w)>\]])(?<!return)(?<!case)(?<!throw)\s+(?P<blank>{_WORD}{_ARGUMENTS})(?=\s*[;{{=:,]|\s*{_WORD}|\s*\r?$)",  # int a GUARDED_BY(m);
    rf"(?<=\))\s*(?P<blank>{_WORD}\b)(?=\s*[;{{=:]|\s*{_WORD})",  # void f() NOEXCEPT {
    rf"(?<=[\w*&])[ \t]+(?P<blank>{_WORD}\b)(?=[ \t]*[,)])",  # void f(int a UNUSED);
    r"\bT(?:YPED_T)?EST(?:_F|_P)?\(\s*\w+\s*,\s*(?P<name>[a-z]\w*)\s*\)(?=\s*\{)",  # TEST(Shop, enum) {
    rf"^[ \t]*(?P<blank>{_WORD}\b(?:{_ARGUMENTS})?+)[ \t]*\r?$",  # BEGIN_NAMESPACE
    rf"(?P<blank>{_WORD}\b(?:\([^()\n]{{0,80}}\))?)(?=[ \t]+[A-Za-z_~\[:])",  # API void f();
    rf"(?:^[ \t]+|\}}[ \t]*)(?P<blank>{_WORD}\b(?:{_ARGUMENTS})?+)(?=[ \t]*\{{)",  # TRY { ... } CATCH(error) {
)
"""Where an upper-case word is most likely a macro that hides an attribute, a condition, a parameter or a brace."""


_MISREAD = (
    rf"\b(?:class|struct|union|enum(?:[ \t]+(?:class|struct))?)\s+(?P<blank>{_WORD}\b(?:{_ARGUMENTS})?+)"
    r"(?=\s+(?:\[\[[^\]\n]*\]\]\s*)?[A-Za-z_]\w*(?:<[^<>{};]{0,200}>)?(?:\s+final)?\s*(?::(?!:)|\{\s*$))"
)
"""`class API Shop {` is read as a function called Shop."""


_CASE = r"\b(?:TEST_CASE|SCENARIO|TEMPLATE_TEST_CASE)\(\s*"
_METHOD = r"\b(?:TEST_CASE_METHOD|TEST_CASE_FIXTURE|SCENARIO_METHOD)\(\s*\w+\s*,\s*"
_TITLED = (
    rf'{_CASE}(?P<name>"x*")(?=[^;{{}}]{{0,200}}?\)\s*\{{)',
    rf'{_CASE}"x*"(?P<blank>\s*,[^;{{}}()]{{0,200}})(?=\)\s*\{{)',
    rf'{_METHOD}(?P<name>"x*")(?=[^;{{}}]{{0,200}}?\)\s*\{{)',
    rf'{_METHOD}"x*"(?P<blank>\s*,[^;{{}}()]{{0,200}})(?=\)\s*\{{)',
    r'\b(?:SECTION|SUBCASE|DYNAMIC_SECTION|GIVEN|WHEN|THEN|AND_GIVEN|AND_WHEN|AND_THEN)\(\s*"x*"\s*\)(?P<stop>[ \t])(?=\{)',
)
"""Tests of Catch2 and doctest: a title where the grammar wants a parameter, a section where it wants the end of a statement."""


LANGUAGE = Language(
    name="c",
    grammar="c",
    extensions=(".c", ".h"),
    forms={
        "identifier": ("name",),
        "field_identifier": ("word",),
        "field_expression": ("attr", "argument", "field"),
        "call_expression": ("call", "function", "arguments"),
        "string_literal": ("str",),
        "char_literal": ("str",),
        "number_literal": ("lit", "int"),
        "true": ("lit", "bool"),
        "false": ("lit", "bool"),
        "null": ("lit", "null"),
        "initializer_list": ("list",),
        "pointer_expression": ("inner", "argument"),
        "subscript_expression": ("index", "argument"),
        "cast_expression": ("cast", "type"),
        "parenthesized_expression": ("inner",),
        "conditional_expression": ("cond", "consequence", "alternative"),
        "binary_expression": ("binary", "left", "right"),
        "assignment_expression": ("inner", "right"),
    },
    parameters={"parameter_declaration": ParameterShape("declarator", "type")},
    fields=Fields(returns="type"),
    modifiers=frozenset(
        "static inline extern const volatile register virtual explicit constexpr friend typedef".split()
    ),
    imports=frozenset({"preproc_include", "preproc_call"}),
    transparent=frozenset(
        {"preproc_ifdef", "preproc_if", "preproc_else", "preproc_elif", "linkage_specification", "declaration_list"}
    ),
    blocks=frozenset({"compound_statement"}),
    labels={
        "if_statement": "branch",
        "else_clause": "branch",
        "switch_statement": "branch",
        "case_statement": "case",
        "for_statement": "loop",
        "while_statement": "loop",
        "do_statement": "loop",
        "labeled_statement": "label",
    },
    comment_prefixes=("//", "/*", "*"),
    masks=_MACROS,
    misread=(_MISREAD, *_TITLED),
    foreign=frozenset({"__cplusplus"}),
    visibility=_visibility,
)
