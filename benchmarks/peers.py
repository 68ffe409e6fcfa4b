"""Peers side by side on the same files: CPU seconds of whole processes against a bare parse, peak memory, and what each one delivers.

usage: python benchmarks/peers.py --venvs DIR [--megabytes 30] [--rounds 5] [--once NAME,...] [--skip NAME,...] [--result FILE.md] JAVA_REPO PYTHON_REPO TS_REPO
Takes a third of the megabytes from each repository (Java, Python, TypeScript files in tree order), commits them as one repository, and gives every tool a
copy of its own. Rounds alternate over all tools after one warm-up; ratios are taken within a round against the yardstick, which parses the same files with
the same grammars and throws the trees away. Medians and ranges are published; a range over a fifth is marked. DIR holds one virtual environment a peer:
  astchunk (astchunk==0.1.0), chonkie (chonkie[code]==1.4.2 typing_extensions requests tree-sitter-language-pack<1), llamaindex (llama-index-core==0.14.25 tree-sitter-language-pack<1),
  langchain (langchain-text-splitters), aider (aider-chat==0.86.2), detectsecrets (detect-secrets==1.5.0); repomix (npm install --prefix DIR/repomix repomix);
  universal-ctags from the system. A peer that is not there is left out and named.
"""

from __future__ import annotations

import argparse
import json
import os
import shutil
import statistics
import subprocess
import sys
import tempfile
from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT))

from benchmarks.whole_road import GRAMMARS, YARDSTICK, adopt_orphans  # noqa: E402

SUFFIXES = (".java", ".py", ".ts")
LARGEST = 1_000_000
_FILES = """
import json, sys
from pathlib import Path
LANGUAGES = {".java": "java", ".py": "python", ".ts": "typescript"}
def files():
    for path in sorted(Path(sys.argv[1]).rglob("*")):
        if path.suffix in LANGUAGES and path.is_file() and ".git" not in path.parts:
            yield path, LANGUAGES[path.suffix]
pieces = failed = 0
"""
_TELL = "\nprint(json.dumps({'pieces': pieces, 'failed': failed}))\n"
SCRIPTS = {
    "astchunk": """
from astchunk import ASTChunkBuilder
makers = {}
for path, language in files():
    maker = makers.setdefault(language, ASTChunkBuilder(max_chunk_size=1800, language=language, metadata_template="default"))
    try: pieces += len(maker.chunkify(path.read_text(errors="replace")))
    except Exception: failed += 1
""",
    "chonkie": """
from chonkie import CodeChunker
makers = {}
for path, language in files():
    maker = makers[language] if language in makers else makers.setdefault(language, CodeChunker(language=language, chunk_size=512))
    try: pieces += len(maker.chunk(path.read_text(errors="replace")))
    except Exception: failed += 1
""",
    "llamaindex": """
from llama_index.core.node_parser import CodeSplitter
from tree_sitter_language_pack import get_parser
makers = {}
for path, language in files():
    maker = makers[language] if language in makers else makers.setdefault(language, CodeSplitter(language=language, parser=get_parser(language)))
    try: pieces += len(maker.split_text(path.read_text(errors="replace")))
    except Exception: failed += 1
""",
    "langchain": """
from langchain_text_splitters import Language, RecursiveCharacterTextSplitter
names = {"java": Language.JAVA, "python": Language.PYTHON, "typescript": Language.TS}
makers = {name: RecursiveCharacterTextSplitter.from_language(kind, chunk_size=1800, chunk_overlap=0) for name, kind in names.items()}
for path, language in files(): pieces += len(makers[language].split_text(path.read_text(errors="replace")))
""",
    "aider": """
import warnings; warnings.simplefilter("ignore")
from aider.repomap import RepoMap
class Model:
    def token_count(self, text): return len(text) // 4
class Quiet:
    def __getattr__(self, name): return lambda *a, **k: None
    def read_text(self, name, silent=False): return Path(name).read_text(errors="replace")
tags = RepoMap(root=sys.argv[1], main_model=Model(), io=Quiet())
for path, language in files(): pieces += sum(1 for _ in tags.get_tags_raw(str(path), str(path.relative_to(sys.argv[1]))))
""",
}
DELIVERS = {
    "bare parse": "a tree, thrown away",
    "repochunk": "redacted chunks with proof, symbol graph with evidence, gates, JSON and YAML files, SQLite store with full-text index",
    "repochunk without store": "the same without the store",
    "astchunk": "size-packed syntax pieces: no names, no secrets check",
    "chonkie": "size-packed syntax pieces",
    "llamaindex": "text pieces along syntax (CodeSplitter)",
    "langchain": "text pieces at keywords, no parser",
    "aider": "definition and reference tags (get_tags_raw)",
    "repomix": "one packed text file, token counts, secret check",
    "ctags": "definitions with end lines, no references, no text",
    "detect-secrets": "lines that look like secrets",
}


@dataclass
class Runner:
    """One tool: its command for a tree, and what its rounds gave."""

    name: str
    command: Callable[[Path], list[str]]
    cpu: list[float] = field(default_factory=list)
    ratios: list[float] = field(default_factory=list)
    peaks: list[float] = field(default_factory=list)
    start: float = 0.0
    answer: str = ""


def corpus(repositories: list[Path], megabytes: float, target: Path) -> dict[str, tuple[int, int]]:
    """Copy a third of the bytes from each repository and commit them; return files and bytes by suffix."""
    found: dict[str, tuple[int, int]] = {}
    for repository, suffix in zip(repositories, SUFFIXES, strict=True):
        names = (
            subprocess.run(
                ["git", "-C", str(repository), "ls-files", "-z", f"*{suffix}"], capture_output=True, check=True
            )
            .stdout.decode()
            .split("\0")
        )
        count = size = 0
        for name in names:
            source = repository / name
            if not name or source.is_symlink() or not source.is_file() or source.stat().st_size > LARGEST:
                continue
            if size >= megabytes * 1e6 / len(SUFFIXES):
                break
            place = target / repository.name / name
            place.parent.mkdir(parents=True, exist_ok=True)
            shutil.copyfile(source, place)
            count, size = count + 1, size + source.stat().st_size
        found[suffix] = (count, size)
    who = {
        **os.environ,
        "GIT_AUTHOR_NAME": "b",
        "GIT_AUTHOR_EMAIL": "b@example.org",
        "GIT_COMMITTER_NAME": "b",
        "GIT_COMMITTER_EMAIL": "b@example.org",
    }
    for words in (["init", "-q"], ["config", "gc.auto", "0"], ["add", "-A", "-f"], ["commit", "-q", "-m", "corpus"]):
        subprocess.run(["git", "-C", str(target), *words], check=True, env=who)
    return found


def runners(venvs: Path, scratch: Path) -> list[Runner]:
    """Return every tool that is there."""
    product = str(Path(sys.executable).with_name("repochunk"))
    ours = [product, "analyze", "--jobs", "1", "--quiet", "--no-cache", "--repository-id", "bench/peers"]
    found = [
        Runner("bare parse", lambda tree: [sys.executable, "-c", YARDSTICK, str(tree), json.dumps(GRAMMARS)]),
        Runner("repochunk", lambda tree: [*ours, str(tree), "--out", str(scratch / "out")]),
        Runner("repochunk without store", lambda tree: [*ours, str(tree), "--out", str(scratch / "out"), "--no-store"]),
    ]
    for name, script in SCRIPTS.items():
        python = venvs / name / "bin" / "python"
        if python.exists():
            found.append(
                Runner(
                    name, lambda tree, p=str(python), s=_FILES + script + _TELL: [p, "-W", "ignore", "-c", s, str(tree)]
                )
            )  # type: ignore[misc]
    secrets, repomix, ctags = (
        venvs / "detectsecrets/bin/detect-secrets",
        venvs / "repomix/node_modules/.bin/repomix",
        shutil.which("ctags"),
    )
    if repomix.exists():
        found.append(
            Runner("repomix", lambda tree: [str(repomix), str(tree), "--quiet", "-o", str(scratch / "packed.xml")])
        )
    if ctags:
        found.append(
            Runner("ctags", lambda tree: [ctags, "-R", "--fields=+ne", "-f", str(scratch / "tags"), str(tree)])
        )
    if secrets.exists():
        found.append(
            Runner("detect-secrets", lambda tree: ["sh", "-c", f"cd {tree} && exec {secrets} scan --all-files ."])
        )
    return found


def imports(venvs: Path) -> dict[str, float]:
    """Return the CPU seconds each Python peer spends before it sees a file: the same script over no files."""
    with tempfile.TemporaryDirectory() as empty:
        found = {}
        for name, script in SCRIPTS.items():
            python = venvs / name / "bin" / "python"
            if python.exists():
                command = [str(python), "-W", "ignore", "-c", _FILES + script + _TELL, empty]
                found[name] = min(measured(command)[0] for _ in range(2))
    return found


def measured(command: list[str]) -> tuple[float, float, str]:
    """Run a command to the end of its last descendant; return CPU seconds, peak MB of the largest process, and its output."""
    with tempfile.TemporaryFile() as output, tempfile.TemporaryFile() as errors:
        process = subprocess.Popen(command, stdout=output, stderr=errors, stdin=subprocess.DEVNULL)
        cpu = peak = 0.0
        while True:
            try:
                pid, status, usage = os.wait4(-1, 0)
            except ChildProcessError:
                break
            cpu, peak = cpu + usage.ru_utime + usage.ru_stime, max(peak, usage.ru_maxrss / 1024)
            if pid == process.pid:
                process.returncode = os.waitstatus_to_exitcode(status)
        output.seek(0)
        errors.seek(0)
        allowed = (0, 1) if command[0].endswith("/repochunk") else (0,)  # a gate that fails is an answer of ours
        if process.returncode not in allowed:
            raise SystemExit(
                f"{command[0]} ended with {process.returncode}: {errors.read().decode(errors='replace')[-800:]}"
            )
        return cpu, peak, output.read().decode(errors="replace")


def once(runner: Runner, tree: Path, scratch: Path) -> tuple[float, float]:
    """Run a tool on its tree; return CPU seconds and peak memory."""
    shutil.rmtree(scratch / "out", ignore_errors=True)
    cpu, peak, runner.answer = measured(runner.command(tree))
    return cpu, peak


def delivered(runner: Runner, scratch: Path) -> str:
    """Return what a tool said it made, as a count."""
    if runner.name.startswith("repochunk"):
        return ""
    if runner.name == "ctags":
        return f"{sum(1 for line in (scratch / 'tags').open(errors='replace') if line[:1] != '!')} tags"
    if runner.name == "repomix":
        return f"{(scratch / 'packed.xml').stat().st_size / 1e6:.1f} MB"
    try:
        data = json.loads(runner.answer)
    except ValueError:
        return ""
    if runner.name == "detect-secrets":
        return f"{sum(map(len, data['results'].values()))} lines"
    if runner.name == "bare parse":
        return f"{data['files']} files"
    return f"{data['pieces']} pieces" + (f", {data['failed']} files failed" if data["failed"] else "")


def shares(out: Path) -> str:
    """Return each stage's share of our wall clock, and what came out."""
    run = json.loads((out / "current" / "run.json").read_text())
    total = sum(run["seconds"].values())
    head = json.loads((out / "current" / "manifest.json").read_text())
    size = sum(row["bytes"] for row in head["files"])
    return (
        ", ".join(f"{name} {100 * seconds / total:.0f} %" for name, seconds in run["seconds"].items())
        + f"; files written: {size / 1e6:.1f} MB"
    )


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("repositories", nargs=3, type=Path)
    parser.add_argument("--venvs", type=Path, required=True)
    parser.add_argument("--megabytes", type=float, default=30)
    parser.add_argument("--rounds", type=int, default=5)
    parser.add_argument("--once", default="", help="slow tools that run in the first round only")
    parser.add_argument("--skip", default="", help="tools left out")
    parser.add_argument("--no-warm-up", action="store_true")
    parser.add_argument("--result", type=Path)
    options = parser.parse_args()
    adopt_orphans()
    with tempfile.TemporaryDirectory() as place:
        scratch = Path(place)
        found = corpus([r.resolve() for r in options.repositories], options.megabytes, scratch / "tree")
        tools = [tool for tool in runners(options.venvs, scratch) if tool.name not in options.skip.split(",")]
        trees = {tool.name: scratch / f"tree-{number}" for number, tool in enumerate(tools)}
        for tree in trees.values():
            shutil.copytree(scratch / "tree", tree, symlinks=True)
        before, staged = os.getloadavg(), ""
        for number in range(options.rounds + (not options.no_warm_up)):
            warm = number == 0 and not options.no_warm_up
            yard = 0.0
            for tool in tools:
                if tool.name in options.once.split(",") and (warm or tool.cpu):
                    continue
                cpu, peak = once(tool, trees[tool.name], scratch)
                yard = cpu if tool.name == "bare parse" else yard
                if tool.name.startswith("repochunk"):
                    staged = shares(scratch / "out")
                if not warm:
                    tool.cpu.append(cpu)
                    tool.ratios.append(cpu / yard)
                    tool.peaks.append(peak)
                print(f"round {number}: {tool.name} {cpu:.2f} s, {peak:.0f} MB", file=sys.stderr, flush=True)
        counts = {tool.name: delivered(tool, scratch) for tool in tools}
        begun = imports(options.venvs)
    text = table(options, found, tools, counts, begun, staged, before)
    if options.result:
        options.result.write_text(text)
    print(text)


def table(
    options: argparse.Namespace,
    found: dict[str, tuple[int, int]],
    tools: list[Runner],
    counts: dict[str, str],
    begun: dict[str, float],
    staged: str,
    before: tuple[float, float, float],
) -> str:
    """Return the page."""
    size = sum(size for _count, size in found.values()) / 1e6
    names = ", ".join(f"{count} {suffix} {bytes_ / 1e6:.1f} MB" for suffix, (count, bytes_) in found.items())
    ours = next(statistics.median(tool.cpu) for tool in tools if tool.name.startswith("repochunk"))
    lines = [
        f"# Peers on the same {size:.1f} MB\n",
        (
            f"{names}; from {', '.join(r.name for r in options.repositories)}. {options.rounds} interleaved rounds, one worker process for ours; CPU"
            f" seconds (user + system) of whole processes, children included. {os.cpu_count()} cores, load {before[0]:.1f} before and"
            f" {os.getloadavg()[0]:.1f} after: read ratios. Ratios are to the bare parse of the same round, median (range); `~` marks a range over a fifth.\n"
        ),
        "| tool | CPU s | x parse (range) | ours / this | of it before the first file, s | peak MB | made | delivers |",
        "|---|---|---|---|---|---|---|---|",
    ]
    for tool in tools:
        cpu, ratio = statistics.median(tool.cpu), statistics.median(tool.ratios)
        noisy = "~" if max(tool.ratios) - min(tool.ratios) > 0.2 * ratio else ""
        spread = f" ({min(tool.ratios):.1f}-{max(tool.ratios):.1f})" if len(tool.ratios) > 1 else " (one round)"
        start = f"{begun[tool.name]:.2f}" if tool.name in begun else ""
        lines.append(
            f"| {tool.name} | {cpu:.2f} | {noisy}{ratio:.2f}{spread} | {ours / cpu:.2f} | {start} | {statistics.median(tool.peaks):.0f} | {counts[tool.name]} | {DELIVERS[tool.name]} |"
        )
    missing = sorted(set(DELIVERS) - {tool.name for tool in tools})
    return (
        "\n".join(lines)
        + f"\n\nOur stages, share of wall clock: {staged}.\n"
        + (f"\nNot run: {', '.join(missing)}.\n" if missing else "")
    )


if __name__ == "__main__":
    main()
