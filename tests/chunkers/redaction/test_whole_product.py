"""A token of every provider kind at a random place of files of many languages, through the command line: nothing that is written holds it."""

from __future__ import annotations

import base64
import hashlib
import html
import json
import random
import sqlite3
import tempfile
import zlib
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path
from urllib.parse import quote

from ahocorasick_rs import BytesAhoCorasick
from hypothesis import HealthCheck, Phase, given, settings
from hypothesis import strategies as st

from chunkers.redaction.catalogue import Compiled, build, packaged
from chunkers.redaction.examples import expand
from chunkers.redaction.patterns import matches
from chunkers.redaction.rule import PROVIDER
from reports.store.encode import unpacked
from tests.chunkers.redaction.texts import cases
from tests.conftest import run_cli
from tests.repos import repository_of

RULES = build(rule for rule in packaged() if rule.layer == PROVIDER).compiled
HOMES = {case["path"]: case["text"] for case in cases("homes.toml")}
ROOM = ((" ", " "), ("\n", "\n"), ('"', '"'), ("'", "'"), ("(", ")"))
LONG = 16  # from here on a value is masked wherever else it stands in the snapshot


def _secrets(compiled: Compiled, text: str) -> list[str]:
    """What the rule masks in a text that is nothing but its example."""
    data = text.encode()
    return [data[one.start : one.end].decode() for one in matches(data, compiled)]


def _planted(seed: int) -> tuple[dict[str, str | bytes], dict[str, str]]:
    """Return the files of a repository, one for each rule, and the rule by each secret in them."""
    draw = random.Random(seed)
    files: dict[str, str | bytes] = {}
    secrets: dict[str, str] = {}
    retold = ["# Notes\n"]
    for compiled in RULES:
        token = expand(draw.choice(compiled.rule.positives), draw.randrange(2**32))
        found = _secrets(compiled, token)
        path, home = draw.choice(sorted(HOMES.items()))
        at = draw.randrange(len(home) + 1)
        before, after = draw.choice(ROOM)
        text = home[:at] + before + token + after + home[at:]
        files[f"{compiled.rule.id}/{path}"] = text.replace("\n", draw.choice(("\n", "\r\n")))
        secrets.update(dict.fromkeys(found, compiled.rule.id))
        retold += [f"- {value}\n" for value in found if len(value) >= LONG and compiled.rule.confidence >= 0.9]
    files["notes.md"] = "\n".join(retold)
    return files, secrets


def _spellings(value: str) -> Iterator[bytes]:
    """Yield a value as files write it: plain, escaped for JSON, HTML and URLs, hex, base64 at each alignment, digests."""
    data = value.encode()
    yield from {data, json.dumps(value)[1:-1].encode(), html.escape(value).encode(), quote(value, safe="").encode()}
    yield from (data.hex().encode(), data.hex().upper().encode())
    for shift in range(3):
        inside = (b"\0" * shift + data)[: (shift + len(data)) // 3 * 3]
        whole = base64.b64encode(inside)[4 if shift else 0 :]
        yield from {whole, base64.urlsafe_b64encode(inside)[4 if shift else 0 :]}
    yield from _digests(data)


def _digests(data: bytes) -> Iterator[bytes]:
    for text in (data, b"blob %d\0" % len(data) + data):
        for name in ("sha1", "sha256", "md5"):
            raw = hashlib.new(name, text, usedforsecurity=False).digest()
            yield from (raw, raw.hex().encode(), base64.b64encode(raw))


def _cells(database: Path) -> Iterator[bytes]:
    """Yield every value of every table, inflated where it is deflated."""
    with closing(sqlite3.connect(database)) as connection:
        names = connection.execute("SELECT name FROM sqlite_master WHERE type = 'table' AND sql LIKE 'CREATE TABLE%'")
        for (table,) in names.fetchall():
            for row in connection.execute(f'SELECT * FROM "{table}"'):
                for cell in row:
                    if isinstance(cell, bytes):
                        yield from (cell, _inflated(cell))
                    else:
                        yield str(cell).encode("utf-8", "surrogatepass")


def _inflated(cell: bytes) -> bytes:
    for read in (
        unpacked,
        lambda stored: zlib.decompress(stored[32:]),
    ):  # the store's form; the cache's, behind its tag
        try:
            return bytes(read(cell))
        except zlib.error:
            continue
    return b""


def _everything(folder: Path) -> Iterator[tuple[str, bytes]]:
    """Yield (where, bytes) of all that lies below a folder: names, files, rows."""
    for file in sorted(folder.rglob("*")):
        yield "name", str(file.relative_to(folder)).encode()
        if file.is_file():
            data = file.read_bytes()
            yield file.name, data
            if data.startswith(b"SQLite format 3\0"):
                yield f"{file.name} rows", b"\0".join(_cells(file))


@settings(max_examples=2, deadline=None, phases=(Phase.generate,), suppress_health_check=[HealthCheck.too_slow])
@given(seed=st.integers(0, 2**32))
def test_no_token_of_any_kind_leaves_in_any_spelling(seed: int) -> None:
    files, secrets = _planted(seed)
    forms: dict[bytes, str] = {form: rule for value, rule in secrets.items() for form in _spellings(value)}
    for path, content in files.items():
        assert isinstance(content, str)
        forms.update(dict.fromkeys(_digests(content.encode()), f"digest of {path}"))
    wanted = list(forms)
    automaton = BytesAhoCorasick(wanted)
    source = b"\0".join(content.encode() for content in files.values() if isinstance(content, str))
    assert {forms[wanted[hit[0]]] for hit in automaton.find_matches_as_indexes(source)} == set(secrets.values())
    with tempfile.TemporaryDirectory() as scratch:
        root = Path(scratch)
        repository = repository_of(root / "repository", files)
        home = root / "home"
        home.mkdir()
        done = run_cli(
            *("analyze", repository.path, "--out", root / "out", "--no-progress"),
            *("--formats", "default,jsonl,sarif,junit"),
            env={"HOME": str(home), "XDG_CACHE_HOME": str(home / "cache")},
        )
        assert done.returncode in {0, 1}, done.stderr
        written = [*_everything(root / "out"), *_everything(home), ("terminal", (done.stdout + done.stderr).encode())]
        chunks = json.loads((root / "out" / "current" / "chunks.json").read_bytes())["chunks"]
    assert {"chunks.json", "repochunk.db rows", "results-1.db rows"} <= {where for where, _ in written}
    assert {chunk["provenance"]["path"] for chunk in chunks} >= set(files)  # nothing was merely left out
    leaks = {
        (where, forms[wanted[hit[0]]]) for where, data in written for hit in automaton.find_matches_as_indexes(data)
    }
    assert not leaks
