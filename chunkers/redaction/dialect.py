"""What kind of text a file is, as far as finding values goes: which values stand bare, what ends them, how the placeholder must be spelled."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum

import re2

from chunkers.pattern import later


class Family(StrEnum):
    """Texts that write key and value the same way."""

    YAML = "yaml"
    JSON = "json"
    PROPERTIES = "properties"
    TOML = "toml"
    MARKUP = "markup"
    SHELL = "shell"
    DOCKER = "docker"
    SQL = "sql"
    HCL = "hcl"
    PROSE = "prose"
    TABLE = "table"
    PROTO = "proto"
    CODE = "code"


CONFIG = frozenset(
    {Family.YAML, Family.JSON, Family.PROPERTIES, Family.TOML, Family.MARKUP, Family.HCL, Family.DOCKER, Family.SHELL}
)
"""Families whose scalars are values, not expressions."""

_LANGUAGES = {
    **dict.fromkeys("yaml openapi".split(), Family.YAML),
    **dict.fromkeys("json jsonc json5 jsonl notebook ipynb".split(), Family.JSON),
    **dict.fromkeys(
        "properties ini dotenv env conf nginx apacheconf systemd editorconfig gitconfig desktop".split(),
        Family.PROPERTIES,
    ),
    **dict.fromkeys("toml".split(), Family.TOML),
    **dict.fromkeys("xml html svg vue svelte astro jsp".split(), Family.MARKUP),
    **dict.fromkeys("bash shell sh zsh fish make makefile batch".split(), Family.SHELL),
    **dict.fromkeys("dockerfile".split(), Family.DOCKER),
    **dict.fromkeys("sql".split(), Family.SQL),
    **dict.fromkeys("hcl terraform".split(), Family.HCL),
    **dict.fromkeys("markdown text rst asciidoc http log gosum lock".split(), Family.PROSE),
    **dict.fromkeys("csv tsv".split(), Family.TABLE),
    **dict.fromkeys("protobuf proto graphql".split(), Family.PROTO),
    **dict.fromkeys("css".split(), Family.CODE),
}
_SUFFIXES = {
    **dict.fromkeys("yml yaml".split(), Family.YAML),
    **dict.fromkeys("json json5 jsonc jsonl ipynb webmanifest avsc tfstate har".split(), Family.JSON),
    **dict.fromkeys("properties ini env conf cfg cnf inf service ovpn".split(), Family.PROPERTIES),
    **dict.fromkeys("toml".split(), Family.TOML),
    **dict.fromkeys("xml config html htm xhtml svg plist xaml csproj props jsp vue svelte resx".split(), Family.MARKUP),
    **dict.fromkeys("sh bash zsh ksh fish bat cmd mk".split(), Family.SHELL),
    **dict.fromkeys("dockerfile".split(), Family.DOCKER),
    **dict.fromkeys("sql ddl".split(), Family.SQL),
    **dict.fromkeys("tf tfvars hcl nomad".split(), Family.HCL),
    **dict.fromkeys("md mdx markdown rst txt adoc log http rest org eml".split(), Family.PROSE),
    **dict.fromkeys("csv tsv psv".split(), Family.TABLE),
    **dict.fromkeys("proto graphql gql".split(), Family.PROTO),
}
_NAMES = {
    **dict.fromkeys("dockerfile containerfile".split(), Family.DOCKER),
    **dict.fromkeys("makefile procfile justfile".split(), Family.SHELL),
    **dict.fromkeys("jenkinsfile gemfile vagrantfile".split(), Family.CODE),
    **dict.fromkeys("readme".split(), Family.PROSE),
}
_UNSURE = frozenset(
    {
        "text",
        "lock",
        "conf",
        "jinja",
        "erb",
        "ejs",
        "handlebars",
        "mustache",
        "twig",
        "liquid",
        "gotemplate",
        "smarty",
        "velocity",
        "freemarker",
    }
)
"""Languages that say little of how values stand; the file's name says more."""

_TEMPLATE_SUFFIX = later(
    r"(?:\.(?:j2|jinja2?|tmpl|tpl|erb|ejs|gotmpl|mustache|hbs|handlebars|example|sample|template|dist|in|bak"
    r"|old|orig))+$"
)
_TRANSLATION_PATHS = (
    r"(?i)(?:^|/)(?:i18n|l10n|locales?|lang|langs|languages?|translations?|nls|intl)/|(?:^|[/_.-])(?:messages?"
    r"|strings|labels|translations?|lang)[\w.\x{80}-\x{10FFFF}-]*\.(?:properties|json|ya?ml|xml|php|ts|js|arb|resx|po)$|\.(?:po"
    r"|pot|xliff|xlf|arb|resx)$|(?:^|[/_.])[a-z]{2}(?:[_-][A-Za-z]{2,4})?\.(?:json|ya?ml)$"
)
_LOCK_PATHS = (
    r"(?i)(?:^|/)(?:[^/]*[.-]lock(?:\.(?:json|ya?ml|hcl|toml))?|[^/]*\.lock|npm-shrinkwrap\.json|[^/]*\.sum"
    r"|[^/]*sha\d{1,3}sums?|checksums?\.\w+|[^/]*\.lockb?|pnpm-lock\.ya?ml|package-lock\.json"
    r"|packages\.lock\.json|gradle/verification-metadata\.xml|Pipfile\.lock)$"
)
_TEST_PATHS = (
    r"(?i)(?:^|/)(?:tests?|specs?|__tests__|testing|fixtures?|testdata|e2e|cypress|mocks?)/|(?:^"
    r"|[/._-])(?:tests?|spec)[._-]|test\.\w+$|tests\.\w+$|_spec\.\w+$|spec\.\w+$"
)
_TRANSLATIONS, _LOCKS, _TESTS = (
    re2.compile(pattern.encode()) for pattern in (_TRANSLATION_PATHS, _LOCK_PATHS, _TEST_PATHS)
)
_ANY_OF_THEM = re2.compile(f"(?:{_TRANSLATION_PATHS})|(?:{_LOCK_PATHS})|(?:{_TEST_PATHS})".encode())


@dataclass(frozen=True, slots=True)
class Dialect:
    """A file's family, its language as classified, and what its path tells.

    That it holds texts for people in several languages, is test code, is a lock or checksum file.
    """

    family: Family
    language: str
    translations: bool
    tests: bool
    locked: bool = False

    @property
    def config(self) -> bool:
        """Tell whether scalars of this text are values."""
        return self.family in CONFIG


def dialect_of(path: str, language: str | None) -> Dialect:
    """Return the dialect of a file by its language, else by its name."""
    name = path.rpartition("/")[2].lower()
    inner = _TEMPLATE_SUFFIX.sub("", name)
    suffix = inner.rpartition(".")[2] if "." in inner else ""
    family = Family.HCL if suffix == "tfvars" else _LANGUAGES.get(language or "")
    if family is None and language and language not in _UNSURE:
        family = Family.CODE
    if family is None or language in _UNSURE:
        stem = inner.partition(".")[0]
        family = _NAMES.get(stem) or _SUFFIXES.get(suffix) or (Family.PROPERTIES if not stem else family)
    readable = path.encode("utf-8", "replace")  # RE2 reads no lone surrogates
    if _ANY_OF_THEM.search(readable) is None:
        return Dialect(family or Family.PROSE, language or suffix, translations=False, tests=False)
    return Dialect(
        family or Family.PROSE,
        language or suffix,
        _TRANSLATIONS.search(readable) is not None,
        _TESTS.search(readable) is not None,
        _LOCKS.search(readable) is not None,
    )
