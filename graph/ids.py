"""Node ids: readable, stable, unique. Case is kept, nothing is slugged, no line number ever enters one.

Takes facts, gives strings; the grammar is the table in docs/outputs.md.
"""

from __future__ import annotations

import re

from chunkers.symbol import FileFacts, Symbol

CODE_KINDS = frozenset(
    "class interface enum record struct trait annotation_type type_alias namespace function method constructor property field "
    "constant variable enum_member package test_suite test_case object module macro".split()
)
_PLACE_FREE = {
    "table": "table",
    "column": "column",
    "config_key": "config",
    "env_var": "env",
    "rpc": "rpc",
    "message": "message",
}
CONTRACT_LANGUAGES = frozenset(
    "protobuf graphql sql prisma avro openapi asyncapi json_schema json json5 jsonc yaml toml ini properties xml markdown rst asciidoc text "
    "csv".split()
)
"""Languages whose fields, enums and namespaces belong to a contract, a schema or a document, whatever they are called."""
_PROTOBUF = {"service": "service", "rpc": "rpc"}
_FILED = {"doc_section": "doc", "runbook": "runbook"}
_ORDINAL = re.compile(r"~\d+$")
_PARAMETERS = re.compile(r"\((?<=[\w>$]\()[^()\s]*\)")
"""Begins with the bracket, so that the search leaps from one to the next."""


def code_id(container: str, symbol: Symbol, role: str | None = None) -> str:
    """Return the id of a definition of code in `container`; accessors of one property get `[set]` and `[delete]`, overloads share one id."""
    name = symbol.qualified
    if role is not None:
        tail = f"[{role}]"
        name = _ORDINAL.sub("", name)
        name += "" if role in {"overload", "implementation", "extension"} or name.endswith(tail) else tail
    return f"symbol:{container}.{name}" if container else f"symbol:{name}"


def filed_id(container: str, path: str, symbol: Symbol) -> str:
    """Return the id of a definition whose plain id is taken by one in another file: its path goes in front."""
    return f"symbol:{path}!{container}.{symbol.qualified}" if container else f"symbol:{path}!{symbol.qualified}"


def without_parameters(qualified: str) -> str:
    """Return a qualified name without its parameter lists; brackets in the title of a test stay."""
    return _PARAMETERS.sub("", qualified) if "(" in qualified else qualified


def id_of_test(symbol: Symbol, path: str | None = None) -> str:
    """Return the id of a test case, with its path in front when the short form is not unique."""
    short = without_parameters(symbol.qualified)
    return f"test_case:{path}::{short}" if path else f"test_case:{short}"


def format_id(facts: FileFacts, symbol: Symbol, common: frozenset[str] = frozenset()) -> str:
    """Return the id of a contract, schema, config, table, migration or document symbol.

    A migration step goes by the name of its file, by its path where the name is one of `common`, which several files bear.
    """
    kind, name, path = symbol.kind, symbol.qualified, facts.path
    if facts.language == "protobuf":
        return (
            f"{_PROTOBUF.get(kind, 'message')}:{facts.package}.{name}"
            if facts.package
            else f"{_PROTOBUF.get(kind, 'message')}:{name}"
        )
    if kind in _PLACE_FREE:
        return f"{_PLACE_FREE[kind]}:{_ORDINAL.sub('', name) if kind in {'table', 'column'} else name}"
    if kind in _FILED:
        return f"{_FILED[kind]}:{path}#{name}" if name else f"{_FILED[kind]}:{path}"
    if kind == "adr":
        return f"adr:{path}"
    if kind == "migration":
        file = path.rsplit("/", 1)[-1]
        shown = path if file in common else file
        return f"migration:{shown}{name[len(file) :]}" if name.startswith(file) else f"migration:{shown}#{name}"
    if kind in {"graphql_type", "graphql_field"}:
        return f"graphql:{name}"
    return f"{kind}:{path}#{name}"


def display(symbol: Symbol) -> str:
    """Return the name shown to people: the qualified in-file name without parameters and ordinal."""
    plain = without_parameters(symbol.qualified)
    return (_ORDINAL.sub("", plain) if "~" in plain else plain) or symbol.name
