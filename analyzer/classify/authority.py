"""The rules of classification in order of authority: a file in, its language and category out, with the rule that decided.

`RULES` is the whole order of authority. `classify` takes the first verdict; `explain` shows what every rule said.
"""

from __future__ import annotations

from dataclasses import dataclass

from analyzer.classify import (
    blocked,
    contracts,
    documents,
    entry,
    fragments,
    generated,
    overrides,
    purpose,
    testing,
    vendored,
)
from analyzer.classify.language import RULES as LANGUAGE_RULES
from analyzer.classify.language import Named, language_of
from analyzer.classify.subject import Subject
from analyzer.classify.verdict import Rule, Verdict
from chunkers.policy import ChunkingPolicy
from chunkers.source import Category, Classification, SourceFile

RULES: tuple[Rule, ...] = (
    entry.by_mode,
    overrides.blocked_by_policy,
    blocked.by_name,
    entry.lfs_pointer,
    blocked.by_content,
    entry.binary,
    overrides.by_attribute,
    overrides.by_policy,
    generated.by_path,
    generated.by_marker,
    generated.source_map,
    generated.minified,
    vendored.by_path,
    contracts.by_content,
    fragments.by_content,
    documents.adr,
    documents.runbook,
    contracts.by_language,
    testing.test,
    purpose.build,
    purpose.data,
    documents.document,
    purpose.rest,
)
"""In order of authority: what must not be read, what the operator and the tree say, then content and path."""

_UNNAMED = frozenset({Category.SYMLINK, Category.SUBMODULE})


def classify(
    source: SourceFile, policy: ChunkingPolicy, attributes: tuple[tuple[str, str], ...] = ()
) -> Classification:
    """Say what one file is. `attributes` are the (name, value) pairs the tree's `.gitattributes` give this path."""
    subject = Subject(source, policy, dict(attributes))
    found = language_of(subject) if source.mode not in {"120000", "160000"} else Named(None, "mode")
    verdict = next(said for rule in RULES if (said := rule(subject, found.language)))
    generator = verdict.generator
    if verdict.category in {Category.DOC, Category.ADR, Category.RUNBOOK}:
        generator = _prose_generator(subject, found.language)
    return Classification(
        category=verdict.category,
        language=found.language,
        rule=verdict.rule,
        visibility="restricted"
        if verdict.category is Category.BLOCKED
        else overrides.visibility_of(source.path, policy),
        also=_also(subject, found, verdict, generator),
        generator=generator,
        encoding=subject.attributes.get("working-tree-encoding") or subject.attributes.get("encoding"),
    )


def _prose_generator(subject: Subject, language: str | None) -> tuple[tuple[str, str], ...]:
    if overrides.denied(subject, "linguist-generated"):
        return ()
    attribute = subject.attributes.get("linguist-generated") in overrides.YES
    return (
        generated.generator_of(subject, language)
        or generated.page_generator(subject, language)
        or ((("marker", "linguist-generated"),) if attribute else ())
    )


def _also(subject: Subject, found: Named, verdict: Verdict, generator: tuple[tuple[str, str], ...]) -> tuple[str, ...]:
    """Return what holds besides the verdict, sorted."""
    prose = verdict.category in {Category.DOC, Category.ADR, Category.RUNBOOK}
    facts = {
        "template": found.template,
        "generated": bool(generator) and prose,
        "linguist_vendored": verdict.category is not Category.VENDORED and vendored.wide(subject.path),
        "test_support": verdict.rule == "path:test_support"
        or (verdict.category is not Category.TEST and testing.supports(subject)),
        "documentation": not prose and documents.in_documentation(subject.path),
        "export_ignore": subject.attributes.get("export-ignore") == "set",
        "not_detectable": subject.attributes.get("linguist-detectable") in overrides.NO,
        "changelog": verdict.rule == "name:changelog",
    }
    return tuple(sorted(name for name, holds in facts.items() if holds))


@dataclass(frozen=True, slots=True)
class Heard:
    """What one rule said when it was asked. `answer` is "-" for nothing; `decided` marks the one that counted."""

    question: str
    rule: str
    answer: str
    decided: bool


def explain(
    source: SourceFile, policy: ChunkingPolicy, attributes: tuple[tuple[str, str], ...] = ()
) -> tuple[Heard, ...]:
    """Return every rule in order of authority with what it said of one file: why it is called what it is called."""
    subject = Subject(source, policy, dict(attributes))
    heard: list[Heard] = []
    language: str | None = None
    settled = False
    for ask in LANGUAGE_RULES:
        named = ask(subject)
        answer = f"{named.language or 'unknown'} ({named.rule})" if named else "-"
        heard.append(Heard("language", ask.__name__, answer, decided=named is not None and not settled))
        if named and not settled:
            language, settled = named.language, True
    settled = False
    for rule in RULES:
        verdict = rule(subject, language)
        answer = f"{verdict.category.value} ({verdict.rule})" if verdict else "-"
        name = f"{rule.__module__.rsplit('.', 1)[-1]}.{rule.__name__}"
        heard.append(Heard("category", name, answer, decided=verdict is not None and not settled))
        settled = settled or verdict is not None
    return tuple(heard)
