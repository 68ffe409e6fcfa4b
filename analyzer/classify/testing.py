"""Tests, by path and by what they call, ecosystem by ecosystem; and what merely supports them.

Takes a subject and its language, gives TEST. Helpers, fixtures and resources in test folders are marked "test_support", never taken for tests.
"""

# ruff: noqa: E501  # tables read by the row
from __future__ import annotations

import re
from collections.abc import Mapping

from analyzer.classify.subject import Subject
from analyzer.classify.verdict import Verdict
from chunkers.pattern import later
from chunkers.source import Category

_JVM = r"(?:^|/)[A-Z]\w*(?:Tests?|TestCase|IT|ITCase|Specs?|TestSuite|FT|E2E)\.\w+$|(?:^|/)(?:Test|IT)[A-Z]\w*\.\w+$"
_SCRIPT = r"[._-](?:test|spec|e2e|cy|test-d|stories\.test|integration|unit)\.[cm]?[jt]sx?$|(?:^|/)(?:__tests__|cypress/(?:e2e|integration)|e2e|playwright)/.+\.[cm]?[jt]sx?$|(?:^|/)(?:test|spec)-[\w-]+\.[cm]?[jt]sx?$"

PATHS: Mapping[str, re.Pattern[str]] = {
    language: later(pattern)
    for names, pattern in (
        ("java kotlin scala groovy", _JVM),
        ("javascript typescript tsx vue svelte coffeescript", _SCRIPT),
        ("python", r"(?:^|/)test_[^/]*\.pyi?$|(?:^|/)[^/]*_tests?\.py$|(?:^|/)tests?\.py$|(?:^|/)test[A-Z]\w*\.py$"),
        ("go", r"_test\.go$"),
        ("rust", r"(?:^|/)tests/[^/]+\.rs$|(?:^|/)tests/[^/]+/main\.rs$|(?:^|/)(?:tests?|\w+_tests?)\.rs$"),
        ("ruby", r"_(?:spec|test)\.rb$|(?:^|/)test_\w+\.rb$"),
        ("csharp fsharp visualbasic", r"(?:Tests?|Specs?|TestFixture|Fixture)\.(?:cs|fs|vb)$|(?:^|/)[\w.]*\.?(?:Unit|Integration|Functional)?Tests?/.*Tests?\w*\.(?:cs|fs|vb)$"),
        ("php hack", r"(?:Test|TestCase|Spec|Cest|Cept)\.(?:php|hack)$|\.phpt$"),
        ("swift objc", r"(?:Tests?|Specs?|UITests?)\.(?:swift|mm?)$"),
        ("c cpp cuda", r"(?:^|/)(?:test_[^/]+|[^/]*[_-](?:test|tests|unittest|gtest|spec)|[A-Za-z]\w*Tests?|t-[\w-]+|test\w*)\.(?:c|cc|cpp|cxx|cu|c\+\+)$"),
        ("dart", r"_test\.dart$"),
        ("elixir", r"_test\.exs$"),
        ("erlang", r"_(?:SUITE|tests?)\.erl$"),
        ("haskell", r"(?:Spec|Tests?)\.hs$"),
        ("ocaml", r"(?:^|/)test_?\w*\.ml$|_test\.ml$"),
        ("clojure", r"_test\.clj[cs]?$"),
        ("lua luau", r"_(?:spec|test)\.lua$|\.(?:spec|test)\.luau?$"),
        ("perl raku", r"\.t$"),
        ("r", r"(?:^|/)test-[^/]+\.[rR]$"),
        ("julia", r"(?:^|/)(?:runtests|test_?\w*|\w+_tests?)\.jl$"),
        ("bash", r"\.bats$|(?:^|/)t\d{4}-[\w-]+\.sh$|(?:^|/)(?:test[_-][\w-]+|[\w-]+[_-]test)\.(?:sh|bash)$"),
        ("powershell", r"\.Tests\.ps1$"),
        ("zig", r"(?:^|/)(?:tests?|\w+_test)\.zig$"),
        ("solidity", r"\.t\.sol$|(?:^|/)[Tt]est\w*\.sol$"),
        ("nim", r"(?:^|/)t(?:est)?_?\w+\.nim$"),
        ("d", r"_test\.d$"),
        ("crystal", r"_spec\.cr$"),
        ("gherkin robotframework", r"\.(?:feature|robot|story)$"),
        ("rego", r"_test\.rego$"),
        ("vhdl verilog", r"(?:_tb|_testbench|tb_\w+)\.\w+$"),
        ("sql", r"(?:^|/)(?:pgtap|t)/[^/]+\.sql$"),
    )
    for language in names.split()
}  # fmt: skip
"""Language -> names that a test runner would pick up."""

CALLS: Mapping[str, tuple[re.Pattern[bytes], re.Pattern[bytes]]] = {
    language: (later(imports.encode(), re.MULTILINE), later(use.encode(), re.MULTILINE))
    for names, imports, use in (
        ("java kotlin scala groovy", r"^import[ \t]+(?:static[ \t]+)?(?:org\.junit|org\.testng|io\.kotest|kotlin\.test|spock\.lang|org\.scalatest|munit|zio\.test|utest)\b",
         r"^[ \t]*@(?:Test|ParameterizedTest|RepeatedTest|TestFactory|RunWith|Property)\b|extends[ \t]+(?:TestCase|Specification|\w*(?:Spec|FunSuite|FlatSpec|WordSpec|FreeSpec)\w*)\b|class[ \t]+\w+[^\n]{0,80}:[ \t]*\w*Spec\("),
        ("python", r"^(?:import|from)[ \t]+(?:pytest|unittest|nose|hypothesis|django\.test|twisted\.trial)\b", r"^(?:async[ \t]+)?def[ \t]+test_|^[ \t]+(?:async[ \t]+)?def[ \t]+test\w*\(self|^class[ \t]+\w+\([^)\n]{0,80}TestCase\)"),
        ("javascript typescript tsx", r"(?:from[ \t]+|require\()['\"](?:vitest|@jest/globals|node:test|mocha|chai|ava|tape|@playwright/test|cypress|jasmine|uvu|bun:test|@japa/runner)['\"]", r"^[ \t]*(?:describe|it|test|suite)(?:\.\w+)?\("),
        ("csharp", r"^using[ \t]+(?:Xunit|NUnit\.Framework|Microsoft\.VisualStudio\.TestTools)\b", r"^[ \t]*\[(?:Fact|Theory|Test|TestMethod|TestCase|TestFixture)\b"),
        ("php", r"PHPUnit\\Framework|Pest\\|Tests\\TestCase|PHPUnit_Framework|Behat\\Behat|FriendsOfBehat\\|Behat\\Mink|^namespace[ \t]+(?!Behat\b)\w+\\(?:\w+\\)*Behat\b",
         r"extends[ \t]+\\?(?:\w+\\)*\w*TestCase\b|^(?:it|test)\(|implements[ \t]+(?:\w+,[ \t]*)*Context\b|^(?!namespace[ \t]+Behat\b)namespace[ \t]+\w+\\(?:\w+\\)*Behat\b"),
        ("ruby", r"rspec|minitest|test/unit|RSpec\.", r"^[ \t]*(?:RSpec\.)?describe[ \t(]|<[ \t]*(?:Minitest::Test|Test::Unit::TestCase|ActiveSupport::TestCase)"),
        ("swift", r"^(?:@testable[ \t]+)?import[ \t]+(?:XCTest|Testing|Quick|Nimble)\b", r":[ \t]*(?:XCTestCase|QuickSpec)\b|^[ \t]*@Test\b"),
        ("dart", r"package:(?:test|flutter_test)/", r"^[ \t]*(?:test|testWidgets|group)\("),
        ("elixir", r"use[ \t]+ExUnit\.Case|use[ \t]+\w+\.(?:ConnCase|DataCase)", r"^[ \t]*test[ \t]+\""),
        ("cpp c", r"^[ \t]*#[ \t]*include[ \t]*[<\"](?:gtest|gmock|catch2?|doctest|boost/test|CppUTest|cmocka|unity|check)[/.\w]*[>\"]", r"^[ \t]*(?:TEST(?:_F|_P|_CASE|_SUITE)?|TYPED_TEST|SCENARIO|BOOST_AUTO_TEST_CASE|START_TEST|RUN_TEST)[ \t]*\("),
        ("haskell", r"^import[ \t]+(?:qualified[ \t]+)?Test\.(?:Hspec|Tasty|QuickCheck|HUnit)", r"\b(?:describe|testCase|testGroup|prop|hspec)\b"),
        ("clojure", r"clojure\.test|cljs\.test", r"^\(deftest\b"),
        ("lua", r"require[ \t(]+['\"](?:busted|luaunit)|^describe\(", r"^[ \t]*(?:describe|it|TestCase)\b"),
        ("solidity", r"forge-std/Test\.sol|ds-test", r"contract[ \t]+\w+[ \t]+is[ \t]+[\w, ]*Test\b"),
    )
    for language in names.split()
}  # fmt: skip
"""Language -> (what a test imports, what a test looks like): both must be there."""

FOLDER = later(
    r"(?:^|/)(?:tests?|testing|specs?|__tests__|__mocks__|__fixtures__|test[-_]?data|fixtures|testfixtures|test-fixtures|e2e|cypress|integration[-_]?tests?|unit[-_]?tests?"
    r"|functional[-_]?tests?|[\w.-]+[._-]tests?|androidtest|unittest|goldens?|snapshots|test[-_]?(?:support|utils?|helpers?|resources|suite|cases)|src/(?:\w+)?test)/"
)
SUPPORT = later(
    r"(?:^|/)(?:conftest|test[-_]?(?:helpers?|utils?|support|setup|base)|spec_helper|rails_helper|jest[.-]setup|vitest[.-]setup|setup[-_]?tests?)\.\w+$|(?:^|/)karma\.conf\.\w+$"
)
DATA_FOLDER = later(
    r"(?:^|/)(?:__fixtures__|(?:test|spec)[-_]?data|(?:[\w-]+[-_])?fixtures?|testfixtures|test-fixtures|goldens?|snapshots|cassettes|corpus|corpora|samples?|mocks?|stubs|test[-_]?(?:resources|files|cases))/"
)
CODE = frozenset(PATHS) | {
    "elm",
    "purescript",
    "reason",
    "rescript",
    "fortran",
    "ada",
    "pascal",
    "commonlisp",
    "elisp",
    "scheme",
    "racket",
    "gdscript",
    "apex",
    "groovy",
}


def test(subject: Subject, language: str | None) -> Verdict | None:
    """Recognise test code by name, by what it imports and calls, or as support of tests beside it."""
    if language not in CODE or language is None:
        return None
    path = subject.path
    pattern = PATHS.get(language)
    if pattern and pattern.search(path) and not SUPPORT.search(path) and not DATA_FOLDER.search(path.lower()):
        return Verdict(Category.TEST, "path:test")
    calls = CALLS.get(language)
    if calls and calls[0].search(subject.head) and calls[1].search(subject.head):
        return Verdict(Category.TEST, "content:test")
    return Verdict(Category.TEST, "path:test_support") if supports(subject) else None


def supports(subject: Subject) -> bool:
    """Tell whether a file stands in a test folder or bears the name of a test helper."""
    return bool(FOLDER.search(subject.path.lower()) or SUPPORT.search(subject.path))
