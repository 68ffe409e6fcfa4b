"""The index of names over the references of a snapshot: which files use one, and where."""

from __future__ import annotations

from chunkers.symbol import FileFacts, Reference
from graph.definition import FileView
from graph.sites import Sites


def _view(path: str, *names: str) -> FileView:
    uses = tuple(Reference("call", name, "", line, 1, 1 + len(name)) for line, name in enumerate(names, 1))
    return FileView(FileFacts(path, "python", "source", references=uses), "", path, test=False)


def test_a_file_is_read_only_for_names_that_it_uses() -> None:
    first, second = _view("a.py", "get", "mount", "get"), _view("b.py", "run")
    sites = Sites([first, second])
    wanted = frozenset({"get", "run", "unused"})
    assert sites.speaking(wanted) == {"a.py", "b.py"}
    assert [(one.name, one.line) for one in sites.within(first, wanted)] == [("get", 1), ("get", 3)]
    assert [one.name for one in sites.within(second, wanted)] == ["run"]
    assert sites.within(second, frozenset({"mount"})) == ()
    assert sites.names("mo") == {"mount"}
