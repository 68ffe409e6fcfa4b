"""The last look at bytes on their way to disk: does any string in them match a secret rule?

Takes a serialised batch and the two looks of the redactor; gives the rule or None. One fast pass over the bytes says whether there is anything to
look for. Only then is the whole batch checked, and where that finds something each string by itself: two harmless strings side by side may look
like one secret.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Any

import orjson

Check = Callable[[str], str | None]
Suspicion = Callable[[bytes], bool]


def anything(_: bytes) -> bool:
    """Suspect every batch: what stands in for a look that spares nothing."""
    return True


@dataclass(frozen=True, slots=True)
class LastLook:
    """How bytes are looked at before they reach a disk.

    `check` names the rule a text breaks, or None. `suspicious` may spare it: False means that no string of these bytes can break a rule.
    """

    check: Check
    suspicious: Suspicion = anything


def leaking_rule(batch: bytes, look: LastLook) -> str | None:
    """Return the rule that a string of `batch` matches, None when all are clean. Rows of JSON stand one a line; anything else is one string."""
    if not look.suspicious(batch):
        return None
    check = look.check
    whole = check(spelled(batch))
    if whole is None:
        return None
    for line in batch.split(b"\n"):
        if check(spelled(line)) is None:
            continue
        strings = _strings(line)
        rule = (
            check(spelled(line)) if strings is None else next((r for s in strings if (r := check(s)) is not None), None)
        )
        if rule is not None:
            return rule
    return None if _is_rows(batch) else whole


def spelled(batch: bytes) -> str:
    """Return serialised text with its escaped line ends and tabs as such, so that a rule sees the word borders of the source."""
    text = batch.replace(b"\\n", b"\n").replace(b"\\r", b"\r").replace(b"\\t", b"\t")
    return text.decode("utf-8", "replace")


def _is_rows(batch: bytes) -> bool:
    """Tell whether every line is a JSON row or the frame around rows; only then is a line a border between strings."""
    return all(not line.strip() or line.lstrip()[:1] in b'{[,]}"' for line in batch.split(b"\n"))


def _strings(line: bytes) -> Iterator[str] | None:
    """Return the strings of a JSON row, keys too; None when the line is no whole row."""
    try:
        row = orjson.loads(line.strip().strip(b","))
    except orjson.JSONDecodeError:
        return None
    return _leaves(row)


def _leaves(row: Any) -> Iterator[str]:
    stack: list[Any] = [row]
    while stack:
        item = stack.pop()
        if isinstance(item, str):
            yield item
        elif isinstance(item, dict):
            stack.extend(item.keys())
            stack.extend(item.values())
        elif isinstance(item, list):
            stack.extend(item)
