"""What the fork server loads before it forks: every chunker and the compiled redaction rules, so that no worker pays for them again.

Imported by name in the fork server only; importing it is its effect.
"""

from analyzer.file_road import read_entry
from chunkers.policy import ChunkingPolicy
from chunkers.registry import all_chunkers
from chunkers.source import SourceFile

_TEXT = b"password: 0\n"

all_chunkers()
read_entry(SourceFile("warm.txt", b"warm.txt", "100644", "", len(_TEXT), _TEXT), (), ChunkingPolicy())
