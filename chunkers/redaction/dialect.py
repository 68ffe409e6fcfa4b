"""What kind of text a file is, as far as finding values goes: which values stand bare, what ends them, how the placeholder must be spelled."""

from __future__ import annotations

import re
from dataclasses import dataclass
from enum import StrEnum


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


CONFIG = frozenset({Family.YAML, Family.JSON, Family.PROPERTIES, Family.TOML, Family.MARKUP, Family.HCL, Family.DOCKER, Family.SHELL})
"""Families whose scalars are values, not expressions."""

_LANGUAGES = {
    "yaml": Family.YAML, "json": Family.JSON, "jsonc": Family.JSON, "json5": Family.JSON, "jsonl": Family.JSON, "notebook": Family.JSON, "ipynb": Family.JSON, "properties": Family.PROPERTIES,
    "ini": Family.PROPERTIES, "dotenv": Family.PROPERTIES, "env": Family.PROPERTIES, "conf": Family.PROPERTIES, "toml": Family.TOML, "xml": Family.MARKUP, "html": Family.MARKUP, "svg": Family.MARKUP,
    "vue": Family.MARKUP, "svelte": Family.MARKUP, "astro": Family.MARKUP, "jsp": Family.MARKUP, "bash": Family.SHELL, "shell": Family.SHELL, "sh": Family.SHELL, "zsh": Family.SHELL, "fish": Family.SHELL,
    "make": Family.SHELL, "makefile": Family.SHELL, "batch": Family.SHELL, "dockerfile": Family.DOCKER, "sql": Family.SQL, "hcl": Family.HCL, "terraform": Family.HCL, "markdown": Family.PROSE, "text": Family.PROSE,
    "rst": Family.PROSE, "asciidoc": Family.PROSE, "http": Family.PROSE, "log": Family.PROSE, "csv": Family.TABLE, "tsv": Family.TABLE, "protobuf": Family.PROTO, "proto": Family.PROTO, "graphql": Family.PROTO, "openapi": Family.YAML,
    "css": Family.CODE, "nginx": Family.PROPERTIES, "apacheconf": Family.PROPERTIES, "systemd": Family.PROPERTIES, "editorconfig": Family.PROPERTIES, "gitconfig": Family.PROPERTIES, "desktop": Family.PROPERTIES, "gosum": Family.PROSE, "lock": Family.PROSE,
}
_SUFFIXES = {
    "yml": Family.YAML, "yaml": Family.YAML, "json": Family.JSON, "json5": Family.JSON, "jsonc": Family.JSON, "jsonl": Family.JSON, "ipynb": Family.JSON, "webmanifest": Family.JSON, "avsc": Family.JSON, "tfstate": Family.JSON,
    "properties": Family.PROPERTIES, "ini": Family.PROPERTIES, "env": Family.PROPERTIES, "conf": Family.PROPERTIES, "cfg": Family.PROPERTIES, "cnf": Family.PROPERTIES, "inf": Family.PROPERTIES, 
    "service": Family.PROPERTIES, "ovpn": Family.PROPERTIES, "toml": Family.TOML, "xml": Family.MARKUP, "config": Family.MARKUP, "html": Family.MARKUP, "htm": Family.MARKUP,
    "xhtml": Family.MARKUP, "svg": Family.MARKUP, "plist": Family.MARKUP, "xaml": Family.MARKUP, "csproj": Family.MARKUP, "props": Family.MARKUP, "jsp": Family.MARKUP, "vue": Family.MARKUP, "svelte": Family.MARKUP, "resx": Family.MARKUP,
    "sh": Family.SHELL, "bash": Family.SHELL, "zsh": Family.SHELL, "ksh": Family.SHELL, "fish": Family.SHELL, "bat": Family.SHELL, "cmd": Family.SHELL, "mk": Family.SHELL, "dockerfile": Family.DOCKER, "sql": Family.SQL, "ddl": Family.SQL,
    "tf": Family.HCL, "tfvars": Family.HCL, "hcl": Family.HCL, "nomad": Family.HCL, "md": Family.PROSE, "mdx": Family.PROSE, "markdown": Family.PROSE, "rst": Family.PROSE, "txt": Family.PROSE, "adoc": Family.PROSE, "log": Family.PROSE,
    "http": Family.PROSE, "rest": Family.PROSE, "org": Family.PROSE, "csv": Family.TABLE, "tsv": Family.TABLE, "psv": Family.TABLE, "proto": Family.PROTO, "graphql": Family.PROTO, "gql": Family.PROTO, "eml": Family.PROSE, "har": Family.JSON,
}
_NAMES = {"dockerfile": Family.DOCKER, "containerfile": Family.DOCKER, "makefile": Family.SHELL, "procfile": Family.SHELL, "jenkinsfile": Family.CODE, "justfile": Family.SHELL, "gemfile": Family.CODE, "readme": Family.PROSE, "vagrantfile": Family.CODE}
_UNSURE = frozenset({"text", "lock", "conf", "jinja", "erb", "ejs", "handlebars", "mustache", "twig", "liquid", "gotemplate", "smarty", "velocity", "freemarker"})
"""Languages that say little of how values stand; the file's name says more."""

_TEMPLATE_SUFFIX = re.compile(r"(?:\.(?:j2|jinja2?|tmpl|tpl|erb|ejs|gotmpl|mustache|hbs|handlebars|example|sample|template|dist|in|bak|old|orig))+$")
_TRANSLATIONS = re.compile(r"(?i)(?:^|/)(?:i18n|l10n|locales?|lang|langs|languages?|translations?|nls|intl)/|(?:^|[/_.-])(?:messages?|strings|labels|translations?|lang)[\w.-]*\.(?:properties|json|ya?ml|xml|php|ts|js|arb|resx|po)$|\.(?:po|pot|xliff|xlf|arb|resx)$|(?:^|[/_.])[a-z]{2}(?:[_-][A-Za-z]{2,4})?\.(?:json|ya?ml)$")
_LOCKS = re.compile(r"(?i)(?:^|/)(?:[^/]*[.-]lock(?:\.(?:json|ya?ml|hcl|toml))?|[^/]*\.lock|npm-shrinkwrap\.json|[^/]*\.sum|[^/]*sha\d{1,3}sums?|checksums?\.\w+|[^/]*\.lockb?|pnpm-lock\.ya?ml|package-lock\.json|packages\.lock\.json|gradle/verification-metadata\.xml|Pipfile\.lock)$")
_TESTS = re.compile(r"(?i)(?:^|/)(?:tests?|specs?|__tests__|testing|fixtures?|testdata|e2e|cypress|mocks?)/|(?:^|[/._-])(?:tests?|spec)[._-]|test\.\w+$|tests\.\w+$|_spec\.\w+$|spec\.\w+$")


@dataclass(frozen=True, slots=True)
class Dialect:
    """A file's family, its language as classified, and what its path tells: texts for people in several languages, test code, a lock or checksum file."""

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
    return Dialect(family or Family.PROSE, language or suffix, bool(_TRANSLATIONS.search(path)), bool(_TESTS.search(path)), bool(_LOCKS.search(path)))
