"""What the fork server does before it forks: it gives up what no worker needs, and loads what every worker needs.

Those are all chunkers and the compiled redaction rules.

Imported by name in the fork server only; importing it is its effect.
"""

import analyzer.files  # noqa: F401  # the work is named to the workers by its module: loaded here once, not in each of them
from analyzer.confinement import confine_server
from analyzer.file_road import read_entry
from chunkers.policy import ChunkingPolicy
from chunkers.registry import all_chunkers
from chunkers.source import SourceFile

_TEXT = b"password: 0\n"

confine_server()
all_chunkers()
read_entry(SourceFile("warm.txt", b"warm.txt", "100644", "", len(_TEXT), _TEXT), (), ChunkingPolicy())
