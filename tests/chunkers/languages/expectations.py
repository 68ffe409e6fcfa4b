"""A file's chunks and facts as lines of text: what the fixtures' `.expect` files hold.

`python -m tests.chunkers.languages.expectations` rewrites them; the diff is then read by a person.
"""

from __future__ import annotations

from pathlib import Path

from chunkers.chunk import ChunkDraft, FileResult
from chunkers.symbol import Expr, FileFacts
from tests.road import road

FIXTURES = Path(__file__).parents[3] / "fixtures" / "languages"


def fixture_files() -> list[Path]:
    return sorted(path for path in FIXTURES.rglob("*") if path.is_file() and path.suffix != ".expect")


def run(path: Path) -> FileResult:
    # a fixture's place is its path inside its language's folder, so that test paths and extensions are real
    return road("/".join(path.relative_to(FIXTURES).parts[1:]), path.read_bytes())


def chunk_line(draft: ChunkDraft) -> str:
    full = draft.spans.full
    assert full is not None
    declared = draft.spans.declaration
    parts = [f"{draft.chunk_type} {full.start_line}-{full.end_line} {draft.logical or '-'}"]
    if draft.title not in {draft.logical, ""}:
        parts.append(f"title {draft.title}")
    if declared is not None:
        parts.append(f"declaration {declared.start_line}-{declared.end_line}")
    for name, values in (
        ("imports", draft.overlap.includes_imports),
        ("symbols", draft.symbols),
        ("overlap", [f"{span.reason} {span.start_line}-{span.end_line}" for span in draft.overlap.spans]),
        ("cases", draft.attributes.get("cases") or ()),
    ):
        if values:
            parts.append(f"{name} {'; '.join(values)}")
    return " | ".join(parts)


def own_line(draft: ChunkDraft) -> str:
    own = [f"{s.start_line}-{s.end_line}" for s in draft.segments if s.own]
    return "  owns " + " ".join(own)


def spelled(expression: Expr | None) -> str:
    if expression is None:
        return ""
    form, *rest = expression
    if form == "name":
        return str(rest[0])
    if form == "attr":
        return f"{spelled(rest[0])}.{rest[1]}"  # type: ignore[arg-type]  # nested expression
    if form == "call":
        return f"{spelled(rest[0])}()"  # type: ignore[arg-type]  # nested expression
    if form in {"self", "super", "lambda"}:
        return f"<{form}>"
    if form == "str":
        return repr(rest[0])
    return f"<{' '.join(str(item) for item in expression if isinstance(item, str))}>"


def fact_lines(facts: FileFacts) -> list[str]:
    lines = [f"package {facts.package}"] if facts.package else []
    for symbol in facts.symbols:
        tags = f" [{' '.join(symbol.tags)}]" if symbol.tags else ""
        supers = f" < {', '.join(f'{how} {name}' for how, name in symbol.supers)}" if symbol.supers else ""
        lines.append(f"symbol {symbol.kind} {symbol.qualified} @{symbol.declaration_line}{supers}{tags}")
    lines += [f"import {i.kind} {i.module} {i.name} as {i.alias} @{i.line}" for i in facts.imports]
    lines += [f"binding {b.how} {b.scope or '-'} {b.name}: {b.type} = {spelled(b.value)}" for b in facts.bindings]
    for use in facts.references:
        receiver = f"{spelled(use.receiver)}." if use.receiver is not None else ""
        arguments = ", ".join(
            f"{a.keyword}={spelled(a.value)}" if a.keyword else spelled(a.value) for a in use.arguments
        )
        lines.append(
            f"{use.kind} {receiver}{use.name}({arguments}) in {use.scope or '-'} @{use.line}:{use.column}-{use.end_column}"
        )
    lines.extend(f"extra {key} {value}" for key, value in facts.extras)
    return lines


def described(result: FileResult) -> str:
    lines = [f"status {result.outcome.value} {' '.join(f'{low}-{high}' for low, high in result.broken)}".rstrip()]
    ordered = sorted(
        result.drafts,
        key=lambda d: (d.spans.full.start_line, -d.spans.full.end_line, d.chunk_type) if d.spans.full else (0, 0, ""),
    )
    for draft in ordered:
        lines += [chunk_line(draft), own_line(draft)]
    lines += ["", *(fact_lines(result.facts) if result.facts else [])]
    return "\n".join(lines) + "\n"


def main() -> None:
    for path in fixture_files():
        path.with_name(path.name + ".expect").write_text(described(run(path)), encoding="utf-8")


if __name__ == "__main__":
    main()
