"""Which types are the roots of an API: those a `schema` block names, else Query, Mutation and Subscription.

Takes a document, gives type name -> kind of operation.
"""

from __future__ import annotations

from chunkers.formats.graphql.definitions import Document

_DEFAULT = {"Query": "query", "Mutation": "mutation", "Subscription": "subscription"}


def root_types(document: Document) -> dict[str, str]:
    """Return the root types of the file; the usual names always count, since the schema block may stand in another file."""
    named = {
        field.type: field.name
        for found in document.definitions
        if found.keyword == "schema"
        for field in found.fields
        if field.name in _DEFAULT.values() and field.type
    }
    return {**_DEFAULT, **named}
