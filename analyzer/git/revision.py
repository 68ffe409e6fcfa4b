"""A revision as a user writes it, made into one full commit id.

Takes a name with `~n ^n ^{}` suffixes or an id; gives the id, how it was found, and notes on every way it could be misread. Refuses reflogs,
ranges, searches and everything that looks like an option.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import TYPE_CHECKING

from analyzer.errors import RequestError
from analyzer.git.layout import Layout
from analyzer.git.refs import Refs, is_ref_name
from reports.note import PolicyNote

if TYPE_CHECKING:
    from analyzer.git.room import CleanRoom

_FORM = re.compile(r"^(?P<base>[^~^]+)(?P<suffix>(?:~\d{0,9}|\^\d{0,9}|\^\{(?:commit)?\})*)$")
_FULL_ID = re.compile(r"^(?:[0-9a-f]{64}|[0-9a-f]{40})$", re.IGNORECASE)
_SHORT_ID = re.compile(r"^[0-9a-f]{4,63}$", re.IGNORECASE)
_PLACES = ("{}", "refs/{}", "refs/tags/{}", "refs/heads/{}", "refs/remotes/{}", "refs/remotes/{}/HEAD")
_PSEUDO = re.compile(r"^[A-Z_]*HEAD$")
_MAX_LENGTH = 1024


@dataclass(frozen=True, slots=True)
class Resolved:
    """A commit id and how it was found: "refs/heads/main", "id", "abbreviated id", with the suffix that was followed."""

    commit: str
    how: str
    notes: tuple[PolicyNote, ...] = ()


def resolve(room: CleanRoom, revision: str) -> Resolved:
    """Return the commit that `revision` names.

    Raises:
        RequestError: there is no such commit, or the form is not served.
    """
    base, suffix = _split(revision)
    start, how, notes = _base(room, base)
    code, out, complaint = room.output(
        "rev-parse", "--verify", "--quiet", "--end-of-options", f"{start}{suffix}^{{commit}}", cap=200
    )
    commit = out.strip().decode("latin-1")
    if code != 0 or not _FULL_ID.match(commit):
        raise RequestError(
            f"{_shown(revision)} names no commit in this repository{f' ({complaint})' if complaint else ''}"
        )
    return Resolved(commit, how + suffix, notes)


def look_up(layout: Layout, revision: str) -> Resolved | None:
    """Return what `revision` stands for without starting git: a name without a suffix, in refs that are files; None when git must be asked.

    The id may be that of an annotated tag, which stands for one commit for ever.

    Raises:
        RequestError: the form is not served.
    """
    base, suffix = _split(revision)
    found = None if suffix or layout.reftable else _by_files(Refs(layout), base)
    return None if found is None else Resolved(*found)


def _split(revision: str) -> tuple[str, str]:
    match = _FORM.match(revision) if len(revision) <= _MAX_LENGTH else None
    if "@{" in revision:
        raise RequestError(
            f"{_shown(revision)}: reflog forms depend on one machine's past; name a commit, branch or tag"
        )
    base = match["base"] if match else ""
    base = "HEAD" if base == "@" else base
    if not match or not (is_ref_name(base) or _FULL_ID.match(base)):
        raise RequestError(
            f"{_shown(revision)} is not a revision; name a commit id, branch or tag, with ~n or ^n if needed"
        )
    return base, match["suffix"]


def _base(room: CleanRoom, base: str) -> tuple[str, str, tuple[PolicyNote, ...]]:
    if room.layout.reftable:
        return _by_table(room, base)
    refs = Refs(room.layout)
    found = _by_files(refs, base)
    if found is not None:
        return found
    if base == "HEAD":
        raise RequestError(f"the repository has no commit yet ({refs.target('HEAD') or 'HEAD'} does not exist)")
    if _SHORT_ID.match(base):
        return _expanded(room, base), "abbreviated id", ()
    raise RequestError(f"{_shown(base)}: no such branch, tag or commit")


def _by_files(refs: Refs, base: str) -> tuple[str, str, tuple[PolicyNote, ...]] | None:
    """Return what a full id or the refs kept in files make of a name, None when they do not know it."""
    named = [
        (place.format(base), refs.read(place.format(base)))
        for place in _PLACES
        if place != "{}" or _PSEUDO.match(base) or base.startswith("refs/")
    ]
    found = [(name, oid) for name, oid in named if oid]
    if _FULL_ID.match(base):
        notes = (
            (_note(base, f"{base[:12]}... is also the name of {found[0][0]}; the commit id was taken"),)
            if found
            else ()
        )
        return base.lower(), "id", notes
    if found:
        return found[0][1], found[0][0], _ambiguities(base, [name for name, _oid in found])
    return None


def _ambiguities(base: str, names: list[str]) -> tuple[PolicyNote, ...]:
    notes = [_note(base, f"'{base}' is ambiguous: {', '.join(names)}; {names[0]} was taken")] if len(names) > 1 else []
    if _SHORT_ID.match(base):
        notes.append(_note(base, f"'{base}' reads like an abbreviated commit id; {names[0]} was taken"))
    return tuple(notes)


def _expanded(room: CleanRoom, short: str) -> str:
    code, out, _complaint = room.output(
        "rev-parse", "--verify", "--quiet", "--end-of-options", f"{short}^{{commit}}", cap=200
    )
    if code != 0:
        raise RequestError(f"{short}: no commit, or more than one, starts with that")
    return out.strip().decode("latin-1")


def _by_table(room: CleanRoom, base: str) -> tuple[str, str, tuple[PolicyNote, ...]]:
    """Refs in tables cannot be read as files: ask git at the target, hardened, for this one name."""
    if _FULL_ID.match(base):
        return base.lower(), "id", ()
    code, out = room.at_target("rev-parse", "--verify", "--quiet", "--end-of-options", base)
    oid = out.strip().decode("latin-1")
    if code != 0 or not _FULL_ID.match(oid):
        raise RequestError(
            f"{_shown(base)}: not found in the ref tables (git 2.45 or newer reads them); a full commit id always works"
        )
    return oid, f"{base} (ref table)", ()


def _note(_base: str, message: str) -> PolicyNote:
    return PolicyNote("snapshot.ambiguous_revision", message)


def _shown(text: str) -> str:
    return ascii(text[:80])
