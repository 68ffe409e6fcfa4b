"""Takes each redaction rule away in turn and prints what the fixtures notice: values that come out, or records that change.

    python benchmarks/redaction_mutation.py > benchmarks/results/redaction_mutation.md

Exit code 1 when a rule can go unnoticed. `tests/chunkers/redaction/test_rules.py` holds the same line.
"""

from __future__ import annotations

import sys
from pathlib import Path

sys.path[:0] = [str(Path(__file__).resolve().parents[1])]

from tests.chunkers.redaction.mutants import mutants  # noqa: E402  # the project stands on the path from here on

_SHOWN = 3


def main() -> int:
    """Print the table."""
    gone = list(mutants())
    leaking, noticed = sum(bool(one.leaks) for one in gone), sum(bool(one.leaks or one.records) for one in gone)
    print("# Redaction rules taken away one at a time\n")
    print(
        f"{len(gone)} rules; without {leaking} of them a value comes out; {noticed - leaking} overlap with a second rule,"
    )
    print(f"so that only the record changes; {len(gone) - noticed} go unnoticed.\n")
    print("| rule | fixtures that leak | records that change | for example |\n|---|---|---|---|")
    for one in gone:
        names = list(dict.fromkeys(one.leaks or one.records))[:_SHOWN]
        print(f"| {one.rule} | {len(one.leaks)} | {len(one.records)} | {', '.join(names)} |")
    return int(noticed < len(gone))


if __name__ == "__main__":
    sys.exit(main())
