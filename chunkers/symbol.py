"""Facts of one file: what it defines, imports, binds and uses. Framework-free and in-file only; the graph package gives them meaning.

All `qualified` names are in-file names: `OrderService.createOrder(CreateOrderRequest)`, `outer.<locals>.inner`, `Mux.Route`. Duplicates
of one qualified name carry `~2`, `~3` in source order. Lines are 1-based, columns 1-based in code points. What a file has by the thousand is a
named tuple: made in less than half, and sent between processes in two fifths, of the time a frozen dataclass takes.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import NamedTuple

from chunkers.records import flat, sent_flat
from chunkers.span import Span

Expr = tuple[object, ...]
"""A value expression, cut down to what resolution can use. Nested tuples, first item is the form:

("name", "x") · ("attr", expr, "member") · ("call", expr, argc) · ("new", "Type") · ("self",) · ("super",) · ("str", text) ·
("lit", "int"|"float"|"bool"|"null"|"list"|"dict"|"set"|"regex"|"template") · ("index", expr) · ("await", expr) · ("cast", "Type") ·
("lambda",) · ("list", expr, ...) · ("dict", (key, expr), ...) · ("binary", left, right) · ("cond", then, else) · ("?",) for anything else.
A string literal longer than 200 characters is ("lit", "str"), unless it begins like a statement of SQL: those are kept up to 4,000.
"""


@sent_flat
class Argument(NamedTuple):
    """One argument of a call or decorator. `keyword` is None for a positional one."""

    value: Expr
    keyword: str | None = None


@sent_flat
class Decorator(NamedTuple):
    """An annotation, decorator or attribute on a symbol: `@app.route("/x", methods=["GET"])` has name "app.route"."""

    name: str
    arguments: tuple[Argument, ...]
    line: int
    column: int
    end_column: int


@sent_flat
class Parameter(NamedTuple):
    """A declared parameter. `type` as written, None when absent; `default` tells whether one is given."""

    name: str
    type: str | None = None
    default: bool = False
    variadic: bool = False
    decorators: tuple[Decorator, ...] = ()


@flat
@dataclass(frozen=True, slots=True)
class Symbol:
    """A definition.

    `kind`: class interface enum record struct trait annotation_type type_alias namespace function method constructor property field constant
    variable enum_member package test_suite test_case; formats add api_operation schema rpc message service graphql_type graphql_field
    table column migration config_key env_var doc_section adr runbook.
    `container` is the qualified name of the enclosing symbol, "" at file level. `declaration_line` is the line of the name.
    `supers` are base types as written, each ("extends"|"implements"|"embeds", type text). `returns`/`type` as written.
    `owned` is False for facts that are not definitions of code (a Lombok accessor would be `synthetic` in `tags`).
    """

    kind: str
    name: str
    qualified: str
    span: Span
    declaration_line: int
    container: str = ""
    language: str | None = None
    signature: str | None = None
    parameters: tuple[Parameter, ...] = ()
    returns: str | None = None
    type: str | None = None
    supers: tuple[tuple[str, str], ...] = ()
    type_parameters: tuple[tuple[str, str | None], ...] = ()
    modifiers: tuple[str, ...] = ()
    decorators: tuple[Decorator, ...] = ()
    tags: tuple[
        str, ...
    ] = ()  # "test", "exported", "default_export", "async", "static", "abstract", "synthetic", "mock" ...
    pointer: str | None = None


@sent_flat
class Import(NamedTuple):
    """One imported name or module.

    `module` as written ("java.util.List" has module "java.util", name "List"; `from . import x` has module "."; `import a.b as c` has
    module "a.b", name None, alias "c"). `name` "*" for wildcard. `alias` is the local name it binds (None for a side-effect import).
    `kind`: "import" | "static" | "reexport" | "require" | "dynamic" | "include". `scope` = qualified name of the enclosing symbol, "" for the file.
    """

    module: str
    name: str | None
    alias: str | None
    kind: str
    line: int
    column: int
    end_column: int
    scope: str = ""
    type_only: bool = False


@sent_flat
class Binding(NamedTuple):
    """A name bound in a scope: parameter, local, field, loop variable, module variable, attribute of self.

    `name` is "x", or "self.x" for an attribute assigned through the receiver. `type` as written when declared; `value` the bound expression
    when there is one. `how`: "param" "local" "field" "for" (value = the iterated expression) "with" "catch" "pattern" "module" "unpack" "delete"
    "export" (what a module exports by default without a name: called "default").
    A function without a declared type binds what it gives back to "<return>" or "<yield>", `how` "return" or "yield".
    `column` is where the name stands. `end_line`/`end_column` (end exclusive) close the block in which the binding holds, where the language has
    blocks or the scope has nested closures without a symbol of their own (a lambda's parameter ends with the lambda); None: to the end of `scope`.
    """

    scope: str
    name: str
    line: int
    how: str
    type: str | None = None
    value: Expr | None = None
    column: int | None = None
    end_line: int | None = None
    end_column: int | None = None


@sent_flat
class Reference(NamedTuple):
    """A use of a name. `line`/`column`..`end_column` is the name token itself.

    `kind`: "call" "new" "type" "read" "write" "value" (a callable passed or stored) "throw" "jsx" "super_call" "annotation".
    `scope` = qualified name of the innermost enclosing symbol, "" for the file. `receiver` None for a bare name.
    `end_line`/`close_column` (exclusive) is where the arguments end, or the block that is given behind them; without either None in the column.
    """

    kind: str
    name: str
    scope: str
    line: int
    column: int
    end_column: int
    receiver: Expr | None = None
    arguments: tuple[Argument, ...] = ()
    end_line: int | None = None
    close_column: int | None = None


@sent_flat
class Mention(NamedTuple):
    """A target named by a document, contract or config file: `$ref`, link, `needs`, code span, key.

    `kind`: "ref" "link" "code" "needs" "reads_key" "env" "table" "path" "adr" "url" "type". `target` as written (a `$ref`/link into another file is
    already resolved to a path from the snapshot root plus fragment). `scope` = qualified name of the symbol (section, operation) that holds it.
    """

    kind: str
    target: str
    scope: str
    line: int
    column: int | None = None
    end_column: int | None = None


@flat
@dataclass(frozen=True, slots=True)
class FileFacts:
    """All facts of one file. `package` is the declared package or namespace ("com.acme.order"), None when the language has none."""

    path: str
    language: str | None
    category: str
    package: str | None = None
    symbols: tuple[Symbol, ...] = ()
    imports: tuple[Import, ...] = ()
    bindings: tuple[Binding, ...] = ()
    references: Sequence[Reference] = ()
    mentions: tuple[Mention, ...] = ()
    extras: tuple[
        tuple[str, str], ...
    ] = ()  # further in-file facts by name: "all" (__all__), "go.module", "server.url", "build.tags" ...
