"""What each file of a snapshot is: language and category, by data tables, with the rule that decided."""

from __future__ import annotations

import re

from analyzer.classify.language import language_of
from analyzer.classify.subject import Subject
from chunkers.policy import ChunkingPolicy
from chunkers.source import Category, Classification, SourceFile

_TEST = re.compile(
    r"(^|/)(tests?|spec|specs|__tests__)/|src/test/|(^|/)test_[^/]*\.py$|_test\.(py|go|cc|cpp|rb|dart|exs)$|conftest\.py$"
    r"|[^/]*(Test|Tests|TestCase|IT|Spec)\.(java|kt|scala|groovy|cs|php|swift)$|\.(test|spec)\.[cm]?[jt]sx?$|_spec\.rb$"
)
_VENDORED = re.compile(r"(^|/)(vendor|node_modules|third_party|bower_components|Godeps/_workspace|Carthage|Pods)/")
_LOCK = frozenset("package-lock.json yarn.lock pnpm-lock.yaml Cargo.lock poetry.lock uv.lock composer.lock Gemfile.lock go.sum".split())
_DOC = frozenset("markdown rst asciidoc org text textile".split())
_CONFIG = frozenset("yaml json toml ini properties xml hcl terraform dotenv json5".split())
_BUILD = frozenset("make cmake dockerfile meson ninja gomod".split())
_ADR = re.compile(r"(^|/)(adrs?|decisions)/", re.IGNORECASE)
_RUNBOOK = re.compile(r"(^|/)(runbooks?|playbooks?)/", re.IGNORECASE)


def classify(source: SourceFile, policy: ChunkingPolicy, attributes: tuple[tuple[str, str], ...] = ()) -> Classification:
    """Say what one file is. `attributes` are the (name, value) pairs the tree's `.gitattributes` give this path."""
    subject = Subject(source, policy, dict(attributes))
    if source.mode == "120000":
        return Classification(Category.SYMLINK, None, "mode:symlink")
    if source.mode == "160000":
        return Classification(Category.SUBMODULE, None, "mode:gitlink")
    found = language_of(subject)
    language, rule = found.language, found.rule
    category, why = _category(subject, language)
    return Classification(category, language, why or rule)


def _category(subject: Subject, language: str | None) -> tuple[Category, str]:
    path, data = subject.path, subject.source.data
    if data is not None and b"\0" in data[:8000] and not data.startswith((b"\xff\xfe", b"\xfe\xff")):
        return Category.BINARY, "content:nul"
    if subject.name in _LOCK:
        return Category.GENERATED, "path:lock_file"
    if re.search(rb"(?im)^.{0,40}(code generated .* do not edit|@generated)", subject.head[:2000]):
        return Category.GENERATED, "content:marker"
    for pattern, category, rule in (
        (_VENDORED, Category.VENDORED, "path:vendor"),
        (_TEST, Category.TEST, "path:test"),
        (_ADR, Category.ADR, "path:adr"),
        (_RUNBOOK, Category.RUNBOOK, "path:runbook"),
    ):
        if pattern.search(path):
            return category, rule
    if re.search(rb"(?m)^\s*[\"']?(openapi|swagger|asyncapi)[\"']?\s*:", subject.head[:4000]):
        return Category.CONTRACT, "content:api_description"
    if language in ("protobuf", "graphql", "thrift"):
        return Category.CONTRACT, "language:contract"
    for table, category in ((_DOC, Category.DOC), (_BUILD, Category.BUILD), (_CONFIG, Category.CONFIG)):
        if language in table:
            return category, f"language:{category.value}"
    return Category.SOURCE, ""
