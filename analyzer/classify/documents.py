"""Prose for people: decision records, runbooks, changelogs, documents.

Takes a subject in a language of prose; folders and names speak first, headings where the name is silent.
"""

from __future__ import annotations

import re

from analyzer.classify.overrides import PROSE, denied
from analyzer.classify.subject import Subject
from analyzer.classify.verdict import Verdict
from chunkers.pattern import later
from chunkers.source import Category

_ADR_FOLDER = later(
    r"(?:^|/)(?:adrs?|decisions|decision[-_]?records?|architecture[-_]?decisions?|architectural[-_]?decisions?|madr)/"
)
_ADR_NAME = later(r"^(?:adr[-_ ]?)?\d{1,5}[-_. ].+|^adr[-_ ]?\d{1,5}\b.*|^\d{8}[-_].+|^\d{4}-\d{2}-\d{2}[-_].+")
_ADR_INDEX = later(r"^(?:readme|index|template|adr[-_]template|0000[-_]template|.*template)(?:\.\w+)+$")
_RUNBOOK_FOLDER = later(r"(?:^|/)(?:run[-_]?books?|play[-_]?books?|on[-_]?call|incident[-_]?response|sops?)/")
_RUNBOOK_NAME = later(r"(?:^|[-_. ])(?:runbook|playbook)s?(?:[-_. ]|$)")
_CHANGELOG = later(r"^(?:change[-_]?log|changes|history|news|release[-_]?notes?|releases)(?:[-_.][\w.-]*)?$")
_DOC_FOLDER = later(
    r"(?:^|/)(?:docs?|documentation|manual|man|wiki|guides?|handbook|website|site|book|pages|content|articles|blog|_posts|rfcs?|proposals|design)/"
)
_ADR_WORDS = frozenset(
    {
        "status",
        "context",
        "decision",
        "consequences",
        "decision outcome",
        "considered options",
        "decision drivers",
        "context and problem statement",
        "alternatives considered",
    }
)
_RUNBOOK_WORDS = later(
    r"^\W*(symptom|diagnos|mitigat|rollback|roll back|escalat|remediat|triage|impact|meaning|resolution|alert)"
)
_RUNBOOK_CORE = frozenset({"symptom", "diagnos", "escalat", "triage"})
_ADR_HEADINGS, _RUNBOOK_HEADINGS = 2, 3
_BIG_TEXT = 256 * 1024


def adr(subject: Subject, language: str | None) -> Verdict | None:
    """Recognise architecture decision records."""
    if language not in PROSE:
        return None
    name, in_folder = subject.name.lower(), bool(_ADR_FOLDER.search(subject.path.lower()))
    if _ADR_INDEX.match(name):
        return None
    if in_folder and _ADR_NAME.match(name):
        return Verdict(Category.ADR, "path:adr")
    if (in_folder or _ADR_NAME.match(name)) and _is_decision(subject):
        return Verdict(Category.ADR, "content:adr")
    return None


def _is_decision(subject: Subject) -> bool:
    words = {text.strip(" #*:=") for text in subject.headings}
    plain = {re.sub(r"^\d+[.)]?\s*", "", word) for word in words}
    return bool(plain & {"decision", "decision outcome"}) and len(plain & _ADR_WORDS) >= _ADR_HEADINGS


def runbook(subject: Subject, language: str | None) -> Verdict | None:
    """Recognise runbooks."""
    if language not in PROSE:
        return None
    path = subject.path.lower()
    if _RUNBOOK_FOLDER.search(path) and not re.match(r"^(?:readme|index|template)\.", subject.name.lower()):
        return Verdict(Category.RUNBOOK, "path:runbook")
    if _RUNBOOK_NAME.search(subject.name.lower().rsplit(".", 1)[0]):
        return Verdict(Category.RUNBOOK, "name:runbook")
    found = {match[1] for text in subject.headings for match in [_RUNBOOK_WORDS.search(text)] if match}
    return (
        Verdict(Category.RUNBOOK, "content:runbook")
        if len(found) >= _RUNBOOK_HEADINGS and found & _RUNBOOK_CORE
        else None
    )


def document(subject: Subject, language: str | None) -> Verdict | None:
    """Recognise documents: prose languages, and web pages in documentation folders."""
    path = subject.path.lower()
    if language == "html":
        return (
            Verdict(Category.DOC, "path:doc")
            if _DOC_FOLDER.search(path) and not denied(subject, "linguist-documentation")
            else None
        )
    if language in {"roff", "latex", "typst", "notebook"}:
        return Verdict(Category.DOC, f"language:{language}")
    if language not in PROSE:
        return None
    if _CHANGELOG.match(subject.name.lower()):
        return Verdict(Category.DOC, "name:changelog")
    if language == "text" and (subject.source.size or 0) > _BIG_TEXT:
        return Verdict(Category.DATA, "size:large_text")
    return Verdict(Category.DOC, f"language:{language}")


def in_documentation(path: str) -> bool:
    """Tell whether a path stands in a documentation folder."""
    return bool(_DOC_FOLDER.search(path.lower()))
