"""One step on a database, however it is written: SQL, a change log entry, a call of a migration library.

Records only; titles follow one grammar (`ALTER TABLE t ADD COLUMN c`), so that a column is found under the same words in every tool.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

from chunkers.unit import JsonValue

_VERBS = {"add_column": "create", "alter_column": "alter", "drop_column": "drop", "rename_column": "rename"}


@dataclass(frozen=True, slots=True)
class Operation:
    """`operations` one name per action (`add_column`); `columns` those it touches, in order; `reads` further tables it names.

    `defines` are (kind, name) of what comes into being: ("table", "orders"), ("column", "orders.status"), ("view", "v"). `statement` is the
    first word where `operations` cannot say it (`grant`). `fault` says what is wrong with it, None when it is well-formed. `changes` are
    (verb, kind, name) of the tables and columns whose history this is part of: create, alter, rename, rename_to, drop.
    """

    title: str
    operations: tuple[str, ...]
    table: str | None = None
    columns: tuple[str, ...] = ()
    object: str | None = None
    reads: tuple[str, ...] = ()
    defines: tuple[tuple[str, str], ...] = ()
    statement: str | None = None
    renamed_to: str | None = None
    fault: str | None = None
    changes: tuple[tuple[str, str, str], ...] = ()

    def attributes(self) -> dict[str, JsonValue]:
        """Return the published attributes; `operation` is a list when there are several."""
        single = len(self.operations) == 1
        found: dict[str, JsonValue] = {"operation": self.operations[0] if single else list(self.operations)}
        optional: tuple[tuple[str, JsonValue], ...] = (
            ("table", self.table),
            ("columns", list(self.columns)),
            ("object", self.object),
            ("statement", self.statement),
            ("renamedTo", self.renamed_to),
            ("reads", list(self.reads)),
        )
        return found | {key: value for key, value in optional if value}


@dataclass(frozen=True, slots=True)
class Action:
    """One action of an ALTER TABLE: its operation, the words of its title and the column it touches."""

    operation: str
    words: str
    column: str | None = None
    renamed_to: str | None = None
    reads: str | None = None


def create_table(table: str, columns: Sequence[str] = (), reads: Sequence[str] = ()) -> Operation:
    """Return the operation that makes `table`."""
    defines = (("table", table), *(("column", f"{table}.{column}") for column in columns))
    return Operation(
        f"CREATE TABLE {table}",
        ("create_table",),
        table,
        tuple(columns),
        reads=tuple(dict.fromkeys(reads)),
        defines=defines,
        changes=tuple(("create", kind, name) for kind, name in defines),
    )


def alter_table(table: str, actions: Sequence[Action]) -> Operation:
    """Return the operation of one ALTER TABLE (or of one call that stands for one)."""
    titled = [action for action in actions if action.words]
    title = f"ALTER TABLE {table}" + (" " + ", ".join(action.words for action in titled) if titled else "")
    operations = tuple(action.operation for action in titled) or ("alter_table",)
    columns = tuple(dict.fromkeys(action.column for action in actions if action.column))
    defines = [
        ("column", f"{table}.{action.column}")
        for action in actions
        if action.operation == "add_column" and action.column
    ]
    for action in actions:
        if action.renamed_to and action.operation == "rename_column":
            defines.append(("column", f"{table}.{action.renamed_to}"))
        elif action.renamed_to and action.operation == "rename_table":
            defines.append(("table", action.renamed_to))
    renamed = next((action.renamed_to for action in actions if action.renamed_to), None)
    reads = tuple(dict.fromkeys(action.reads for action in actions if action.reads))
    changes = tuple(dict.fromkeys(pair for action in actions for pair in _changes(table, action)))
    return Operation(
        title,
        operations,
        table,
        columns,
        reads=reads,
        defines=tuple(dict.fromkeys(defines)),
        renamed_to=renamed,
        changes=changes or (("alter", "table", table),),
    )


def _changes(table: str, action: Action) -> Iterator[tuple[str, str, str]]:
    """Yield what an action does to the table or to a column; a constraint or an option alters the table."""
    verb = _VERBS.get(action.operation, "alter")
    if action.operation == "rename_table":
        yield "rename", "table", table
        if action.renamed_to:
            yield "rename_to", "table", action.renamed_to
        return
    yield "alter", "table", table
    if action.column is not None:
        yield verb, "column", f"{table}.{action.column}"
        if verb == "rename" and action.renamed_to:
            yield "rename_to", "column", f"{table}.{action.renamed_to}"


def add_column(table: str, *columns: str, reads: str | None = None) -> Operation:
    """Return the operation that adds `columns`."""
    return alter_table(table, [Action("add_column", f"ADD COLUMN {column}", column, reads=reads) for column in columns])


def drop_column(table: str, *columns: str) -> Operation:
    """Return the operation that drops `columns`."""
    return alter_table(table, [Action("drop_column", f"DROP COLUMN {column}", column) for column in columns])


def alter_column(table: str, column: str) -> Operation:
    """Return the operation that changes one column."""
    return alter_table(table, [Action("alter_column", f"ALTER COLUMN {column}", column)])


def rename_column(table: str, column: str, to: str | None) -> Operation:
    """Return the operation that renames one column."""
    return alter_table(table, [Action("rename_column", f"RENAME COLUMN {column}", column, renamed_to=to)])


def rename_table(table: str, to: str) -> Operation:
    """Return the operation that renames a table."""
    return alter_table(table, [Action("rename_table", f"RENAME TO {to}", renamed_to=to)])


def add_constraint(
    table: str, name: str | None, kind: str = "CONSTRAINT", columns: Sequence[str] = (), reads: str | None = None
) -> Operation:
    """Return the operation that adds a constraint; an unnamed one is titled by its `kind`."""
    words = f"ADD CONSTRAINT {name}" if name else f"ADD {kind}"
    made = alter_table(table, [Action("add_constraint", words, reads=reads)])
    return replace(made, columns=tuple(columns))


def drop_constraint(table: str, name: str | None, kind: str = "CONSTRAINT") -> Operation:
    """Return the operation that drops a constraint."""
    return alter_table(table, [Action("drop_constraint", f"DROP CONSTRAINT {name}" if name else f"DROP {kind}")])


def create_index(name: str | None, table: str | None, columns: Sequence[str] = ()) -> Operation:
    """Return the operation that makes an index."""
    title = " ".join(["CREATE INDEX", *([name] if name else []), *(["ON", table] if table else [])])
    return Operation(title, ("create_index",), table, tuple(columns), object=name)


def drop_index(name: str | None, table: str | None = None) -> Operation:
    """Return the operation that drops an index."""
    title = f"DROP INDEX {name}" if name else f"DROP INDEX ON {table}" if table else "DROP INDEX"
    return Operation(title, ("drop_index",), table, object=name)


def plain(verb: str, kind: str, name: str, table: str | None = None) -> Operation:
    """Return a CREATE, ALTER or DROP of any other kind of object."""
    operation = f"{verb}_{kind}".lower().replace(" ", "_")
    defines = (
        ((kind.lower(), name),)
        if verb == "CREATE" and kind in {"VIEW", "FUNCTION", "PROCEDURE", "TRIGGER", "SEQUENCE"}
        else ()
    )
    return Operation(f"{verb} {kind} {name}", (operation,), table, object=name, defines=defines)


def drop_table(*tables: str) -> Operation:
    """Return the operation that drops tables."""
    changes = tuple(("drop", "table", table) for table in tables)
    return Operation(f"DROP TABLE {', '.join(tables)}", ("drop_table",), tables[0], reads=tables[1:], changes=changes)


def rows(verb: str, table: str, operation: str, columns: Sequence[str] = ()) -> Operation:
    """Return INSERT INTO, UPDATE or DELETE FROM of a table."""
    return Operation(f"{verb} {table}", (operation,), table, tuple(columns))


def unknown(
    words: Sequence[str], statement: str | None = None, *, table: str | None = None, fault: str | None = None
) -> Operation:
    """Return the operation of a statement that has no name of its own, titled by its first three words."""
    return Operation(" ".join(words[:3]) or "(empty)", ("unknown",), table, statement=statement, fault=fault)
