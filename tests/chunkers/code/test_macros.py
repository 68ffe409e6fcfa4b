"""C and C++ behind the preprocessor: macros that hide attributes, braces and parameters, arms of `#if`, and what must stay visible."""

from __future__ import annotations

import time

import pytest

from chunkers.chunk import FileResult
from chunkers.source import Outcome
from tests.road import road


def units(result: FileResult) -> set[str]:
    kinds = {"class_chunk", "method_chunk", "test_case_chunk"}
    return {
        f"{d.title} {d.spans.full.start_line}-{d.spans.full.end_line}"
        for d in result.drafts
        if d.chunk_type in kinds and d.spans.full
    }


@pytest.mark.parametrize("newline", ["\n", "\r\n"])
@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("class SHOP_API Shop {\n public:\n  int open() { return 1; }\n};\n", {"Shop 1-4", "Shop.open 3-3"}),
        (
            "class SHOP_API Shop : public Base {\n  void f() {}\n};\nint g() { return 1; }\n",
            {"Shop 1-3", "Shop.f 2-2", "g 4-4"},
        ),
        ("struct ALIGNED(16) Vec final {\n  float x;\n};\n", {"Vec 1-3"}),
        ("SHOP_BEGIN_NAMESPACE\n\nclass A {\n  void f() {}\n};\n\nSHOP_END_NAMESPACE\n", {"A 3-5", "A.f 4-4"}),
        ("SHOP_NORETURN void fail(int code) {\n  exit(code);\n}\nint g() { return 1; }\n", {"fail 1-3", "g 4-4"}),
        (
            "class L {\n  void lock() EXCLUSIVE_LOCK_FUNCTION(mu_) { mu_.lock(); }\n  int n_ GUARDED_BY(mu_);\n  void g() {}\n};\n",
            {"L 1-5", "L.lock 2-2", "L.g 4-4"},
        ),
        (
            "template <typename T, REQUIRES(!is_same<T, int>::value && (sizeof(T) > 1))>\nT twice(T x) {\n  return x + x;\n}\n",
            {"twice 1-4"},
        ),
        ("void f(int x) {\n  if IF_CONSTEXPR (x > 1) {\n    g();\n  }\n}\nvoid h() {}\n", {"f 1-5", "h 6-6"}),
        (
            "void f() {\n  SHOP_TRY { g(); }\n  SHOP_CATCH(const Error& e) { h(e); }\n}\nvoid k() {}\n",
            {"f 1-4", "k 5-5"},
        ),
        (
            "TEST(Shop, enum) { EXPECT_EQ(1, 1); }\nTEST(Shop, template) { EXPECT_EQ(1, 1); }\n",
            {"Shop.enum 1-1", "Shop.template 2-2"},
        ),
    ],
)
def test_a_macro_costs_no_unit(text: str, expected: set[str], newline: str) -> None:
    result = road("a.cpp", text.replace("\n", newline))
    assert expected <= units(result)
    assert result.lines == result.owned
    assert result.outcome is Outcome.CHUNKED


def test_upper_case_names_of_types_and_values_are_no_macros() -> None:
    text = "struct STAT st = {0};\nHANDLE handle = OPEN(PATH);\nBOOL isOpen(HANDLE h) {\n  return h != NONE;\n}\n"
    result = road("a.c", text)
    assert units(result) == {"isOpen 3-5"}
    assert result.outcome is Outcome.CHUNKED


def test_a_word_in_a_comment_or_a_string_is_no_macro() -> None:
    text = '// THE LICENCE\n/* SOME\n   MORE WORDS */\nclass API_X A : B {\n  const char* s = "CLASS API Foo {";\n  void f() {}\n};\n'
    result = road("a.cpp", text)
    assert units(result) == {"A 1-7", "A.f 6-6"} or units(result) == {"A 4-7", "A.f 6-6"}
    assert not result.broken


ARMS = """#ifdef FAST
int add(int a, int b) {
#else
int add(long a, long b) {
#endif
  return a + b;
}

int after(void) { return 2; }
"""


def test_arms_that_open_one_body_cost_one_arm() -> None:
    result = road("a.c", ARMS)
    assert {"after 9-9"} <= units(result)
    assert any(unit.startswith("add ") and unit.endswith("-7") for unit in units(result))
    assert all(high <= 5 for _, high in result.broken)
    assert result.lines == result.owned


def test_both_arms_give_units_where_both_are_whole() -> None:
    text = "#ifdef FAST\nint add(int a) { return a; }\n#else\nint sub(long a) { return a; }\n#endif\n"
    result = road("a.c", text)
    assert units(result) == {"add 2-2", "sub 4-4"}
    assert result.outcome is Outcome.CHUNKED


@pytest.mark.parametrize("path", ["a.c", "a.h", "a.cpp"])
def test_extern_c_around_a_header_costs_nothing(path: str) -> None:
    text = (
        '#ifndef A_H\n#define A_H\n#ifdef __cplusplus\nextern "C" {\n#endif\n\n/* Adds. */\nstatic int add(int a) {\n  return a;\n}\n\n'
        "struct point {\n  int x;\n};\n\n#ifdef __cplusplus\n}\n#endif\n#endif\n"
    )
    assert {"add 7-10", "point 12-14"} <= units(road(path, text))


def test_a_directive_within_an_initialiser_costs_its_lines_only() -> None:
    text = (
        "class Limiter {\n public:\n  Limiter(int n)\n      :\n#if !defined(NDEBUG)\n        max_(n),\n#endif\n        left_(n) {\n"
        "    check(n);\n  }\n  int left() { return left_; }\n};\n\nclass After {\n  void f() {}\n};\n"
    )
    result = road("a.cc", text)
    assert {"Limiter 1-12", "Limiter.Limiter 3-10", "Limiter.left 11-11", "After 14-16", "After.f 15-15"} <= units(
        result
    )
    assert all(low >= 4 and high <= 8 for low, high in result.broken)


def test_has_include_is_no_error() -> None:
    text = "#if __has_include(<optional>)\n#include <optional>\n#endif\nint f() { return 1; }\n"
    result = road("a.cpp", text)
    assert result.outcome is Outcome.CHUNKED
    assert units(result) == {"f 4-4"}


@pytest.mark.parametrize(
    ("text", "title"),
    [
        ("struct A {\n  explicit operator bool() const { return true; }\n};\n", "A.operator bool"),
        ("A::operator std::string() const { return name; }\n", "A.operator std::string"),
        ("struct A {\n  friend bool operator<(A a, A b) { return a.x < b.x; }\n};\n", "A.operator<"),
        ("template <class T>\ntemplate <class U>\nvoid A<T>::set(U u) {}\n", "A.set"),
        ("struct A {\n  Node** find(int k) { return 0; }\n};\n", "A.find"),
        ("template <class T> struct List<T>::Node { int x; };\n", "List.Node"),
        ("template <> struct hash<Key> { size_t operator()(Key k) const { return 1; } };\n", "hash<Key>.operator()"),
    ],
)
def test_members_by_their_names(text: str, title: str) -> None:
    assert title in {draft.title for draft in road("a.cpp", text).drafts}


def test_the_comment_above_friend_and_extern_stays_with_the_function() -> None:
    text = 'struct A {\n  /// Orders.\n  friend bool operator<(A a, A b) { return true; }\n};\n\n// entry\nextern "C" int start() { return 1; }\n'
    drafts = {draft.title: draft.raw or "" for draft in road("a.cpp", text).drafts}
    assert drafts["A.operator<"].startswith("  /// Orders.\n  friend bool")
    assert drafts["start"].startswith('// entry\nextern "C"')


def test_the_rounds_end_soon_on_a_large_hopeless_file() -> None:
    text = "class API A : B {\n" + "  FOO(x) BAR baz( {\n" * 8_000
    result = road("a.cpp", text)
    assert result.lines == result.owned


SHARP = """namespace Shop
{
    public abstract partial class Reader
#if HAVE_ASYNC
        : IAsyncDisposable
#endif
    {
        int Kind(int x)
        {
            switch (x)
            {
#if HAVE_DYNAMIC
                case 1:
                    return 1;
#endif
                default:
                    return 0;
            }
        }

        int After()
        {
            if (a) { return 1; }
#if HAVE_BIG
            else if (b) { return 2; }
#endif
            else { return 3; }
        }
    }
}
"""


def test_directives_within_c_sharp_statements_cost_no_unit() -> None:
    result = road("Reader.cs", SHARP)
    assert {"Shop.Reader 3-29", "Shop.Reader.Kind 8-19", "Shop.Reader.After 21-28"} <= units(result)
    assert result.lines == result.owned


@pytest.mark.parametrize(
    ("path", "piece"),
    [
        ("a.cpp", "template <"),
        ("a.cpp", "ABC("),
        ("a.cpp", 'TEST_CASE("'),
        ("a.c", "#if X\n{\n#else\n"),
        ("a.kt", "@a(\n"),
        ("a.kt", "@\n"),
        ("a.kt", "val "),
        ("a.sh", "${x#"),
        ("a.swift", "@a()"),
    ],
)
def test_what_no_pattern_closes_is_read_in_linear_time(path: str, piece: str) -> None:
    def seconds(count: int) -> float:
        began = time.process_time()
        assert road(path, piece * count + "\n").outcome is not None
        return time.process_time() - began

    seconds(100)
    small, large = seconds(1_000), seconds(6_000)
    assert large < 24 * max(small, 0.05)  # six times the text; a quadratic pattern would cost thirty-six times as much
