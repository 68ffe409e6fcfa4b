"""What each further language writes a secret in is code to the redactor too: assignments, table entries, attributes, arguments."""

from __future__ import annotations

import pytest

from tests.road import road

SECRET = "tR9" + "xLq2" + "Vm7Zp4" + "Kd8Wn3Yb6"
TEXTS = {
    "a.lua": 'local api_key = "{0}"\nlocal M = {{ password = "{0}" }}\nM.token = "{0}"\n',
    "a.ex": 'defmodule A do\n  @api_key "{0}"\n  def x, do: [password: "{0}"]\nend\n',
    "a.erl": '-module(a).\n-define(API_KEY, "{0}").\nx() -> [{{password, "{0}"}}].\n',
    "a.R": 'api_key <- "{0}"\npassword = "{0}"\nSys.setenv(API_TOKEN = "{0}")\n',
    "a.ps1": '$apiKey = "{0}"\n$cfg = @{{ Password = "{0}" }}\n$env:API_TOKEN = "{0}"\nConnect-It -Password "{0}"\n',
    "a.dart": "const apiKey = '{0}';\nfinal String password = '{0}';\nvar m = {{'token': '{0}'}};\n",
    "a.pm": "package A;\nuse strict;\nmy $api_key = '{0}';\nour %c = (password => '{0}');\n$ENV{{API_TOKEN}} = '{0}';\n1;\n",
    "a.vue": "<script setup>\nconst apiKey = '{0}'\nconst m = {{ password: '{0}' }}\n</script>\n<template>\n  <p/>\n</template>\n",
    "a.svelte": "<script>\n  let apiKey = '{0}';\n  const m = {{ password: '{0}' }};\n</script>\n<p>x</p>\n",
    "a.astro": "---\nconst apiKey = '{0}';\nconst m = {{ password: '{0}' }};\n---\n<p>x</p>\n",
}


@pytest.mark.parametrize("path", sorted(TEXTS))
def test_no_chunk_shows_a_secret(path: str) -> None:
    text = TEXTS[path].format(SECRET)
    result = road(path, text)
    shown = "\n".join(draft.raw or "" for draft in result.drafts)
    assert SECRET not in shown
    assert shown.count("REDACTED") >= text.count(SECRET)
    assert result.owned == result.lines
