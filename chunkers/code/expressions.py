"""Expression nodes as `Expr`: what a value is, cut down to what resolution can use, by the language's table of forms.

Takes nodes and the text, gives nested tuples; what the table does not name is ("?",). Depth is bounded, results are remembered per node.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import ClassVar

from tree_sitter import Node

from chunkers.code.text import FileText, part
from chunkers.language import Language
from chunkers.pattern import later
from chunkers.symbol import Argument, Expr

UNKNOWN: Expr = ("?",)
_NAMED = frozenset({"name", "self", "super"})
_LISTED = frozenset({"value_arguments"})
_DEPTH = 24
_WIDTH = 24
_LONGEST = 200
_LONGEST_STATEMENT = 4000
_STATEMENT = later(r"\s*(?:select|insert|update|delete|with|merge)\s", re.IGNORECASE)
"""Statements of SQL are kept longer than other texts: what they name comes late."""
_QUOTES = later(r"""\A[A-Za-z@$#]*(\"{3}|'{3}|["'`])(.*?)(?:\1#*)?\Z""", re.DOTALL)


def quoted(text: str) -> str:
    """Return the content of a string literal as written, prefix and quotes cut."""
    quote = text[:1]
    if (
        quote in {'"', "'"} and len(text) > 1 and text[-1] == quote and text[1] != quote
    ):  # nearly all: no prefix, not tripled
        return text[1:-1]
    match = _QUOTES.match(text)
    return match.group(2) if match else text


class Expressions:
    """Builds expressions of one file."""

    __slots__ = (
        "_comments",
        "_forms",
        "_heights",
        "_keywords",
        "_memo",
        "_names",
        "_same",
        "_self",
        "_super",
        "_supers",
        "_templates",
        "text",
    )

    def __init__(self, language: Language, text: FileText) -> None:
        """Read the tables of `language`."""
        self._forms = language.forms
        self.text = text.name
        self._memo: dict[int, Expr] = {}
        self._names: dict[str, Expr] = {}
        self._same: dict[Expr, Expr] = {}
        self._heights: dict[int, int] = {}
        self._keywords = language.keywords
        self._templates = language.templates
        self._comments = language.comments
        self._self = language.self_names
        self._super = language.super_calls
        self._supers = language.super_names

    def build(self, node: Node, depth: int = 0) -> Expr:
        """Return the expression of `node`."""
        return self._build(node, node.type, depth)

    def _build(self, node: Node, kind_of_node: str, depth: int) -> Expr:
        form = self._forms.get(kind_of_node)
        if form is None:
            return UNKNOWN
        kind = form[0]
        if kind == "name":
            return self._name(self.text(node))
        if kind == "word":
            return self._shared(("str", self.text(node)))
        if kind == "symbol":
            return self._shared(("str", self.text(node)[1:]))
        builder = self._builders.get(kind)
        if builder is None:
            return form  # ("self",), ("super",), ("lambda",), ("lit", kind)
        if depth > _DEPTH:
            return UNKNOWN
        known = self._memo.get(node.id)
        if known is None:
            known = self._memo[node.id] = builder(self, node, form, depth + 1)
        return known

    def arguments(self, node: Node | None) -> tuple[Argument, ...]:
        """Return the arguments of an argument list node."""
        if node is None or node.end_byte - node.start_byte <= len("()"):
            return ()
        found: list[Argument] = []
        for child in node.named_children[:_WIDTH]:
            kind = child.type
            if kind in self._comments:
                continue
            keyword = self._keywords.get(kind)
            if keyword is None:
                found.append(Argument(self._build(child, kind, 1)))
                continue
            key, value = child.child_by_field_name(keyword[0]), part(child, keyword[1])
            found.append(Argument(self.build(value, 1) if value else UNKNOWN, self._key(key) if key else None))
        return tuple(found)

    def _key(self, node: Node) -> str:
        """Return the key of a keyword argument; Ruby's older `:only => x` is `only: x`."""
        written = self.text(node)
        return written[1:] if self._forms.get(node.type) == ("symbol",) else written

    def _name(self, name: str) -> Expr:
        """Return the expression of a name: one object for all its uses."""
        known = self._names.get(name)
        if known is None:
            form = "self" if name in self._self else "super" if name in self._supers else ""
            known = self._names[name] = (form,) if form else ("name", name)
        return known

    def _shared(self, expr: Expr) -> Expr:
        """Return the one object for a text, or for a member of a name: what holds no call means the same wherever it stands on a line."""
        return self._same.setdefault(expr, expr)

    def _sub(self, node: Node, name: str, depth: int) -> Expr:
        found = part(node, name)
        return self._child(node, found, depth) if found is not None else UNKNOWN

    def _child(self, node: Node, child: Node, depth: int) -> Expr:
        """Return the expression of `child` inside `node`, unknown where the whole would grow too high (a chain of a thousand calls)."""
        found = self.build(child, depth)
        height = self._heights.get(child.id, 0) + 1
        if height > _DEPTH:
            return UNKNOWN
        self._heights[node.id] = max(height, self._heights.get(node.id, 0))
        return found

    def _attr(self, node: Node, form: tuple[str, ...], depth: int) -> Expr:
        if form[2].startswith("="):  # a member the grammar spells as a keyword: `Order.class`
            return ("attr", self._sub(node, form[1], depth), form[2][1:])
        member = part(node, form[2])
        holder = self._sub(node, form[1], depth)
        expr: Expr = ("attr", holder, self.text(member).lstrip("?.:") if member else "")
        plain = holder[0] in _NAMED or (holder[0] == "attr" and self._same.get(holder) is holder)
        return self._shared(expr) if plain else expr

    def _count(self, node: Node, name: str) -> int:
        arguments = part(node, name)
        if arguments is None:
            return 0
        given = arguments.named_children
        if arguments.type == "call_suffix":  # holds the list of arguments and the closure behind it
            given = [one for child in given for one in (child.named_children if child.type in _LISTED else (child,))]
        return len([child for child in given if child.type not in self._comments])

    def _call(self, node: Node, form: tuple[str, ...], depth: int) -> Expr:
        callee = self._sub(node, form[1], depth)
        if callee[0] == "name" and callee[1] in self._super:
            return ("super",)
        return ("call", callee, self._count(node, form[2]))

    def _method(self, node: Node, form: tuple[str, ...], depth: int) -> Expr:
        target, name = part(node, form[1]), part(node, form[2])
        called = self.text(name) if name else ""
        callee: Expr = ("attr", self._child(node, target, depth), called) if target is not None else ("name", called)
        return ("call", callee, self._count(node, form[3]))

    def _typed(self, node: Node, form: tuple[str, ...], depth: int) -> Expr:
        found = part(node, form[1])
        written = self.text(found)[:_LONGEST] if found else ""
        if len(form) > 2 and written == form[3]:  # noqa: PLR2004 - form, type, body, and the type whose items count
            body = part(node, form[2])
            return (form[0], written, self._list(body, form, depth)) if body is not None else (form[0], written)
        return (form[0], written)

    def _string(self, node: Node, form: tuple[str, ...], depth: int) -> Expr:
        del form, depth
        if self._templates and any(child.type in self._templates for child in node.named_children):
            return ("lit", "template")
        size = node.end_byte - node.start_byte
        if size > 4 * _LONGEST and size > _LONGEST_STATEMENT:
            return ("lit", "str")
        text = quoted(self.text(node))
        if len(text) <= _LONGEST or (len(text) <= _LONGEST_STATEMENT and _STATEMENT.match(text)):
            return self._shared(("str", text))
        return ("lit", "str")

    def _wrapped(self, node: Node, form: tuple[str, ...], depth: int) -> Expr:
        return (form[0], self._sub(node, form[1] if len(form) > 1 else "0", depth))

    def _list(self, node: Node, form: tuple[str, ...], depth: int) -> Expr:
        del form
        items = [child for child in node.named_children[: _WIDTH + 1] if child.type not in self._comments]
        return (
            ("list", *(self._child(node, item, depth) for item in items)) if len(items) <= _WIDTH else ("lit", "list")
        )

    def _dict(self, node: Node, form: tuple[str, ...], depth: int) -> Expr:
        items = [child for child in node.named_children[: _WIDTH + 1] if child.type == form[1]]
        if len(items) > _WIDTH:
            return ("lit", "dict")
        pairs = [(item, self._sub(item, form[2], depth), self._sub(item, form[3], depth)) for item in items]
        for item, _, _ in pairs:
            self._heights[node.id] = max(self._heights.get(item.id, 0) + 1, self._heights.get(node.id, 0))
        return ("dict", *((key, value) for _, key, value in pairs))

    def _pairs(self, node: Node, form: tuple[str, ...], depth: int) -> Expr:
        """Return an array some of whose items have keys as a dict (an item without one has ("?",)), any other as a list."""
        items = [child for child in node.named_children[: _WIDTH + 1] if child.type not in self._comments]
        if len(items) > _WIDTH or all(item.named_child_count < 2 for item in items):  # noqa: PLR2004 - key and value
            return self._list(node, form, depth)
        pairs = []
        for item in items:
            keyed = item.named_child_count > 1
            pairs.append((self._sub(item, "0", depth) if keyed else UNKNOWN, self._sub(item, "-1", depth)))
            self._heights[node.id] = max(self._heights.get(item.id, 0) + 1, self._heights.get(node.id, 0))
        return ("dict", *pairs)

    def _binary(self, node: Node, form: tuple[str, ...], depth: int) -> Expr:
        return (form[0], self._sub(node, form[1], depth), self._sub(node, form[2], depth))

    def _inner(self, node: Node, form: tuple[str, ...], depth: int) -> Expr:
        return self._sub(node, form[1] if len(form) > 1 else "0", depth)

    # Plain functions: bound methods kept in the object would be a cycle, and workers run without the collector of cycles.
    _builders: ClassVar[dict[str, Callable[[Expressions, Node, tuple[str, ...], int], Expr]]] = {
        "attr": _attr,
        "call": _call,
        "method": _method,
        "new": _typed,
        "cast": _typed,
        "str": _string,
        "index": _wrapped,
        "await": _wrapped,
        "list": _list,
        "dict": _dict,
        "pairs": _pairs,
        "binary": _binary,
        "cond": _binary,
        "inner": _inner,
    }
