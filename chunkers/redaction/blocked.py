"""Files that may leave metadata only, by path: the one table that classification and redaction share.

Takes a path from the root of the tree, gives a reason. What harmless names hide is found by content in the other layers.
"""

from __future__ import annotations

import re
from functools import lru_cache

import re2

from chunkers.pattern import later

_SAMPLES = (".example", ".sample", ".template", ".dist")
"""Endings of files made to be copied and filled in; they are read and redacted like any other."""

_RULES: tuple[tuple[str, str], ...] = (
    (
        "env_file",
        (
            r"(?:^|/)\.env(?:\.[^/]+|rc)?$|(?:^|/)[^/]+\.env\.(?:local|production|prod)$"
            r"|(?:^|[/._-])(?:local|prod|production|live|staging|stage|secrets?|credentials)\.env$"
        ),
    ),
    (
        "key_file",
        (
            r"\.(?:pem|key|p12|pfx|p8|jks|jceks|keystore|bks|bcfks|kdbx?|ppk|agekey|pkcs12|snk|gpg|pgp|pvk)"
            r"(?:\.(?:b64|base64|txt|bak|old|enc))?$|(?:^|/)[^/]*(?:private|secret|priv)[^/]*\.asc$"
        ),
    ),
    ("ssh_key", r"(?:^|/)(?:id_(?:rsa|dsa|ecdsa|ed25519)[^/]*|ssh_host_[a-z0-9]+_key|\.ssh/identity)$"),
    ("docker_config", r"(?:^|/)\.docker/config\.json$"),
    (
        "cloud_config",
        (
            r"(?:^|/)(?:\.aws/(?:credentials|config)|\.azure/[^/]+\.json|\.config/gcloud/.+|\.oci/config"
            r"|\.bluemix/.+\.json)$"
        ),
    ),
    (
        "credentials_file",
        (
            r"(?:^|/)(?:\.npmrc|\.yarnrc|\.pypirc|\.netrc|_netrc|\.pgpass|pgpass\.conf|\.my\.cnf|\.git-credentials"
            r"|\.gitcredentials|\.htpasswd|htpasswd|\.dockercfg|\.dockerconfigjson|\.s3cfg|\.boto|\.vault-token"
            r"|\.terraformrc|terraform\.rc|\.credentials|credentials(?:\.(?:json|ya?ml|xml|ini|csv|txt|properties"
            r"|toml))?|\.smbcredentials|\.ftpconfig|\.remote-sync\.json|sftp-config\.json|\.tugboat"
            r"|\.gem/credentials|\.cargo/credentials(?:\.toml)?|application_default_credentials\.json"
            r"|client_secrets?[^/]*\.json|accesskeys?\.csv|shadow|passwd\.txt|passwords\.[a-z]+|\.passwd"
            r"|logins\.json|key4\.db|master\.key)$"
        ),
    ),
    ("kube_config", r"(?:^|/)(?:\.kube/config|kubeconfig(?:\.ya?ml)?|[^/]+\.kubeconfig|kube_config[^/]*\.ya?ml)$"),
    ("terraform_state", r"\.tfstate(?:\.[^/]+)?$|\.auto\.tfvars(?:\.json)?$|(?:^|/)\.terraform/"),
    ("secrets_file", r"(?:^|/)\.?secrets\.(?:ya?ml|json|toml|env|ini|properties)$"),
    ("history_file", r"(?:^|/)\.(?:bash|zsh|psql|mysql|rediscli|python)_history$"),
)
_COMPILED = tuple((reason, later(pattern, re.IGNORECASE)) for reason, pattern in _RULES)
_ANY = re2.compile("(?i)" + "|".join(f"(?:{pattern})" for _, pattern in _RULES))
_ENCRYPTED = (
    b"ENC[AES256_GCM",
    b"kind: SealedSecret",
    b"kind: ExternalSecret",
    b"$ANSIBLE_VAULT;",
    b'"sops"',
    b"\nsops:",
)


@lru_cache(maxsize=4096)  # classification has just asked
def blocked_path(path: str) -> str | None:
    """Return the reason ("blocked:env_file") why a file of this path may leave metadata only, None when it may be read."""
    low = path.lower()
    if low.endswith(_SAMPLES) or low.endswith(".pub"):
        return None
    if (
        _ANY.search(path.rstrip("\n").encode("utf-8", "surrogatepass").decode("utf-8", "replace")) is None
    ):  # nearly every path, in one pass
        return None
    return next((f"blocked:{reason}" for reason, pattern in _COMPILED if pattern.search(path)), None)


def blocked(path: str, data: bytes) -> str | None:
    """Return why this file must be blocked. A `secrets.yaml` whose values are encrypted is readable evidence."""
    reason = blocked_path(path)
    if reason == "blocked:secrets_file" and (
        any(mark in data for mark in _ENCRYPTED) or (b"{{" in data and "templates/" in path)
    ):
        return None
    return reason
