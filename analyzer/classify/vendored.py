"""Code of others kept in the tree: a strict list of folders and file names.

Strict on purpose: a folder named `vendor` inside a source tree is as often a business word, and `.github/`, `dist/`, `cache/`, `testdata/` and
`types/` hold first-hand evidence. What a wider list would add is kept as the flag "linguist_vendored".
"""

# tables read by the row
from __future__ import annotations

import re

from analyzer.classify.overrides import denied
from analyzer.classify.subject import Subject
from analyzer.classify.verdict import Verdict
from chunkers.pattern import later
from chunkers.source import Category

FOLDERS = later(
    r"(?:^|/)(?:node_modules|bower_components|jspm_packages|third[_-]?party|3rd[_-]?party|godeps/_workspace|carthage/(?:build|checkouts)|pods"
    r"|elm-stuff|site-packages|dist-packages|_vendor|_vendored(?:_packages)?|vendored|\.yarn/(?:releases|plugins|sdks|unplugged|cache)|\.bundle"
    r"|vendor/(?:bundle|cache|plugins|gems|assets|[^/]+\.[a-z]{2,}/[^/]+))/"
)
TOP = later(r"^(?:vendor|externals?|extern)/")
ASSETS = later(
    r"(?:^|/)(?:assets?|static|public|libs?|js|css|javascripts?|stylesheets?|wwwroot|web|www|priv|scripts|styles|fonts)/vendors?/"
)
NAMES = later(
    r"(?:^|/)(?:jquery(?:[.-](?:ui|migrate|slim|validate|cookie|form|easing|mobile))*|bootstrap(?:[.-](?:grid|reboot|utilities|bundle|theme|datepicker|responsive))*"
    r"|angular(?:-\w+)?|react(?:-dom)?|vue|backbone|underscore|lodash|moment|d3|modernizr|prototype|scriptaculous|mootools|dojo|ember|knockout|require|socket\.io|three"
    r"|chart|popper|select2|datatables|fontawesome|font-awesome|normalize|respond|html5shiv|tinymce|ckeditor|codemirror|highlight|prettify|less|handlebars|mustache)"
    r"(?:[.-]v?\d[\w.-]*)(?:[.-](?:min|slim|pack|dev|prod|production|development))*\.(?:js|css|scss|less)$"
    r"|(?:^|/)(?:jquery|bootstrap|normalize|font-?awesome|modernizr)(?:[.-](?:ui|min|bundle|slim|pack))+\.(?:js|css)$"
)
BARE = later(r"(?:^|/)(?:jquery|bootstrap|normalize|font-?awesome|modernizr)\.(?:js|css)$")
BANNER = later(
    rb"\A\s{0,50}(?:@charset [^\n]{1,20}\n\s{0,20})?/\*[\s\S]{0,200}?(?:jquery|bootstrap|normalize|font ?awesome|modernizr)[\s\S]{0,60}?\d+\.\d+",
    re.IGNORECASE,
)
"""What a library writes above itself; an application's own file of the same name starts with its code."""

FIRST_HAND = later(
    r"(?:^|/)(?:_vendor|_vendored|vendored)/__init__\.pyi?$|(?:^|/)tests?/(?:[^/]+/){0,20}(?:_vendor|_vendored|vendored)/[^/]+$"
)
"""The package that holds vendored packages, and tests of it: both are the repository's own."""

WIDE = later(
    r"(?:^|/)(?:\.github|\.vscode|\.idea|dist|cache|deps|env|debian|testdata|fixtures?|tests?/fixtures|types|tools/vendor|external|extern|dependencies|inst/doc"
    r"|packages/[^/]+\.\d|myproject|wwwroot/lib)/|(?:^|/)jenkinsfile$|\.d\.ts$|(?:^|/)(?:config\.guess|config\.sub|configure|aclocal\.m4|libtool\.m4)$"
)


def by_path(subject: Subject, _language: str | None) -> Verdict | None:
    """Recognise vendored code by where it stands or what it is called."""
    if denied(subject, "linguist-vendored"):
        return None
    path = subject.path.lower()
    if FIRST_HAND.search(path):
        return None
    if BARE.search(path) and BANNER.match(subject.head):
        return Verdict(Category.VENDORED, "name:vendored_library")
    for rule, pattern in (
        ("path:vendor", FOLDERS),
        ("path:vendor", TOP),
        ("path:vendor_assets", ASSETS),
        ("name:vendored_library", NAMES),
    ):
        if pattern.search(path):
            return Verdict(Category.VENDORED, rule)
    return None


def wide(path: str) -> bool:
    """Tell whether a list made for language statistics would call `path` vendored."""
    return bool(WIDE.search(path.lower()))
