"""Compare protobuf declarations with protoc's descriptors: names, first and last lines, request and response types.

usage: python benchmarks/contracts_protobuf.py ROOT [LIMIT]   (a checkout whose imports resolve from ROOT, e.g. googleapis)
Needs `pip install grpcio-tools`. A file that protoc refuses is counted and left out.
"""

from __future__ import annotations

import sys
import tempfile
from pathlib import Path

import grpc_tools
from contracts_files import Totals, files, run
from google.protobuf import descriptor_pb2
from grpc_tools import protoc

BATCH = 200
INCLUDE = str(Path(grpc_tools.__file__).parent / "_proto")


def descriptors(root: Path, names: list[str]) -> list[descriptor_pb2.FileDescriptorProto]:
    """Return descriptors with source positions; a batch that fails is split until the bad file stands alone."""
    with tempfile.NamedTemporaryFile(suffix=".pb") as out:
        status = protoc.main(
            ["protoc", f"-I{root}", f"-I{INCLUDE}", "--include_source_info", f"--descriptor_set_out={out.name}", *names]
        )
        if status == 0:
            found = descriptor_pb2.FileDescriptorSet()
            found.ParseFromString(Path(out.name).read_bytes())
            return list(found.file)
    if len(names) == 1:
        return []
    half = len(names) // 2
    return descriptors(root, names[:half]) + descriptors(root, names[half:])


def expected(proto: descriptor_pb2.FileDescriptorProto) -> set[tuple[object, ...]]:
    """Return (kind, dotted title, first line, last line[, request, response]) of everything declared."""
    places = {}
    for location in proto.source_code_info.location:
        span = location.span
        places[tuple(location.path)] = (span[0] + 1, (span[2] if len(span) == 4 else span[0]) + 1)
    found: set[tuple[object, ...]] = set()
    stack = [(message, (4, index), message.name) for index, message in enumerate(proto.message_type)]
    while stack:
        message, path, title = stack.pop()
        if message.options.map_entry:
            continue
        found.add(("message", title, *places[path]))
        stack += [
            (inner, (*path, 3, index), f"{title}.{inner.name}") for index, inner in enumerate(message.nested_type)
        ]
        found |= {
            ("enum", f"{title}.{inner.name}", *places[(*path, 4, index)])
            for index, inner in enumerate(message.enum_type)
        }
    found |= {("enum", inner.name, *places[5, index]) for index, inner in enumerate(proto.enum_type)}
    for index, service in enumerate(proto.service):
        found.add(("service", service.name, *places[6, index]))
        for number, method in enumerate(service.method):
            types = (method.input_type[1:], method.output_type[1:])
            found.add(("rpc", f"{service.name}.{method.name}", *places[6, index, 2, number], types))
    return found


def ours(
    root: Path, paths: list[Path], totals: Totals
) -> tuple[dict[str, set[tuple[object, ...]]], dict[tuple[str, str], tuple[str, ...]]]:
    """Return our declarations by file, and the types of each rpc."""
    units: dict[str, set[tuple[object, ...]]] = {}
    typed: dict[tuple[str, str], tuple[str, ...]] = {}
    for path, data, result, cut in run(root, paths, totals):
        name = path.relative_to(root).as_posix()
        units[name] = set()
        ends = {symbol.qualified: symbol.span.end_line for symbol in result.facts.symbols} if result.facts else {}
        for unit in cut.units:
            kind = str(unit.attributes["subkind"]).replace("group", "message")
            if kind != "extend" and unit.declaration:
                units[name].add((kind, unit.title, data[: unit.declaration[0]].count(b"\n") + 1, ends[unit.title]))
                typed[name, unit.title] = tuple(unit.attributes.get("references", ()))
    return units, typed


def main() -> None:
    root, totals = Path(sys.argv[1]).resolve(), Totals()
    paths = files(root, (".proto",), int(sys.argv[2]) if len(sys.argv) > 2 else None)
    units, typed = ours(root, paths, totals)
    names = sorted(units)
    protos = [proto for at in range(0, len(names), BATCH) for proto in descriptors(root, names[at : at + BATCH])]
    want, differing = 0, []
    for proto in protos:
        wanted = expected(proto)
        plain = {item[:4] for item in wanted}
        want += len(plain)
        differing += [(proto.name, *item) for item in sorted(plain ^ units[proto.name], key=str)]
        rpcs = [item for item in wanted if item[0] == "rpc"]
        differing += [
            (proto.name, "types", item[1])
            for item in rpcs
            if tuple(dict.fromkeys(item[4])) != typed[proto.name, item[1]]
        ]
    print(
        "| files | MB | chunks | outcomes | ownership | MB/s | declarations in descriptors | differing | refused by protoc |"
    )
    print("|---|---|---|---|---|---|---|---|---|")
    print(f"| {totals.row()} | {want} | {len(differing)} | {len(names) - len(protos)} |")
    for item in differing[:30]:
        print("-", *item)


if __name__ == "__main__":
    main()
