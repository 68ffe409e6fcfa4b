"""A definition inside `export`, `declare` or both keeps the comment above the outermost word."""

import pytest

from tests.road import road


@pytest.mark.parametrize(
    ("text", "title"),
    [
        ("export declare class A {\n  f(): void;\n}", "A"),
        ("export declare abstract class A {}", "A"),
        ("export declare interface A {\n  x: string;\n}", "A"),
        ("export declare enum A { B }", "A"),
        ("export declare type A = string", "A"),
        ("export declare function a(): void;", "a"),
        ("export const a = function* (x) {\n  yield x\n}", "a"),
        ("export const a = async function () {}", "a"),
        ("export default class A {}", "A"),
    ],
)
def test_the_comment_above_stays_with_its_unit(text: str, title: str) -> None:
    draft = next(
        d for d in road("a.ts", f"import x from 'x'\n\n/** Says what it is. */\n{text}\n").drafts if d.title == title
    )
    assert (draft.raw or "").startswith("/** Says what it is. */\n")
