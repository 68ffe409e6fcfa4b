"""AsciiDoc section levels of real files against Asciidoctor's.

usage: python benchmarks/documents_asciidoc.py TITLES.json   (made by benchmarks/oracles/asciidoc_headings.js)
"""

from __future__ import annotations

import json
import sys
import time
from pathlib import Path

from chunkers.formats.document.asciidoc.scanner import AsciiDocScanner


def main() -> None:
    titles = json.loads(Path(sys.argv[1]).read_text("utf-8"))
    agree = size = 0
    spent = 0.0
    for path, theirs in titles.items():
        data = Path(path).read_bytes().removeprefix(b"\xef\xbb\xbf").replace(b"\r\n", b"\n")
        begin = time.process_time()
        scanner = AsciiDocScanner(data.split(b"\n"))
        scanner.scan(1)
        spent += time.process_time() - begin
        size += len(data)
        same = [b.level for b in scanner.blocks if b.kind == "heading"] == [level for _, level, _ in theirs]
        agree += same
        if not same:
            print(f"differs: {path}", file=sys.stderr)
    print("| format | files | agree | share | MB | MB/s (one core) | headings |")
    print("|---|---|---|---|---|---|---|")
    headings = sum(len(found) for found in titles.values())
    print(
        f"| AsciiDoc | {len(titles)} | {agree} | {agree / len(titles):.2%} | {size / 1e6:.1f} | {size / 1e6 / spent:.1f} | {headings} |"
    )


if __name__ == "__main__":
    main()
