"""Names of tables and columns as code and SQL write them, as nodes: quotes, case and a missing schema do not make another table.

Takes the ledger with the tables and columns that statements define; makes a node for a name that only a literal use knows.
"""

from __future__ import annotations

from graph.ledger import Ledger
from graph.model import Node

_TABLE = len("table:")
_COLUMN = len("column:")


class SchemaNames:
    """Looks names up among the nodes that the statements of the snapshot define."""

    def __init__(self, ledger: Ledger) -> None:
        """Index the tables and columns entered so far."""
        self._ledger = ledger
        ids = sorted(one for one in ledger.nodes if one.startswith(("table:", "column:")))
        self._tables = {one[_TABLE:].lower(): one for one in ids if one.startswith("table:")}
        self._columns = {one[_COLUMN:].lower(): one for one in ids if one.startswith("column:")}
        self._ends: dict[str, list[str]] = {}
        for key, one in self._tables.items():
            self._ends.setdefault(key.rpartition(".")[2], []).append(one)

    def table(self, name: str, *, certain: bool) -> str | None:
        """Return the node of a table; for a name that nothing defines one of its own when it is `certain`, else None."""
        plain = name.strip('`"[]').lower()
        found = self._tables.get(plain) or self._tables.get(plain.rpartition(".")[2])
        if found is None:
            ends = self._ends.get(plain, [])
            found = ends[0] if len(ends) == 1 else None
        return found or (self._ledger.ensure(Node(f"table:{name}", "table", name)) if certain else None)

    def column(self, name: str) -> str:
        """Return the node of `table.column` as the snapshot writes it; made when no statement defines it."""
        table, _, column = name.rpartition(".")
        owner = self.table(table, certain=True) or f"table:{table}"
        plain = f"{owner[_TABLE:]}.{column}"
        return self._columns.get(plain.lower()) or self._ledger.ensure(Node(f"column:{plain}", "column", column))
