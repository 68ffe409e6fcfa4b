"""A run under strace: no process but git and our own interpreter, no file outside what the run was given, no network socket (Linux).

usage: python benchmarks/trace_run.py REPOSITORY [--result FILE.md]
Follows all children. Files may lie in the repository, the output directory, the cache, TMPDIR, the Python installation, this project, or be
system libraries and settings read only. Exit code 1 when anything else was started, opened for writing, or connected to.
"""

from __future__ import annotations

import argparse
import os
import re
import shutil
import subprocess
import sys
import tempfile
from collections import Counter
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
PRODUCT = Path(sys.executable).with_name("repochunk")
CALLS = "execve,execveat,open,openat,openat2,creat,socket,connect,bind,sendto,mkdir,mkdirat,rename,renameat,renameat2,unlink,unlinkat,symlink,symlinkat"
SYSTEM = ("/usr/", "/lib", "/etc/", "/proc/", "/sys/", "/dev/null", "/dev/urandom", "/bin/", "/sbin/")
_EXEC = re.compile(r'execve(?:at)?\((?:AT_FDCWD, )?"([^"]*)", \[(.*?)\]')
_OPEN = re.compile(r'(?:open|openat|openat2|creat)\((?:[^,"]*, )?"([^"]*)", ?(.*)\)\s+= (-?\d+)')
_CHANGE = re.compile(r"(mkdir|mkdirat|rename|renameat|renameat2|unlink|unlinkat|symlink|symlinkat)\((.*)\)\s+= (-?\d+)")
_SOCKET = re.compile(r"socket\((AF_\w+)")
_WRITES = re.compile(r"O_WRONLY|O_RDWR|O_CREAT|O_TRUNC|O_APPEND")


def traced(repository: Path, scratch: Path) -> list[str]:
    """Run the product under strace; return all lines of the trace."""
    environment = {**os.environ, "XDG_CACHE_HOME": str(scratch / "cache"), "TMPDIR": str(scratch / "tmp")}
    (scratch / "tmp").mkdir()
    log = scratch / "trace"
    command = ["strace", "-f", "-qq", "-s", "4096", "-y", "-e", f"trace={CALLS}", "-o", str(log), str(PRODUCT)]
    done = subprocess.run(
        [*command, "analyze", str(repository), "--out", str(scratch / "out"), "--jobs", "2", "--quiet"],
        env=environment,
        cwd=scratch,
        capture_output=True,
        text=True,
        check=False,
    )
    if done.returncode not in (0, 1):
        sys.exit(f"the run ended with {done.returncode}: {done.stderr}")
    return log.read_text(errors="replace").splitlines()


def judge(lines: list[str], repository: Path, scratch: Path) -> tuple[Counter[str], list[str]]:
    """Return counts by kind, and what must not be."""
    own = tuple(f"{Path(place).resolve()}/" for place in (sys.prefix, sys.base_prefix, ROOT))
    given = (f"{repository.resolve()}/", f"{scratch.resolve()}/")
    written = f"{scratch.resolve()}/"
    seen: Counter[str] = Counter()
    wrong: list[str] = []
    for line in lines:
        if found := _EXEC.search(line):
            program = Path(found[1]).name
            seen[f"started {program}"] += not line.rstrip().endswith(")")
            if program not in ("git", "env", "repochunk") and not program.startswith("python"):
                wrong.append(f"started {found[1]} {found[2][:200]}")
            if program == "git" and not re.search(
                r'"(?:cat-file|ls-tree|diff-tree|rev-parse|rev-list|version|--version|ls-files|for-each-ref|log)"',
                found[2],
            ):
                wrong.append(f"git {found[2][:300]}")
        elif found := _SOCKET.search(line):
            seen[f"socket {found[1]}"] += 1
            if found[1] != "AF_UNIX":
                wrong.append(line[:200])
        elif found := _OPEN.search(line):
            path, flags, answer = found[1], found[2], int(found[3])
            if answer < 0 or not path.startswith("/"):
                continue  # relative ones are below a directory opened before, or the working directory, which is the scratch folder
            place = (
                "given"
                if path.startswith(given)
                else "own"
                if f"{path}/".startswith(own)
                else "system"
                if path.startswith(SYSTEM)
                else "other"
            )
            writing = bool(_WRITES.search(flags))
            seen[f"{'wrote' if writing else 'read'} {place}"] += 1
            if place == "other" or (
                writing
                and not path.startswith(written)
                and path != "/dev/null"
                and not path.endswith(".pyc")
                and "/__pycache__/" not in path
            ):
                wrong.append(f"{'wrote' if writing else 'read'} {path}")
        elif (found := _CHANGE.search(line)) and int(found[3]) == 0:
            seen["changed a directory"] += 1
            names = [name for name in re.findall(r'"([^"]*)"', found[2]) if name.startswith("/")]
            wrong += [
                f"{found[1]} {name}" for name in names if not name.startswith(written) and "/__pycache__" not in name
            ]
    return seen, wrong


def main() -> int:
    """Trace and judge."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("repository", type=Path)
    parser.add_argument("--result", type=Path)
    arguments = parser.parse_args()
    if shutil.which("strace") is None:
        sys.exit("strace is not installed")
    with tempfile.TemporaryDirectory() as scratch:
        lines = traced(arguments.repository.resolve(), Path(scratch))
        seen, wrong = judge(lines, arguments.repository, Path(scratch))
    counts = "".join(f"* {kind}: {count}\n" for kind, count in sorted(seen.items()))
    text = (
        f"# A run under strace\n\n`python benchmarks/trace_run.py {arguments.repository.name}`: {len(lines)} calls of interest.\n\n{counts}"
        f"* not allowed: {len(wrong)}\n" + "".join(f"  * `{line}`\n" for line in sorted(set(wrong))[:50])
    )
    if arguments.result:
        arguments.result.write_text(text)
    print(text)
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
