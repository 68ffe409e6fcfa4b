"""Python, stubs included."""

from __future__ import annotations

from chunkers.language import Fields, Language, ParameterShape


def _visibility(name: str, modifiers: tuple[str, ...], container: str) -> str:
    del modifiers, container
    dunder = name.startswith("__") and name.endswith("__")
    return "private" if name.startswith("_") and not dunder else "public"


LANGUAGE = Language(
    name="python",
    grammar="python",
    extensions=(".py", ".pyi", ".pyw"),
    forms={
        "identifier": ("name",),
        "attribute": ("attr", "object", "attribute"),
        "call": ("call", "function", "arguments"),
        "string": ("str",),
        "concatenated_string": ("lit", "str"),
        "integer": ("lit", "int"),
        "float": ("lit", "float"),
        "true": ("lit", "bool"),
        "false": ("lit", "bool"),
        "none": ("lit", "null"),
        "list": ("list",),
        "tuple": ("list",),
        "expression_list": ("list",),
        "dictionary": ("dict", "pair", "key", "value"),
        "set": ("lit", "set"),
        "list_comprehension": ("lit", "list"),
        "dictionary_comprehension": ("lit", "dict"),
        "set_comprehension": ("lit", "set"),
        "subscript": ("index", "value"),
        "await": ("await",),
        "lambda": ("lambda",),
        "parenthesized_expression": ("inner",),
        "named_expression": ("inner", "value"),
        "conditional_expression": ("cond", "0", "2"),
        "binary_operator": ("binary", "left", "right"),
        "boolean_operator": ("binary", "left", "right"),
        "type": ("inner",),
    },
    keywords={"keyword_argument": ("name", "value"), "pair": ("key", "value")},
    parameters={
        "identifier": ParameterShape(),
        "default_parameter": ParameterShape("name", default="value"),
        "typed_default_parameter": ParameterShape("name", "type", "value"),
        "typed_parameter": ParameterShape("0", "type"),
        "list_splat_pattern": ParameterShape("0", variadic=True),
        "dictionary_splat_pattern": ParameterShape("0", variadic=True),
    },
    fields=Fields(),
    modifiers=frozenset({"async"}),
    imports=frozenset({"import_statement", "import_from_statement", "future_import_statement"}),
    blocks=frozenset({"block"}),
    labels={
        "if_statement": "branch",
        "elif_clause": "branch",
        "else_clause": "branch",
        "for_statement": "loop",
        "while_statement": "loop",
        "try_statement": "try",
        "except_clause": "handler",
        "finally_clause": "handler",
        "with_statement": "with",
        "match_statement": "branch",
        "case_clause": "case",
    },
    templates=frozenset({"interpolation"}),
    self_names=frozenset({"self"}),
    super_calls=frozenset({"super"}),
    constructors=frozenset({"__init__"}),
    doc="string",
    import_binds="first",
    entry_point="__name__",
    wrap=("if 1:\n", ""),
    test_paths=(r"(^|/)test_[^/]*\.py$", r"(^|/)[^/]*_test\.py$"),
    visibility=_visibility,
)
