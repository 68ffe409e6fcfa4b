"""What a mention in a document means in the snapshot: the nodes it names, that it names several, or that what it names is gone.

Conservative both ways: a name links only when it means one thing, and counts as gone only when it is written as a reference (a relative link, a path
below a folder that is there, a member of a type whose members are all known) or when the history holds it.
"""

from __future__ import annotations

import posixpath
import re
from collections import defaultdict
from collections.abc import Iterator
from typing import NamedTuple

from chunkers.symbol import Mention
from graph.definition import TYPE_KINDS, FileView
from graph.find import Finder
from graph.original import text_of
from graph.past import Past
from graph.resolve.values import Place, Value
from graph.routes.paths import normalised
from graph.world import World

_PATH = re.compile(
    r"^[\w.@+-]+(?:/[\w.@+ -]+)+\.[A-Za-z]\w{0,9}$|^[\w-]+\.(?:py|java|go|ts|tsx|js|kt|rs|rb|php|cs|yml|yaml|json|toml|md|sql|proto)$"
)
_MEMBER = re.compile(r"^([A-Z]\w*)[.#]([A-Za-z_]\w*)(?:\(.*\))?$")
_ROUTE = re.compile(r"^(GET|POST|PUT|PATCH|DELETE|HEAD|OPTIONS) (/[^\s?]*)")
_DOTTED = re.compile(r"^[A-Za-z_$][\w$-]*(?:[.#][A-Za-z_$][\w$\[\]-]*)+(?:\(.*\))?$")
_CAMEL = re.compile(
    r"^[A-Z][a-z0-9]+(?:[A-Z]\w*)+$|^[a-z]+(?:[A-Z][a-z0-9]*)+(?:\(\))?$|^[A-Z]\w+$|^[a-z]\w*_\w+(?:\(\))?$|^\w+\(\)$"
)
_HUMPED = re.compile(r"^(?:[A-Z][a-z0-9]+){2,}$")
_CONFIG = re.compile(r"^[a-z][\w-]*(?:\.[a-z][\w-]*){2,}$")
_HOSTED = re.compile(r"(?:[\w./-]*/)?(?:blob|tree|raw)/[^/]+/(.+)$")
"""A path as the code host spells it beside its issues and pull requests; the branch it names need not be this commit."""
_ENDING = re.compile(r"\.([A-Za-z]\w{0,9})$")
_PAGES = (".md", ".mdx", ".rst", "/index.md", "/index.mdx", "/README.md")
"""Sites leave the ending of a page out of its address."""
_PROSE = frozenset({"md", "mdx", "rst", "adoc", "txt", "pdf", "png", "svg", "jpg", "gif"})
_CODE_ENDINGS = frozenset("py java go ts tsx js jsx kt rs rb php cs scala swift".split())
_LONGEST = 120
_OVERLOADS = 5
_MANY = 20
"""A word that names more nodes than this is a word, not a reference."""
_CLOSED = frozenset({"java", "python", "go", "typescript", "csharp", "kotlin"})


class Named(NamedTuple):
    """`status`: resolved, ambiguous, missing, or "" for no reference to the snapshot. `reason` says why the section may be stale."""

    targets: tuple[str, ...] = ()
    status: str = ""
    reason: str | None = None


NOTHING = Named()


class Mentions:
    """Reads the mentions of one snapshot's documents."""

    def __init__(self, world: World, finder: Finder, past: Past) -> None:
        self._world = world
        self._finder = finder
        self._past = past
        self._paths = past.paths | set(world.results)
        self._folders: set[str] = set()
        self._by_name: defaultdict[str, list[str]] = defaultdict(list)
        for path in sorted(self._paths):
            self._enter(path)
        self._removed: defaultdict[str, list[str]] = defaultdict(list)
        for path in sorted(past.removed):
            self._removed[path.rpartition("/")[2]].append(path)
        self._endings = {name.rpartition(".")[2] for name in (*self._by_name, *self._removed)} | _PROSE
        self._stems = {name.partition(".")[0] for name in self._by_name}
        self._keys = {node_id[7:].rpartition(".")[0] for node_id in world.ledger.nodes if node_id.startswith("config:")}
        self._routes: defaultdict[str, list[str]] = defaultdict(list)
        for node_id in world.ledger.nodes:
            if node_id.startswith("route:"):
                method, _, path = node_id[6:].partition(" ")
                self._routes[method].append(path)
        self._resources = {path.split("/")[1:2][0] for paths in self._routes.values() for path in paths if "/" in path}

    def _enter(self, path: str) -> None:
        folder, _, name = path.rpartition("/")
        self._by_name[name].append(path)
        while folder and folder not in self._folders:
            self._folders.add(folder)
            folder = folder.rpartition("/")[0]

    def all_of(self, view: FileView) -> Iterator[tuple[Mention, Named]]:
        """Yield the references of a document in source order, with what each means.

        A type of one plain word (`Request`) may be anybody's: that it lacks a member counts only where the document names another of its members.
        """
        ordered = sorted(view.facts.mentions, key=lambda one: (one.line, one.column or 0))
        told = [(mention, named) for mention in ordered if (named := self._named(mention, view.path)).status]
        ours = {
            member.group(1)
            for mention, named in told
            if named.status == "resolved" and (member := _MEMBER.match(mention.target.strip("`")))
        }
        for mention, named in told:
            member = _MEMBER.match(mention.target.strip("`")) if named.status == "missing" else None
            if member is None or _HUMPED.match(member.group(1)) or member.group(1) in ours:
                yield mention, named

    def _named(self, mention: Mention, document: str) -> Named:
        text = mention.target.strip()
        if mention.kind == "link":
            return self._linked(text, document)
        if mention.kind == "path":
            return self._path(text.strip("`").removeprefix("./").rstrip("/"), document)
        if mention.kind == "adr":
            found = self._finder.find(f"adr:{text.lstrip('ADRadr- ')}")
            return _told(found)
        return self._code(text.strip("`"), document) if mention.kind == "code" else NOTHING

    # -- files ----------------------------------------------------------------------------------------------------------------------

    def _linked(self, target: str, document: str) -> Named:
        path, _, fragment = target.partition("#")
        path = path.strip().rstrip("/").removeprefix("./")
        hosted = _HOSTED.match(path)
        if hosted:
            path = hosted.group(1)
            if path not in self._paths:
                return NOTHING
        if not path or path.startswith(("/", "..", "{", "<")) or ":" in path:
            return NOTHING
        page = path.removesuffix(".html")
        for file in (path, *(f"{page}{ending}" for ending in _PAGES)):
            if file in self._paths:
                return Named(self._document(file, fragment), "resolved")
        if path in self._folders:
            return Named((), "resolved")
        ending = _ENDING.search(path)
        if ending is None or ending.group(1) not in self._endings or (page != path and path not in self._past.removed):
            return NOTHING  # a page of a site, as its address is written there
        return Named((), "missing", f"missing_file:{path}") if path != document else NOTHING

    def _document(self, path: str, fragment: str = "") -> tuple[str, ...]:
        """Return the node of a file of the snapshot; none when the file was not read."""
        section = self._section(path, fragment)
        spelled = (section, f"adr:{path}", f"runbook:{path}", f"file:{path}")
        return next(((one,) for one in spelled if one in self._world.ledger.nodes), ())

    def _section(self, path: str, fragment: str) -> str | None:
        view = self._world.project.views.get(path)
        if not fragment or view is None:
            return None
        for symbol in view.facts.symbols:
            if symbol.kind == "doc_section" and slug(symbol.name) == fragment.lower():
                return self._world.named.get((path, symbol.qualified))
        return None

    def _path(self, text: str, document: str) -> Named:
        if not text or ".." in text or text.startswith("/"):
            return NOTHING
        near = posixpath.normpath(posixpath.join(posixpath.dirname(document), text))
        for path in (text, near):
            if path in self._paths:
                return Named(self._document(path), "resolved")
            if path in self._folders:
                return Named((), "resolved")
        name = text.rpartition("/")[2]
        ends = [path for path in self._by_name.get(name, ()) if path.endswith(f"/{text}")]
        if len(ends) == 1:
            return Named(self._document(ends[0]), "resolved")
        if ends:
            return Named(tuple(one for path in ends[:_OVERLOADS] for one in self._document(path)), "ambiguous")
        if "/" not in text or not _PATH.match(text):
            return NOTHING
        gone = any(path == text or path.endswith(f"/{text}") for path in self._removed.get(name, ()))
        return Named((), "missing", f"missing_file:{text}") if gone or self._rooted(text) else NOTHING

    def _rooted(self, text: str) -> bool:
        """Tell whether a path that is not there is meant as one of this repository.

        Where all of the history was read, a path that never was is an example for the reader; else one right below a folder of folders counts.
        """
        folder = text.rpartition("/")[0]
        return not self._past.complete and "/" in folder and folder in self._folders

    # -- names ----------------------------------------------------------------------------------------------------------------------

    def _code(self, text: str, document: str) -> Named:
        if not text or len(text) > _LONGEST:
            return NOTHING
        route = _ROUTE.match(text)
        if route:
            return self._route(route.group(1), route.group(2))
        if _PATH.match(text):
            return self._path(text, document)
        if " " in text or not (_DOTTED.match(text) or _CAMEL.match(text)):
            return NOTHING
        found = [one for one in self._finder.find(text) if not one.startswith("test_case:") and ".<locals>." not in one]
        if len(found) > 1:
            return self._several(text, found)
        if found:
            return Named(tuple(found), "resolved")
        reason = self._gone_member(text) or self._gone_key(text) or self._gone_type(text)
        return Named((), "missing", reason) if reason else NOTHING

    def _several(self, text: str, found: list[str]) -> Named:
        main = [one for one in found if not self._in_test(one)]
        owners = {one.partition("(")[0] for one in main}
        if len(owners) == 1 and len(main) <= _OVERLOADS:
            return Named(tuple(main), "resolved")
        if not main or len(main) > _MANY:
            return NOTHING
        written = bool(_MEMBER.match(text))
        return Named(tuple(main[:_OVERLOADS]), "ambiguous", f"ambiguous_symbol:{text}" if written else None)

    def _route(self, method: str, path: str) -> Named:
        found = self._finder.find(f"{method} {path}")
        if found:
            return Named(tuple(found), "resolved")
        shape = normalised(path)
        known = self._routes.get(method, ())
        if any(one.endswith(shape) or shape.endswith(one) or "{?}" in one or "*" in one for one in known):
            return NOTHING  # behind a prefix that one of both does not tell
        here = shape.split("/")[1] in self._resources
        return Named((), "missing", f"missing_route:{method} {path}") if here else NOTHING

    def _gone_member(self, text: str) -> str | None:
        member = _MEMBER.match(text)
        if member is None:
            return None
        holders = self._finder.find(f"class:{member.group(1)}")
        gone = len(holders) == 1 and self._closed(holders[0]) and not self._has(holders[0], member.group(2))
        gone = gone and not self._spelled(holders[0], member.group(2))
        return f"missing_symbol:{text}" if gone else None

    def _gone_key(self, text: str) -> str | None:
        """Return the reason when a configuration key has siblings here, but is neither set nor read."""
        known = _CONFIG.match(text) and text.rpartition(".")[0] in self._keys and text not in self._keys
        return f"missing_key:{text}" if known else None

    def _gone_type(self, text: str) -> str | None:
        """Return the reason when the file that carried the name of a type was removed, and nothing of that name is left."""
        if not _HUMPED.match(text) or text in self._stems:
            return None
        gone = any(f"{text}.{ending}" in self._removed for ending in sorted(_CODE_ENDINGS))
        return f"missing_symbol:{text}" if gone else None

    def _in_test(self, node_id: str) -> bool:
        node = self._world.ledger.nodes.get(node_id)
        view = self._world.project.views.get(node.path) if node is not None and node.path else None
        return view is not None and view.test

    def _spelled(self, type_id: str, name: str) -> bool:
        """Tell whether the file of a type holds a word anywhere: a member that a tool, a companion or a nested type brings."""
        text = text_of(self._world.results[self._world.project.by_id[type_id].view.path])
        return not text or re.search(rf"(?<!\w){re.escape(name)}(?!\w)", text) is not None

    def _closed(self, type_id: str) -> bool:
        """Tell whether all members of a type are in the repository, so that a missing one is really missing."""
        definition = self._world.project.by_id.get(type_id)
        if definition is None or definition.symbol.decorators or definition.kind not in TYPE_KINDS:
            return False
        return not definition.symbol.supers and definition.view.language in _CLOSED

    def _has(self, type_id: str, name: str) -> bool:
        """Tell whether a type has a member of that name, attributes assigned in methods included."""
        definition = self._world.project.by_id[type_id]
        engine = self._world.engine(definition.view)
        at = Place(definition.view, definition.symbol.qualified, definition.symbol.declaration_line)
        return name in definition.members or engine.member(Value("instance", definition), name, at, 0) is not None


def _told(found: list[str]) -> Named:
    if len(found) == 1:
        return Named(tuple(found), "resolved")
    return Named(tuple(found[:_OVERLOADS]), "ambiguous") if found else NOTHING


def slug(title: str) -> str:
    """Return the anchor code hosts give to a heading."""
    return re.sub(r"[^\w\- ]", "", title.lower()).strip().replace(" ", "-")
