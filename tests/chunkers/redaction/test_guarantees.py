from __future__ import annotations

import base64
import string
from typing import Any

import pytest
from ahocorasick_rs import BytesAhoCorasick
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from chunkers.policy import RedactionAllow, RedactionPolicy
from chunkers.redaction import Blocked, StrongValues, blocked_path, find_secret, mask
from chunkers.redaction.catalogue import packaged
from chunkers.redaction.examples import expand, parts
from chunkers.redaction.holders import holders
from chunkers.redaction.names import classify
from chunkers.redaction.rule import PROVIDER
from chunkers.redaction.values import drawn_letters
from chunkers.source import CleanText, SecretNote
from tests.chunkers.redaction.texts import clean, filled, redacted
from tests.road import road

MARK = "-----"
BEGIN, END = f"{MARK}BEGIN RSA PRIVATE KEY{MARK}", f"{MARK}END RSA PRIVATE KEY{MARK}"


def _key(seed: int = 1) -> list[str]:
    return [expand("«base64:64»", seed + i) for i in range(4)] + [expand("«base64:30»", seed) + "=="]


ARMOURED = {
    "a.txt": [BEGIN, *_key(), END],
    "indented.yaml": ["tls:", "  key: |", *(f"    {line}" for line in (BEGIN, *_key(), END)), "  next: 1"],
    "one_line.json": ['{"private_key": "' + "\\n".join([BEGIN, *_key(), END]) + '", "x": 1}'],
    "joined.java": ["String k =", *(f'  "{line}\\n" +' for line in (BEGIN, *_key())), f'  "{END}";'],
    "commented.py": [f"# {line}" for line in (BEGIN, *_key(), END)],
    "literal.py": [f'KEY = """{BEGIN}', *_key(), f'{END}"""'],
    "unterminated.txt": [BEGIN, *_key(), "", "The text goes on with ordinary words here."],
    "encoded.env2": ["X=" + base64.b64encode("\n".join([BEGIN, *_key(), END]).encode()).decode()],
    "shifted.txt": ["x: " + base64.b64encode(("a\n" + "\n".join([BEGIN, *_key(), END])).encode()).decode()],
    "headless.txt": ["MIIEpAIBAAKCAQEA" + _key()[0][16:], *_key()[1:], "end"],
    "headers.txt": [BEGIN, "Proc-Type: 4,ENCRYPTED", "DEK-Info: AES-128-CBC,00", "", *_key(), END],
    "putty.txt": ["PuTTY-User-Key-File-3: ssh-rsa", "Private-Lines: 5", *_key(), "Private-MAC: " + "0a" * 20],
}


@pytest.mark.parametrize("path", sorted(ARMOURED))
def test_armoured_keys_go_in_every_dress(path: str) -> None:
    text = "before\n" + "\n".join(ARMOURED[path]) + "\nafter\n"
    result = clean(path, text)
    out = result.data.decode()
    for line in _key():
        assert line[:12] not in out
        assert base64.b64encode(line[3:21].encode()).decode() not in out
    assert out.count("\n") == text.count("\n")
    assert out.startswith("before\n")
    assert out.endswith("after\n")
    assert out.count("<REDACTED_SECRET>") <= 2
    assert clean(path, out).data == result.data
    assert any(one.layer == "armour" for one in result.redactions)
    assert find_secret(out) is None
    assert find_secret(text) is not None


def test_public_keys_and_armour_without_a_body_stay() -> None:
    text = f'A = "{BEGIN}"\nB = "{END}"\n{MARK}BEGIN CERTIFICATE{MARK}\n{_key()[0]}\n{MARK}END CERTIFICATE{MARK}\n'
    assert clean("a.py", text).data.decode() == text


@pytest.mark.parametrize(
    ("path", "reason"),
    [
        (".env", "env_file"),
        ("app/.env.production", "env_file"),
        ("a/ID_RSA", "ssh_key"),
        ("certs/server.PEM", "key_file"),
        ("x/.npmrc", "credentials_file"),
        ("infra/terraform.tfstate", "terraform_state"),
        ("kubeconfig", "kube_config"),
        (".aws/credentials", "cloud_config"),
        (".docker/config.json", "docker_config"),
        ("conf/secrets.yaml", "secrets_file"),
        ("a/release.keystore.b64", "key_file"),
    ],
)
def test_blocked_paths_leave_a_reason_only(path: str, reason: str) -> None:
    assert redacted(path, b"A=1\n").clean == Blocked(f"blocked:{reason}")


@pytest.mark.parametrize(
    "path",
    [".env.example", "id_rsa.pub", "src/key.py", "charts/x/templates/secret.yaml", "docs/credentials.md", "monkey.txt"],
)
def test_samples_and_public_keys_are_read(path: str) -> None:
    assert blocked_path(path) is None


def test_encrypted_secrets_files_are_read() -> None:
    assert isinstance(redacted("secrets.yaml", b"password: ENC[AES256_GCM,data:abcd,iv:x]\n").clean, CleanText)


def test_weak_and_encrypted_values_stay_and_are_noted() -> None:
    text = "a:\n  password: changeme\n  secret: ENC(abcdef0123456789)\n  token: ${TOKEN}\n"
    result = clean("a.yaml", text)
    assert result.data.decode() == text
    assert result.notes == (SecretNote(2, "weak_default", "named-password"), SecretNote(3, "encrypted", "named-secret"))


def test_vault_block_is_noted_and_kept() -> None:
    text = "db_password: !vault |\n  $ANSIBLE_VAULT;1.1;AES256\n  3637623935356263643639313562366434383234633232660a\nx: 1\n"
    assert clean("a.yml", text).data.decode() == text


def test_inline_allow_needs_the_policy_and_never_covers_providers() -> None:
    _, (value, token) = filled("«pw» «alnum:36»", 3)
    text = f'password = "{value}"  # chunk:allow-secret\nx = "ghp_{token}"  # chunk:allow-secret\n'
    assert value not in clean("a.py", text).data.decode()
    result = clean("a.py", text, RedactionPolicy(inline_allow=True))
    out = result.data.decode()
    assert value in out
    assert token not in out
    assert result.notes == (SecretNote(1, "allowed", "named-password"),)


def test_allow_list_is_by_path_rule_and_key_path() -> None:
    _, (first, second) = filled("«pw» «pw»", 4)
    text = f"demo:\n  db:\n    password: {first}\nprod:\n  password: {second}\n"
    policy = RedactionPolicy(allow=(RedactionAllow(path="config/*.yaml", rule="named-password", key_path="demo"),))
    out = clean("config/a.yaml", text, policy).data.decode()
    assert first in out
    assert second not in out
    assert first not in clean("other/a.yaml", text, policy).data.decode()


def test_values_are_swept_through_their_file_in_other_spellings() -> None:
    value = expand("«alnum:6»", 1) + "&'x" + expand("«alnum:9»", 2)
    text = f'{{"password": "{value}", "note": "uses {value.replace("&", "&amp;").replace(chr(39), "&#x27;")} and {value}"}}\n'
    assert value[-9:] not in clean("a.json", text).data.decode()


def test_strong_values_are_handed_over_and_swept_elsewhere_but_never_shown() -> None:
    token = "ghp_" + expand("«alnum:36»", 7)
    first = redacted("a.py", f'x = "{token}"\n'.encode())
    assert len(first.strong) == 1
    assert token not in repr(first)
    assert list(first.strong) == [token.encode()]
    short = redacted("a.yaml", b"password: yojzug\n")
    assert len(short.strong) == 0
    value = expand("«alnum:24»", 8)
    known = redacted("a.yaml", f"client_secret: {value}\n".encode()).strong
    second = redacted("docs/a.md", f"call it with {value} please\n".encode(), known=known | StrongValues()).clean
    assert isinstance(second, CleanText)
    assert second.data == b"call it with <REDACTED_SECRET> please\n"


def test_records_name_lines_and_rules_only() -> None:
    _, (value,) = filled("«pw»", 3)
    result = clean("a.yaml", f"x: 1\npassword: {value}\n")
    (row,) = result.redactions
    assert (row.first_line, row.last_line, row.rule, row.layer, row.count) == (2, 2, "named-password", "key_name", 1)
    assert value not in repr(result)
    assert result.redacted_lines == frozenset({2})


def test_gate_is_silent_on_our_own_ids_and_placeholder() -> None:
    hashes = [expand("«hex:64»", seed) for seed in range(50)]
    ids = ["".join(filled("«b32:26»", seed)[0]).lower() for seed in range(200)]
    texts = [
        *(f"sha256:{one}" for one in hashes),
        *(f"chunk_{one}" for one in ids),
        *(f"chunklog_{one}" for one in ids),
        "<REDACTED_SECRET>",
        *(one[:40] for one in hashes),
    ]
    assert [text for text in texts if find_secret(text)] == []
    assert [text for text in texts if mask(text) != text] == []


def test_mask_hides_tokens_in_paths_branches_and_remotes() -> None:
    token = "ghp_" + expand("«alnum:36»", 2)
    secret = expand("«alnum:14»", 2)
    assert mask(f"exports/dump-{token}.csv") == "exports/dump-<REDACTED_SECRET>.csv"
    assert mask(f"exports/dump_{token}_old.csv") == "exports/dump_<REDACTED_SECRET>_old.csv"
    assert (
        mask(f"https://bot:{secret}@git.example.test/x.git") == "https://bot:<REDACTED_SECRET>@git.example.test/x.git"
    )
    assert mask("src/main/java/App.java") == "src/main/java/App.java"


@pytest.mark.parametrize(
    ("name", "kind"),
    [
        ("dbPassword", "password"),
        ("DB_PASSWORD_PROD", "password"),
        ("spring.datasource.password", "password"),
        ("x-api-key", "key"),
        ("client_secret", "secret"),
        ("kata_sandi", "password"),
        ("contraseña", "password"),
        ("PGPASSWORD", "password"),
        ("accessToken", "token"),
        ("signing-key", "key"),
        ("widget_key", "weak"),
        ("password_hint", None),
        ("tokenType", None),
        ("primary_key", None),
        ("max_tokens", None),
        ("compass", None),
        ("api_key_header", None),
        ("secretName", None),
        ("monkey", None),
        ("passwordEncoder", None),
        ("next_token", None),
        ("has_password", None),
        ("tests_pass", None),
    ],
)
def test_names(name: str, kind: str | None) -> None:
    assert classify(name) == kind


@pytest.mark.parametrize(
    "unit",
    [
        'password = "aB3$xK9!zz"; ',
        "password=",
        "key: ",
        "-----BEGIN PRIVATE KEY-----\n",
        "kind: Secret\n",
        "insert into x (password) values (",
        '{"password": {"default": ',
        "http://a:",
        "<a name='password' ",
        "'",
        "name: password\nvalue: x\n",
    ],
)
@pytest.mark.parametrize("path", ["a.js", "a.yaml", "a.properties"])
def test_work_grows_with_the_text_not_with_its_square(path: str, unit: str) -> None:
    import time  # noqa: PLC0415  # only this test measures

    def spent(size: int) -> float:
        data = (unit * (size // len(unit) + 1)).encode()
        start = time.process_time()
        redacted(path, data)
        return time.process_time() - start

    spent(1000)
    assert spent(60_000) < 0.6  # some 6 s a megabyte would be far beyond what any text needs
    assert spent(120_000) < 12 * spent(30_000) + 0.2


@pytest.mark.parametrize("path", ["a.py", "a.yaml", "a.json", "a.sh"])
@pytest.mark.parametrize("run", [" ", "\n", "\\", "password=", "a"])
def test_one_name_before_a_long_run_stays_linear(path: str, run: str) -> None:
    import time  # noqa: PLC0415  # only this test measures

    start = time.process_time()
    redacted(path, ("password" + run * (100_000 // len(run))).encode())
    assert time.process_time() - start < 1


HOMES = {
    "a.py": 'import os\n\n\ndef run(x):\n    """Run."""\n    return os.path.join(x, "y")\n',
    "A.java": 'class A {\n  // note\n  int x = 1;\n  String s() { return "ok"; }\n}\n',
    "a.ts": "export const a = { b: 1 };\nfunction f(): string {\n  return `x`;\n}\n",
    "a.go": 'package a\n\nfunc F() string {\n\treturn "x" // note\n}\n',
    "a.yaml": "a:\n  b: 1\n  c: [x, y]\n# note\nd: text\n",
    "a.json": '{\n  "a": 1,\n  "b": ["x"]\n}\n',
    "a.xml": '<a>\n  <b c="d">text</b>\n  <!-- note -->\n</a>\n',
    "a.md": "# Title\n\nSome text with `code`.\n\n- item\n",
    "a.sh": '#!/bin/sh\nset -e\necho "hello"\n# note\n',
    "a.properties": "a.b=1\n# note\nc.d = text\n",
    "a.sql": "SELECT a FROM b WHERE c = 'd';\n-- note\n",
    "Dockerfile": "FROM alpine\nENV A=1\nRUN echo hi\n",
}
TOKENS = sorted(
    {
        template
        for rule in packaged()
        if rule.layer == PROVIDER and rule.confidence >= 0.9
        for template in rule.positives
    }
)


@settings(max_examples=120, deadline=None, suppress_health_check=[HealthCheck.too_slow])
@given(
    home=st.sampled_from(sorted(HOMES)),
    template=st.sampled_from(TOKENS),
    seed=st.integers(0, 10**6),
    place=st.integers(0, 400),
    crlf=st.booleans(),
)
def test_a_token_of_any_kind_at_any_place_never_survives(
    home: str, template: str, seed: int, place: int, crlf: bool
) -> None:  # drawn
    import random  # noqa: PLC0415

    token, values = parts(template, random.Random(seed))
    text = HOMES[home]
    at = place % (len(text) + 1)
    mixed = text[:at] + " " + token + " " + text[at:]
    mixed = mixed.replace("\n", "\r\n") if crlf else mixed
    out = clean(home, mixed).data.decode()
    assert token not in out
    assert base64.b64encode(token.encode()).decode() not in out
    assert len(values) != 1 or values[0] not in out
    assert out.count("\n") == mixed.count("\n")
    assert find_secret(out) is None


@settings(max_examples=80, deadline=None)
@given(
    text=st.text(
        alphabet=string.ascii_letters + string.digits + " \n\r\t\"'`=:,;{}[]()<>/\\|@#$-_.+*&%!é密", max_size=300
    ),
    home=st.sampled_from(sorted(HOMES)),
)
def test_any_text_keeps_its_lines_and_is_done_once(text: str, home: str) -> None:
    once = clean(home, text)
    assert once.data.count(b"\n") == (text.count("\n") or (text.count("\r") if once.newline == "cr" else 0))
    assert clean(home, once.data.decode()).data == once.data


@settings(max_examples=80, deadline=None)
@given(
    seed=st.integers(0, 10**6),
    home=st.sampled_from(
        ["a.yaml", "a.properties", "a.py", "a.ts", "A.java", "a.go", "a.sh", "a.json", "a.xml", "a.md"]
    ),
    name=st.sampled_from(["password", "db_password", "clientSecret", "API_TOKEN", "api-key", "smtp.passwd"]),
)
def test_a_named_value_never_survives(seed: int, home: str, name: str) -> None:
    _, (value,) = filled("«pw»" if "pass" in name else "«alnum:28»", seed)
    line = {
        "a.yaml": f"{name}: {value}",
        "a.properties": f"{name}={value}",
        "a.py": f'{{"{name}": "{value}"}}',
        "a.ts": f"const c = {{ '{name}': '{value}' }};",
        "A.java": f'class B {{ void f() {{ p.put("{name}", "{value}"); }} }}',
        "a.go": f'var m = map[string]string{{"{name}": "{value}"}}',
        "a.sh": f'curl -d "{name}={value}" https://x.example.test',
        "a.json": f'{{"{name}": "{value}"}}',
        "a.xml": f'<p name="{name}" value="{value}"/>',
        "a.md": f"`{name}: {value}`",
    }[home]
    assert value not in clean(home, HOMES[home] + line + "\n").data.decode()


@pytest.mark.parametrize(
    "path", [".env", "a/.env.\udcff", ".ENV\n", "x/.ssh/identity", "a/secrets.yaml", "a/id_rsa.\u00e9"]
)
def test_blocked_paths_stay_blocked_whatever_bytes_they_hold(path: str) -> None:
    assert (blocked_path(path) or "").startswith("blocked:")


def test_notes_and_masks_side_by_side_stay_linear() -> None:
    import time  # noqa: PLC0415  # only this test measures

    def spent(rows: int) -> float:
        text = "".join(f'password = "changeme"\npassword = "{expand("«pw»", seed)}"\n' for seed in range(rows))
        start = time.process_time()
        result = clean("a.py", text)
        assert len(result.notes) == rows
        assert len(result.redactions) >= 0.99 * rows  # a few drawn values read like words
        return time.process_time() - start

    spent(10)
    assert spent(4000) < 8 * spent(1000) + 0.2


@pytest.mark.parametrize(
    ("text", "drawn"),
    [
        ("configuration", False),
        ("accesstokenvalue", False),
        ("Dragonbridge", False),
        ("sha256digest", False),
        ("aaaaaaaaaaaa", False),
        ("qwpzxkvjtrhm", True),
        ("wqxKzvJtbRpm", True),
        ("gcperfxrtqymq7", True),
        ("enpovakjucxi", True),
        ("download", False),
        ("kubernetesdashboard", False),
        ("previewJwt", False),
    ],
)
def test_letters_are_words_or_drawn(text: str, *, drawn: bool) -> None:
    assert drawn_letters(text) is drawn


def test_the_name_of_a_variable_is_no_password_and_is_not_swept() -> None:
    text = "# https://APP_USER:APP_PASSWORD@host.test/x\nexport APP_PASSWORD=\n"
    assert clean("scripts/a.sh", text).data.decode() == text


def test_words_in_a_url_are_masked_there_only() -> None:
    word = "horsebatterystaple"
    found = redacted("docs/a.md", f"postgres://app:{word}@db/x\nThe {word} story.\n".encode())
    assert isinstance(found.clean, CleanText)
    assert found.clean.data.decode() == f"postgres://app:<REDACTED_SECRET>@db/x\nThe {word} story.\n"
    assert len(found.strong) == 0


def test_a_token_does_not_take_the_end_of_its_comment() -> None:
    token = "xoxb" + "-" + expand("«digit:12»-«alnum:24»", 3)
    assert clean("web/a.html", f"<p><!-- {token}--></p>\n").data.decode() == "<p><!-- &lt;REDACTED_SECRET&gt;--></p>\n"


@pytest.mark.parametrize(
    ("path", "before", "behind"),
    [
        ("src/A.tsx", "const a = <p>Use ", " here</p>;"),
        ("src/a.js", "check(x); use(", ");"),
        ("scripts/a.sh", 'echo "$(login ', ')"'),
        ("Dockerfile", "FROM x\nRUN login ", "\\\n  && done"),
    ],
)
def test_a_bare_secret_leaves_a_text_that_parses(path: str, before: str, behind: str) -> None:
    token = "xoxb" + "-" + expand("«digit:12»-«alnum:24»", 4)
    out = clean(path, f"{before}{token}{behind}\n").data.decode()
    spelled = {".tsx": "&lt;REDACTED_SECRET&gt;", ".js": '"<REDACTED_SECRET>"', ".sh": "'<REDACTED_SECRET>'"}
    wanted = next((form for suffix, form in spelled.items() if path.endswith(suffix)), "<REDACTED_SECRET>")
    assert out == f"{before}{wanted}{behind}\n"


def test_many_texts_are_searched_for_known_values_with_the_automatons_of_one(monkeypatch: pytest.MonkeyPatch) -> None:
    built: list[int] = []

    def counted(*args: Any, **more: Any) -> Any:
        built.append(1)
        return BytesAhoCorasick(*args, **more)

    monkeypatch.setattr("chunkers.redaction.sweep.BytesAhoCorasick", counted)
    results = [road(f"src/m{number}.py", f"LABEL_NAME = 'value{number:020}'\n") for number in range(20)]
    built.clear()
    known = StrongValues([b"value%020d" % number for number in range(0, 20, 2)])
    assert holders(results[:1], known) == {"src/m0.py"}
    for_one = len(built)
    built.clear()
    assert holders(results, known) == {f"src/m{number}.py" for number in range(0, 20, 2)}
    assert len(built) == for_one
