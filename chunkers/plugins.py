"""The one door for plug-ins: every module of a package that declares an upper-case constant, sorted by name.

Takes a package and the constant's name, gives the constants; refuses duplicates loudly and knows nothing of what a plug-in does.
"""

from __future__ import annotations

import importlib
import pkgutil
from types import ModuleType
from typing import TypeVar

T = TypeVar("T")


class DuplicatePluginError(Exception):
    """Two plug-ins of one package carry the same name."""


def discover(package: ModuleType, constant: str, kind: type[T]) -> tuple[T, ...]:
    """Return the `constant` of every direct submodule of `package` that has one, in module-name order.

    Raises:
        DuplicatePluginError: two plug-ins have the same `name` (or `id`) attribute.
        TypeError: a constant is not an instance of `kind`.
    """
    found: dict[str, T] = {}
    for info in sorted(pkgutil.iter_modules(package.__path__), key=lambda item: item.name):
        module = importlib.import_module(f"{package.__name__}.{info.name}")
        plugin = getattr(module, constant, None)
        if plugin is None:
            continue
        if not isinstance(plugin, kind):
            raise TypeError(f"{module.__name__}.{constant} is not a {kind.__name__}")
        name = str(getattr(plugin, "name", None) or getattr(plugin, "id", info.name))
        if name in found:
            raise DuplicatePluginError(f"{package.__name__}: two plug-ins are called {name!r}")
        found[name] = plugin
    return tuple(found.values())
