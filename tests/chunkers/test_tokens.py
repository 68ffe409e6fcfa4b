from hypothesis import given
from hypothesis import strategies as st

from chunkers.tokens import estimate

# Counted once with the cl100k vocabulary.
KNOWN = [
    ("python", "def add(left: int, right: int) -> int:\n    return left + right\n", 19),
    ("java", "public Order createOrder(CreateOrderRequest request) {\n    return repository.save(order);\n}\n", 17),
    ("markdown", "Each rule is a class that implements an interface and registers with the registry.\n", 15),
]


def test_estimates_are_near_a_real_tokenizer() -> None:
    for language, text, tokens in KNOWN:
        assert abs(estimate(text, language) - tokens) <= 0.35 * tokens, (language, estimate(text, language))


@given(st.text(), st.sampled_from(["python", "java", "json", "unknown", None]))
def test_an_estimate_is_never_negative_and_only_empty_text_is_free(text: str, language: str | None) -> None:
    assert (estimate(text, language) == 0) == (text == "")


def test_a_blob_without_words_is_not_free() -> None:
    assert estimate("a" * 160_000, "java") >= 10_000
