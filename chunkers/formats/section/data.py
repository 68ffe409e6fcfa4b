"""Files that are data although their syntax is a config format's: what is large, minified, recorded or locked.

Takes path, size and first bytes, gives a reason or None; data is kept as text windows, never as config evidence.
"""

from __future__ import annotations

import posixpath
import re

from chunkers.source import CleanText

LARGE_JSON = 256 * 1024
LARGE_YAML = 2 * 1024 * 1024
LONG_LINE = 5000
_LOCKS = frozenset(
    "package-lock.json npm-shrinkwrap.json composer.lock pipfile.lock package.resolved packages.lock.json project.assets.json deno.lock "
    "bun.lock flake.lock pnpm-lock.yaml yarn.lock conda-lock.yml pubspec.lock podfile.lock glide.lock poetry.lock cargo.lock uv.lock pdm.lock".split()
)
_GEO = re.compile(rb"\"type\"\s*:\s*\"(?:FeatureCollection|Topology)\"")
_CASSETTE = re.compile(rb"^(?:http_interactions|interactions):[ \t]*\r?$", re.MULTILINE)
_FIXTURES = re.compile(
    r"(?:^|/)(?:fixtures?|__fixtures__|testdata|test[-_]data|cassettes|snapshots|__snapshots__|golden)/"
)


def data_reason(clean: CleanText, path: str, *, yaml: bool) -> str | None:
    """Return why a file is data: "lock_file", "geo_data", "recording", "large_data" or "minified"; None when it is config."""
    head = clean.data[:4096]
    size = len(clean.data)
    if posixpath.basename(path).lower() in _LOCKS:
        return "lock_file"
    if not yaml and _GEO.search(head):
        return "geo_data"
    if yaml and _CASSETTE.search(head) and b"recorded_with:" in clean.data[-200:] + head:
        return "recording"
    if size > (LARGE_YAML if yaml else LARGE_JSON) or (size > 64 * 1024 and _FIXTURES.search(path)):
        return "large_data"
    if not yaml and size > LONG_LINE and clean.data.count(b"\n") * 1000 < size:
        return "minified"
    return None
