"""An error costs the function that holds it, in every further language: its neighbours keep their names and lines, the torn one its name."""

from __future__ import annotations

import pytest

from chunkers.source import Outcome
from tests.road import road

TEXTS = {
    "a.lua": "function a()\n  return 1\nend\n\nfunction b(\n  x = = 1\nend\n\nfunction c()\n  return 2\nend\n",
    "a.ex": "defmodule A do\n  def a do\n    1\n  end\n\n  def b do\n    x = (\n  end\n\n  def c do\n    2\n  end\nend\n",
    "a.R": "a <- function() {\n  1\n}\n\nb <- function( {\n  x <- <- 1\n}\n\nc <- function() {\n  2\n}\n",
    "a.ps1": "function a {\n  1\n}\n\nfunction b {\n  if (\n}\n\nfunction c {\n  2\n}\n",
    "a.dart": "int a() {\n  return 1;\n}\n\nint b( {\n  x(;\n}\n\nint c() {\n  return 2;\n}\n",
    "a.pm": "package A;\nuse strict;\nsub a {\n  1;\n}\n\nsub b {\n  if ( {;\n}\n\nsub c {\n  2;\n}\n1;\n",
    "a.erl": "-module(a).\na() ->\n  1.\n\nb() ->\n  case of.\n\nc() ->\n  2.\n",
}


@pytest.mark.parametrize("path", sorted(TEXTS))
def test_an_error_costs_one_function(path: str) -> None:
    result = road(path, TEXTS[path])
    assert result.outcome is Outcome.PARTIAL
    found = {
        draft.title.rsplit(".", 1)[-1]: draft.spans.full
        for draft in result.drafts
        if draft.chunk_type == "method_chunk"
    }
    assert set(found) == {"a", "b", "c"}
    torn = found["b"]
    assert torn is not None
    assert all(torn.start_line <= low <= high <= torn.end_line for low, high in result.broken)
    assert result.owned == result.lines
