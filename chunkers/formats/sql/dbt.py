"""dbt models: one file is one SELECT with template calls; `ref` and `source` name the relations it reads.

Takes a path and text; knows the template calls, not how dbt resolves them.
"""

from __future__ import annotations

import re

from chunkers.chunker import ChunkingInput
from chunkers.formats.relational.ledger import Ledger, Step
from chunkers.formats.relational.operation import Operation

_FOLDER = re.compile(r"(?:^|/)(?:models|snapshots|analyses|analysis|tests|seeds)/")
_MARK = re.compile(
    rb"\{\{-?\s*(?:config|ref|source|this)\s*[(.}]|\{%-?\s*(?:snapshot|set|if|for|macro|materialization)\b"
)
_REF = re.compile(
    rb"\bref\(\s*['\"]([\w.-]+)['\"]\s*(?:,\s*['\"]([\w.-]+)['\"])?[^)]{0,80}\)|\bsource\(\s*['\"]([\w.-]+)['\"]\s*,\s*['\"]([\w.-]+)['\"]\s*\)"
)
_SELECT = re.compile(rb"\b(?:SELECT|WITH)\b", re.IGNORECASE)
_DDL = re.compile(rb"^\s*(?:CREATE|ALTER|DROP|INSERT)\s", re.IGNORECASE | re.MULTILINE)


def is_dbt(path: str, data: bytes) -> bool:
    """Tell whether a SQL file is a dbt model: by folder and template calls, and because it only selects."""
    return (
        _FOLDER.search(path) is not None
        and _MARK.search(data) is not None
        and _SELECT.search(data) is not None
        and not _DDL.search(data)
    )


def write_model(given: ChunkingInput, ledger: Ledger) -> None:
    """Write the model as one step over the whole text."""
    data = given.clean.data
    start = len(data) - len(data.lstrip())
    end = len(data.rstrip())
    name = given.path.rsplit("/", 1)[-1].rsplit(".", 1)[0]
    reads: dict[str, int] = {}
    for hit in _REF.finditer(data):
        group = 4 if hit.group(3) else 2 if hit.group(2) else 1
        target = ".".join(part.decode() for part in (hit.group(3), hit.group(4)) if part) or hit.group(group).decode()
        reads.setdefault(target, hit.start(group))
    operation = Operation("SELECT", ("select",), object=name, reads=tuple(reads), defines=(("view", name),))
    names = {target.rpartition(".")[2]: place for target, place in reads.items()}
    ledger.add(
        Step(
            operation,
            start,
            start,
            end,
            attributes={"subkind": "dbt_model", "tool": "dbt", "references": list(reads)},
            names=names,
        )
    )
