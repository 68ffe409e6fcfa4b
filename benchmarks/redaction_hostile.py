"""CPU time of redaction on hostile texts of 1 MB, in ten dialects: the worst of each text and the worst of each dialect.

    python benchmarks/redaction_hostile.py > benchmarks/results/redaction_hostile.md

Exit code 1 when any takes longer than 2 s.
"""

from __future__ import annotations

import random
import string
import sys
import time
from collections.abc import Iterator

from chunkers.policy import RedactionPolicy
from chunkers.redaction import redact_file
from chunkers.source import Category, Classification

SIZE = 1_000_000
BAR = 2.0
ROUNDS = 3
DIALECTS = {
    "python": "a.py", "javascript": "a.min.js", "java": "A.java", "yaml": "a.yaml", "json": "a.json", "xml": "a.xml",
    "properties": "a.properties", "bash": "a.sh", "sql": "a.sql", "markdown": "a.md",
}  # fmt: skip
UNITS = (
    "a", "password ", "password=", 'password="', "password\n", "password: |\n  x1y2z3A!\n", '"token", ', "key: ", "password:{",
    '"password":{"default":', "-----BEGIN PRIVATE KEY-----\n", "eyJ", "http://a:", "a://b:c@", "kind: Secret\ndata:\n  a: b\n",
    '{"kind":"Secret","data":{"a":"b"}}', "insert into x (password) values (", '"', "'\"", '\\"password\\":\\"x1Y2z3a4!\\",',
    'function(e,t){n.token=r.key||r.token;n.password="aB3$xK9!zz";', '"""password: ', "name: password\nvalue: x\n",
    "<name>password</name>", '<a name="password" ', 'password = getenv("a", ', "curl -u a:b ", "mysql -u a -pfoo1B! ",
    "create user a identified by ", "${password:-", "PuTTY-User-Key-File-2:\nPrivate-Lines: 9999\n",
    'password = "changeme"\npassword = "aB3xK9zzQ1"\n',
)  # fmt: skip


def texts() -> Iterator[tuple[str, str]]:
    """Yield (name, text): units repeated, long runs behind a name, random text, many different secrets."""
    draw = random.Random(1)
    for unit in UNITS:
        yield repr(unit)[:44], (unit * (SIZE // len(unit) + 1))[:SIZE]
    yield "name, then blanks", "password" + " " * SIZE
    yield "name, then line ends", "password =" + "\n" * SIZE
    yield "name, then backslashes", 'password = "' + "\\" * SIZE
    yield "literals joined by plus", "password = " + '"aB3xK9zz" + ' * (SIZE // 13)
    yield "one insert of many rows", "insert into x (password) values " + "('a1B2c3D4!')," * (SIZE // 14)
    yield "table of passwords", "|password|\n|---|\n" + "|a1B2c3D4!|\n" * (SIZE // 12)
    yield "random letters", "".join(draw.choice(string.ascii_letters + "+/") for _ in range(SIZE))
    yield "random printable", "".join(draw.choice(string.printable) for _ in range(SIZE))
    letters = string.ascii_letters + string.digits
    yield (
        "30,000 different secrets",
        "".join(f'password = "{"".join(draw.choices(letters, k=16))}"\n' for _ in range(30_000)),
    )


def _seconds(data: bytes, path: str, verdict: Classification, policy: RedactionPolicy) -> float:
    start = time.process_time()
    redact_file(data, path, verdict, policy)
    return time.process_time() - start


def main() -> int:
    """Measure and print both tables."""
    policy = RedactionPolicy()
    by_dialect: dict[str, tuple[float, str]] = {}
    rows = []
    for name, text in texts():
        data, worst = text.encode(), (0.0, "")
        for language, path in DIALECTS.items():
            verdict = Classification(Category.SOURCE, language, "given")
            redact_file(b"password: 0\n", path, verdict, policy)
            spent = _seconds(data, path, verdict, policy)
            if spent > BAR / 4:  # the machine is shared: what looks slow is measured again
                spent = min(spent, *(_seconds(data, path, verdict, policy) for _ in range(ROUNDS - 1)))
            worst = max(worst, (spent, language))
            by_dialect[language] = max(by_dialect.get(language, (0.0, "")), (spent, name))
        rows.append((worst, name))
    print(
        "# Redaction of hostile texts of 1 MB\n\nCPU seconds on one core, the best of three for all above half a second.\n"
    )
    print("| dialect | worst | text |\n|---|---|---|")
    for language, (spent, name) in by_dialect.items():
        print(f"| {language} | {spent:.2f} | `{name}` |")
    print("\n| text | worst | dialect |\n|---|---|---|")
    for (spent, language), name in sorted(rows, reverse=True):
        print(f"| `{name}` | {spent:.2f} | {language} |")
    return int(max(spent for spent, _ in by_dialect.values()) > BAR)


if __name__ == "__main__":
    sys.exit(main())
