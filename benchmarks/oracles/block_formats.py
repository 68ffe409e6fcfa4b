"""Reference readings of block formats and ours in the same shape: HCL, Dockerfile, Make, Just, nginx, go.mod.

Each `*_expected` asks the reference and raises when it refuses the file; each `*_found` takes the same from our road.
"""

from __future__ import annotations

import json
import re
import subprocess
import tempfile
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import crossplane
import hcl2
import tree_sitter
import tree_sitter_language_pack

from chunkers.chunk import ChunkDraft
from chunkers.formats.nginx import scan_nginx
from chunkers.source import Category
from tests.road import road

Row = tuple[Any, ...]
MAKE = tree_sitter_language_pack.get_parser("make")
CONDITIONS = ("ifeq", "ifneq", "ifdef", "ifndef")


class RefusedError(Exception):
    """The reference does not take the file for one of its format."""


class LeftOutError(Exception):
    """Our road takes the file for generated or foreign, and cuts it as such."""


def drafts(path: Path, data: bytes) -> list[ChunkDraft]:
    """Return the sections of a file, without parts and overview."""
    result = road(inside(path), data)
    if result.classification.category in {Category.GENERATED, Category.VENDORED}:
        raise LeftOutError
    kept = (d for d in result.drafts if d.chunk_type == "config_section_chunk")
    return [d for d in kept if d.attributes.get("subkind") != "part"]


def inside(path: Path) -> str:
    """Return a path as its repository knows it."""
    root = next((folder for folder in path.parents if (folder / ".git").exists()), path.parent)
    return path.relative_to(root).as_posix()


def code_lines(draft: ChunkDraft, data: bytes, marks: tuple[bytes, ...]) -> tuple[int, int]:
    """Return first and last line of a section without the comment block at its head."""
    full = draft.spans.full
    assert full is not None
    lines = data.split(b"\n")
    first, inside = full.start_line, False
    while first < full.end_line:
        text = lines[first - 1].strip()
        inside = (inside or text.startswith(b"/*")) and b"*/" not in text
        if not (inside or text.startswith(marks) or text.endswith(b"*/")):
            break
        first += 1
    return first, full.end_line


def hcl_expected(_path: Path, data: bytes) -> list[Row]:
    body = next(c for c in hcl2.parses_to_tree(data.decode()).children if getattr(c, "data", "") == "body")
    return [row for child in body.children for row in _hcl_row(child, data)]


def _hcl_row(child: Any, data: bytes) -> Iterator[Row]:
    if child.data == "attribute":
        yield "(root)", str(child.children[0].children[0])
    elif child.data == "block":
        text = data.decode()
        labels = [c for c in child.children if getattr(c, "data", "") in {"identifier", "string"}]
        names = [text[c.meta.start_pos : c.meta.end_pos].strip('"') for c in labels]
        yield ".".join(names), child.meta.line, child.meta.end_line


def hcl_found(path: Path, data: bytes) -> list[Row]:
    rows: list[Row] = []
    for draft in drafts(path, data):
        if draft.title == "(root)":
            rows += [("(root)", key) for key in draft.keys]
        else:
            rows.append((draft.title, *code_lines(draft, data, (b"#", b"//"))))
    return rows


def dockerfile_readings(paths: list[Path]) -> dict[str, list[list[Any]]]:
    """Return the instructions of all files by dockerfile-ast."""
    script = Path(__file__).with_name("dockerfile_instructions.js")
    done = subprocess.run(
        ["node", str(script)], input="\n".join(map(str, paths)), capture_output=True, text=True, check=True
    )
    return json.loads(done.stdout)  # type: ignore[no-any-return]  # the script prints just this


def dockerfile_expected(instructions: list[list[Any]]) -> list[Row]:
    rows: list[list[Any]] = []
    number = 0
    for keyword, first, last, stage in instructions:
        if keyword == "FROM":
            rows.append([f"stage {stage or number}", first, last])
            number += 1
        elif not rows:
            rows.append(["(global)", first, last])
        else:
            rows[-1][2] = last
    if not number:
        raise RefusedError
    return [tuple(row) for row in rows]


def dockerfile_found(path: Path, data: bytes) -> list[Row]:
    return [(d.title, *code_lines(d, data, (b"#",))) for d in drafts(path, data)]


def make_expected(_path: Path, data: bytes) -> list[Row]:
    tree = MAKE.parse(data)
    if tree.root_node.has_error:
        raise RefusedError
    rows, stack = [], list(reversed(tree.root_node.children))
    while stack:
        node = stack.pop()
        if node.type == "rule":
            rows.append(_make_row(node))
            stack.extend(c for inner in node.children if inner.type == "recipe" for c in reversed(inner.children))
        elif node.type not in {"define_directive", "variable_assignment"}:
            stack.extend(reversed(node.children))
    return [row for row in rows if not row[0].startswith(".")]


def _make_row(rule: tree_sitter.Node) -> Row:
    targets = next(c for c in rule.children if c.type == "targets")
    return (targets.text or b"").decode().strip(), rule.start_point[0] + 1


def make_found(path: Path, data: bytes) -> list[Row]:
    return [(d.title, code_lines(d, data, (b"#",))[0]) for d in drafts(path, data)]


def just_expected(path: Path, data: bytes) -> list[Row]:
    del path
    with tempfile.NamedTemporaryFile(suffix=".just") as copy:
        Path(copy.name).write_bytes(data)
        done = subprocess.run(
            ["just", "--unstable", "--justfile", copy.name, "--dump", "--dump-format", "json"],
            capture_output=True,
            text=True,
            check=False,
        )
    if done.returncode:
        raise RefusedError(done.stderr)
    recipes = json.loads(done.stdout)["recipes"]
    return sorted((name, tuple(sorted({d["recipe"] for d in r["dependencies"]}))) for name, r in recipes.items())


def just_found(path: Path, data: bytes) -> list[Row]:
    return sorted({(d.title, tuple(sorted(d.attributes.get("references", ())))) for d in drafts(path, data)})


def nginx_expected(path: Path, data: bytes) -> list[Row]:
    del data
    read = crossplane.parse(str(path), single=True, catch_errors=True, check_ctx=False, check_args=False)
    if read["status"] != "ok":
        raise RefusedError
    return list(_nginx_rows(read["config"][0]["parsed"]))


def _nginx_rows(block: list[dict[str, Any]]) -> Iterator[Row]:
    stack = list(reversed(block))
    while stack:
        one = stack.pop()
        args = (
            [f"({one['args'][0]}", *one["args"][1:-1], f"{one['args'][-1]})"]
            if one["directive"] == "if"
            else one["args"]
        )
        yield one["line"], one["directive"], " ".join(args).replace("( ", "(").replace(" )", ")")
        stack.extend(reversed(one.get("block", [])))


def nginx_found(_path: Path, data: bytes) -> list[Row]:
    rows: list[Row] = []
    root, _ = scan_nginx(data)
    stack = list(reversed(root.children))
    while stack:
        one = stack.pop()
        words = [word[1:-1] if word[:1] in {"'", '"'} else word for word in one.words]
        text = " ".join(words[1:]).replace("( ", "(").replace(" )", ")")
        rows.append((data.count(b"\n", 0, one.start) + 1, words[0], text))
        stack.extend(reversed(one.children))
    return rows


def gomod_expected(_path: Path, data: bytes) -> list[Row]:
    """Ask an older go: directives it has not heard of are taken out before."""
    text = re.sub(
        r"^(toolchain|godebug|tool|ignore)[ \t]+[^(\n]*$|^(tool|ignore|godebug)[ \t]*\([^)]*\)",
        "",
        data.decode(),
        flags=re.MULTILINE,
    )
    text = re.sub(r"^go[ \t]+\S+$", "go 1.19", text, flags=re.MULTILINE)
    with tempfile.TemporaryDirectory() as folder:
        copy = Path(folder) / "go.mod"
        copy.write_text(text, "utf-8")
        done = subprocess.run(["go", "mod", "edit", "-json", str(copy)], capture_output=True, text=True, check=False)
    if done.returncode:
        raise RefusedError
    said = json.loads(done.stdout)
    rows: list[Row] = [("go.module", said["Module"]["Path"])]
    rows += [("go.require", f"{r['Path']} {r['Version']}") for r in said.get("Require") or ()]
    rows += [("go.replace", f"{r['Old']['Path']}={r['New']['Path']}") for r in said.get("Replace") or ()]
    return sorted(rows)


def gomod_found(path: Path, data: bytes) -> list[Row]:
    facts = road(inside(path), data).facts
    return sorted(facts.extras) if facts else []
