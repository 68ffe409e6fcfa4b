from __future__ import annotations

import time

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from chunkers.chunk import FileResult
from chunkers.code.blocks import blocks_of
from chunkers.code.component import components
from chunkers.source import Outcome
from tests.road import road

PIECES = st.lists(
    st.sampled_from(
        [
            *(
                "<script>",
                "</script>",
                "<script lang='ts'>",
                "<style>",
                "</style>",
                "<template>",
                "</template>",
                "<template/>",
                "<!--",
            ),
            *(
                "-->",
                "---\n",
                "\n",
                " ",
                "<a b='>'>",
                "</a>",
                "<br>",
                "{#if a < b}",
                "x",
                '"',
                "'",
                "{",
                "}",
                "<",
                ">",
                "é",
                "\r\n",
                "<i18n>",
            ),
        ]
    ),
    max_size=40,
).map("".join)
HOSTILE = (
    "<template>",
    "<a ",
    '<a "',
    "<script>",
    "<!--",
    "---\n",
    "{",
    "<",
    "<style>a{}</style>",
    "<a '\"",
    "</script>",
    "<a {",
    "\n",
)


def titles(result: FileResult) -> set[str]:
    return {draft.title for draft in result.drafts}


@pytest.mark.parametrize("name", ["astro", "svelte", "vue"])
@settings(deadline=None, max_examples=60)
@given(text=PIECES)
def test_blocks_are_disjoint_in_order_and_lose_no_markup(name: str, text: str) -> None:
    data, layout = text.encode(), components()[name]
    blocks = blocks_of(data, layout)
    ends = [0]
    for block in blocks:
        assert ends[-1] <= block.start <= block.inner[0] <= block.inner[1] <= block.end <= len(data)
        assert layout.blocks or not data[ends[-1] : block.start].strip()
        ends.append(block.end)
    assert layout.blocks or not data[ends[-1] :].strip()
    result = road(f"a.{name}", text)
    assert result.lines == result.owned


@pytest.mark.parametrize("name", ["astro", "svelte", "vue"])
@pytest.mark.parametrize("unit", HOSTILE)
def test_blocks_are_found_in_linear_time(name: str, unit: str) -> None:
    data = (unit * 200_000)[:400_000].encode()
    start = time.process_time()
    blocks_of(data, components()[name])
    assert time.process_time() - start < 2


def test_an_error_in_a_script_costs_the_function_that_holds_it() -> None:
    text = (
        "<template>\n  <p/>\n</template>\n<script>\nfunction sound() { return 1 }\n\nfunction torn() { return (; }\n\n"
        "function last() { return 2 }\n</script>\n"
    )
    result = road("Torn.vue", text)
    assert result.outcome is Outcome.PARTIAL
    assert {"sound", "last", "Torn.vue: template"} <= titles(result)
    assert all(7 <= low <= high <= 7 for low, high in result.broken)


def test_a_script_without_an_end_reaches_to_the_end_of_the_file_and_is_reported() -> None:
    result = road("Open.svelte", "<p>a</p>\n<script>\nfunction first() {\n  return 1\n}\n")
    assert {"first", "Open.svelte: template"} <= titles(result)
    assert result.broken == ((2, 2),)


def test_lines_are_exact_with_carriage_returns_and_wide_characters() -> None:
    text = "<p>é 漢 🙂</p>\r\n\r\n<script lang='ts'>\r\n// ß\r\nfunction one(): string {\r\n  return '漢'\r\n}\r\n</script>\r\n"
    result = road("Wide.svelte", text)
    one = next(draft for draft in result.drafts if draft.title == "one")
    assert one.spans.full is not None
    assert (one.spans.full.start_line, one.spans.full.end_line) == (4, 7)
    assert result.lines == result.owned


def test_a_script_in_another_language_stays_a_block() -> None:
    text = '<script type="application/ld+json">{"a": 1}</script>\n<script>\nlet a = 1\n</script>\n'
    result = road("Data.astro", text)
    assert "Data.astro: script" in titles(result)
    assert any(draft.title.startswith("Data: a") for draft in result.drafts)


def test_a_default_export_of_the_script_is_the_component() -> None:
    result = road("Old.vue", "<script lang='ts'>\nexport default class Old extends Vue {\n  go() {}\n}\n</script>\n")
    assert result.facts is not None
    assert [s.qualified for s in result.facts.symbols if "default_export" in s.tags] == ["Old"]


@pytest.mark.parametrize(
    ("path", "name"),
    [
        ("a/Map.client.vue", "Map"),
        ("pages/[...slug].astro", "slug"),
        ("my-card.vue", "my-card"),
        ("+page.svelte", "+page"),
    ],
)
def test_a_component_goes_by_the_name_of_its_file(path: str, name: str) -> None:
    result = road(path, "<p>a</p>\n")
    assert result.facts is not None
    assert [symbol.qualified for symbol in result.facts.symbols] == [name]
