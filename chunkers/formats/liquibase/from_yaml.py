"""A change log in YAML or JSON as a `Log`. Nodes are composed with their marks, never constructed; aliases stay what they are."""

from __future__ import annotations

import posixpath
from dataclasses import dataclass

import yaml
from yaml.nodes import MappingNode, Node, ScalarNode, SequenceNode

from chunkers.chunker import ChunkingInput
from chunkers.formats.liquibase.changelog import NOT_CHANGES, Change, Log, included, referenced
from chunkers.nesting import refusal
from chunkers.span import Lines

_BREAKS = str.maketrans({"\x85": " ", "\u2028": " ", "\u2029": " "})
"""Line ends to YAML 1.1, but not to us: replaced so that the parser counts the lines everybody else counts."""


def read_yaml(given: ChunkingInput) -> Log | None:
    """Read a change log; None when it is no YAML or nests too deep to be read safely."""
    data = given.clean.data
    if refusal(data, "yaml"):
        return None
    try:
        root = yaml.compose(
            data.decode("utf-8", "replace").translate(_BREAKS), Loader=getattr(yaml, "CSafeLoader", yaml.SafeLoader)
        )
    except (yaml.YAMLError, RecursionError, ValueError):
        return None
    entries = _value(root, "databaseChangeLog") if isinstance(root, MappingNode) else None
    if not isinstance(entries, SequenceNode):
        return None
    return _Reader(given, posixpath.dirname(given.path), Log()).read(entries)


@dataclass(slots=True)
class _Reader:
    given: ChunkingInput
    directory: str
    log: Log

    def read(self, entries: SequenceNode) -> Log:
        for entry in entries.value:
            for name, value in _pairs(entry):
                if name in {"include", "includeAll"} and (target := included(self.directory, _scalars(value))):
                    self.log.includes.append((target, self._offset(entry.start_mark)))
                elif name == "changeSet":
                    self._change_set(value)
        return self.log

    def _change_set(self, node: Node) -> None:
        fields = _scalars(node)
        author, key = fields.get("author", ""), fields.get("id", "")
        changeset = f"{author}:{key}" if author else key or None
        for part in ("changes", "rollback"):
            value = _value(node, part)
            direction = "down" if part == "rollback" else None
            if isinstance(value, SequenceNode):
                for entry in value.value:
                    for name, body in _pairs(entry):
                        if name not in NOT_CHANGES or name == "tagDatabase":
                            self.log.changes.append(self._change(name, entry, body, changeset, direction))
            elif isinstance(value, ScalarNode) and direction and value.value.strip():
                self.log.changes.append(self._change("rollback", value, value, changeset, direction))

    def _change(self, name: str, entry: Node, body: Node, changeset: str | None, direction: str | None) -> Change:
        fields = _scalars(body)
        columns = _columns(body)
        texts = (fields[key] for key in ("sql", "selectQuery", "procedureText", "procedureBody") if key in fields)
        sql = body.value if isinstance(body, ScalarNode) else next(texts, None)
        word, end = self._start(entry), self._end(entry)
        return Change(
            name,
            fields,
            self._with_comments(word),
            word,
            end,
            changeset,
            direction,
            tuple(column for column, _ in columns),
            referenced(_settings(body)),
            sql,
            {column: self._offset(node.start_mark) for column, node in columns},
        )

    def _offset(self, mark: yaml.Mark) -> int:
        lines: Lines = self.given.clean.lines
        line = min(mark.line + 1, len(lines))
        begin = lines.start(line)
        text = lines.data[begin : lines.end(line)].decode("utf-8", "replace")
        return begin + len(text[: mark.column].encode())

    def _start(self, node: Node) -> int:
        """The dash of a list item belongs to it; the key of a scalar too."""
        at = self._offset(node.start_mark)
        data = self.given.clean.data
        begin = data.rfind(b"\n", 0, at) + 1
        before = data[begin:at]
        if isinstance(node, ScalarNode) or not before.strip(b" \t-"):
            return begin + len(before) - len(before.lstrip())
        return at

    def _with_comments(self, at: int) -> int:
        """Step up over the comment lines right above."""
        lines = self.given.clean.lines
        if not self.given.policy.chunking.include_leading_comments or self.given.path.lower().endswith(".json"):
            return at
        line = first = lines.line_at(at)
        while line > 1 and lines.raw(line - 1, line - 1).lstrip().startswith(b"#"):
            line -= 1
        raw = lines.raw(line, line)
        return at if line == first else lines.start(line) + len(raw) - len(raw.lstrip())

    def _end(self, node: Node) -> int:
        """Return the end of the last leaf below `node`: the end of a block collection itself lies before the next token."""
        last, stack = node, [node]
        while stack:
            found = stack.pop()
            if isinstance(found, ScalarNode) or getattr(found, "flow_style", False):
                last = found if _later(found.end_mark, last.end_mark if last is not node else None) else last
            elif isinstance(found, SequenceNode):
                stack.extend(found.value[-1:])
            elif isinstance(found, MappingNode):
                stack.extend(value for _, value in found.value[-1:])
        return len(self.given.clean.data[: self._offset(last.end_mark)].rstrip())


def _later(one: yaml.Mark, two: yaml.Mark | None) -> bool:
    return two is None or (one.line, one.column) > (two.line, two.column)


def _pairs(node: Node) -> list[tuple[str, Node]]:
    return (
        [(str(key.value), value) for key, value in node.value if isinstance(key, ScalarNode)]
        if isinstance(node, MappingNode)
        else []
    )


def _value(node: Node, name: str) -> Node | None:
    return next((value for key, value in _pairs(node) if key == name), None)


def _scalars(node: Node) -> dict[str, str]:
    return {key: str(value.value) for key, value in _pairs(node) if isinstance(value, ScalarNode)}


def _columns(node: Node) -> list[tuple[str, Node]]:
    found: list[tuple[str, Node]] = []
    for key in ("columns", "column"):
        listed = _value(node, key)
        for item in listed.value if isinstance(listed, SequenceNode) else []:
            column = _value(item, "column") or item
            name = _scalars(column).get("name")
            if name:
                found.append((name, item))
    return found


def _settings(node: Node) -> list[dict[str, str]]:
    """Return the settings of all `constraints` of a change's columns."""
    found: list[dict[str, str]] = []
    for key in ("columns", "column"):
        listed = _value(node, key)
        for item in listed.value if isinstance(listed, SequenceNode) else []:
            constraints = _value(_value(item, "column") or item, "constraints")
            if constraints is not None:
                found.append(_scalars(constraints))
    return found
