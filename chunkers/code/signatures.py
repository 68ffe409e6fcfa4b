"""Parameters, types and type parameters of a definition, as written.

Takes definition nodes and the language's tables, gives `Parameter` records and strings; resolves nothing.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache

from tree_sitter import Node

from chunkers.code.text import FileText, part
from chunkers.language import Language, ParameterShape
from chunkers.pattern import later
from chunkers.symbol import Parameter

_WIDEST = 200
_PLAIN = ParameterShape()
_GENERIC = later(r"<[^<>]*>")
_ANNOTATION = later(r"@[\w.]+(\([^()]*\))?\s*")
_BOUND = later(r"\s+extends\s+|\s*:\s*|\s+super\s+|\s+(?=\S+\Z)")


def parameters(language: Language, text: FileText, node: Node | None) -> tuple[Parameter, ...]:
    """Return the declared parameters of a parameter list node."""
    return tuple(parameter for _, parameter in declared(language, text, node))


def arity(language: Language, node: Node | None) -> int:
    """Return how many parameters a parameter list node holds, patterns without a name among them."""
    return sum(child.type not in language.comments for child in node.named_children) if node is not None else 0


def declared(language: Language, text: FileText, node: Node | None) -> list[tuple[Node, Parameter]]:
    """Return (parameter node, parameter) of a parameter list node; a node that declares several names stands several times."""
    if node is None:
        return []
    known = text.declared.get(node.id)
    if known is None:
        known = text.declared[node.id] = _declared(language, text, node)
    return known


def _declared(language: Language, text: FileText, node: Node) -> list[tuple[Node, Parameter]]:
    shapes = language.parameters
    if node.type in shapes:  # a single bare parameter: `x => x`
        return list(_parameter(shapes[node.type], text, node))
    children = [
        inner
        for child in node.named_children[:_WIDEST]
        for inner in (child.named_children[:_WIDEST] if shapes.get(child.type, _PLAIN).name == "*" else (child,))
    ]
    found: list[tuple[Node, Parameter]] = []
    for at, child in enumerate(children):
        shape = shapes.get(child.type)
        if shape is not None:
            read = _parameter(shape, text, child)
            found += [(one, _completed(said, shape, children, at)) for one, said in read] if shape.beside else read
    return found


def _completed(said: Parameter, shape: ParameterShape, siblings: list[Node], at: int) -> Parameter:
    """Return a parameter with what stands beside its node: a modifier in front, a default behind."""
    before, after = siblings[at - 1] if at else None, siblings[at + 1] if at + 1 < len(siblings) else None
    many = before is not None and "modifiers" in before.type and shape.beside.encode() in (before.text or b"").split()
    given = after is not None and after.type != siblings[at].type and not after.type.endswith(("modifiers", "comment"))
    return said._replace(default=given, variadic=many)


def _parameter(shape: ParameterShape, text: FileText, node: Node) -> Iterator[tuple[Node, Parameter]]:
    declared_type = part(node, shape.type) if shape.type else None
    given = bool(shape.default) and part(node, shape.default) is not None
    written = type_text(text.of(declared_type)) if declared_type is not None else None
    for name, variadic in _names(node, shape):
        written_name = text.of(name) if name is not None else ""
        shown = written_name.lstrip("*&. ") or written_name
        yield node, Parameter(shown, written, given, variadic or shape.variadic)


def _names(node: Node, shape: ParameterShape) -> Iterator[tuple[Node | None, bool]]:
    if not shape.name:
        yield node, False
        return
    if shape.name.startswith("<"):
        yield next((child for child in node.named_children if child.type == shape.name[1:-1]), None), False
        return
    if shape.name.lstrip("-").isdigit():
        child = part(node, shape.name)
        if child is not None:
            yield child, "splat" in child.type
        return
    found = node.children_by_field_name(shape.name)
    if not found and shape.type:  # an unnamed parameter
        yield None, False
    for child in found or ([] if shape.type else [node]):
        yield child, "rest" in child.type or "splat" in child.type


@lru_cache(maxsize=4096)  # a file has few types and names them often: one object for each, sent once
def type_text(written: str) -> str:
    """Return a type as written, without the mark that introduces it, on one line."""
    text = " ".join(written.split())
    for mark in ("->", ":"):
        text = text.removeprefix(mark).lstrip()
    return text


def erased(parameter: Parameter) -> str:
    """Return the erased simple type of a parameter: no generics, no package, `[]` and `...` kept."""
    return _erased(parameter.type or "?") + ("..." if parameter.variadic else "")


@lru_cache(maxsize=4096)
def _erased(text: str) -> str:
    if "@" in text:
        text = _ANNOTATION.sub("", text)
    while "<" in text:
        shorter = _GENERIC.sub("", text)
        if shorter == text:
            break
        text = shorter
    text = text.replace(" ", "").replace("::", ".")
    base = text.rstrip("[]")
    return base.rpartition(".")[2] + text[len(base) :]


def type_parameters(written: str | None) -> tuple[tuple[str, str | None], ...]:
    """Return (name, bound) of a type parameter list as written, e.g. `<T extends A, U>` or `[K comparable]`."""
    if not written or len(written) < len("<>"):
        return ()
    found: list[tuple[str, str | None]] = []
    for item in top_level(written[1:-1]):
        declared = item.split("=", 1)[0].strip()
        pieces = _BOUND.split(declared, maxsplit=1) if declared else []
        if pieces and pieces[0]:
            found.append((pieces[0], pieces[1].strip() if len(pieces) > 1 and pieces[1].strip() else None))
    return tuple(found)


def top_level(text: str) -> Iterator[str]:
    """Yield the parts of `text` between commas that stand outside brackets."""
    depth = begin = 0
    for at, char in enumerate(text):
        if char in "<([{":
            depth += 1
        elif char in ">)]}":
            depth -= 1
        elif char == "," and depth <= 0:
            yield text[begin:at]
            begin = at + 1
    yield text[begin:]
