"""What a language plug-in is: one record of names and tables beside a folder of queries. All behaviour lives in `chunkers.code`.

A plug-in folder holds `__init__.py` with `LANGUAGE = Language(...)` and `.scm` query files; nothing else has to know the language.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field

Form = tuple[str, ...]
"""How an expression node reduces to an `Expr`: the form, then the names of the fields it needs.

("name",) · ("attr", object, member) · ("call", callee, arguments) · ("method", object, name, arguments) · ("new", type) · ("self",) ·
("super",) · ("str",) · ("lit", kind) · ("word",) for a bare key · ("index", value) · ("await",) · ("cast", type) · ("lambda",) · ("list",) ·
("dict", pair kind, key, value) · ("pairs",) for an array that may have keys · ("binary", left, right) · ("cond", then, else) ·
("inner",) for what only wraps its first child.
A field written as a number is the index of a named child.
"""


@dataclass(frozen=True, slots=True)
class ParameterShape:
    """Fields of one kind of parameter node.

    An empty `name` means the node itself is the name, `<variable>` its first child of that kind, `*` that it groups parameters. `beside` is for
    grammars that put a modifier in front of the node and its default behind it: the modifier of a parameter that takes many arguments.
    """

    name: str = ""
    type: str = ""
    default: str = ""
    variadic: bool = False
    beside: str = ""


@dataclass(frozen=True, slots=True)
class Fields:
    """Grammar fields of definition nodes, asked for where the query captured nothing of that role."""

    name: str = "name"
    body: str = "body"
    parameters: str = "parameters"
    returns: str = "return_type"
    type_parameters: str = "type_parameters"


@dataclass(frozen=True, slots=True)
class Language:
    """A programming language as data.

    `grammar` is the name in the grammar pack. `inherits` names plug-ins whose queries (but for the files in
    `without`) and tables this one extends. `forms` reduce expression nodes, `keywords` name the (key, value) fields
    of keyword arguments. `imports` are statement kinds the file overview owns at top level. `import_pattern` (a
    regular expression over a whole statement) adds what is an import by its text. `transparent` are kinds seen
    through at top level (namespaces, `#ifdef`, `extern "C"`). `blocks` are node kinds that hold a statement list;
    `labels` say what a compound statement is ("branch", "loop", "try", "handler", "case"). `overloads`: callables
    carry their erased parameter types in `qualified`. `fold_overloads`: signatures directly before their
    implementation belong to its chunk. `clauses`: neighbours of one name with equally many parameters are one function,
    its name carries their number (`put/2`). `signatures_stay`: members without a body stay in their type's chunk. `doc`
    tells where documentation stands: "comment" above or "string" as the first statement of the body.
    `import_binds`: an import without name or alias binds the "first" or the "last" segment of its module, or
    nothing. `directives` map the beginning of a comment to the name of a fact of the file (`//go:build`). `wrap`
    makes an indented member parse alone. `test_paths` are regular expressions (searched) of paths whose `may.*`
    captures count. `visibility` maps (name, modifiers, kind of container) to the modifier as the language sees it.

    `masks` are regular expressions of what a broken file is parsed without, when that helps: macros that stand where
    the grammar knows none. A group named `blank`, `name`, `stop` or `type` says what is filled, and how. `misread` are those
    of what every file is parsed without, since the grammar takes it for something else. `foreign` are words of `#if`
    conditions whose arm is another language's.
    """

    name: str
    grammar: str
    extensions: tuple[str, ...]
    inherits: tuple[str, ...] = ()
    without: tuple[str, ...] = ()
    aliases: tuple[str, ...] = ()
    forms: Mapping[str, Form] = field(default_factory=dict)
    keywords: Mapping[str, tuple[str, str]] = field(default_factory=dict)
    parameters: Mapping[str, ParameterShape] = field(default_factory=dict)
    fields: Fields = field(default_factory=Fields)
    modifiers: frozenset[str] = frozenset()
    imports: frozenset[str] = frozenset()
    transparent: frozenset[str] = frozenset()
    import_pattern: str = ""
    blocks: frozenset[str] = frozenset()
    labels: Mapping[str, str] = field(default_factory=dict)
    comments: frozenset[str] = frozenset({"comment"})
    comment_prefixes: tuple[str, ...] = ("#",)
    templates: frozenset[str] = frozenset()
    self_names: frozenset[str] = frozenset()
    super_names: frozenset[str] = frozenset()
    super_calls: frozenset[str] = frozenset()
    constructors: frozenset[str] = frozenset()
    overloads: bool = False
    fold_overloads: bool = False
    signatures_stay: bool = False
    doc: str = "comment"
    import_binds: str = ""
    entry_point: str = ""
    wrap: tuple[str, str] = ("", "")
    masks: tuple[str, ...] = ()
    misread: tuple[str, ...] = ()
    foreign: frozenset[str] = frozenset()
    clauses: bool = False
    directives: Mapping[str, str] = field(default_factory=dict)
    test_paths: tuple[str, ...] = ()
    visibility: Callable[[str, tuple[str, ...], str], str] | None = None
