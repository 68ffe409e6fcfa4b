"""Prints METHOD and path of the attribute-routed actions of C# controllers, read line by line with regular expressions.

usage: python aspnet_attributes.py FOLDER ...

Knows one class a file, `[Route]` above the class and `[HttpX("..")]`, `[Route("..")]` above the methods. Written apart from the product, to disagree.
"""

from __future__ import annotations

import re
import sys
from pathlib import Path

ATTRIBUTE = re.compile(
    r"\b(Route|Http(?:Get|Post|Put|Delete|Patch|Head|Options))(?:\(\s*\"([^\"]*)\"[^)]*\)|\([^\")]*\))?\s*[,\]]"
)
CLASS = re.compile(r"\bpublic\s+(?:\w+\s+)*class\s+(\w+)Controller\b")
METHOD = re.compile(r"^\s*public\s+(?!class|const|static|readonly|override)[\w<>\[\]?., ]+?\s(\w+)\s*\(")


def routes(text: str) -> list[tuple[str, str]]:
    found: list[tuple[str, str]] = []
    marks: list[tuple[str, str]] = []
    fronts: list[str] = []
    name = ""
    for line in text.splitlines():
        marks += [(kind, path) for kind, path in ATTRIBUTE.findall(line)] if line.lstrip().startswith("[") else []
        held = CLASS.search(line)
        if held:
            name, fronts = held.group(1), [path for kind, path in marks if kind == "Route"]
            marks = []
            continue
        method = METHOD.match(line)
        if not method or not name:
            continue
        verbs = [kind[4:].upper() for kind, path in marks if kind != "Route" and not path]
        tails = [(kind[4:].upper(), path) for kind, path in marks if kind != "Route" and path]
        tails += [(verb, path) for kind, path in marks if kind == "Route" for verb in verbs or ["ANY"]]
        tails += [(verb, "") for verb in verbs if fronts and not any(kind == "Route" for kind, _ in marks)]
        for verb, tail in tails:
            for front in [""] if tail.startswith(("/", "~/")) else fronts or [""]:
                path = "/".join(part for part in (front.strip("~/"), tail.lstrip("~").strip("/")) if part)
                path = path.replace("[controller]", name).replace("[action]", method.group(1).removesuffix("Async"))
                found.append((verb, f"/{path}"))
        marks = []
    return found


if __name__ == "__main__":
    for folder in sys.argv[1:]:
        for file in sorted(Path(folder).rglob("*Controller*.cs")):
            for one in routes(file.read_text(encoding="utf-8-sig", errors="replace")):
                print("\t".join(one))
