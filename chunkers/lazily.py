"""A package's names, each imported from its module when it is asked for: a process that needs one of them loads no other.

Takes the package and where each name is, gives the package's `__getattr__`.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from importlib import import_module
from typing import Any


def door(package: str, homes: Mapping[str, str]) -> Callable[[str], Any]:
    """Return a module's `__getattr__`.

    `homes` maps a public name to its module below `package`, or to "module:name" where it has another name there.
    """

    def __getattr__(name: str) -> Any:  # noqa: N807  # becomes the function of that name
        if name not in homes:
            raise AttributeError(f"module {package!r} has no attribute {name!r}")
        module, _, inner = homes[name].partition(":")
        return getattr(import_module(f"{package}.{module}"), inner or name)

    return __getattr__
