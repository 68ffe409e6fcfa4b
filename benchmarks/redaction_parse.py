"""Parse errors of real files with planted secrets, before and after redaction, in every language and format that a grammar reads.

    python benchmarks/redaction_parse.py REPOS... > benchmarks/results/redaction_parse.md

The text of a leaf (a literal, a comment, a scalar, a word, markup text; no name) is replaced by a token of a provider's format, one in each copy of the
file; a copy whose parse that worsens is thrown away. Exit code 1 when a redacted copy has more parse errors than its copy had.
"""

from __future__ import annotations

import random
import re
import sys
from collections import Counter, defaultdict
from collections.abc import Iterator
from pathlib import Path

from analyzer.classify import classify
from chunkers import syntax
from chunkers.policy import ChunkingPolicy
from chunkers.redaction import Blocked, redact_file
from chunkers.redaction.examples import expand
from chunkers.source import Classification, SourceFile

GRAMMARS = {
    "dart": "dart", "lua": "lua", "ex": "elixir", "exs": "elixir", "r": "r", "ps1": "powershell", "pl": "perl", "pm": "perl", "vue": "vue",
    "svelte": "svelte", "astro": "astro", "kt": "kotlin", "swift": "swift", "scala": "scala", "rb": "ruby", "php": "php", "cs": "csharp", "rs": "rust",
    "go": "go", "java": "java", "c": "c", "h": "c", "cpp": "cpp", "cc": "cpp", "py": "python", "js": "javascript", "ts": "typescript", "tsx": "tsx",
    "jsx": "javascript", "groovy": "groovy", "gradle": "groovy", "sql": "sql", "tf": "hcl", "hcl": "hcl", "tfvars": "hcl", "toml": "toml", "ini": "ini",
    "properties": "properties", "xml": "xml", "html": "html", "css": "css", "sh": "bash", "bash": "bash", "yaml": "yaml", "yml": "yaml", "json": "json",
    "proto": "proto", "graphql": "graphql", "gql": "graphql", "Dockerfile": "dockerfile", "Makefile": "make", "mk": "make",
}  # fmt: skip
TEXT = re.compile(r"string|comment|text|scalar|value|word|content|char|heredoc|literal|attribute|shell|path|line")
NAMES = re.compile(r"identifier|name|keyword|operator|label|variable|target|function|selector|predefined")
_OPENING, _CLOSING = re.compile(rb"[^\w\s]*\s?"), re.compile(rb"[^\w\s]*$")
PER_GRAMMAR, PLACES, LARGEST, SECONDS = 20, 8, 60_000, 5.0
POLICY = ChunkingPolicy()


def files(roots: list[Path], draw: random.Random) -> Iterator[tuple[str, Path]]:
    """Yield (grammar, file), at most `PER_GRAMMAR` for each grammar, drawn at random."""
    found: defaultdict[str, list[Path]] = defaultdict(list)
    for root in roots:
        for path in sorted(root.rglob("*")):
            suffix = path.suffix[1:] or path.name
            if suffix in GRAMMARS and ".git" not in path.parts and path.is_file() and not path.is_symlink():
                found[GRAMMARS[suffix]].append(path)
    for grammar in sorted(found):
        if syntax.grammar(grammar) is not None:
            for path in draw.sample(found[grammar], min(PER_GRAMMAR, len(found[grammar]))):
                yield grammar, path


def errors(grammar: str, data: bytes) -> int | None:
    """Return how many error and missing nodes the parse has, None when it ends too late."""
    tree = syntax.parse(grammar, data, SECONDS).tree
    if tree is None:
        return None
    count, stack = 0, [tree.root_node]
    while stack:
        node = stack.pop()
        count += node.is_error or node.is_missing
        if node.has_error:
            stack.extend(node.children)
    return count


def places(grammar: str, data: bytes) -> list[tuple[int, int]]:
    """Return the ranges of leaves that hold text, quotes of a literal left out."""
    tree = syntax.parse(grammar, data, SECONDS).tree
    found, stack = [], [tree.root_node] if tree else []
    while stack:
        node = stack.pop()
        stack.extend(node.children)
        if node.child_count or not node.is_named or not TEXT.search(node.type) or NAMES.search(node.type):
            continue
        start, end = node.start_byte, node.end_byte
        text = data[start:end]
        if "comment" in node.type:
            start, end = start + len(_OPENING.match(text).group()), end - len(_CLOSING.search(text).group())  # type: ignore[union-attr]  # both match nothing, too
        elif text[:1] in {b'"', b"'", b"`"} and text[-1:] == text[:1] and end - start > 2:
            start, end = start + 1, end - 1
        if end - start > 3 and b"\n" not in data[start:end]:
            found.append((start, end))
    return found


def classified(path: Path, data: bytes) -> Classification:
    """Return what the product calls the file."""
    name = path.name
    return classify(SourceFile(name, name.encode(), "100644", "", len(data), data), POLICY)


def trials(grammar: str, path: Path, draw: random.Random) -> Iterator[tuple[bool, str]]:
    """Yield for each planted secret whether redaction worsened the parse, and the line as it was and became (secrets are drawn, nobody's)."""
    data = path.read_bytes()
    if len(data) > LARGEST or errors(grammar, data) is None or not data.isascii():
        return
    spots = places(grammar, data)
    verdict, before = classified(path, data), errors(grammar, data)
    for start, end in draw.sample(spots, min(PLACES, len(spots))):
        token = expand("«pw»" if draw.random() < 0.3 else "xoxb-«digit:12»-«alnum:24»", draw.randrange(10**6)).encode()
        planted = data[:start] + token + data[end:]
        planted_errors = errors(grammar, planted)
        if planted_errors is None or before is None or planted_errors > before:
            continue
        clean = redact_file(planted, path.name, verdict, POLICY.redaction).clean
        if isinstance(clean, Blocked) or clean.data == planted:
            continue
        after = errors(grammar, clean.data)
        line = planted.count(b"\n", 0, start)
        was, now = planted.split(b"\n")[line], clean.data.split(b"\n")[line]
        yield after is None or after > planted_errors, f"{was.strip()[:90]!r} -> {now.strip()[:90]!r}"


def main(roots: list[str]) -> int:
    """Print the table by grammar and the places that got worse."""
    draw = random.Random(11)
    tried: Counter[str] = Counter()
    worse: defaultdict[str, list[str]] = defaultdict(list)
    for grammar, path in files([Path(root) for root in roots], draw):
        for bad, what in trials(grammar, path, draw):
            tried[grammar] += 1
            if bad:
                worse[grammar].append(f"{path.name}: {what}")
    print("# Parse errors of redacted files\n")
    print(
        f"{sum(tried.values())} secrets planted in real files, one in each copy; {sum(map(len, worse.values()))} redacted copies have more errors.\n"
    )
    print("| grammar | planted | worse |\n|---|---|---|")
    for grammar, count in sorted(tried.items()):
        print(f"| {grammar} | {count} | {len(worse[grammar])} |")
    for grammar, rows in sorted(worse.items()):
        for row in rows[:8]:
            print(f"{grammar}: {row}", file=sys.stderr)
    return int(any(worse.values()))


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
