"""QUERIES_TABLE from code: SQL and JPQL in strings, repositories typed by their entity, entities handed to or asked by a mapper's methods.

A table must be defined by the snapshot or mapped by an entity: a word behind FROM alone makes none.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, field

from chunkers.symbol import Expr, Reference
from graph.definition import Definition, FileView
from graph.edges.schema_names import SchemaNames
from graph.edges.sql_words import named_tables
from graph.entities.entity import Entity
from graph.model import Evidence
from graph.project import family
from graph.resolve.origin import argument
from graph.resolve.typetext import read_type
from graph.resolve.values import Place
from graph.routes.annotations import place_at, short
from graph.world import World, at_line, at_name, place_of

_RUNNING = frozenset(
    "execute executemany exec query raw prepare prepareStatement createQuery createNativeQuery fetch fetchrow fetchval fetchall select Get "
    "Select Query QueryRow QueryContext QueryRowContext Queryx Exec ExecContext MustExec NamedExec queryForObject queryForList update text "
    "nativeQuery Raw find_by_sql select_all FromSqlRaw ExecuteSqlRaw batchUpdate sql".split()
)
"""Methods whose argument is a statement, where it is a constant and not a literal."""
_KEEPER = re.compile(
    r"(?:session|db|database|em|entity_?manager|manager|repo|repository|orm|conn|connection|tx|transaction|context|ctx|dao|datasource|store|query)s?$",
    re.IGNORECASE,
)
"""What sessions, managers and repositories are called, as variables or as types: a list has `add` as well."""
_FREE = frozenset(
    {"select", "insert", "update", "delete", "exists", "getRepository", "getCustomRepository", "select_from"}
)
_GIVEN = frozenset(
    "query select get insert update delete exists scalars scalar add add_all merge getRepository getCustomRepository find findOne findBy save "
    "persist remove First Find Take Last Create Save Delete Model FirstOrCreate Count Scan Add Set Update Remove select_from joinedload".split()
)
"""Methods of sessions and managers that are given an entity."""
_NAMING = frozenset({"name", "attr", "call", "new", "list", "inner", "index"})
"""Forms of an argument that may be an entity, or hold one."""
_ASKED: dict[str, frozenset[str]] = {
    "python": frozenset({"objects", "query"}),
    "ruby": frozenset(
        "where find find_by find_by! all create create! first last order joins includes count exists? pluck find_each insert_all "
        "update_all delete_all destroy_all find_or_create_by select limit not group".split()
    ),
    "php": frozenset(
        "where find findOrFail all create query first firstOrFail with whereIn orderBy count insert updateOrCreate "
        "firstOrCreate destroy select".split()
    ),
}
_TYPED = frozenset({"script", "java"})
_REPOSITORIES = ("Repository", "Dao", "Mapper")
_SURE = 0.9


@dataclass(slots=True)
class Entities:
    """The tables of each entity class, and entities by the name that object queries call them by."""

    tables: dict[str, dict[str, None]] = field(default_factory=dict)
    named: dict[str, dict[str, None]] = field(default_factory=dict)

    def enter(self, entity: Entity, table: str) -> None:
        """Note that `entity` stands for `table`."""
        if entity.definition is not None:
            self.tables.setdefault(entity.definition.id, {})[table] = None
            self.named.setdefault(entity.alias or entity.definition.name, {})[table] = None

    def of(self, definition: Definition | None) -> list[str]:
        """Return the tables of a class."""
        return list(self.tables.get(definition.id, ())) if definition is not None else []


def add_queries(world: World, entities: Entities, names: SchemaNames) -> None:
    """Enter which code asks which table."""
    for view in world.project.views.values():
        if view.test:
            continue
        for definition in view.defs.values():
            if definition.symbol.decorators or definition.symbol.supers:
                for table, proof, rule in _declared(world, entities, names, definition):
                    _enter(world, definition.id, table, proof, rule)
        for site in view.facts.references:
            if site.kind == "call" and (site.arguments or site.receiver):
                found = _stated(world, entities, names, view, site) if site.arguments else []
                found += _handled(world, entities, view, site) if entities.tables else ()
                for table, rule in found:
                    _enter(world, world.scope_id(view, site.scope), table, at_name(view.path, site), rule)


def _enter(world: World, source: str, table: str, proof: Evidence, rule: str) -> None:
    exact = rule == "sql_text"
    confidence = 0.95 if exact else _SURE
    resolution = "exact" if exact else "inferred"
    world.ledger.edge(source, table, "QUERIES_TABLE", [proof], confidence=confidence, resolution=resolution, rule=rule)


def _declared(
    world: World, entities: Entities, names: SchemaNames, definition: Definition
) -> Iterator[tuple[str, Evidence, str]]:
    """Yield what `@Query` annotations and typed repositories ask."""
    view = definition.view
    for mark in definition.symbol.decorators:
        if short(mark) in {"Query", "Select", "Insert", "Update", "Delete", "NamedQuery", "NativeQuery"}:
            given = argument(mark.arguments, "value", 0) or argument(mark.arguments, "query")
            text = world.text(given, place_at(definition, mark))
            native = argument(mark.arguments, "nativeQuery") is not None or short(mark) != "Query"
            for table in _of_text(entities, names, text, objects=not native):
                yield table, at_name(view.path, mark), "sql_text"
    for _, text in definition.symbol.supers if definition.is_type else ():
        base = read_type(text)
        first = base.args[0] if base is not None and base.args else None
        if base is not None and first is not None and base.name.rpartition(".")[2].endswith(_REPOSITORIES):
            value = world.engine(view).named_type(first.name, view, definition.symbol.container)
            for table in entities.of(value.target if value is not None else None):
                yield table, at_line(view.path, definition.symbol.declaration_line), "entity_repository"


def _stated(
    world: World, entities: Entities, names: SchemaNames, view: FileView, site: Reference
) -> list[tuple[str, str]]:
    """Return the tables that statements among the arguments name: literals, or constants where the method runs one."""
    found: list[tuple[str, str]] = []
    for one in site.arguments[:3]:
        form = one.value[0] if one.value else ""
        if form == "str":
            text: str | None = str(one.value[1])
        elif form == "binary" or (form in {"name", "attr"} and site.name in _RUNNING):
            text = world.text(one.value, place_of(view, site))
        else:
            continue
        if text:
            objects = site.name == "createQuery"
            found += [(table, "sql_text") for table in _of_text(entities, names, text, objects=objects)]
    return found


def _handled(world: World, entities: Entities, view: FileView, site: Reference) -> list[tuple[str, str]]:
    """Return the tables of the entities that a call is given, or is made on."""
    found: list[tuple[str, str]] = []
    if site.name in _GIVEN and any(one.value and one.value[0] in _NAMING for one in site.arguments[:4]):
        at = place_of(view, site)
        if _keeps(world, site, at):
            for one in site.arguments[:4]:
                found += [(table, "entity_argument") for table in entities.of(_entity(world, one.value, at))]
    if site.receiver:
        found += [(table, "entity_asked") for table in _asked(world, entities, view, site)]
    return found


def _keeps(world: World, site: Reference, at: Place) -> bool:
    """Tell whether a call is made on a session, manager or repository, by its name or its type; a bare one by its own name."""
    receiver = site.receiver
    if not receiver:
        return site.name in _FREE
    last = receiver[1] if receiver[0] == "call" and isinstance(receiver[1], tuple) else receiver
    if last and last[0] in {"name", "attr"} and _KEEPER.search(str(last[-1])):
        return True
    held = world.engine(at.view).value(receiver, at)
    name = held.target.name if held is not None and held.target is not None else held.name if held is not None else ""
    return bool(_KEEPER.search(name))


def _of_text(entities: Entities, names: SchemaNames, text: str | None, *, objects: bool) -> Iterator[str]:
    for name in named_tables(text or ""):
        held = list(entities.named.get(name, ())) if objects else []
        path = objects and "." in name  # `o.pets`: what an entity holds, no table
        table = names.table(name, certain=False) if not held and not path else None
        yield from held
        if table is not None:
            yield table


def _entity(world: World, expr: Expr, at: Place) -> Definition | None:
    """Return the class an argument is, or is an instance of."""
    if not expr or expr[0] not in _NAMING:
        return None
    found = world.engine(at.view).value(expr, at)
    return found.target if found is not None and found.form in {"type", "instance"} else None


def _asked(world: World, entities: Entities, view: FileView, site: Reference) -> list[str]:
    """Return the tables of the entity a call is made on: `Order.objects.filter`, `Post.where`, `this.repo.find` with a typed repository."""
    receiver = site.receiver or ()
    language = family(view.facts.language)
    asked = _ASKED.get(language)
    if language == "python" and receiver[0] == "attr" and receiver[2] in (asked or ()):
        return entities.of(_class(world, receiver[1], place_of(view, site)))
    if language in {"ruby", "php"} and asked is not None and site.name in asked and receiver[0] in {"name", "attr"}:
        return entities.of(_class(world, receiver, place_of(view, site)))
    held = world.generic[view.path].get(id(site)) if view.path in world.generic and language in _TYPED else None
    if held is not None and held.name.endswith(_REPOSITORIES) and receiver[0] in {"attr", "name"}:
        return entities.of(held.args[0].target if held.args[0] is not None else None)
    return []


def _class(world: World, expr: object, at: Place) -> Definition | None:
    found = world.handler(expr if isinstance(expr, tuple) else None, at)
    return found if found is not None and found.is_type else None
