"""Which engine reads which language family. A family that is not named here gets the plain one."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from graph.project import Project
from graph.resolve.engine import Engine
from graph.resolve.go import GoEngine
from graph.resolve.java import JavaEngine
from graph.resolve.plain import PlainEngine
from graph.resolve.python import PythonEngine
from graph.resolve.script import ScriptEngine


def engines_for(project: Project, manifests: Mapping[str, Mapping[str, Any]]) -> dict[str, Engine]:
    """Return one engine per language family; "" is the plain one. `manifests` are the objects of package and compiler configuration by path."""
    return {
        "go": GoEngine(project),
        "java": JavaEngine(project),
        "python": PythonEngine(project),
        "script": ScriptEngine(project, manifests),
        "": PlainEngine(project),
    }
