"""What the operator's policy and the tree's attributes say: they go before every rule of ours."""

from __future__ import annotations

from functools import lru_cache

from analyzer.classify.subject import Subject
from analyzer.classify.verdict import Verdict
from chunkers.globs import Globs
from chunkers.kinds import most_restrictive
from chunkers.policy import ChunkingPolicy
from chunkers.source import Category

YES, NO = frozenset({"set", "true"}), frozenset({"unset", "false"})


@lru_cache(maxsize=64)
def _globs(patterns: tuple[str, ...]) -> Globs:
    return Globs(patterns)


def blocked_by_policy(subject: Subject, _language: str | None) -> Verdict | None:
    """Obey `paths.blocked`."""
    return (
        Verdict(Category.BLOCKED, "policy:blocked")
        if _globs(subject.policy.paths.blocked).matches(subject.path)
        else None
    )


def by_attribute(subject: Subject, language: str | None) -> Verdict | None:
    """Obey `linguist-generated`, `linguist-vendored` and `linguist-documentation` where they are set."""
    attributes = subject.attributes
    if attributes.get("linguist-vendored") in YES:
        return Verdict(Category.VENDORED, "attribute:linguist-vendored")
    if YES & {attributes.get("linguist-generated"), attributes.get("gitlab-generated")} and language not in PROSE:
        return Verdict(Category.GENERATED, "attribute:linguist-generated", (("marker", "linguist-generated"),))
    if attributes.get("linguist-documentation") in YES and language in PROSE:
        return Verdict(Category.DOC, "attribute:linguist-documentation")
    return None


def by_policy(subject: Subject, _language: str | None) -> Verdict | None:
    """Obey `paths.generated` and `paths.vendored`."""
    paths = subject.policy.paths
    if _globs(paths.generated).matches(subject.path):
        return Verdict(Category.GENERATED, "policy:generated", (("marker", "policy"),))
    return Verdict(Category.VENDORED, "policy:vendored") if _globs(paths.vendored).matches(subject.path) else None


def denied(subject: Subject, attribute: str) -> bool:
    """Tell whether the tree's attributes take a verdict of ours back."""
    return subject.attributes.get(attribute) in NO


def visibility_of(path: str, policy: ChunkingPolicy) -> str:
    """Return the most restrictive scope of the policy's matching rules, "private" when none matches."""
    scopes = [rule.scope for rule in policy.visibility if _globs((rule.glob,)).matches(path)]
    return most_restrictive(*scopes) if scopes else "private"


PROSE = frozenset("markdown rst asciidoc org textile text mediawiki creole pod rdoc rtf".split())
"""Languages whose generated files stay documents: they are read, and carry who made them."""
