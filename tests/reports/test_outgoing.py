from reports.outgoing import LastLook, leaking_rule

HEAD, BODY = "BEGIN" + " KEY", "qX7" * 8


def check(text: str) -> str | None:
    """A rule that needs two parts: a head, and a body anywhere behind it."""
    at = text.find(HEAD)
    return "test-key" if at >= 0 and BODY in text[at:] else None


LOOK = LastLook(check)


def test_a_secret_in_one_string_is_found_also_over_escaped_line_ends() -> None:
    assert leaking_rule(f'{{"raw":"{HEAD}\\n{BODY}"}},\n{{"raw":"x"}}'.encode(), LOOK) == "test-key"


def test_two_harmless_strings_side_by_side_are_no_secret() -> None:
    assert leaking_rule(f'{{"title":"{HEAD}","id":"{BODY}"}},\n'.encode(), LOOK) is None
    assert leaking_rule(f'[\n{{"title":"{HEAD}"}},\n{{"id":"{BODY}"}}'.encode(), LOOK) is None


def test_text_that_is_no_rows_is_one_string() -> None:
    assert leaking_rule(f"message: |\n  {HEAD}\n  {BODY}\n".encode(), LOOK) == "test-key"


def test_a_torn_row_is_looked_at_as_it_stands() -> None:
    assert leaking_rule(f'"raw":"{HEAD} {BODY}'.encode(), LOOK) == "test-key"


def test_keys_are_strings_too() -> None:
    assert leaking_rule(f'{{"{HEAD} {BODY}":1}}'.encode(), LOOK) == "test-key"


def test_bytes_without_a_hint_are_not_searched() -> None:
    look = LastLook(lambda _: "rule", lambda data: b"hint" in data)
    assert leaking_rule(b'{"a":"plain"}', look) is None
    assert leaking_rule(b'{"a":"a hint"}', look) == "rule"
