"""Tables -> GraphML, the XML that Gephi, yEd and networkx read."""

from __future__ import annotations

from xml.sax.saxutils import escape, quoteattr

from graph.model import GraphTables

_NODE_KEYS = ("kind", "name", "path", "language")
_EDGE_KEYS = (
    ("kind", "string"),
    ("confidence", "double"),
    ("resolution", "string"),
    ("rule", "string"),
    ("evidence", "string"),
)


def to_graphml(tables: GraphTables) -> str:
    """Return the tables as GraphML; evidence is `path:line` joined by spaces. Characters XML cannot hold become U+FFFD."""
    out = ['<?xml version="1.0" encoding="UTF-8"?>', '<graphml xmlns="http://graphml.graphdrawing.org/xmlns">']
    out += [f'  <key id="n_{key}" for="node" attr.name="{key}" attr.type="string"/>' for key in _NODE_KEYS]
    out += [f'  <key id="e_{key}" for="edge" attr.name="{key}" attr.type="{kind}"/>' for key, kind in _EDGE_KEYS]
    out.append('  <graph edgedefault="directed">')
    for node in tables.nodes:
        given = (("kind", node.kind), ("name", node.name), ("path", node.path), ("language", node.language))
        data = "".join(f'<data key="n_{key}">{_text(value)}</data>' for key, value in given if value is not None)
        out.append(f"    <node id={_attribute(node.id)}>{data}</node>")
    for edge in tables.edges:
        proof = " ".join(f"{one.path}:{one.line}" for one in edge.evidence)
        values = (
            ("kind", edge.kind),
            ("confidence", f"{edge.confidence:.4f}"),
            ("resolution", edge.resolution),
            ("rule", edge.rule),
            ("evidence", proof),
        )
        data = "".join(f'<data key="e_{key}">{_text(value)}</data>' for key, value in values)
        out.append(f"    <edge source={_attribute(edge.source)} target={_attribute(edge.target)}>{data}</edge>")
    return "\n".join([*out, "  </graph>", "</graphml>"]) + "\n"


def legal(text: str) -> str:
    """Return text with U+FFFD for every character that XML cannot hold."""
    return "".join(
        char
        if char in "\t\n" or " " <= char <= "\ud7ff" or "\ue000" <= char <= "\ufffd" or char > "\uffff"
        else "\ufffd"
        for char in text
    )


def _text(text: str) -> str:
    return escape(legal(text))


def _attribute(text: str) -> str:
    return quoteattr(legal(text))
