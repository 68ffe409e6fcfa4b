"""The store: every analysed snapshot in SQL, searchable. Imported only by commands that write or read it; SQLAlchemy comes with it."""

from __future__ import annotations

from reports.store.connect import Store, open_store
from reports.store.saving import Saved, save
from reports.store.searching import Hit, Query, search

__all__ = ["Hit", "Query", "Saved", "Store", "open_store", "save", "search"]
