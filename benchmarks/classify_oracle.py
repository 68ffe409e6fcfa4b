"""Compare language names with Linguist's samples and with enry (a Go port of Linguist) on the same files.

usage: classify_oracle.py SAMPLES_FOLDER [--misses] [--out FILE.json]

SAMPLES_FOLDER is the `samples` folder of a checkout of github-linguist/linguist: one folder a language. Needs `pip install enry-python`.
A folder counts as ours when its language has a row in `analyzer.classify.languages`; every file of such a folder counts, none is left out.
Agreement: our name equals the name that enry's answer has with us (`OURS`, `SAME`). Three figures: over all files, an answer enry does not give
counting as disagreement; over the files for which enry gives any answer; over those for which it names a language of ours.
"""

# tables read by the row
from __future__ import annotations

import argparse
import json
import time
from collections import Counter
from pathlib import Path

import enry

from analyzer.classify.language import language_of, named
from analyzer.classify.subject import Subject
from chunkers.policy import ChunkingPolicy
from chunkers.source import SourceFile

# Dialects that share a name with us (see the docstring of analyzer.classify.languages).
OURS = {
    "Shell": "bash", "C#": "csharp", "F#": "fsharp", "Objective-C++": "objc", "TSX": "tsx", "JavaScript": "javascript", "Jupyter Notebook": "notebook",
    "Gradle": "groovy", "JSON with Comments": "json", "SystemVerilog": "verilog", "SVG": "xml", "XSLT": "xml", "PLSQL": "sql", "PLpgSQL": "sql",
    "TSQL": "sql", "SQLPL": "sql", "RMarkdown": "markdown", "MDX": "markdown", "Git Config": "ini", "EditorConfig": "ini", "HTML+ERB": "embeddedtemplate",
    "EJS": "embeddedtemplate", "Handlebars": "handlebars", "Mustache": "handlebars", "TeX": "latex", "Roff": "roff", "Roff Manpage": "roff", "Batchfile": "batch",
    "Common Lisp": "commonlisp", "Emacs Lisp": "elisp", "Fortran Free Form": "fortran", "Fortran": "fortran", "Unix Assembly": "asm", "Assembly": "asm",
    "Vim Script": "vim", "Visual Basic .NET": "visualbasic", "Visual Basic 6.0": "vba", "VBA": "vba", "WebAssembly": "wat", "HTML+Razor": "razor", "QML": "qmljs",
    "Protocol Buffer": "protobuf", "Avro IDL": "avdl", "Cap'n Proto": "capnp", "Rocq Prover": "coq", "Wolfram Language": "mathematica", "Java Server Pages": "jsp",
    "Go Module": "gomod", "Go Checksums": "gosum", "Ignore List": "gitignore", "Git Attributes": "gitattributes", "Linker Script": "linkerscript",
    "Classic ASP": "asp", "ASP.NET": "aspnet", "Bicep": "bicep", "Open Policy Agent": "rego", "Pip Requirements": "requirements", "Gettext Catalog": "po",
    "M4Sugar": "m4", "RPM Spec": "rpmspec", "GLSL": "glsl", "Wikitext": "mediawiki", "Graphviz (DOT)": "dot", "Velocity Template Language": "velocity",
    "Org": "org", "Dotenv": "dotenv", "Maven POM": "xml", "OASv3-json": "json", "OASv3-yaml": "yaml", "OASv2-json": "json", "OASv2-yaml": "yaml",
    "Terraform Template": "hcl", "HCL": "hcl", "Text": "text", "HTML+EEX": "heex", "HTML+PHP": "php", "Godot Resource": None, "Starlark": "starlark",
    "PureScript": "purescript", "YAML": "yaml", "Option List": None, "Readline Config": "ini", "Vim Help File": "text", "NPM Config": "ini", "cURL Config": "ini",
    "HOCON": None, "Regular Expression": None, "Nginx": "nginx", "Procfile": None, "Simple File Verification": None, "Public Key": "pem", "Hosts File": "ini",
    "Xmake": None, "Browserslist": None, "MiniYAML": "yaml", "INI": "ini", "CODEOWNERS": "codeowners",
}  # fmt: skip
# Both names are right for us: one cutter serves them.
SAME = {
    "terraform": "hcl",
    "fsharp_signature": "fsharp",
    "ocaml_interface": "ocaml",
    "wast": "wat",
    "luau": "luau",
    "rdoc": "text",
}


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("samples", type=Path)
    parser.add_argument("--misses", action="store_true")
    parser.add_argument("--out", type=Path)
    options = parser.parse_args()
    right, total, theirs, agree, misses = Counter(), Counter(), Counter(), Counter(), []
    seconds, named_ours, silent = 0.0, 0, 0
    for folder in sorted(path for path in options.samples.iterdir() if path.is_dir()):
        ours = OURS[folder.name] if folder.name in OURS else named(folder.name)
        if ours is None:
            continue
        for file in sorted(path for path in folder.rglob("*") if path.is_file() and not path.is_symlink()):
            data = file.read_bytes()
            start = time.perf_counter()
            found = language_of(
                Subject(SourceFile(file.name, file.name.encode(), "100644", "", len(data), data), ChunkingPolicy())
            )
            seconds += time.perf_counter() - start
            total[folder.name] += 1
            language = SAME.get(found.language or "", found.language)
            enrys = enry.get_language(file.name, data)
            enrys_ours = OURS.get(enrys) or named(enrys) if enrys else None
            theirs[folder.name] += enrys_ours == SAME.get(ours, ours)
            named_ours += enrys_ours is not None
            silent += not enrys
            agree[folder.name] += SAME.get(enrys_ours or "", enrys_ours) == language
            if language == SAME.get(ours, ours):
                right[folder.name] += 1
            else:
                misses.append((folder.name, str(file.relative_to(folder)), found.language, found.rule, enrys))
    if options.misses:
        for miss in misses:
            print(*miss, sep=" | ")
    count, agreed = sum(total.values()), sum(agree.values())
    summary = {
        "files": count,
        "languages": len(total),
        "right": sum(right.values()),
        "share": round(sum(right.values()) / count, 4),
        "enry_right": sum(theirs.values()),
        "enry_silent": silent,
        "agreement": {
            "definition": "our name equals enry's answer in our names; every file of the languages above counts",
            "over_all_files": round(agreed / count, 4),
            "where_enry_answers": round(agreed / (count - silent), 4),
            "where_enry_names_a_language_of_ours": round(agreed / named_ours, 4),
        },
        "microseconds_a_file": round(seconds / count * 1e6, 1),
        "below": {name: f"{right[name]}/{total[name]}" for name in sorted(total) if right[name] < total[name]},
    }
    print(json.dumps(summary, indent=1))
    if options.out:
        options.out.write_text(json.dumps(summary, indent=1) + "\n")


if __name__ == "__main__":
    main()
