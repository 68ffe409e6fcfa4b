"""Rails: `add_column :orders, :status, :string`; `change_table` blocks give their calls the table."""

from __future__ import annotations

from collections.abc import Callable

from chunkers.formats.migrations.tool import Site, Tool
from chunkers.formats.migrations.values import Call, Pairs, Value, name_of, text_of, texts_of
from chunkers.formats.relational import operation as ops
from chunkers.formats.relational.operation import Operation
from chunkers.formats.relational.statements import operation_of_text

_TYPES = frozenset(
    "string text integer bigint float decimal numeric datetime timestamp timestamptz time date binary blob boolean bit json jsonb uuid "
    "inet cidr macaddr hstore ltree xml tsvector point line polygon circle interval money virtual enum citext serial bigserial "
    "primary_key column smallint tinyint unsigned_integer int4range int8range numrange tsrange tstzrange daterange vector geometry "
    "rich_text".split()
)
_REFERENCES = frozenset({"references", "belongs_to"})


def _option(call: Call, key: str) -> Value:
    if key in call.keywords:
        return call.keywords[key]
    last = call.arguments[-1] if call.arguments else None
    return last.get(key) if isinstance(last, Pairs) else None


def _created_columns(inner: tuple[Call, ...]) -> list[str]:
    """Return the columns that the calls of a `create_table` block make."""
    columns: list[str] = []
    for call in inner:
        names = [text for value in call.arguments for text in texts_of(value)]
        if call.method == "column" or call.method not in _TYPES | _REFERENCES | {"timestamps"}:
            columns += names[:1] if call.method == "column" else []
        elif call.method == "timestamps":
            columns += ["created_at", "updated_at"]
        elif call.method in _REFERENCES:
            columns += [f"{name}_id" for name in names]
        else:
            columns += names
    return columns


def _create_table(site: Site) -> Operation | None:
    table = name_of(site.call.argument(0))
    if site.call.method == "create_join_table":
        names = [text for value in site.call.arguments[:2] if (text := text_of(value))]
        table = text_of(_option(site.call, "table_name")) or "_".join(sorted(names))
    return ops.create_table(table, _created_columns(site.inner)) if table else None


def _column(make: Callable[..., Operation]) -> Callable[[Site], Operation | None]:
    def read(site: Site) -> Operation | None:
        table, column = name_of(site.call.argument(0)), text_of(site.call.argument(1))
        return make(table, column) if table and column else None

    return read


def _columns(make: Callable[..., Operation]) -> Callable[[Site], Operation | None]:
    def read(site: Site) -> Operation | None:
        table = name_of(site.call.argument(0))
        columns = [text for value in site.call.arguments[1:] if (text := text_of(value))]
        return make(table, *columns) if table and columns else None

    return read


def _rename_column(site: Site) -> Operation | None:
    table, old, new = (text_of(site.call.argument(place)) for place in range(3))
    return ops.rename_column(table, old, new) if table and old else None


def _table(make: Callable[[str], Operation]) -> Callable[[Site], Operation | None]:
    def read(site: Site) -> Operation | None:
        table = name_of(site.call.argument(0))
        return make(table) if table else None

    return read


def _drop_table(site: Site) -> Operation | None:
    tables = [text for value in site.call.arguments if (text := text_of(value))]
    return ops.drop_table(*tables) if tables else None


def _rename_table(site: Site) -> Operation | None:
    old, new = name_of(site.call.argument(0)), text_of(site.call.argument(1))
    return ops.rename_table(old, new) if old and new else None


def _add_index(site: Site) -> Operation | None:
    table, columns = name_of(site.call.argument(0)), texts_of(site.call.argument(1))
    return ops.create_index(text_of(_option(site.call, "name")), table, columns) if table else None


def _remove_index(site: Site) -> Operation | None:
    table = name_of(site.call.argument(0))
    name = text_of(_option(site.call, "name"))
    columns = texts_of(site.call.argument(1)) or texts_of(_option(site.call, "column"))
    made = ops.drop_index(name, table) if table else None
    return ops.Operation(made.title, made.operations, table, columns, object=name) if made else None


def _reference(make: Callable[..., Operation]) -> Callable[[Site], Operation | None]:
    def read(site: Site) -> Operation | None:
        table, name = name_of(site.call.argument(0)), text_of(site.call.argument(1))
        return make(table, f"{name}_id") if table and name else None

    return read


def _foreign_key(site: Site) -> Operation | None:
    table, other = name_of(site.call.argument(0)), text_of(site.call.argument(1))
    name = text_of(_option(site.call, "name"))
    columns = texts_of(_option(site.call, "column"))
    return ops.add_constraint(table, name, "FOREIGN KEY", columns, other) if table else None


def _drop_constraint(site: Site) -> Operation | None:
    table = name_of(site.call.argument(0))
    name = text_of(_option(site.call, "name"))
    return (
        ops.drop_constraint(table, name, "FOREIGN KEY" if site.call.method == "remove_foreign_key" else "CONSTRAINT")
        if table
        else None
    )


def _check(site: Site) -> Operation | None:
    table = name_of(site.call.argument(0))
    kind = "CHECK" if "check" in site.call.method else "UNIQUE" if "unique" in site.call.method else "EXCLUDE"
    return ops.add_constraint(table, text_of(_option(site.call, "name")), kind) if table else None


def _execute(site: Site) -> Operation | None:
    text = text_of(site.call.argument(0))
    if text and " " in text.strip():
        return operation_of_text(text)
    return ops.unknown(["execute", name_of(site.call.argument(0)) or ""], "execute")


_CALLS: dict[str, Callable[[Site], Operation | None]] = {
    "create_table": _create_table,
    "create_join_table": _create_table,
    "drop_table": _drop_table,
    "drop_join_table": _drop_table,
    "rename_table": _rename_table,
    "add_column": _column(ops.add_column),
    "add_columns": _columns(ops.add_column),
    "remove_column": _column(ops.drop_column),
    "remove_columns": _columns(ops.drop_column),
    "rename_column": _rename_column,
    "change_column": _column(ops.alter_column),
    "change_column_default": _column(ops.alter_column),
    "change_column_null": _column(ops.alter_column),
    "change_column_comment": _column(ops.alter_column),
    "add_index": _add_index,
    "remove_index": _remove_index,
    "rename_index": _table(lambda table: ops.alter_table(table, ())),
    "change_table_comment": _table(lambda table: ops.alter_table(table, ())),
    "add_reference": _reference(ops.add_column),
    "add_belongs_to": _reference(ops.add_column),
    "remove_reference": _reference(ops.drop_column),
    "remove_belongs_to": _reference(ops.drop_column),
    "add_foreign_key": _foreign_key,
    "remove_foreign_key": _drop_constraint,
    "add_check_constraint": _check,
    "add_unique_constraint": _check,
    "add_exclusion_constraint": _check,
    "remove_check_constraint": _drop_constraint,
    "remove_unique_constraint": _drop_constraint,
    "remove_exclusion_constraint": _drop_constraint,
    "validate_foreign_key": _table(lambda table: ops.alter_table(table, ())),
    "validate_check_constraint": _table(lambda table: ops.alter_table(table, ())),
    "add_timestamps": _table(lambda table: ops.add_column(table, "created_at", "updated_at")),
    "remove_timestamps": _table(lambda table: ops.drop_column(table, "created_at", "updated_at")),
    "enable_extension": _table(lambda name: ops.plain("CREATE", "EXTENSION", name)),
    "disable_extension": _table(lambda name: ops.plain("DROP", "EXTENSION", name)),
    "create_enum": _table(lambda name: ops.plain("CREATE", "TYPE", name)),
    "drop_enum": _table(lambda name: ops.plain("DROP", "TYPE", name)),
    "execute": _execute,
}


_BLOCK: dict[str, Callable[[Call, str, list[str]], Operation | None]] = {
    "remove": lambda _call, table, names: ops.drop_column(table, *names),
    "remove_columns": lambda _call, table, names: ops.drop_column(table, *names),
    "remove_references": lambda _call, table, names: ops.drop_column(table, *(f"{name}_id" for name in names)),
    "remove_belongs_to": lambda _call, table, names: ops.drop_column(table, *(f"{name}_id" for name in names)),
    "references": lambda _call, table, names: ops.add_column(table, *(f"{name}_id" for name in names)),
    "belongs_to": lambda _call, table, names: ops.add_column(table, *(f"{name}_id" for name in names)),
    "rename": lambda _call, table, names: ops.rename_column(table, names[0], names[-1]),
    "change": lambda _call, table, names: ops.alter_column(table, names[0]),
    "change_default": lambda _call, table, names: ops.alter_column(table, names[0]),
    "change_null": lambda _call, table, names: ops.alter_column(table, names[0]),
    "index": lambda call, table, names: ops.create_index(text_of(_option(call, "name")), table, names),
    "foreign_key": lambda call, table, names: ops.add_constraint(
        table, text_of(_option(call, "name")), "FOREIGN KEY", (), names[0]
    ),
    "column": lambda _call, table, names: ops.add_column(table, names[0]),
}


def _in_block(call: Call, table: str) -> Operation | None:
    """A call on the block variable of `change_table`."""
    names = [text for value in call.arguments for text in texts_of(value)]
    if call.method in {"timestamps", "remove_timestamps"}:
        return (ops.add_column if call.method == "timestamps" else ops.drop_column)(table, "created_at", "updated_at")
    if call.method == "remove_index":
        return ops.drop_index(text_of(_option(call, "name")), table)
    if not names:
        return None
    if call.method in _BLOCK:
        return _BLOCK[call.method](call, table, names)
    return ops.add_column(table, *names) if call.method in _TYPES else None


def _read(site: Site) -> Operation | None:
    call, batch = site.call, site.batch
    if batch is not None and call.receiver == batch.alias:
        return _in_block(call, batch.table)
    bare = call.receiver in {"", "self", "connection", "ActiveRecord::Base.connection", "()", "c", "conn"}
    return _CALLS[call.method](site) if bare and call.method in _CALLS else None


def _batch(call: Call) -> str | None:
    return text_of(call.argument(0)) if call.method == "change_table" else None


_METHODS = _TYPES | _CALLS.keys() | _BLOCK.keys() | {"change_table", "timestamps", "remove_timestamps", "remove_index"}
TOOL = Tool("rails", _read, _batch, methods=_METHODS)
