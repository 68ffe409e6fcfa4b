"""How files hang together: nodes, edges, routes, chunk-to-node links and composed chunks. The door is `link`."""

from graph.build import link

__all__ = ["link"]
