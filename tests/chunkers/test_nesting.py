import pytest

from chunkers.nesting import refusal

DEEP = {
    "markdown": [b"> " * 255 + b"x", b"".join(b"  " * n + b"- x\n" for n in range(255)), b"- " * 255],
    "yaml": [
        b"- " * 254,
        b"? " * 254,
        b"".join(b" " * n + b"a:\n" for n in range(254)),
        b"[" * 2000,
        b"a: 1\n" * 33_000,
    ],
    "rst": [b"".join(b" " * n + b"x\n\n" for n in range(130))],
    "kotlin": [b"val s = " + b'"${' * 1025],
    "java": [b"class A{void f(){ " + b"a<b<" * 400 + b"}}", b"(" * 2000],
    "xml": [b"<a>" * 4000],
    "html": [b"<div class='x'>" * 4000],
    "javascript": [b"[" * 5000, b")" * 3000 + b"(" * 3000],
}
PLAIN = {
    "markdown": [b"# A\n\n> quote\n\n- a\n  - b\n    - c\n" * 400],
    "yaml": [b"a:\n  b:\n    - c\n    - d: 1\n" * 2000],
    "java": [
        b"class A { Map<String, List<Map<Long, Set<String>>>> x; void f() { for (int i = 0; i < n; i++) g(i < 3, j > 2); } }\n"
        * 500
    ],
    "xml": [b"<a><b/><c>x</c></a>\n" * 2000],
    "javascript": [b"f(function () { return [1, {a: (2)}]; });\n" * 2000, b")" * 3000],
    "kotlin": [b'val s = "${a} ${b}"\n' * 500],
}


@pytest.mark.parametrize(("grammar", "data"), [(g, d) for g, inputs in DEEP.items() for d in inputs])
def test_what_kills_a_parser_is_refused(grammar: str, data: bytes) -> None:
    assert refusal(data, grammar) is not None


@pytest.mark.parametrize(("grammar", "data"), [(g, d) for g, inputs in PLAIN.items() for d in inputs])
def test_ordinary_text_is_parsed(grammar: str, data: bytes) -> None:
    assert refusal(data, grammar) is None
