"""What a plug-in for single-file components is: how a file of scripts, markup and styles is laid out. All behaviour lives in `chunkers.code`."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field


@dataclass(frozen=True, slots=True)
class Component:
    """A format of single-file components as data.

    `blocks` tells that a file is a list of elements, each a block of its own (Vue); else what stands outside scripts and styles is markup
    (Svelte). `nested` scripts and styles inside the markup are blocks too (Astro). `fence` opens and closes a script at the top of the file.
    `script` is the language of a script that says nothing, `scripts` maps what `lang` may say to the plug-in that reads it.
    """

    name: str
    extensions: tuple[str, ...]
    blocks: bool = False
    nested: bool = False
    fence: str = ""
    script: str = "javascript"
    scripts: Mapping[str, str] = field(
        default_factory=lambda: {
            "ts": "typescript",
            "typescript": "typescript",
            "text/typescript": "typescript",
            "tsx": "tsx",
            "js": "javascript",
            "jsx": "javascript",
            "javascript": "javascript",
            "text/javascript": "javascript",
            "module": "javascript",
        }
    )
