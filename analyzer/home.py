"""Where the tool keeps what it may lose: the user's cache folder. Takes an environment, gives paths; loads nothing, for every command asks."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path

RULE_CACHE = "KF_RULE_CACHE_DIR"
"""Names to the second redaction engine the folder of its compiled rules."""


def cache_home(environment: Mapping[str, str]) -> Path | None:
    """Return the user's cache folder of the tool, None when the user has none."""
    home = environment.get("XDG_CACHE_HOME") or (f"{environment['HOME']}/.cache" if environment.get("HOME") else None)
    return Path(home) / "repochunk" if home and Path(home).is_absolute() else None


def rule_cache(environment: Mapping[str, str]) -> dict[str, str]:
    """Return what to add to the environment so that the second redaction engine keeps its rules in our folder and nowhere else."""
    home = cache_home(environment)
    return {RULE_CACHE: str(home / "kingfisher")} if home is not None else {}
