"""What is left: build files, configuration, data, source. Decided by name first, then by language."""

# ruff: noqa: E501  # tables read by the row
from __future__ import annotations

import re

from analyzer.classify.names import OWN_LANGUAGE
from analyzer.classify.overrides import PROSE
from analyzer.classify.subject import Subject
from analyzer.classify.testing import DATA_FOLDER, FOLDER
from analyzer.classify.verdict import Verdict
from chunkers.pattern import later
from chunkers.source import Category

BUILD_NAMES = later(
    r"(?:^|/)(?:pom\.xml|(?:build|settings|init)\.gradle(?:\.kts)?|[\w.-]+\.gradle(?:\.kts)?|gradle\.properties|libs\.versions\.toml|build\.sbt|build\.xml|ivy\.xml|package\.json"
    r"|(?:lerna|nx|turbo|rush|pnpm-workspace)\.(?:json|ya?ml)|bower\.json|cargo\.toml|go\.(?:mod|work)|pyproject\.toml|setup\.(?:py|cfg)|pipfile|environment\.ya?ml|tox\.ini|noxfile\.py"
    rf"|[\w.-]*requirements[\w.-]*\.(?:txt|in)|constraints\.txt|manifest\.in|gemfile{OWN_LANGUAGE}[\w.-]*|(?:rake|cap|fast|brew|berks|thor|danger|guard|vagrant|app|match|deliver|puppet|cheffile|steep)file(?:\.rb)?|[\w.-]+\.gemspec|composer\.json|package\.swift|podfile|cartfile|[\w.-]+\.podspec"
    r"|[\w.-]+\.(?:cs|fs|vb|vcx|sql|ws)proj|[\w.-]+\.slnx?|directory\.(?:build|packages)\.(?:props|targets)|nuget\.config|mix\.exs|rebar\.config|dune(?:-project)?|[\w.-]+\.opam|stack\.yaml"
    rf"|[\w.-]+\.cabal|cabal\.project|pubspec\.yaml|description|namespace|project\.clj|deps\.edn|shard\.yml|build\.zig(?:\.zon)?|conanfile\.(?:txt|py)|vcpkg\.json|jenkinsfile{OWN_LANGUAGE}[\w.-]*"
    rf"|(?:gnu)?makefile{OWN_LANGUAGE}[\w.-]*|cmakelists\.txt|meson\.build|meson[_.]options(?:\.txt)?|configure\.(?:ac|in)|kconfig{OWN_LANGUAGE}[\w.-]*|justfile|taskfile\.ya?ml|magefile\.go|earthfile|tiltfile|skaffold\.ya?ml"
    rf"|dockerfile{OWN_LANGUAGE}[\w.-]*|containerfile{OWN_LANGUAGE}[\w.-]*|[\w.-]+\.dockerfile|docker-compose[\w.-]*\.ya?ml|compose[\w.-]*\.ya?ml|docker-bake\.(?:hcl|json)|\.gitlab-ci\.yml|azure-pipelines[\w.-]*\.ya?ml"
    r"|\.travis\.yml|appveyor\.yml|bitbucket-pipelines\.yml|cloudbuild\.ya?ml|\.drone\.yml|\.pre-commit-config\.yaml|\.goreleaser\.ya?ml|procfile"
    r"|(?:webpack|rollup|vite|vitest|esbuild|babel|gulpfile|gruntfile|metro|jest|karma|playwright|cypress|next|nuxt|svelte|astro|tailwind|postcss|tsup|snowpack)[\w.-]*\.[cm]?[jt]s"
    r"|buck|build|workspace|module)$"
)
BUILD_FOLDERS = later(
    r"(?:^|/)(?:\.github/(?:workflows|actions)|\.circleci|\.buildkite|\.teamcity|\.gitlab/ci|\.tekton|buildsrc)/"
)
_BUILD = frozenset(
    "make cmake meson ninja gn starlark dockerfile bitbake kconfig gomod requirements pymanifest just rpmspec linkerscript".split()
)
_CONFIG = frozenset(
    "yaml json json5 toml ini properties xml hcl terraform bicep dotenv cue jsonnet dhall kdl ron nginx apacheconf gitignore gitattributes codeowners rego nix puppet kickstart".split()
)
_DATA = frozenset("csv tsv psv jsonl po pem beancount turtle sparql diff postscript rtf".split())
_DATA_EXTENSIONS = frozenset(
    "svg geojson topojson kml gpx gml har ndjson xliff xlf rdf owl rss atom plist tmx osm dot".split()
)
_MARKUP = frozenset("mjml xaml axaml xsl xslt fxml zul xib storyboard jelly tld jrxml".split())
"""Extensions of XML that is a program or a page, not a setting."""

_TONGUES = (
    "aa|ab|ae|af|ak|am|an|ar|as|av|ay|az|ba|be|bg|bh|bi|bm|bn|bo|br|bs|ca|ce|ch|co|cr|cs|cu|cv|cy|da|de|dv|dz|ee|el|en|eo|es|et|eu|fa|ff|fi|fj|fo|fr|fy|ga|gd|gl|gn|gu|gv|ha|he|hi|ho|hr|ht|hu|hy|hz"
    "|ia|id|ie|ig|ii|ik|io|is|it|iu|ja|jv|ka|kg|ki|kj|kk|kl|km|kn|ko|kr|ks|ku|kv|kw|ky|la|lb|lg|li|ln|lo|lt|lu|lv|mg|mh|mi|mk|ml|mn|mr|ms|mt|my|na|nb|nd|ne|ng|nl|nn|no|nr|nv|ny|oc|oj|om|or|os"
    "|pa|pi|pl|ps|pt|qu|rm|rn|ro|ru|rw|sa|sc|sd|se|sg|si|sk|sl|sm|sn|so|sq|sr|ss|st|su|sv|sw|ta|te|tg|th|ti|tk|tl|tn|to|tr|ts|tt|tw|ty|ug|uk|ur|uz|ve|vi|vo|wa|wo|xh|yi|yo|za|zh|zu|fil|ckb|nds|hsb|kab"
)
"""ISO 639-1, and what projects translate into beyond it."""
_TRANSLATED = later(
    rf"(?:^|/)(?:lang|langs|languages?|locales?|i18n|l10n|translations?|messages)/(?:[\w.-]+/)*(?:[\w-]+[._-])?(?:{_TONGUES})(?:[-_@][a-z0-9]{{2,8}}){{0,2}}(?:\.[\w-]+)?(?:/[\w.-]+)*\.(?:json5?|ya?ml|properties|xml|toml|ini|resx|arb)$"
)
"""A folder of translations that holds a language: `lang/ar.json`, `locales/pt-BR/common.json`, `i18n/messages_de.properties`."""

_LARGE = 512 * 1024


def build(subject: Subject, language: str | None) -> Verdict | None:
    """Recognise what builds, packages or deploys."""
    path = subject.path.lower()
    if BUILD_NAMES.search(path) and not (language in PROSE and "." not in subject.name):
        return Verdict(Category.BUILD, "name:build")
    if BUILD_FOLDERS.search(path) and language not in PROSE:
        return Verdict(Category.BUILD, "path:build")
    return Verdict(Category.BUILD, f"language:{language}") if language in _BUILD else None


def data(subject: Subject, language: str | None) -> Verdict | None:
    """Recognise data: tables, geography, translations, test inputs, and anything structured that is too large to be written by hand."""
    if language in _DATA:
        return Verdict(Category.DATA, f"language:{language}")
    last = subject.extensions[-1] if subject.extensions else ""
    if last in _DATA_EXTENSIONS:
        return Verdict(Category.DATA, f"extension:.{last}")
    structured = language in _CONFIG or language in {"text", "html", None}
    path = subject.path.lower()
    if structured and _TRANSLATED.search(path):
        return Verdict(Category.DATA, "path:translations")
    tested = bool(FOLDER.search(path))
    if structured and DATA_FOLDER.search(path) and (tested or language == "json"):
        return Verdict(Category.DATA, "path:test_data")
    if tested and (language == "json" or (language == "text" and subject.extensions)):
        return Verdict(Category.DATA, "path:test_data")
    if language in {"json", "xml", "yaml"} and (subject.source.size or 0) > _LARGE:
        return Verdict(Category.DATA, "size:large")
    if language == "json" and re.search(r"(?:^|/)(?:data|datasets?|seeds?)/", path):
        return Verdict(Category.DATA, "path:data")
    return None


def rest(subject: Subject, language: str | None) -> Verdict:
    """Call the rest configuration or source by its language; text nobody can name is data, or configuration when it is a dot file."""
    if language is None:
        return Verdict(Category.CONFIG if subject.name.startswith(".") else Category.DATA, "language:unknown")
    last = subject.extensions[-1] if subject.extensions else ""
    if last in _MARKUP:
        return Verdict(Category.SOURCE, f"extension:.{last}")
    if language in _CONFIG:
        return Verdict(Category.CONFIG, f"language:{language}")
    if language in PROSE:
        return Verdict(Category.DOC, f"language:{language}")
    return Verdict(Category.SOURCE, f"language:{language}")
