from tests.road import road


def test_a_short_lock_file_is_shown_as_supporting_evidence() -> None:
    (draft,) = road("go.sum", "example.org/a v1.0.0 h1:abc=\n").drafts
    assert (draft.chunk_type, draft.role) == ("text_chunk", "supporting_evidence")
    assert draft.attributes["generated"] is True
    assert draft.attributes["generator"]["tool"] == "go"


def test_a_long_lock_file_shows_its_head_and_withholds_the_rest() -> None:
    result = road("yarn.lock", "".join(f'pkg{n}@^1.0.0:\n  version "1.0.{n}"\n\n' for n in range(4000)))
    head, rest = result.drafts
    assert head.raw is not None
    assert head.token_estimate <= 1200
    assert (rest.raw, rest.role) == (None, "metadata_only")
    assert result.owned == result.lines


def test_a_lock_file_on_one_line_leaves_metadata() -> None:
    (draft,) = road("package-lock.json", "{" + '"a": "b", ' * 9000 + '"z": 1}').drafts
    assert (draft.chunk_type, draft.raw) == ("generated_file_metadata", None)
