"""Which engine reads which language family. A family that is not named here gets the plain one."""

from __future__ import annotations

from graph.project import Project
from graph.resolve.engine import Engine
from graph.resolve.go import GoEngine
from graph.resolve.java import JavaEngine
from graph.resolve.plain import PlainEngine
from graph.resolve.python import PythonEngine


def engines_for(project: Project) -> dict[str, Engine]:
    """Return one engine per language family; "" is the plain one."""
    return {
        "go": GoEngine(project),
        "java": JavaEngine(project),
        "python": PythonEngine(project),
        "": PlainEngine(project),
    }
