"""From what is declared to values: bindings, type texts, unions and aliases. Shared by all languages; memoised, with a depth limit."""

from __future__ import annotations

from bisect import bisect_right

from chunkers.symbol import Binding
from graph.definition import FileView
from graph.resolve.language import Language
from graph.resolve.typetext import TypeText, read_type
from graph.resolve.values import UNASKED, Place, Value, elements, external

DEPTH = 24
_LOOK_BACK = 64


class Declared(Language):
    """Values of bindings and of written types."""

    def binding_value(self, binding: Binding, view: FileView, depth: int) -> Value | None:
        """Return the value of a bound name: its declared type, else the value bound to it."""
        key, table = id(binding), view.known.bound
        known = table.get(key, UNASKED)
        if known is not UNASKED:
            return known
        if key in self._busy or depth > DEPTH:
            return None
        self._busy.add(key)
        found = self.bound(binding, Place(view, binding.scope, binding.line, (binding.column or 0) - 1), depth + 1)
        self._busy.discard(key)
        table[key] = found
        return found

    def bound(self, binding: Binding, at: Place, depth: int) -> Value | None:
        """Compute `binding_value`."""
        if binding.type and binding.type not in self.untyped:
            return self.type_value(binding.type, at.view, at.scope)
        if binding.value is None or binding.how == "delete":
            return None
        found = self.value(binding.value, at, depth)
        if binding.how == "for":
            return elements(found)
        return None if binding.how == "unpack" else found

    def nearest(self, bindings: list[Binding], at: Place) -> Binding | None:
        """Return the binding in force at a place: the last one that starts before it and whose block has not ended.

        Logarithmic where names have no blocks; at most 64 closed blocks are looked back over.
        """
        first = bindings[0]
        if len(bindings) == 1 and first.end_line is None:
            return first
        starts = self._starts.get(id(bindings))
        if starts is None:
            starts = self._starts[id(bindings)] = [(one.line, one.column or 0) for one in bindings]
        here = (at.line, at.column)
        last = bisect_right(starts, here)
        for position in range(last - 1, max(-1, last - 1 - _LOOK_BACK), -1):
            binding = bindings[position]
            if binding.end_line is None or here < (binding.end_line, binding.end_column or 1 << 30):
                return binding
        return (
            first if first.end_line is None else None
        )  # used above its only assignment: in a loop, or from a function called later

    def type_value(self, text: str, view: FileView, scope: str) -> Value | None:
        """Return an instance of the type written as `text` at a scope."""
        table = view.known.texts.get(scope)
        if table is None:
            table = view.known.texts[scope] = {}
        known = table.get(text, UNASKED)
        if known is UNASKED:
            table[text] = None
            known = table[text] = self.instance_of(read_type(text), view, scope)
        return known

    def instance_of(self, written: TypeText | None, view: FileView, scope: str, depth: int = 0) -> Value | None:
        """Return an instance of a type reference."""
        if written is None or depth > DEPTH:
            return None
        args = tuple(self.instance_of(arg, view, scope, depth + 1) for arg in written.args)
        if written.name == "|":
            return self.union(args, written)
        if written.name in {"[]", "map", "->", "()"}:
            return external(written.name, args)
        found = self.named_type(written.name, view, scope)
        if found is None:
            return None
        if found.form == "type":
            return self.alias_or_instance(found, args, depth)
        return external(found.name, args) if found.form == "external" else found

    def alias_or_instance(self, found: Value, args: tuple[Value | None, ...], depth: int) -> Value | None:
        """Return an instance of a type, looking through `type X = Y`."""
        target = found.target
        if target is not None and target.kind == "type_alias":
            if not target.symbol.type or depth > DEPTH // 2:
                return None
            return self.instance_of(read_type(target.symbol.type), target.view, target.symbol.container, depth + 4)
        return Value("instance", target, args=args, trust=found.trust)

    def union(self, args: tuple[Value | None, ...], written: TypeText) -> Value | None:
        """Return the one alternative of a union that is not a null type, None when several remain."""
        kept = [
            arg
            for arg, text in zip(args, written.args, strict=True)
            if text is None or text.name not in {"None", "null", "undefined", "nil"}
        ]
        return kept[0] if len(kept) == 1 else None
