"""What the fork server does before it forks: it gives up what no worker needs, and loads what every worker needs.

Those are the road of a file, the tables of classification and the keywords of the redaction rules; a chunker is loaded, and a rule
compiled, where a file first asks for it.
Imported by name in the fork server only; importing it is its effect.
"""

import analyzer.workers  # noqa: F401  # jobs are named by their module: loaded here once, not in each worker
from analyzer.confinement import confine_server
from analyzer.file_road import read_entry
from chunkers.policy import ChunkingPolicy
from chunkers.source import SourceFile

_TEXT = b"password: 0\n"

confine_server()
read_entry(SourceFile("warm.txt", b"warm.txt", "100644", "", len(_TEXT), _TEXT), (), ChunkingPolicy())
