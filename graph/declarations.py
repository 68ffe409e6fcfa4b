"""Whether a callable is declared with other parameters than an earlier text of its file declares it with.

Takes a symbol and a text, looks for the name with a parameter list; reads names only where types are optional, so that an annotation is no change.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from chunkers.symbol import Symbol

_TYPED = frozenset({"java", "go", "csharp", "kotlin", "scala", "rust", "swift", "c", "cpp"})
_NOISE = re.compile(
    r"@[\w.]+(?:\([^()]*\))?|\b(?:final|const|readonly|public|private|protected|override|mut|vararg|val|var)\b|\.\.\.|[\s*&?]"
)
_NAME = re.compile(r"[*&.\s]*(?:(?:public|private|protected|readonly|override)\s+)*([A-Za-z_$][\w$]*)")
_TYPED_NAME = re.compile(r"([A-Za-z_$][\w$]*)\s*(?:\[\])*\s*(?:=.*)?$", re.DOTALL)
_USED = re.compile(
    r"[=(,{\"'`#]|\b(?:return|await|yield|throw|raise|new|if|while|for|in|import|assert|not|and|or)\b|//|^\s*\*"
)
_OPENED = re.compile(r"\s*\??\s*(?:[:=]\s*(?:async\s*)?(?:function\s*)?)?\(")
_LONGEST = 4_000
_RECEIVERS = frozenset({"self", "cls", "this"})
_OPENING, _CLOSING = "([{<", ")]}>"
_MOST = 400


def declared_otherwise(symbol: Symbol, language: str, earlier: str) -> bool:
    """Tell whether no parameter list behind the name of `symbol` in `earlier` is its own; False when the name was not there."""
    own = [one.name.lstrip("*&.") for one in symbol.parameters]
    named = tuple(name for name in own if name not in _RECEIVERS)
    types = tuple(_bare(one.type or "") for one in symbol.parameters if one.name.lstrip("*&.") not in _RECEIVERS)
    seen = False
    for pieces in _lists(symbol.name, earlier):
        seen = True
        if language in _TYPED:
            if _told(pieces, types, named):
                return False
        elif tuple(name for piece in pieces if (name := _first(piece)) not in _RECEIVERS) == named:
            return False
    return seen


def _told(pieces: list[str], types: tuple[str, ...], names: tuple[str, ...]) -> bool:
    """Tell whether a typed list holds the same types and names, in whatever order a language writes them."""
    kept = [bare for piece in pieces if (bare := _bare(piece.partition("=")[0])) not in _RECEIVERS]
    return len(kept) == len(names) and all(
        bare in {f"{kind}{name}", f"{name}{kind}", f"{name}:{kind}", name}  # Go names several before one type
        for bare, kind, name in zip(kept, types, names, strict=True)
    )


def _bare(text: str) -> str:
    return _NOISE.sub("", text)


def _first(piece: str) -> str:
    found = _NAME.match(piece)
    return found.group(1) if found else piece.strip(" *&.")


def _lists(name: str, text: str) -> Iterator[list[str]]:
    """Yield the pieces of each parameter list that a declaration of `name` opens; calls of it say nothing."""
    for count, found in enumerate(re.finditer(rf"(?<![\w$]){re.escape(name)}(?![\w$])", text)):
        if count >= _MOST:
            return
        before = text[text.rfind("\n", 0, found.start()) + 1 : found.start()]
        if before.rstrip().endswith(".") or _USED.search(before):
            continue
        opened = _OPENED.match(text, _behind_generics(text, found.end()))
        if opened:
            yield _pieces(text, opened.end())


def _behind_generics(text: str, at: int) -> int:
    """Return the place behind `<T extends X<Y>>` or `[T any]`, `at` itself when there is none."""
    if text[at : at + 1] not in {"<", "["}:
        return at
    level = 0
    for place in range(at, min(len(text), at + _LONGEST)):
        char = text[place]
        level += (char in "<[") - (char in ">]" and text[place - 1] != "=")
        if level == 0:
            return place + 1
    return at


def _pieces(text: str, start: int) -> list[str]:
    """Split at the commas of the outermost level, up to the closing bracket."""
    pieces, level, begin = [], 0, start
    for at in range(start, min(len(text), start + _LONGEST)):
        char = text[at]
        if char in _OPENING:
            level += 1
        elif char in _CLOSING and not (char == ">" and text[at - 1] in "=-"):
            if level == 0:
                pieces.append(text[begin:at])
                break
            level -= 1
        elif char == "," and level == 0:
            pieces.append(text[begin:at])
            begin = at + 1
    return [piece for piece in (_uncommented(one) for one in pieces) if piece]


def _uncommented(piece: str) -> str:
    return re.sub(r"(?m)(?:#|//).*$|/\*.*?\*/", "", piece).strip()
