"""Files and places whose keys steer a tool: no program of the repository reads them by name, so they give no `config_key` symbols."""

from __future__ import annotations

import posixpath
import re

from chunkers.formats.tree.node import Node

_PLACES = re.compile(
    r"(?:^|/)(?:\.github|\.circleci|\.gitlab|\.vscode|\.idea|charts?|templates|k8s|kubernetes|manifests|ansible|roles|playbooks|node_modules)/"
    r"|(?:^|/)(?:\.gitlab-ci|\.travis|azure-pipelines|bitbucket-pipelines|(?:docker-)?compose[\w.-]*|mkdocs|Chart|kustomization"
    r"|\.pre-commit-config|renovate|dependabot|action|pnpm-workspace|codecov|netlify|serverless|skaffold)\.ya?ml\Z"
    r"|(?:^|/)(?:(?:ts|js)config[\w.-]*|package|composer|bower|lerna|nx|turbo|vercel|renovate|angular|project|manifest|deno|biome)\.json\Z"
    r"|(?:^|/)\.[a-z]+rc(?:\.[a-z]+)?\Z|\.(?:service|socket|timer|target|mount|desktop|editorconfig)\Z"
)
_FEW = 20  # resources looked at
_NAMES = frozenset(
    "setup.cfg tox.ini pytest.ini mypy.ini .editorconfig .gitmodules .gitconfig .flake8 .coveragerc .pylintrc .npmrc .isort.cfg alembic.ini "
    "pyproject.toml Cargo.toml Pipfile netlify.toml rustfmt.toml .golangci.yml gradle-wrapper.properties gradle.properties".split()
)


def is_cloud_template(root: Node) -> bool:
    """Tell whether a key tree is a CloudFormation or SAM template: its names are the template's own."""
    if root.get("AWSTemplateFormatVersion") is not None:
        return True
    resources = root.get("Resources")
    return resources is not None and any(child.get("Type") is not None for child in resources.children[:_FEW])


def is_tool_config(path: str) -> bool:
    """Tell whether the keys of a file are read by a tool only."""
    return posixpath.basename(path) in _NAMES or _PLACES.search(path) is not None
