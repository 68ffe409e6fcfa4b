"""What an expression denotes, as far as declared types tell: an instance, a type, a callable, a module, a type variable or something external.

Also the answer for a call site and the confidence of each rule (docs: the calibration table re-measures them).
"""

from __future__ import annotations

from functools import cache, lru_cache
from typing import NamedTuple

from graph.definition import Definition, FileView

CONFIDENCE: dict[str, float] = {
    "same_scope": 0.98,
    "explicit_import": 0.97,
    "same_package": 0.97,
    "self_member": 0.97,
    "declared_receiver": 0.97,
    "constructed_receiver": 0.97,
    "static_member": 0.97,
    "module_member": 0.97,
    "chained_return": 0.95,
    "inferred_return": 0.93,
    "assigned_attribute": 0.93,
    "constructor_chain": 0.97,
    "wildcard_import": 0.85,
    "sole_implementation": 0.85,
    "overload_tie": 0.95,
    "jsx_element": 0.97,
    "loose_receiver": 0.8,
    "argument_flow": 0.9,
    "subclass_member": 0.85,
    "imported_extension": 0.9,
}
"""Start values by rule (measured on public repositories, see benchmarks/results)."""


class Value(NamedTuple):
    """`form`: instance, type, callable, module, typevar or external. `args` are type arguments; `trust` is the confidence of the deduction.

    For a bound callable `owner` is the receiver it was found on (generics substitution, `Self`).
    """

    form: str
    target: Definition | None = None
    name: str = ""
    args: tuple[Value | None, ...] = ()
    trust: float = 0.97
    rule: str = "declared_receiver"
    owner: Value | None = None


UNKNOWN = Value("unknown")
"""A name that is bound to something no declaration describes: it blocks outer names and resolves nothing."""


UNASKED = Value("unasked")
"""What stands for a question that was not asked yet, where None is an answer."""


class Place(NamedTuple):
    """Where an expression stands: file, scope, line and column."""

    view: FileView
    scope: str
    line: int
    column: int = 1 << 30


class Answer(NamedTuple):
    """What a use of a name reaches: in-repository targets with confidence and rule, or the reason why none."""

    targets: tuple[tuple[Definition, float, str], ...] = ()
    reason: str = ""
    resolution: str = "exact"


@cache
def nothing(reason: str) -> Answer:
    """Return the answer that reaches nothing; there are a dozen reasons."""
    return Answer(reason=reason)


MOST_TARGETS = 5
"""More overloads than this that fit equally well are no answer."""


def external(name: str, args: tuple[Value | None, ...] = ()) -> Value:
    """Return the value of something beyond the repository."""
    return Value("external", None, name, args) if args else _bare(name)


@lru_cache(maxsize=16_384)
def _bare(name: str) -> Value:
    return Value("external", None, name)


BEYOND = Value("external", None, "?")
"""What a call beyond the repository gives back: nobody here knows its type, but its members lie beyond as well."""


def elements(value: Value | None) -> Value | None:
    """Return what iterating or indexing a container of declared element type gives: its last type argument."""
    if value is None or not value.args:
        return None
    return value.args[-1]
