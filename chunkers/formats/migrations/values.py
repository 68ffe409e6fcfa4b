"""Argument values of calls in migration code, cut down to what names tables and columns: texts, names, lists, maps, calls.

Takes syntax nodes of Python, Ruby, JavaScript, TypeScript and PHP, gives plain records; evaluates nothing.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field

from tree_sitter import Node

MAX_DEPTH = 12
_STRINGS = frozenset({"string", "template_string", "encapsed_string", "heredoc", "nowdoc", "heredoc_body", "bare_string", "bare_symbol"})
_CONTENTS = frozenset({"string_content", "string_fragment", "heredoc_content", "heredoc_body", "string_value", "nowdoc_string"})
_HOLES = frozenset({"interpolation", "template_substitution", "variable_name"})
_LISTS = frozenset({"list", "tuple", "array", "set", "string_array", "symbol_array", "array_creation_expression"})
_MAPS = frozenset({"dictionary", "hash", "object"})
_PAIRS = frozenset({"pair", "keyword_argument"})
_NAMES = frozenset({"identifier", "constant", "attribute", "member_expression", "variable_name", "name", "scope_resolution", "class_constant_access_expression"})
_WRAPPERS = frozenset(
    {"await", "await_expression", "parenthesized_expression", "argument", "as_expression", "satisfies_expression", "non_null_expression", "yield_expression"}
)
CALLS = frozenset(
    {"call", "call_expression", "new_expression", "member_call_expression", "nullsafe_member_call_expression", "scoped_call_expression"}
    | {"function_call_expression", "object_creation_expression"}
)
_TEXT_METHODS = frozenset({"squish", "strip_heredoc", "strip", "freeze", "format", "trim", "chomp", "lstrip", "rstrip"})
FUNCTIONS = frozenset({"arrow_function", "function_expression", "anonymous_function", "lambda", "function"})
_ESCAPES = (("\\n", "\n"), ("\\t", "\t"), ('\\"', '"'), ("\\'", "'"), ("\\\\", "\\"))


@dataclass(frozen=True, slots=True)
class Text:
    """A string or symbol; holes stay as written."""

    text: str
    at: int


@dataclass(frozen=True, slots=True)
class Name:
    """An identifier or dotted name."""

    text: str
    at: int


@dataclass(frozen=True, slots=True)
class Items:
    """A list, tuple or array."""

    items: tuple[Value, ...]


@dataclass(frozen=True, slots=True)
class Pairs:
    """A map: keys as text."""

    pairs: tuple[tuple[Text, Value], ...]

    def get(self, key: str) -> Value:
        """Return the value of `key`, None when it is absent."""
        return next((value for name, value in self.pairs if name.text == key), None)


@dataclass(frozen=True, slots=True)
class Call:
    """A call: `receiver` is the dotted text before the method ("op", "knex.schema"), "()" when that is itself a call."""

    receiver: str
    method: str
    arguments: tuple[Value, ...] = ()
    keywords: Mapping[str, Value] = field(default_factory=dict)
    start: int = 0
    end: int = 0

    def argument(self, place: int, *keywords: str) -> Value:
        """Return the positional argument `place`, or the keyword of one of these names."""
        for key in keywords:
            if key in self.keywords:
                return self.keywords[key]
        return self.arguments[place] if place < len(self.arguments) else None


Value = Text | Name | Items | Pairs | Call | None


def text_of(value: Value) -> str | None:
    """Return the text a value names: of a string, a name, or of a call with one text (`op.f("x")`, `sa.text("...")`)."""
    if isinstance(value, Text | Name):
        return value.text
    if isinstance(value, Call) and value.arguments and value.method in {"f", "text", "raw", "literal", "quoted_name", "to_sym", "to_s", "escape", "dedent", "SQL"}:
        return text_of(value.arguments[0])
    return None


def texts_of(value: Value) -> tuple[str, ...]:
    """Return the texts of a list, or of a single value."""
    if isinstance(value, Items):
        return tuple(text for item in value.items if (text := text_of(item)))
    text = text_of(value)
    return (text,) if text else ()


def value_of(node: Node | None, heredocs: Mapping[int, Node], depth: int = 0) -> Value:
    """Return a node's value; None for what names nothing."""
    while node is not None and node.type in _WRAPPERS and node.named_child_count:
        node = node.named_children[-1 if node.type == "argument" else 0]
    if node is None or depth > MAX_DEPTH:
        return None
    kind = node.type
    if kind in _STRINGS:
        return Text(_string(node), node.start_byte)
    if kind == "heredoc_beginning":
        body = heredocs.get(node.start_byte)
        return Text(_string(body) if body is not None else "", node.start_byte)
    if kind in {"concatenated_string", "chained_string"}:
        parts = [value_of(child, heredocs, depth + 1) for child in node.named_children]
        return Text("".join(part.text for part in parts if isinstance(part, Text)), node.start_byte)
    if kind in {"simple_symbol", "hash_key_symbol", "property_identifier"}:
        return Text(_source(node).strip(":"), node.start_byte)
    if kind == "delimited_symbol":
        return Text(_string(node), node.start_byte)
    if kind in {"binary_operator", "binary_expression", "binary"}:
        return _joined(node, heredocs, depth)
    if kind == "array_creation_expression" and any(_is_pair(child) for child in node.named_children) or kind in _MAPS:
        return Pairs(tuple(_pairs(node, heredocs, depth)))
    if kind in _LISTS:
        return Items(tuple(value_of(_element(child), heredocs, depth + 1) for child in node.named_children if child.type != "comment"))
    if kind in CALLS:
        call = call_of(node, heredocs, depth + 1)
        owner = _owner(node)
        return value_of(owner, heredocs, depth + 1) if call.method in _TEXT_METHODS and owner is not None else call
    return Name(_source(node), node.start_byte) if kind in _NAMES else None


def call_of(node: Node, heredocs: Mapping[int, Node], depth: int = 0) -> Call:
    """Return a call node as a record."""
    receiver, method = callee(node)
    arguments: list[Value] = []
    keywords: dict[str, Value] = {}
    listed = node.child_by_field_name("arguments")
    for child in listed.named_children if listed is not None else ():
        if child.type == "comment":
            continue
        if child.type in _PAIRS:
            key, value = _pair(child, heredocs, depth)
            keywords[key.text] = value
            continue
        named = child.child_by_field_name("name") if child.type == "argument" else None
        value = value_of(child, heredocs, depth + 1)
        if named is not None:
            keywords[_source(named)] = value
        else:
            arguments.append(value)
    return Call(receiver, method, tuple(arguments), keywords, node.start_byte, node.end_byte)


def callee(node: Node) -> tuple[str, str]:
    """Return the receiver's text and the method's name of a call; the receiver is "()" when it is a call itself."""
    function = node.child_by_field_name("function") or node.child_by_field_name("constructor")
    if function is not None:
        owner = function.child_by_field_name("object")
        method = function.child_by_field_name("attribute") or function.child_by_field_name("property")
        return (_receiver(owner), _source(method)) if method is not None else ("", _source(function))
    owner = node.child_by_field_name("receiver") or node.child_by_field_name("object") or node.child_by_field_name("scope")
    method = node.child_by_field_name("method") or node.child_by_field_name("name")
    if method is None and node.type == "object_creation_expression":
        method = next((child for child in node.named_children if child.type in {"name", "qualified_name"}), None)
    return _receiver(owner), _source(method) if method is not None else ""


def receiver_call(node: Node) -> Node | None:
    """Return the call that a call is chained to, None when there is none."""
    owner = _owner(node)
    while owner is not None and owner.type in _WRAPPERS and owner.named_child_count:
        owner = owner.named_children[0]
    return owner if owner is not None and owner.type in CALLS else None


def _owner(node: Node) -> Node | None:
    function = node.child_by_field_name("function")
    owner = function.child_by_field_name("object") if function is not None else None
    return owner or node.child_by_field_name("receiver") or node.child_by_field_name("object")


def _receiver(owner: Node | None) -> str:
    if owner is None:
        return ""
    while owner.type in _WRAPPERS and owner.named_child_count:
        owner = owner.named_children[0]
    return "()" if owner.type in CALLS else _source(owner)


def _joined(node: Node, heredocs: Mapping[int, Node], depth: int) -> Value:
    """A concatenation of texts, by `+` or `.`: the texts, with names as holes; the chain is walked to the left, not recursively."""
    parts: list[str] = []
    at: Node | None = node
    while at is not None and at.type in {"binary_operator", "binary_expression", "binary"}:
        right = value_of(at.child_by_field_name("right"), heredocs, MAX_DEPTH)
        parts.append(right.text if isinstance(right, Text | Name) else "")
        at = at.child_by_field_name("left")
    first = value_of(at, heredocs, MAX_DEPTH)
    parts.append(first.text if isinstance(first, Text | Name) else "")
    return Text("".join(reversed(parts)), node.start_byte)


def _string(node: Node) -> str:
    parts = []
    stack = list(reversed(node.children)) if node.type != "heredoc_body" or node.child_count else []
    if not stack:
        return _source(node)
    while stack:
        child = stack.pop()
        if child.type in _CONTENTS and not (child.type == "heredoc_body" and child.child_count):
            parts.append(_source(child))
        elif child.type in {"heredoc_body", "nowdoc_body"}:
            stack.extend(reversed(child.children))
        elif child.type in {"escape_sequence", *_HOLES}:
            parts.append(_source(child))
    text = "".join(parts)
    if "\\" in text:
        for written, meant in _ESCAPES:
            text = text.replace(written, meant)
    return text


def _element(node: Node) -> Node:
    return node.named_children[-1] if node.type == "array_element_initializer" and node.named_child_count else node


def _is_pair(node: Node) -> bool:
    return node.type == "array_element_initializer" and node.named_child_count > 1


def _pairs(node: Node, heredocs: Mapping[int, Node], depth: int) -> Iterator[tuple[Text, Value]]:
    for child in node.named_children:
        if child.type in _PAIRS or _is_pair(child):
            yield _pair(child, heredocs, depth)


def _pair(node: Node, heredocs: Mapping[int, Node], depth: int) -> tuple[Text, Value]:
    key = node.child_by_field_name("key") or node.child_by_field_name("name") or node.named_children[0]
    value = node.child_by_field_name("value") or node.named_children[-1]
    named = value_of(key, heredocs, depth + 1) if key.type not in _NAMES else None
    text = named.text if isinstance(named, Text) else _source(key).strip(":'\"")
    return Text(text, key.start_byte), value_of(value, heredocs, depth + 1)


def _source(node: Node) -> str:
    return (node.text or b"").decode("utf-8", "replace")
