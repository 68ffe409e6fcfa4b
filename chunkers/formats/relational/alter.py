"""ALTER statements: the actions on a table one by one, other objects by name.

Takes a reader behind the verb; actions are parted by commas outside parentheses, T-SQL and Oracle lists included.
"""

from __future__ import annotations

from dataclasses import replace

from chunkers.formats.relational.names import object_kind
from chunkers.formats.relational.operation import Action, Operation, alter_table, plain
from chunkers.formats.relational.token import QUOTED, Reader, Token

_IF = frozenset("IF NOT EXISTS ONLY".split())
_UNNAMED = {
    "PRIMARY": "PRIMARY KEY",
    "FOREIGN": "FOREIGN KEY",
    "UNIQUE": "UNIQUE",
    "CHECK": "CHECK",
    "EXCLUDE": "EXCLUDE",
}
_INDEXES = frozenset({"INDEX", "KEY", "FULLTEXT", "SPATIAL"})
_ADD_OTHER = frozenset({"PARTITION", "PERIOD", "SUPPLEMENTAL", "VALUE"})
_DROP_OTHER = frozenset({"PARTITION", "DEFAULT", "EXPRESSION", "IDENTITY", "PERIOD", "UNUSED"})
_KEYWORDS = frozenset(
    "ADD DROP ALTER MODIFY CHANGE RENAME SET RESET ENABLE DISABLE OWNER VALIDATE ATTACH DETACH WITH CHECK NOCHECK CONVERT ENGINE".split()
)
_NOTHING = Action("", "")


def alter_statement(reader: Reader) -> Operation | None:
    """Return the operation of an ALTER."""
    reader.skip(frozenset({"IGNORE", "ONLINE"}))
    kind = object_kind(reader)
    if kind is None:
        return None
    reader.skip(_IF)
    if kind == "SYSTEM":
        return None
    name = reader.name()
    if name is None:
        return None
    if kind in {"TABLE", "FOREIGN TABLE"}:
        if reader.key() == "*":
            reader.at += 1
        made = alter_table(name, _actions(reader))
        return (
            made
            if kind == "TABLE"
            else replace(made, title=made.title.replace("ALTER TABLE", "ALTER FOREIGN TABLE", 1))
        )
    made = plain("ALTER", kind, name)
    if kind in {"POLICY", "TRIGGER", "RULE"} and reader.take("ON"):
        return replace(made, table=reader.name())
    return replace(made, operations=("alter_view",)) if kind == "MATERIALIZED VIEW" else made


def _actions(reader: Reader) -> list[Action]:
    found: list[Action] = []
    verb = ""
    for part in _parts(reader.tokens[reader.at :]):
        head = part[0].key
        continued = head not in _KEYWORDS and verb
        inner = Reader(part, 0 if continued else 1)
        verb = verb if continued else head
        found += _action(verb, inner)
    return [action for action in found if action is not _NOTHING]


def _parts(items: list[Token]) -> list[list[Token]]:
    """Split tokens at commas outside parentheses."""
    parts: list[list[Token]] = [[]]
    depth = 0
    for token in items:
        depth += (token.key == "(") - (token.key == ")")
        if token.key == "," and depth == 0:
            parts.append([])
        elif token.key != ";":
            parts[-1].append(token)
    return [part for part in parts if part]


def _action(verb: str, part: Reader) -> list[Action]:
    if part.key() == "(" and verb in {"ADD", "DROP", "MODIFY"}:
        return [action for item in _listed(part) for action in _action(verb, Reader(item))]
    if verb == "WITH":  # T-SQL: WITH CHECK ADD CONSTRAINT
        part.skip(frozenset({"CHECK", "NOCHECK"}))
        verb = part.key()
        part.at += 1
    if verb == "ADD":
        return _added(part) if _added_list(part) else [_add(part)]
    if verb == "DROP":
        return [_drop(part)]
    if verb in {"ALTER", "MODIFY"}:
        return [_change(part, verb)]
    if verb == "CHANGE":
        return [_renamed_with_type(part)]
    if verb == "RENAME":
        return [_rename(part)]
    return [_NOTHING]


def _added_list(part: Reader) -> bool:
    return part.key() in {"COLUMN", "COLUMNS"} and part.key(1) == "("


def _added(part: Reader) -> list[Action]:
    part.at += 1
    return [_add(Reader(item)) for item in _listed(part)]


def _listed(part: Reader) -> list[list[Token]]:
    """Return the items of a parenthesised list."""
    close, depth = len(part.tokens), 0
    for index in range(part.at, len(part.tokens)):
        key = part.tokens[index].key
        depth += (key == "(") - (key == ")")
        if depth == 0:
            close = index
            break
    return _parts(part.tokens[part.at + 1 : close])


def _add(part: Reader) -> Action:
    part.take("COLUMN")
    part.skip(_IF)
    key = part.key()
    if key in _ADD_OTHER and part.tokens[part.at - 1].key != "COLUMN":
        return _NOTHING
    if key == "CONSTRAINT":
        part.at += 1
        part.skip(_IF)
        if part.key() in _UNNAMED and part.key(1) in {"KEY", "("}:
            return Action("add_constraint", f"ADD {_UNNAMED[part.key()]}", reads=_referenced(part))
        return Action("add_constraint", f"ADD CONSTRAINT {part.name() or ''}".rstrip(), reads=_referenced(part))
    if key in _UNNAMED and part.key(1) in {"KEY", "INDEX", "(", "USING", QUOTED, "CLUSTERED", "NONCLUSTERED"}:
        return _constraint(part, key)
    if key in _INDEXES and part.key(1) != "":
        part.skip(_INDEXES)
        name = part.name()
        return Action("create_index", f"ADD INDEX {name or ''}".rstrip())
    column = part.name()
    return Action("add_column", f"ADD COLUMN {column}", column, reads=_referenced(part)) if column else _NOTHING


def _constraint(part: Reader, key: str) -> Action:
    part.at += 1
    part.skip(frozenset({"KEY", "INDEX"}))
    name = part.name() if key in {"UNIQUE", "FOREIGN"} and part.key() != "(" else None
    words = f"ADD CONSTRAINT {name}" if name else f"ADD {_UNNAMED[key]}"
    return Action("add_constraint", words, reads=_referenced(part))


def _referenced(part: Reader) -> str | None:
    place = next((index for index in range(part.at, len(part.tokens)) if part.tokens[index].key == "REFERENCES"), None)
    return Reader(part.tokens, place + 1).name() if place is not None else None


def _drop(part: Reader) -> Action:
    key = part.key()
    if key == "CONSTRAINT":
        part.at += 1
        part.skip(_IF)
        return Action("drop_constraint", f"DROP CONSTRAINT {part.name() or ''}".rstrip())
    if key == "PRIMARY" and part.key(1) == "KEY":
        return Action("drop_constraint", "DROP PRIMARY KEY")
    if (key == "FOREIGN" and part.key(1) == "KEY") or (key == "CHECK" and part.key(1)):
        part.at += 2 if key == "FOREIGN" else 1
        return Action("drop_constraint", f"DROP CONSTRAINT {part.name() or ''}".rstrip())
    if key in {"INDEX", "KEY"} and part.key(1):
        part.at += 1
        part.skip(_IF)
        return Action("drop_index", f"DROP INDEX {part.name() or ''}".rstrip())
    if key in _DROP_OTHER and part.key(1):
        return _NOTHING
    part.take("COLUMN")
    part.skip(_IF)
    column = part.name()
    return Action("drop_column", f"DROP COLUMN {column}", column) if column else _NOTHING


def _change(part: Reader, verb: str) -> Action:
    if verb == "ALTER" and part.key() in {"CONSTRAINT", "INDEX"}:
        return _NOTHING
    part.take("COLUMN")
    part.skip(_IF)
    column = part.name()
    return Action("alter_column", f"ALTER COLUMN {column}", column) if column else _NOTHING


def _renamed_with_type(part: Reader) -> Action:
    """MySQL: CHANGE [COLUMN] old new type."""
    part.take("COLUMN")
    part.skip(_IF)
    old, new = part.name(), part.name()
    if old is None:
        return _NOTHING
    if new is None or new == old:
        return Action("alter_column", f"ALTER COLUMN {old}", old)
    return Action("rename_column", f"RENAME COLUMN {old}", old, renamed_to=new)


def _rename(part: Reader) -> Action:
    if part.key() in {"TO", "AS"}:
        part.at += 1
        name = part.name()
        return Action("rename_table", f"RENAME TO {name}", renamed_to=name)
    if part.key() in {"CONSTRAINT", "INDEX", "KEY"} and part.key(1) != "TO":
        kind = "INDEX" if part.key() == "KEY" else part.key()
        part.at += 1
        return Action(f"rename_{kind.lower()}", f"RENAME {kind} {part.name()}")
    if part.key() == "COLUMN" and part.key(1) != "TO":
        part.at += 1
    part.skip(_IF)
    old = part.name()
    new = part.name() if part.take("TO") else None
    if old is None:
        return _NOTHING
    if new is None:  # MySQL: RENAME new_name
        return Action("rename_table", f"RENAME TO {old}", renamed_to=old)
    return Action("rename_column", f"RENAME COLUMN {old}", old, renamed_to=new)
