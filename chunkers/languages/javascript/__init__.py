"""JavaScript and JSX, modules and CommonJS; the family's shared tables and queries."""

from __future__ import annotations

from chunkers.language import Fields, Language, ParameterShape


def _visibility(name: str, modifiers: tuple[str, ...], container: str) -> str:
    del container
    for modifier in ("private", "protected"):
        if modifier in modifiers:
            return modifier
    return "private" if name.startswith("#") else "public"


LANGUAGE = Language(
    name="javascript",
    grammar="javascript",
    extensions=(".js", ".jsx", ".mjs", ".cjs"),
    aliases=("jsx",),
    forms={
        "identifier": ("name",),
        "property_identifier": ("word",),
        "shorthand_property_identifier": ("name",),
        "member_expression": ("attr", "object", "property"),
        "call_expression": ("call", "function", "arguments"),
        "new_expression": ("new", "constructor"),
        "this": ("self",),
        "super": ("super",),
        "string": ("str",),
        "template_string": ("str",),
        "number": ("lit", "int"),
        "true": ("lit", "bool"),
        "false": ("lit", "bool"),
        "null": ("lit", "null"),
        "undefined": ("lit", "null"),
        "regex": ("lit", "regex"),
        "array": ("list",),
        "object": ("dict", "pair", "key", "value"),
        "arrow_function": ("lambda",),
        "function_expression": ("lambda",),
        "await_expression": ("await",),
        "subscript_expression": ("index", "object"),
        "parenthesized_expression": ("inner",),
        "assignment_expression": ("inner", "right"),
        "ternary_expression": ("cond", "consequence", "alternative"),
        "binary_expression": ("binary", "left", "right"),
    },
    parameters={
        "identifier": ParameterShape(),
        "assignment_pattern": ParameterShape("left", default="right"),
        "rest_pattern": ParameterShape("0", variadic=True),
        "object_pattern": ParameterShape(),
        "array_pattern": ParameterShape(),
    },
    fields=Fields(),
    modifiers=frozenset(
        "export default async static get set const let var abstract public private protected readonly declare override".split()
    ),
    imports=frozenset({"import_statement"}),
    import_pattern=r"(?:const|let|var)\s[^=;]+=\s*require\(['\"][^'\"()]+['\"]\)[\w.]*;?|export\b[^;=]*\bfrom\s*['\"][^'\"]+['\"]\s*;?",
    blocks=frozenset({"statement_block", "switch_body", "class_body"}),
    labels={
        "if_statement": "branch",
        "else_clause": "branch",
        "for_statement": "loop",
        "for_in_statement": "loop",
        "while_statement": "loop",
        "do_statement": "loop",
        "try_statement": "try",
        "catch_clause": "handler",
        "finally_clause": "handler",
        "switch_statement": "branch",
        "switch_case": "case",
        "switch_default": "case",
        "with_statement": "with",
        "labeled_statement": "loop",
    },
    comments=frozenset({"comment", "html_comment"}),
    comment_prefixes=("//", "/*", "*"),
    templates=frozenset({"template_substitution"}),
    constructors=frozenset({"constructor"}),
    fold_overloads=True,
    signatures_stay=True,
    wrap=("class A {\n", "\n}"),
    test_paths=(r"[._](test|spec)\.[cm]?[jt]sx?$", r"(^|/)(__tests__|tests?|spec)/"),
    visibility=_visibility,
)
