"""File names that announce a language by their shape rather than as a whole: variants, rc files, environment files.

A table only: patterns over the last part of a path, first match wins. `WRAPPERS` are suffixes behind which the real name stands.
"""

# tables read by the row
from __future__ import annotations

import re

from chunkers.pattern import later

_SAYS_MORE = (
    "[cm]?[jt]sx? py rb go rs java kts? groovy cs php scala swift vue svelte md mdx rst adoc html? s?css less json ya?ml toml xml sql lua sh bash ps1"
    " bat cmd c cc cpp hh? hpp psm1 dart exs? pl pm r astro"
)
OWN_LANGUAGE = rf"(?!.{{0,200}}\.(?:{'|'.join(_SAYS_MORE.split())})$)"
"""Follows a name that announces a language by its start: an extension of code or prose says more ("dockerfile-picker.spec.ts")."""

NAME_PATTERNS: tuple[tuple[str, re.Pattern[str]], ...] = tuple(
    (language, later(pattern))
    for language, pattern in (
        ("dockerfile", rf"(?i)(?:dockerfile|containerfile){OWN_LANGUAGE}(?:[._-][\w.-]+)?"),
        ("make", rf"(?i)(?:gnu)?makefile{OWN_LANGUAGE}(?:[._-][\w.-]+)?"),
        ("dotenv", r"\.env(?:[._-][\w.-]+)?|\.envrc\.\w+|env\.(?:example|sample|template|dist)"),
        ("requirements", r"(?i)[\w.-]*(?:requirements|constraints)[\w.-]*\.(?:txt|in|pip)"),
        ("groovy", rf"(?i)jenkinsfile{OWN_LANGUAGE}(?:[._-][\w.-]+)?"),
        ("ruby", r"(?:Gemfile|Rakefile|Vagrantfile|Podfile|Capfile|Fastfile|Brewfile)(?:[._-][\w.-]+)?(?<!\.lock)"),
        ("kconfig", rf"Kconfig{OWN_LANGUAGE}(?:[._-][\w.-]+)?"),
        ("json", r"\.(?:babelrc|jshintrc|swcrc|nycrc|lintstagedrc|commitlintrc|bowerrc|mocharc|prettierrc|eslintrc|stylelintrc|releaserc)"),
        ("ini", r"\.(?:npmrc|yarnrc|curlrc|wgetrc|hgrc|gitlint|pypirc|condarc|pdbrc|inputrc)|\.?(?:my|php|tox|setup|pytest|mypy)\.(?:cnf|ini|cfg)"),
        ("starlark", r"(?:BUILD|WORKSPACE|MODULE)(?:\.\w+)?\.bazel|BUILD\.[\w.-]+\.bzl"),
        ("bash", r"\.?(?:bash|zsh|ksh|sh)(?:rc|env|profile)|_?completion\.(?:bash|zsh)"),
        ("gosum", r"go(?:\.work)?\.sum"),
    )
)  # fmt: skip

PROSE = later(
    r"(?i)(?:readme|licen[cs]e|unlicense|copying|notice|authors|contributors|changelog|changes|history|news|todo|install|credits|thanks|maintainers|owners|version"
    r"|codename)(?:[._-][\w.-]{1,40})?"
)
"""Names of prose, looked at when nothing else has named the file."""

WRAPPERS = frozenset(
    "example sample dist template default orig bak in local disabled tpl tmpl j2 jinja jinja2 gotmpl erb ejs mustache hbs ftl vm liquid tftpl".split()
)

ENGINES = frozenset("tpl tmpl j2 jinja jinja2 gotmpl erb ejs mustache hbs ftl vm liquid tftpl in template".split())
"""Wrappers that stand for a template engine: the text inside may not be valid in the language it is a template of."""

INNER = frozenset(
    "yaml json toml ini properties xml sql dockerfile nginx bash terraform hcl dotenv make apacheconf".split()
)
"""Languages that keep their name behind a template engine's suffix; others are called by the engine."""
