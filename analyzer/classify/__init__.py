"""What each file of a snapshot is: language and category, by data tables, with the rule that decided. See `authority` for their order."""

from __future__ import annotations

from typing import TYPE_CHECKING

from chunkers.lazily import door

if TYPE_CHECKING:
    from analyzer.classify.authority import RULES, Heard, classify, explain

__all__ = ["RULES", "Heard", "classify", "explain"]

__getattr__ = door(__name__, dict.fromkeys(__all__, "authority"))
