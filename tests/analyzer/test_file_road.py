from analyzer.classify import classify
from analyzer.file_road import read_file
from chunkers.policy import ChunkingPolicy, Limits
from chunkers.source import Outcome, SourceFile
from tests.road import road

SMALL = ChunkingPolicy(limits=Limits(max_parse_bytes=200, max_scan_bytes=1000))


def test_code_over_the_parse_limit_is_cut_by_outline_and_says_so() -> None:
    result = road("a.py", "def f():\n    return 1\n\n\n" * 20, SMALL)
    assert (result.outcome, result.reason) == (Outcome.FALLBACK, "over_parse_limit")
    assert {draft.title for draft in result.drafts} >= {"a.py", "f"}
    assert result.owned == result.lines


def test_scanned_formats_have_a_limit_of_their_own() -> None:
    text = "".join(f"key{n}:\n  a: 1\n" for n in range(30))
    assert road("a.yml", text, SMALL).outcome is Outcome.CHUNKED
    assert road("a.yml", text * 4, SMALL).reason == "over_parse_limit"


def test_a_file_too_large_to_scan_for_secrets_leaves_metadata_only() -> None:
    source = SourceFile("big.txt", b"big.txt", "100644", "0" * 40, 10**9, None)
    result = read_file(source, classify(source, SMALL), SMALL).result
    assert [d.chunk_type for d in result.drafts] == ["blocked_file_metadata"]
    assert result.reason == "too_large"
