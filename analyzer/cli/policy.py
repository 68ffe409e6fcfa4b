"""`repochunk policy`: write a commented policy file, or check one and say what it would mean inside a commit."""

from __future__ import annotations

from pathlib import Path

import click

_TEMPLATE = """\
# The operator's policy for repochunk: give it with --policy FILE. Every value below is the default; delete what you do not change.
# A file called .repochunk.yaml inside the analyzed commit may only tighten: chunking, strategies, paths.generated/vendored/blocked,
# visibility, and gates.<id>.severity: error. Anything else in it is reported and ignored.

chunking:
  maxTokensPerChunk: 1200   # a chunk that owns more is split
  targetTokens: 450         # what a split aims at
  minTokens: 40             # smaller ones are reported
  includeLeadingComments: true
  includeAnnotations: true
  createOverviewChunks: true
  createBlockChunksForLargeMethods: true
  preserveEvidenceSpans: true   # spans are the proof: they are always kept

paths:                      # gitignore-style globs
  include: []               # read nothing else
  exclude: []               # skip, with a reported reason
  generated: []             # one metadata chunk each
  vendored: []              # supporting evidence at most
  blocked: []               # metadata only, content never read

visibility: []              # - {glob: "docs/internal/**", scope: internal}   public < internal < private < restricted

redaction:
  rules: []                 # - {id: acme-token, pattern: "acme_[a-z0-9]{20}", keywords: [acme_]}
  allow: []                 # - {path: "docs/**", rule: key-name}
  inlineAllow: false

gates: {}                   # resolution_rate: {severity: warning, threshold: 0.4}

limits:
  maxParseBytes: 2097152    # larger code is not given to a native parser
  maxScanBytes: 16777216    # larger config, contracts and documents are cut at paragraphs
  maxReadBytes: 67108864
  maxEntries: 2000000
  softSeconds: 2.0
  hardSeconds: 10.0

history:
  maxCommits: 10000         # so far back documents are held against what changed after them; 0: not at all
"""


@click.group("policy")
def COMMAND() -> None:  # noqa: N802  # the constant by which the group finds its commands
    """Write a policy file, or check one."""


@COMMAND.command("init", epilog="\b\nExamples:\n  repochunk policy init\n  repochunk policy init ci/chunks.yaml")
@click.argument("file", default="repochunk-policy.yaml", type=click.Path(path_type=Path))
@click.option("--force", is_flag=True, help="Overwrite a file that is there.")
def init(file: Path, *, force: bool) -> None:
    """Write a commented policy with every default to FILE."""
    from analyzer.errors import RequestError  # noqa: PLC0415  # keep --help light

    if file.exists() and not force:
        raise RequestError(f"{file} exists; --force overwrites it")
    file.write_text(_TEMPLATE, encoding="utf-8")
    click.echo(f"wrote {file}")


@COMMAND.command(
    "check",
    epilog="\b\nExamples:\n  repochunk policy check ci/chunks.yaml\n  repochunk policy check .repochunk.yaml --committed",
)
@click.argument("file", type=click.Path(path_type=Path))
@click.option("--committed", is_flag=True, help="Check it as the policy of an analyzed commit: what would be ignored?")
def check(file: Path, *, committed: bool) -> int:
    """Check FILE: unknown keys, wrong values, and what it changes."""
    from analyzer.cli.options import policy_from  # noqa: PLC0415  # keep --help light
    from analyzer.policy import digest, tightened, without_effect  # noqa: PLC0415  # pulls in pydantic
    from chunkers.policy import ChunkingPolicy  # noqa: PLC0415  # same

    policy = policy_from(file)
    notes = tightened(ChunkingPolicy(), file.read_text(encoding="utf-8"))[1] if committed else ()
    notes = (*notes, *without_effect(policy))
    for note in notes:
        click.echo(f"{file}: {note.message}")
    click.echo(
        f"{file}: ok, digest {digest(policy)}" if not notes else f"{file}: {len(notes)} settings would change nothing"
    )
    return 1 if notes else 0
