"""The graph in formats other tools read: one module per format, each a function from tables to text."""

from graph.export.dot import to_dot
from graph.export.graphml import to_graphml
from graph.export.mermaid import to_mermaid
from graph.export.node_link import to_node_link
from graph.export.svg import PictureTooLargeError, to_svg

__all__ = ["PictureTooLargeError", "to_dot", "to_graphml", "to_mermaid", "to_node_link", "to_svg"]
