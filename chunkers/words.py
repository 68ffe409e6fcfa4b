"""Literal words -> does a text hold any of them, in one pass however many they are. Knows nothing of what the words announce."""

from __future__ import annotations

from collections.abc import Sequence

from ahocorasick_rs import BytesAhoCorasick, Implementation


class Words:
    """Words in one automaton."""

    def __init__(self, words: Sequence[bytes]) -> None:
        """Build the automaton; `words` are matched byte by byte, case included."""
        self._automaton = BytesAhoCorasick(list(words), implementation=Implementation.DFA)

    def stand_in(self, text: bytes) -> bool:
        """Tell whether any of the words stands in `text`."""
        return bool(self._automaton.find_matches_as_indexes(text))
