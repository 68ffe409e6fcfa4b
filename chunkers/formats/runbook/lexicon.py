"""Words of runbooks: which heading opens which task, which commands destroy, which lines name people to call. Data only.

The first five tasks stand in the order in which they win; words are matched at the start of a word, in English and, where one is given,
Indonesian, German, Spanish, Portuguese and French.
"""

from __future__ import annotations

TASKS: tuple[tuple[str, tuple[str, ...]], ...] = (
    ("symptom", ("symptom", "detect", "alert", "signs", "gejala", "anzeichen", "síntoma", "sintoma", "symptôme")),
    (
        "diagnosis",
        (
            "diagnos",
            "investigat",
            "triage",
            "check",
            "troubleshoot",
            "fehlersuche",
            "diagnóstic",
            "diagnostic",
            "penyelidikan",
        ),
    ),
    (
        "mitigation",
        (
            "mitigat",
            "fix",
            "remediat",
            "resolv",
            "resolution",
            "workaround",
            "mitigasi",
            "penanganan",
            "behebung",
            "abhilfe",
            "mitiga",
            "remédiation",
        ),
    ),
    (
        "rollback",
        (
            "rollback",
            "roll back",
            "roll-back",
            "revert",
            "undo",
            "backout",
            "back out",
            "zurückrollen",
            "revertir",
            "reverter",
        ),
    ),
    (
        "escalation",
        ("escalat", "contact", "who to call", "on-call", "on call", "oncall", "eskala", "escalad", "kontak"),
    ),
)
"""The tasks that a heading gives to the headings below it."""

OWN_TASKS: tuple[tuple[str, tuple[str, ...]], ...] = (
    ("verification", ("verif", "validat", "confirm", "verifikasi", "überprüfung")),
    (
        "prerequisites",
        (
            "prerequisit",
            "pre-requisit",
            "before you",
            "requirement",
            "access",
            "prasyarat",
            "voraussetzung",
            "prérequis",
            "prerrequisito",
        ),
    ),
    (
        "follow_up",
        (
            "post-incident",
            "post incident",
            "postmortem",
            "post-mortem",
            "follow-up",
            "follow up",
            "aftermath",
            "prevention",
        ),
    ),
    (
        "overview",
        (
            "overview",
            "summary",
            "description",
            "purpose",
            "about",
            "background",
            "introduction",
            "ringkasan",
            "übersicht",
            "resumen",
        ),
    ),
)
"""Tasks that hold where none of `TASKS` does, by the own heading or one above."""

SHELLS = frozenset({
    "sh", "bash", "shell", "zsh", "console", "shell-session", "shellsession", "terminal", "fish", "powershell", "ps1", "pwsh", "bat", "cmd",
})  # fmt: skip
SESSIONS = frozenset({"console", "shell-session", "shellsession", "terminal"})
QUERIES = frozenset({"sql", "psql", "mysql", "promql", "logql", "cypher", "redis"})

DESTRUCTIVE: tuple[str, ...] = (
    r"\brm\s+(?:-\S+\s+)*-\w*[rf]",
    r"\b(?:drop|truncate)\s+(?:table|database|schema|index|view|user|role|column)\b",
    r"\bdelete\s+from\b",
    r"\btruncate\s+\w",
    (
        r"\b(?:kubectl|oc|helm|docker|podman|gcloud|az|aws|doctl|heroku|fly|flyctl|vault|consul|etcdctl|nomad)\b.{0,200}?\b"
        r"(?:delete|destroy|uninstall|terminate-\w+|terminate|purge|prune|rm|remove|drain|evict|del|kill|stop)\b"
    ),
    r"\bterraform\s+(?:\S+\s+){0,4}?(?:destroy|taint|state\s+rm)\b",
    r"\b(?:mkfs|fdisk|wipefs|shred|dd\s+if=|lvremove|vgremove)",
    r"\b(?:kill|pkill|killall)\s+-?\w",
    r"\b(?:shutdown|reboot|halt|poweroff)\b",
    r"\b(?:flushall|flushdb)\b",
    r"\bgit\s+(?:push\s+.{0,80}?(?:--force|-f)\b|reset\s+--hard|clean\s+-\w*f|branch\s+-D)",
    r"\bsystemctl\s+(?:stop|disable|mask)\b",
    r"\bpg_terminate_backend\b",
    r"\bscale\b.{0,120}--replicas[= ]0\b",
    r"(?:--delete|--force-delete|--purge)\b",
    r"-X\s*DELETE\b",
    r"\bdropdb\b|\bdropuser\b|\bkafka-topics\S*\s.{0,200}--delete",
)
"""Patterns (RE2 syntax, case ignored) of commands that delete, stop or overwrite."""

TOOLS = frozenset(
    "kubectl oc helm docker docker-compose podman aws gcloud gsutil az doctl heroku fly flyctl vault consul nomad etcdctl terraform tofu pulumi "
    "ansible ansible-playbook git gh systemctl journalctl service sudo ssh scp rsync curl wget psql pg_dump pg_restore mysql mysqldump redis-cli "
    "mongo mongosh kafka-topics rabbitmqctl openssl make npm yarn pnpm python python3 pip java mvn gradle ./gradlew ls cd cat tail head grep awk sed "
    "find df du ps top free kill pkill rm cp mv mkdir chmod chown tar dig nslookup ping nc netstat ss lsof ip iptables export echo promtool amtool "
    "tctl argocd flux istioctl nginx crontab date watch jq yq dmesg mount umount lsblk fsck reboot shutdown".split()
)
"""First words that tell a block of code without a language for shell commands."""
