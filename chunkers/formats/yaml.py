"""YAML configuration as sections: application config, Kubernetes, Helm, CI, compose, anything that is no contract.

Takes one clean file, gives its sections by the container rule; contracts in YAML belong to chunkers with a stronger claim.
"""

from __future__ import annotations

from chunkers.chunker import Chunker, ChunkingInput
from chunkers.formats.section.cutting import config_cut
from chunkers.formats.section.data import data_reason
from chunkers.formats.tree.reading import read_tree
from chunkers.text.windows import windows
from chunkers.unit import Cut

_SUFFIXES = (".yml", ".yaml")


def _supports(given: ChunkingInput) -> int:
    language = given.classification.language
    return 50 if language == "yaml" or (language is None and given.path.lower().endswith(_SUFFIXES)) else 0


def _chunk(given: ChunkingInput) -> Cut:
    if data_reason(given.clean, given.path, yaml=True):
        return windows(given, status="OK", reason=None)
    return config_cut(given, read_tree(given.clean, given.path, "yaml"))


CHUNKER = Chunker("yaml", "1", _supports, _chunk)
