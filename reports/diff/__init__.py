"""What changed between two snapshots, chunk by chunk, why, and what has to be refreshed."""

from __future__ import annotations

from reports.diff.compare import Side, diff
from reports.diff.records import ChunkDiff
from reports.diff.render import render_json, render_markdown, render_yaml

__all__ = ["ChunkDiff", "Side", "diff", "render_json", "render_markdown", "render_yaml"]
