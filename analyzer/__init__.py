"""The public door: `analyze(repo, commit, policy) -> Analysis`. Everything behind it is loaded when it is first used."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from analyzer.pipeline import Analysis
    from chunkers.policy import ChunkingPolicy

__all__ = ["Analysis", "ChunkingPolicy", "analyze"]


def analyze(repo: str | Path = ".", commit: str = "HEAD", policy: ChunkingPolicy | None = None) -> Analysis:
    """Analyze one commit of a repository.

    Args:
        repo: a folder inside a git repository, or a bare one.
        commit: a revision that names one commit; reflog forms are refused.
        policy: the operator's policy; the default one when None.

    Returns:
        Chunks, links, symbol graph, quality report; nothing is written.

    Raises:
        RepochunkError: the request cannot be served (unknown revision, unsafe layout, over a hard limit).
    """
    from analyzer.pipeline import Request, run  # noqa: PLC0415  # `import analyzer` must stay free of git, networkx and pydantic
    from chunkers.policy import ChunkingPolicy as Policy  # noqa: PLC0415  # same

    return run(Request(Path(repo), commit, policy or Policy()))


def __getattr__(name: str) -> Any:
    """Load the public records on first use."""
    if name == "Analysis":
        from analyzer.pipeline import Analysis  # noqa: PLC0415  # see `analyze`

        return Analysis
    if name == "ChunkingPolicy":
        from chunkers.policy import ChunkingPolicy  # noqa: PLC0415  # see `analyze`

        return ChunkingPolicy
    raise AttributeError(f"module 'analyzer' has no attribute {name!r}")
