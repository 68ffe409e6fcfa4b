"""From units to drafts: who owns which line, what each chunk shows, how large it may be, what it is called.

Takes one clean file and a chunker's `Cut`, gives drafts that partition the file's non-blank lines. Knows no language and no format.
"""

from chunkers.assemble.assembly import Assembled, assemble

__all__ = ["Assembled", "assemble"]
