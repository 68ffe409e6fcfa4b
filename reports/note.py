"""A remark a run makes about a policy or a snapshot: data alone, in a module of its own, so that looking refs up loads no records."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class PolicyNote:
    """Something of a policy that was reported instead of obeyed, or a warning of the snapshot (ambiguous name, missing origin)."""

    rule: str
    message: str
    path: str | None = None
