"""Finds the calls of a migration file that are steps on a database, with the direction of the function they stand in.

Takes a syntax tree and a tool's reading of calls, gives placed operations. One iterative walk; what is inside a step is not looked at again.
"""

from __future__ import annotations

from bisect import bisect_left
from dataclasses import dataclass, field, replace

from tree_sitter import Node

from chunkers.formats.migrations.node_types import BINARY, CALLS, STRINGS
from chunkers.formats.migrations.reading import Reading, receiver_call
from chunkers.formats.migrations.shapes import (
    DIRECTIONS,
    arguments_of,
    callback_of,
    direction_of,
    heredocs_of,
    parameter_of,
)
from chunkers.formats.migrations.tool import Batch, Placed, Site, Tool
from chunkers.formats.migrations.values import Call, Name, Text, names_in
from chunkers.formats.relational.operation import Operation

_DEFINITIONS = frozenset(
    {
        "function_definition",
        "method",
        "function_declaration",
        "method_definition",
        "method_declaration",
        "pair",
        "variable_declarator",
        "assignment_expression",
    }
)
_BINDINGS = frozenset({"assignment", "variable_declarator", "assignment_expression"})
_TRANSPARENT = frozenset({"await", "await_expression", "parenthesized_expression"})
_STATEMENTS = frozenset({"expression_statement", "return_statement", "return", "if_modifier", "unless_modifier"})
_COMMENTS = frozenset({"comment", "line_comment", "block_comment"})
_TEXTS = STRINGS | BINARY | {"heredoc_beginning", "concatenated_string", "chained_string", "parenthesized_expression"}
_INNER_LIMIT = 500
_MODIFIERS = 40


@dataclass(frozen=True, slots=True)
class _Context:
    direction: str | None = None
    batch: Batch | None = None
    statement: tuple[int, int] | None = None


@dataclass(slots=True)
class Walk:
    """One walk over a file. `constants` are names bound to texts, `handles` names bound to what stands for a table."""

    tool: Tool
    data: bytes
    placed: list[Placed] = field(default_factory=list)
    comments: list[tuple[int, int]] = field(default_factory=list)
    reading: Reading = field(init=False)
    constants: dict[str, Text] = field(default_factory=dict)
    handles: dict[str, str] = field(default_factory=dict)
    _heredocs: list[tuple[int, int]] = field(default_factory=list)

    def run(self, root: Node) -> None:
        """Walk the tree; afterwards `placed` and `comments` are in source order."""
        self.reading = Reading(self.data, heredocs_of(root) if b"<<" in self.data else {})
        self._heredocs = sorted((at, body.end_byte) for at, body in self.reading.heredocs.items())
        stack: list[tuple[Node, _Context]] = [(root, _Context())]
        while stack:
            node, context = stack.pop()
            if node.type in _COMMENTS:
                self.comments.append((node.start_byte, node.end_byte))
            elif node.type in CALLS:
                stack.extend(reversed(self._call(node, context)))
            else:
                inner = self._inner(node, context)
                stack.extend([(child, inner) for child in reversed(node.named_children)])
        self.placed.sort(key=lambda one: (one.start, one.end))
        self.comments.sort()

    def _bind(self, node: Node) -> None:
        """Remember a name that is bound to a string or a table; the walk goes in source order, so the last binding before a use counts."""
        name = node.child_by_field_name("left") or node.child_by_field_name("name")
        bound = node.child_by_field_name("right") or node.child_by_field_name("value")
        if name is None or bound is None:
            return
        if bound.type in _TEXTS:
            value = self.reading.value(bound)
            if isinstance(value, Text):
                self.constants[self.reading.text(name)] = value
        elif bound.type in CALLS and self.tool.table_of_handle is not None:
            while (earlier := receiver_call(bound)) is not None:
                bound = earlier
            table = self.tool.table_of_handle(self._with_constants(self.reading.call(bound)))
            if table:
                self.handles[self.reading.text(name)] = table

    def _inner(self, node: Node, context: _Context) -> _Context:
        if node.type in _BINDINGS:
            self._bind(node)
        if node.type in _DEFINITIONS:
            direction = direction_of(node, self.data)
            return (
                replace(context, direction=direction, statement=None) if direction else replace(context, statement=None)
            )
        if node.type in _STATEMENTS:
            return replace(context, statement=(node.start_byte, node.end_byte))
        if node.type == "with_statement":
            batch = self._with(node)
            return replace(context, batch=batch or context.batch, statement=None)
        return context if node.type in _TRANSPARENT or not context.statement else replace(context, statement=None)

    def _with(self, node: Node) -> Batch | None:
        """Python: `with op.batch_alter_table("t") as batch:`."""
        stack = [child for child in node.children if child.type == "with_clause"]
        while stack:
            found = stack.pop()
            if found.type == "as_pattern":
                opener, alias = found.named_children[0], found.child_by_field_name("alias")
                table = self.tool.table_of_batch(self.reading.call(opener)) if opener.type in CALLS else None
                if table and alias is not None:
                    return Batch(self.reading.text(alias), table)
            stack.extend(found.children if found.type in {"with_clause", "with_item"} else ())
        return None

    def _call(self, node: Node, context: _Context) -> list[tuple[Node, _Context]]:
        """Place the operations of a chain of calls; return what is left to walk."""
        chain = [node]
        while (earlier := receiver_call(chain[-1])) is not None:
            chain.append(earlier)
        chain.reverse()
        calls = [self._read(link) for link in chain]
        methods = tuple(call.method for call in calls)
        table = self._table(calls[0])
        read: list[tuple[int, Operation]] = []
        for index, call in enumerate(calls):
            if self._ignored(call.method):
                continue
            inner = tuple(self._calls_inside(chain[index]))
            after = methods[index + 1 : index + 1 + _MODIFIERS]
            operation = self.tool.read(
                Site(self._with_constants(call), context.batch, inner, after, calls, index, table)
            )
            if operation is not None:
                read.append((index, operation))
        if not read:
            return self._descend(chain, calls, context)
        self._place(chain, calls, read, context)
        taken = {index for index, _ in read}
        plain = replace(context, statement=None)
        rest = [index for index in range(len(chain)) if index not in taken]
        return self._descend([chain[index] for index in rest], [calls[index] for index in rest], plain)

    def _place(
        self, chain: list[Node], calls: list[Call], read: list[tuple[int, Operation]], context: _Context
    ) -> None:
        """Give each operation of a chain its links: from behind the link before it up to the next step or callback."""
        taken = {index for index, _ in read}
        for index, operation in read:
            before = index
            while before > 0 and before - 1 not in taken and callback_of(chain[before - 1]) is None:
                before -= 1
            last = index
            while last + 1 < len(chain) and last + 1 not in taken and callback_of(chain[last + 1]) is None:
                last += 1
            whole = context.statement if before == 0 else None
            start = chain[before - 1].end_byte if before else whole[0] if whole else chain[-1].start_byte
            end = context.statement[1] if last == len(chain) - 1 and context.statement else chain[last].end_byte
            end = max(end, self._heredoc_end(chain[index]))
            direction = context.direction if self.tool.directions else None
            self.placed.append(Placed(operation, start, end, direction, names_in(calls[index])))

    def _ignored(self, method: str) -> bool:
        return self.tool.methods is not None and method not in self.tool.methods

    def _read(self, link: Node) -> Call:
        """Return a call, without its arguments when the tool knows nothing of its name."""
        receiver, method = self.reading.callee(link)
        if self._ignored(method):
            return Call(receiver, method, start=link.start_byte, end=link.end_byte)
        return self.reading.call(link)

    def _table(self, first: Call) -> str | None:
        """Return the table that a chain of calls is about: its first link opens it, or is called on a name bound to it."""
        if self.tool.table_of_handle is None:
            return None
        return self.tool.table_of_handle(self._with_constants(first)) or self.handles.get(first.receiver)

    def _with_constants(self, call: Call) -> Call:
        """Replace names that were bound to strings by their texts."""
        if not self.constants or not any(isinstance(value, Name) for value in call.arguments):
            return call
        return replace(
            call,
            arguments=tuple(
                self.constants.get(value.text, value) if isinstance(value, Name) else value for value in call.arguments
            ),
        )

    def _heredoc_end(self, node: Node) -> int:
        low, high = bisect_left(self._heredocs, (node.start_byte, 0)), bisect_left(self._heredocs, (node.end_byte, 0))
        return max((end for _at, end in self._heredocs[low:high]), default=0)

    def _descend(self, chain: list[Node], calls: list[Call], context: _Context) -> list[tuple[Node, _Context]]:
        """Walk into the arguments and blocks of calls that are no steps; a batch opener gives its block the table."""
        found: list[tuple[Node, _Context]] = []
        plain = replace(context, statement=None)
        for link, call in zip(chain, calls, strict=True):
            inner = plain
            table = self.tool.table_of_batch(call)
            body = callback_of(link)
            if table and body is not None and (alias := parameter_of(body, self.data)):
                inner = replace(plain, batch=Batch(alias, table))
            elif body is not None and call.method in DIRECTIONS and link.type == "call":  # Ruby: `dir.up do ... end`
                inner = replace(plain, direction=DIRECTIONS[call.method])
            found += [
                (child, inner)
                for child in (link.children if link.type == "object_creation_expression" else arguments_of(link))
            ]
        return found

    def _calls_inside(self, node: Node) -> list[Call]:
        """Return the calls in the block or callback of a call, outermost of each chain's start only."""
        body = callback_of(node)
        found: list[Call] = []
        stack = [body] if body is not None else []
        while stack and len(found) < _INNER_LIMIT:
            at = stack.pop()
            if at.type in CALLS:
                while (earlier := receiver_call(at)) is not None:
                    at = earlier
                found.append(self.reading.call(at))
                continue
            stack.extend(reversed(at.named_children))
        return found
