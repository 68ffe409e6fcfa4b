import pytest

from chunkers.chunker import Chunker, ChunkerTieError, ChunkingInput, owner_of
from chunkers.policy import ChunkingPolicy
from chunkers.registry import all_chunkers
from chunkers.source import Category, Classification
from chunkers.symbol import FileFacts
from chunkers.unit import Cut
from tests.road import clean_text


def claim(name: str, strength: int) -> Chunker:
    return Chunker(name, "1", lambda _: strength, lambda g: Cut((), FileFacts(g.path, None, "source")))


def given() -> ChunkingInput:
    return ChunkingInput("a.x", Classification(Category.SOURCE, None, "test"), clean_text(b"x\n"), ChunkingPolicy())


@pytest.mark.seed("P42")
def test_the_strongest_claim_owns_the_file() -> None:
    assert owner_of([claim("a", 1), claim("b", 50), claim("c", 0)], given()).name == "b"


def test_a_tie_is_an_error_that_names_both() -> None:
    with pytest.raises(ChunkerTieError, match="a=50, b=50"):
        owner_of([claim("a", 50), claim("b", 50)], given())


def test_nobody_claiming_is_an_error() -> None:
    with pytest.raises(ChunkerTieError):
        owner_of([claim("a", 0)], given())


@pytest.mark.seed("P43")
def test_a_chunker_sees_path_classification_clean_text_and_policy_and_nothing_else() -> None:
    assert ChunkingInput.__slots__ == ("path", "classification", "clean", "policy")


@pytest.mark.seed("P44")
def test_every_chunker_has_a_name_and_a_version() -> None:
    names = [chunker.name for chunker in all_chunkers()]
    assert len(names) == len(set(names))
    assert all(chunker.version for chunker in all_chunkers())
