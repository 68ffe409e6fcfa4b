"""What `repochunk languages` claims has fixtures with expectations."""

import json

from tests.conftest import Cli
from tests.repos import FIXTURES


def test_every_claimed_language_has_fixtures(cli: Cli) -> None:
    claimed = json.loads(cli("languages", "--json").stdout)
    without = [one["name"] for one in claimed["languages"] if not any((FIXTURES / "languages" / one["name"]).glob("*"))]
    assert not without


def test_every_claimed_format_has_fixtures(cli: Cli) -> None:
    claimed = json.loads(cli("languages", "--json").stdout)
    known = {folder.name.replace("_", "-") for folder in (FIXTURES / "formats").iterdir()}
    assert not [one["name"] for one in claimed["formats"] if one["name"] not in known]
