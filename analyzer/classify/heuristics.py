"""Who is right when several languages claim an extension: patterns over the head of the file, first match wins, else the first claimant.

A table only. Patterns are bytes, multi-line, anchored and without nested repeats, so that 64 KiB of anything cost no more than a scan. A language of
None means: none that the product has a name for.
"""

# ruff: noqa: E501  # tables read by the row
from __future__ import annotations

import re

from chunkers.pattern import later

Disambiguation = tuple[tuple[str | None, re.Pattern[bytes]], ...]


def _row(*pairs: tuple[str | None, str]) -> Disambiguation:
    return tuple((language, later(_bounded(pattern).encode(), re.MULTILINE)) for language, pattern in pairs)


def _bounded(pattern: str) -> str:
    """Make blanks possessive and the rest of a line finite, so that no head is slow: nothing here ever needs to give a blank back."""
    pattern = pattern.replace(r"[ \t]*", r"[ \t]*+").replace(r"[ \t]+", r"[ \t]++").replace(r"[^\n]*", r"[^\n]{0,300}")
    return pattern.replace("+++", "++")


_XML_HEAD = r"\A\s{0,200}(?:<\?xml|<!--|<!DOCTYPE|<[A-Za-z][\w.:-]{0,60}(?:\s[^<>]{0,400})?>)"
_OBJC = (
    r"^[ \t]*(?:@(?:interface|implementation|protocol|class|property|end|synthesize|selector|import)\b|#import\s*[<\"])"
)
_CPP = (
    r"^[ \t]*(?:template[ \t]*<|namespace[ \t]+[\w:]+[ \t]*(?:\{|$)|namespace[ \t]*\{|using[ \t]+(?:namespace|std::|[\w:]+[ \t]*=)|(?:public|private|protected)[ \t]*:"
    r"|class[ \t]+\w+[\w \t:,<>]*[{;]|class[ \t]+\w+[ \t]*$|virtual[ \t]|constexpr[ \t]|(?:inline[ \t]+)?explicit[ \t]|static_assert[ \t]*\(|#include[ \t]*<(?:cstd\w+|string|vector|map|set|memory|iostream"
    r"|utility|algorithm|functional|array|list|iterator|type_traits|sstream|deque|bitset|atomic|thread|mutex|tuple|chrono|cmath|cassert|unordered_\w+)>)"
    r"|^[ \t]*#[ \t]*(?:el)?if[^\n]*__cplusplus[ \t]*[<>]|\bstd::\w|\bstatic_cast<|\bconst_cast<|\breinterpret_cast<|^[ \t]*(?:\w+[ \t]+)*operator[ \t]*[=+\-*/<>!(\[]|^(?![ \t]*(?://|/?\*))[^\n]{0,120}?(?:~\w+\(\)|\b\w+::\w+\()"
)
_CPP_ALONE = r"^(?:template[ \t]*<|namespace[ \t]+[\w:]+[ \t]*(?:\{|$)|using[ \t]+namespace|class[ \t]+\w+[\w \t:,<>]*[{;]|class[ \t]+\w+[ \t]*$)|^[ \t]+(?:public|private|protected|virtual)[ \t:]"
_CPP_GUARDED = r"^[ \t]*#[ \t]*(?:ifn?def[ \t]+__cplusplus|if[ \t]+!?[ \t]*defined[ \t(]+__cplusplus)\b"
_PROLOG = r"^[ \t]*[a-z_]\w*(?:\([^)\n]{0,400}\))?[ \t]*:-|^:-[ \t]*\w|^[a-z]\w*\([^()\n]{0,200}\)\.[ \t]*(?:%.*)?$|-->"
_PERL = r"^[ \t]*(?:use[ \t]+(?:strict|warnings|v?5|utf8|lib|base|parent|vars|constant|Moose|Test::|POSIX|Carp|[A-Z]\w*(?:::\w+)*)\b|package[ \t]+[A-Za-z_][\w:]*[ \t]*[;{]|require[ \t]+[\"'\w]|sub[ \t]+\w+[ \t]*[({]?|my[ \t]*[$@%(])"
_PERL_ALONE = (
    r"^[ \t]*use[ \t]+(?:strict|warnings|Moose|Moo|Mojo::\w+|Mojolicious|Test2?::\w+|parent|base|feature|utf8)\b"
)
_RAKU = r"^[ \t]*(?:use[ \t]+v6|(?:my[ \t]+)?class[ \t]+[\w:]+[^;\n]*\{|(?:unit[ \t]+)?module[ \t]+\w|(?:proto|multi)[ \t]+(?:sub|method|token|regex)?|role[ \t]+\w|grammar[ \t]+\w|has[ \t]+(?:\w+[ \t]+)?[$@%&][!.]\w|use[ \t]+(?:Test|NativeCall);)|\bsay[ \t]+[$\"'(]?[^;\n]*\.(?:raku|perl)\b"

HEURISTICS: dict[str, Disambiguation] = {
    "h": _row(("objc", _OBJC), ("cpp", _CPP_ALONE), ("c", _CPP_GUARDED), ("cpp", _CPP)),
    "hh": _row(("hack", r"\A(?:#![^\n]*\n)?\s*<\?hh\b")),
    "m": _row(
        ("objc", _OBJC + r"|^[ \t]*#(?:include|define|pragma)\b|^[ \t]*NS[A-Z]\w+[ \t]*\*|\A\s*//[^\n]*\n\s*//"),
        ("mercury", r"^[ \t]*:-[ \t]*(?:module|interface|implementation|import_module|pred|func|type)\b"),
        ("mathematica", r"\(\*[^\n]*\*\)|^[ \t]*(?:Begin|BeginPackage|Needs)\[|:=|\b\w+\[[^\]\n]{0,200}_"),
        ("matlab", r"^[ \t]*(?:%|function\b|classdef\b|clear\b|clc\b|close all|end\b|for[ \t]+\w+[ \t]*=|if\b|disp\(|fprintf\()|\.\*|=[ \t]*(?:zeros|ones|linspace|size|length)\("),
    ),
    "mm": _row(("xml", _XML_HEAD), ("objc", ".")),
    "nb": _row(("mathematica", r"\(\*|Notebook\["), ("text", ".")),
    "pl": _row(
        ("raku", r"\A#![^\n]*\b(?:raku|perl6)\b|^[ \t]*use[ \t]+v6\b|^[ \t]*(?:proto|multi)[ \t]+(?:sub|method)\b|^[ \t]*grammar[ \t]+\w+[ \t]*\{"),
        ("perl", r"\A#![^\n]*\bperl|" + _PERL + r"|^[ \t]*(?:print|printf|open|foreach|while|die|local|our)\b[^.]*;|\$\w+[ \t]*=~"),
        ("prolog", _PROLOG),
    ),
    "pm": _row(
        ("perl", _PERL_ALONE),
        ("raku", _RAKU),
        ("perl", _PERL),
        (None, r"\A\s*/\* XPM \*/"),
    ),
    "t": _row(("perl", _PERL_ALONE), ("raku", _RAKU), ("embeddedtemplate", r"<%"), ("perl", _PERL + r"|\A#![^\n]*\bperl"), (None, r"^[ \t]*%|%include|^[ \t]*(?:var|procedure|proc)[ \t]+\w+"), ("roff", r"^\.[A-Za-z]{2}\b")),
    "pub": _row(("pem", r"\A\s{0,50}(?:-----BEGIN|---- BEGIN|ssh-(?:rsa|dss|ed25519) )"), (None, ".")),
    "al": _row(("perl", _PERL), (None, r"^[ \t]*(?:codeunit|page|table|report|enum|interface|query|pageextension|tableextension)[ \t]+\d*"), ("perl", ".")),
    "plt": _row(("prolog", _PROLOG), (None, r"^[ \t]*(?:set|plot|splot|unset)[ \t]")),
    "pro": _row(
        ("prolog", _PROLOG),
        ("ini", r"^\s{0,50}[A-Z_]+[ \t]*[+*-]?=|^[ \t]*last_client="),
        (None, r"(?i)^[ \t]*(?:pro|function)[ \t]+\w+|^[ \t]*end[ \t]*$|^-(?:keep|dont|injars)"),
    ),
    "ts": _row(("xml", r"\A\s{0,200}(?:<\?xml[^>]*>\s*)?(?:<!DOCTYPE\s+TS\b|<TS\b)|\A\s{0,200}<\?xml"), (None, r"\AG@|\A\x47[\s\S]{187}\x47")),
    "tsx": _row(("xml", r"\A\s{0,200}<\?xml")),
    "rs": _row(("rust", r"^[ \t]*(?:use[ \t]+\w|fn[ \t]|mod[ \t]|pub[ \t(]|impl\b|#!?\[|macro_rules!|let[ \t]|struct[ \t]|enum[ \t]|extern[ \t]+crate|trait[ \t]|const[ \t]|static[ \t]|type[ \t])"), ("xml", _XML_HEAD)),
    "builder": _row(("xml", _XML_HEAD)),
    "php": _row(("hack", r"\A(?:#![^\n]*\n)?\s{0,100}<\?hh\b")),
    "inc": _row(
        ("php", r"\A\s{0,100}<\?(?:php|=|\s)|<\?php"),
        ("html", r"\A\s{0,100}</?(?i:ul|ol|body|html|!DOCTYPE html|div|table|head|script|p|ul|a|h[1-6]|section|nav|footer|%|!--)\b"),
        ("bitbake", r"^[ \t]*(?:inherit|require)[ \t]+\w|^[A-Z_]+(?:_\w+)?[ \t]*(?:\?|\?\?|\+|:|\.)?=[ \t]*\""),
        ("sql", r"(?i)^[ \t]*(?:create|alter|drop|insert|select|update|delete|use|flush|grant|truncate)[ \t]+[\w@`*(]|^[ \t]*(?:--|#)[^\n]*\n[ \t]*(?:create|set|select)\b|;[ \t]*--[ \t]|^[ \t]*(?:--[ \t]|set[ \t]+(?:global|session)[ \t]|disable_query_log|--source)"),
        ("pascal", r"(?i)^[ \t]*(?:\{\$|unit\b|procedure[ \t]|uses\b|type[ \t]*$|begin[ \t]*$|var[ \t]*$|\(\*)|:=|^[ \t]*function[ \t]+\w+[^{\n]*:[ \t]*\w+;"),
        ("asm", r"(?i)^[ \t]*(?:\.(?:global|section|text|data|macro|equ|byte|word|align)|%(?:define|macro|ifdef|include)|;|[\w.$]+[ \t]+equ[ \t]|\w+:[ \t]*(?:;|$)|(?:mov|push|pop|lda|sta|call|jmp|ret)\b)"),
        ("cpp", r"^[ \t]*(?:#[ \t]*(?:include|define|ifn?def|if|undef|pragma|endif)\b|//|/\*|template|class|static|namespace)"),
        (None, r"^[ \t]*(?:forward|stock|native|public|#pragma tabsize)\b"),
        ("cpp", "."),
    ),
    "cs": _row(("smalltalk", r"^![\w \t]+(?:methodsFor:|commentStamp:)"), ("csharp", r"^[ \t]*(?:using[ \t]+[\w.= ]+;|namespace[ \t]|(?:public|internal|private)?[ \t]*(?:static|sealed|abstract|partial)?[ \t]*(?:class|interface|struct|enum|record)[ \t]|//|\[assembly)")),
    "st": _row(("smalltalk", r"^!|methodsFor:|\bself[ \t]+\w+:|^[ \t]*\|[\w \t]+\|[ \t]*$|^[ \t]*\w+ (?:class )?>> |subclass: #|Transcript "), (None, r"\$\w+(?:[.;(]|\$)")),
    "fs": _row(
        ("forth", r"^(?:: |new-device|\\ )"),
        ("glsl", r"^[ \t]*(?:#version|precision|uniform|varying|vec[234]|void[ \t]+main[ \t]*\()"),
        ("filterscript", r"^[ \t]*#(?:include|pragma)[ \t]+(?:rs|version)|__attribute__\(\(kernel\)\)"),
        ("fsharp", "."),
    ),
    "frag": _row(("glsl", r"^[ \t]*(?:#version|precision|uniform|varying|attribute|in|out|void|vec[234])\b|gl_Frag|#ifdef"), ("javascript", ".")),
    "gs": _row(("glsl", r"^[ \t]*#version[ \t]+\d|gl_Position"), ("javascript", r"^[ \t]*(?:function|var|let|const|//|/\*)"), (None, r"^[ \t]*(?:uses|class|namespace|init)\b")),
    "vsh": _row(("v", r"^[ \t]*(?:import|module|fn|mut)[ \t]|\A#![^\n]*\bv\b"), ("glsl", ".")),
    "as": _row(("angelscript", r"^[ \t]*#include\b|@\w+[ \t]*=|\b\w{1,80}@[ \t]|\bhandle\b|^[ \t]*(?:void|int|uint|float|bool|string|array<\w+>)[ \t]+\w+[ \t]*\("), ("actionscript", r"^[ \t]*(?:package[ \t{]|package$|(?:public|private|internal|dynamic|final)[ \t]+(?:class|function|var|interface)|import[ \t]+(?:flash|mx|com|org|\w+\.)|function[ \t]+\w+\([^)\n]*\)[ \t]*:)"), ("angelscript", r"^[ \t]*(?:void|int|float|class|#include|shared|string|bool|const)\b|//")),
    "bb": _row(("bitbake", r"^[ \t]*(?:inherit|require|include|do_\w+\(\)|SUMMARY|DESCRIPTION|SRC_URI|LICENSE|DEPENDS|S[ \t]*=|[A-Z_]+[ \t]*[?+:.]*=)"), ("clojure", r"\A#![^\n]*\bbb\b|^\s{0,50}(?:;|\(def|\(ns[ \t]|\(let|\(require)"), (None, ".")),
    "es": _row(("erlang", r"^[ \t]*(?:%%|-module|main[ \t]*\()|\A#![^\n]*escript"), ("javascript", ".")),
    "f": _row(("forth", r"^: [^\n]*|^\\ "), (None, r"\\fl"), ("fortran", ".")),
    "for": _row(("forth", r"^: "), ("fortran", ".")),
    "fr": _row(("forth", r"^: |^also |^new-device|^previous |^\\ "), (None, r"^[ \t]*(?:import|module|package|data|type)\b"), ("text", ".")),
    "pp": _row(("csharp", r"^[ \t]*using[ \t]+[\w.]+;"), ("puppet", r"^[ \t]*(?:hiera_include\(|class[ \t]+[\w:]+[^;]*[({]?|node[ \t]+|define[ \t]+\w|include[ \t]+|import[ \t]|(?:file|package|service|exec|user)[ \t]*\{|\$\w+[ \t]*=)|=>|::"), ("pascal", ".")),
    "d": _row(
        ("d", r"^[ \t]*(?:module[ \t]+[\w.]+;|import[ \t]+[\w\s,.:]+;|unittest\b|version[ \t]*\(|(?:public|private|extern|static)\b)|\bwriteln\(|\bimmutable\b|\bauto\b|\b\w{1,80}[ \t]+\w{1,80}[ \t]*\([^)\n]*\)[ \t]*(?:\{|$)"),
        (None, r"^(?:#!/usr/sbin/dtrace|#pragma[ \t]+D|\w+:\w*:\w*:\w*[ \t]*(?:\{|$)|BEGIN[ \t]*$)"),
        ("make", r"^[^\s:#][^:\n]*:[^=\n]*(?:\\$|\.[ch]\w*\b|\.rs\b|$)"),
    ),
    "v": _row(
        ("verilog", r"^[ \t]*(?:`(?:define|include|timescale|ifdef|ifndef|default_nettype)\b|module[ \t]+\w+[ \t]*[#(;]|endmodule\b)"),
        ("coq", r"^[ \t]*(?:Require\b|Proof\b|Theorem\b|Lemma\b|Definition\b|Inductive\b|Fixpoint\b|Import\b|Section[ \t]+\w+\.|Module[ \t]+\w+\.|From[ \t]+\w+[ \t]+Require|Notation\b|Ltac\b|\(\*)"),
        ("verilog", r"^[ \t]*module[ \t]+\w+[ \t]*[#(;]|^[ \t]*endmodule\b|^[ \t]*(?:`(?:define|include|timescale|ifdef|ifndef|default_nettype)|module\s+\w+\s*[#(;]|endmodule|input\b|output\b|assign\b|always\b|initial\b|//.*\n[ \t]*module[ \t]+\w+[ \t]*\()"),
        ("v", r"^[ \t]*(?:module[ \t]+\w+$|import[ \t]+\w|(?:pub[ \t]+)?fn[ \t]|(?:pub[ \t]+)?struct[ \t]|mut[ \t]|\$if|const\b|println\()"),
        ("verilog", "."),
    ),
    "lisp": _row(("commonlisp", r"^\s{0,50}\((?i:defun|in-package|defpackage|defmacro|defvar|defparameter|defclass|defgeneric|defmethod|asdf:|eval-when)\b"), ("newlisp", r"^\s{0,50}\((?:define|context|module)[ \t]|\(set '"), ("commonlisp", ".")),
    "lsp": _row(("commonlisp", r"^\s{0,50}\((?i:defun|in-package|defpackage|defmacro|defvar|defparameter|defclass)\b"), ("newlisp", r"^\s{0,50}\((?:define|context|module)[ \t]|\(set '"), ("commonlisp", ".")),
    "cl": _row(("commonlisp", r"^\s{0,50}\((?i:defun|in-package|defpackage|defmacro|defvar|defclass|define)\b|^\s{0,50};"), (None, r"^[ \t]*class[ \t]+\w+[ \t]*(?:inherits|\{)|__kernel|^[ \t]*(?:/\*|//|#|kernel|__)")),
    "l": _row(
        ("commonlisp", r"^\s{0,50}\((?:def(?:un|macro|var|class|method|package)|in-package)\b"),
        (None, r"^%(?:[%{}]|x[ \t]|s[ \t]|option)|^\(de[ \t]"),
        ("roff", r"^\.[A-Za-z]{2}\b|^[.'][A-Za-z]{1,2}(?:[ \t]|$)|^\.\\\""),
    ),
    "sch": _row(("xml", _XML_HEAD), (None, r"\A(?:v \d|EESchema|\(kicad)"), ("scheme", ".")),
    "scm": _row(("query", r"^\s{0,50}(?:\(_\)|\[\s*\"|\(\w+[^;]*\)[ \t]*@[\w.]+|\(#(?:match|eq|set)[?!])"), ("scheme", ".")),
    "cls": _row(
        ("latex", r"^[ \t]*\\(?:NeedsTeXFormat|ProvidesClass|LoadClass|documentclass|newcommand|RequirePackage|DeclareOption)|^[ \t]*%"),
        ("vba", r"(?i)^[ \t]*(?:attribute[ \t]+vb_|version[ \t]+\d|option[ \t]+explicit|(?:private|public)?[ \t]*(?:sub|function|property)[ \t]+\w+|dim[ \t])"),
        ("apex", r"(?i)^[ \t]*(?:@\w+|(?:public|private|global|protected|virtual|abstract)\b[^;\n]*\b(?:class|interface|enum)[ \t]|(?:with|without|inherited)[ \t]+sharing|/\*\*|//)"),
        (None, r"(?i)^Class[ \t]+[\w.%]+[ \t]+Extends|^[ \t]*&\w+|DEFINE[ \t]+VARIABLE|::(?:method|class)"),
    ),
    "trigger": _row(("bash", r"\A#!"), ("apex", ".")),
    "bas": _row(("vba", r"(?i)^[ \t]*Attribute[ \t]+VB_Name|^[ \t]*Option[ \t]+(?:Explicit|Private|Base|Compare)|^[ \t]*(?:Public|Private)[ \t]+(?:Sub|Function|Const|Type|Declare)"), (None, ".")),
    "frm": _row(("vba", r"(?i)\AVERSION|^[ \t]*Begin[ \t]+VB|Attribute[ \t]+VB_"), ("ini", r"^[ \t]*\[\w|^\w+="), ("vba", ".")),
    "workflow": _row(("hcl", r"^[ \t]*(?:workflow|action)[ \t]+\""), ("xml", _XML_HEAD)),
    "typ": _row(("xml", _XML_HEAD), ("typst", r"^#(?:import|show|let|set|include)|^=+[ \t]|^[^<]")),
    "res": _row(("xml", _XML_HEAD), ("rescript", r"^[ \t]*(?:let|module|type|open|@|external|//|switch)\b")),
    "vhost": _row(("apacheconf", r"(?i)^[ \t]*<VirtualHost|^[ \t]*(?:ServerName|DocumentRoot)\b"), ("nginx", ".")),
    "spec": _row(("rpmspec", r"^(?:Name|Version|Release|Summary|License|%(?:define|global|description|prep|build|install|files|changelog|package))\b[ \t]*:?"), ("ruby", r"^[ \t]*(?:require|describe|it[ \t]|module|class|Gem::|Spec::)|\bdo\b"), ("python", r"^[ \t]*(?:import|from|a[ \t]*=[ \t]*Analysis|def|# -\*- mode: python)")),
    "cgi": _row(("perl", _PERL), ("python", r"^(?:import|from|def)[ \t]"), ("bash", r"^[ \t]*(?:echo|if \[|export|fi$)"), ("ruby", r"^[ \t]*require[ \t]'")),
    "fcgi": _row(("php", r"<\?php"), ("lua", r"^[ \t]*local[ \t]"), ("perl", _PERL), ("python", r"^(?:import|from|def)[ \t]"), ("ruby", r"^[ \t]*(?:require|ENV)"), ("bash", r"^[ \t]*(?:echo|exec|export)")),
    "app": _row(("erlang", r"^\{[ \t]*(?:application|'application')[ \t]*,"), (None, ".")),
    "cake": _row(("csharp", r"^[ \t]*#(?:load|tool|addin|reference|module|l|r)\b|^[ \t]*(?:var|using|public|string|bool)[ \t]+\w|;[ \t]*$"), ("coffeescript", r"[-=]>[ \t]*$|^task[ \t]|^\{?\w+\}?[ \t]*=[ \t]*require\b"), ("csharp", ".")),
    "vba": _row(("vim", r"^\"[ \t]*Vimball|^UseVimball|^finish$"), ("vba", ".")),
    "asc": _row(("pem", r"\A(?:[^\n]{0,200}\n){0,20}?-----BEGIN PGP "), ("pem", r"\A\s{0,50}(?:-----BEGIN|---- BEGIN|ssh-(?:rsa|dss|ed25519) )"), ("asciidoc", r"^[=-]+[ \t]|^\w[^\n]*\n[=~^-]{3,}|^:\w+:"), (None, r"^//|^\d+[ \t]+\d")),
    "csl": _row(("xml", _XML_HEAD), (None, ".")),
    "gd": _row((None, r"^[ \t]*(?:Declare|BindGlobal|KeyDependentOperation|Install(?:Method|Global))\w*\("), ("gdscript", ".")),
    "gml": _row(("xml", _XML_HEAD), (None, ".")),
    "gst": _row(("xml", _XML_HEAD), (None, ".")),
    "ice": _row(("json", r"\A\s*[\[{]"), (None, ".")),
    "i": _row(("asm", r"(?i)^[ \t]*(?:\.|;|\w+:[ \t]*$|\w+[ \t]+(?:equ|macro|set)\b|bits|org)"), (None, ".")),
    "mc": _row((None, r"^(?:MessageId|SeverityNames|LanguageNames)[ \t]*=|^[ \t]*(?:using|import|class|module)\b"), ("m4", ".")),
    "md": _row((None, r"^\(define_(?:insn|expand|attr|mode)\w*\b|\A;; "), ("markdown", ".")),
    "ml": _row((None, r"^[ \t]*(?:fun|val|structure|signature|functor)[ \t]+\w+[^\n]*=>|=> *$"), ("ocaml", ".")),
    "mod": _row(("xml", r"\A\s{0,200}<(?:\?xml|!ENTITY)|<!ENTITY\s"), (None, ".")),
    "mojo": _row(("xml", r"\A\s{0,200}<\?xml"), (None, ".")),
    "ms": _row(("roff", r"^\.[A-Za-z]{2}\b|^[.'][A-Za-z]"), ("asm", r"^[ \t]*\.(?:include|globa?l|section|text|data)\b|(?i:^[ \t]+(?:mov|ldr|str|push|b)\b)"), (None, ".")),
    "n": _row(("roff", r"^[.']"), (None, ".")),
    "ncl": _row(("xml", r"\A\s{0,200}<\?xml|<ncl\b"), ("text", r"THE_TITLE|^[A-Z][a-z ]+:?$"), (None, ".")),
    "nl": _row(("newlisp", r"\A#!|^\s{0,50}\((?:define|set|load|context|module)\b|^[ \t]*;"), (None, ".")),
    "nr": _row(("roff", r"^[.']"), (None, ".")),
    "r": _row((None, r"(?i)\A\s*rebol\b|\brebol[ \t]*\["), ("r", ".")),
    "re": _row(("reason", r"^[ \t]*\[@@|^[ \t]*(?:let|module|open)[ \t]+\w[^\n]{0,120}="), ("cpp", r"^[ \t]*#[ \t]*(?:include|define|if|pragma)\b|re2c|\bstd::"), ("reason", ".")),
    "rno": _row(("roff", r"^\.\\\"|^[.'][A-Za-z]"), ("text", ".")),
    "rpy": _row((None, r"^(?:label|init|define|screen|image|default|menu)\b[^\n]*:?[ \t]*$|^(?:define|default|image)[ \t]"), ("python", ".")),
    "sc": _row((None, r"^[ \t]*(?:SynthDef|\+[ \t]*\w+[ \t]*\{|[A-Z]\w*[ \t]*:[ \t]*[A-Z]\w*[ \t]*\{|\^(?:this|super)\.|\*\w+[ \t]*\{|var[ \t]+\w+)|\b(?:classvar|super\.new|SinOsc)\b"), ("scala", ".")),
    "sw": _row(("xml", _XML_HEAD), (None, ".")),
    "tact": _row(("json", r"\A\s*\{"), (None, ".")),
    "tag": _row(("jsp", r"<%[@!=\s-]|<(?:\w+:)\w+"), (None, ".")),
    "toc": _row((None, r"^## |^@"), ("latex", r"^\\(?:contentsline|select@language|defcounter|boolfalse|babel)")),
    "tpl": _row(("gotemplate", r"\{\{-?[ \t]*(?:\.|/\*|define|if|range|with|include|template|end|\$)"), ("smarty", r"\{(?:\*|\$|if|foreach|include|literal|/)|\A\s*<"), (None, ".")),
    "url": _row(("ini", r"^\[InternetShortcut\]"), (None, ".")),
    "x": _row(("linkerscript", r"\b(?:SECTIONS|MEMORY|OUTPUT_ARCH|ENTRY)[ \t]*[({]|^[ \t]*SECTIONS"), (None, ".")),
    "yy": _row(("json", r"\A\s*[\[{]"), (None, ".")),
    "service": _row(("ini", r"^[ \t]*[#;]|^\[[A-Z]\w*\]"), (None, ".")),
    "target": _row(("ini", r"^[ \t]*[#;]|^\[[A-Z]\w*\]"), (None, ".")),
    "network": _row(("ini", r"^\[[A-Z]\w*\]"), (None, ".")),
    "conf": _row(("nginx", r"^[ \t]*(?:server|http|upstream|location[ \t]+\S+|events)[ \t]*\{"), ("apacheconf", r"(?i)^[ \t]*<(?:VirtualHost|Directory|IfModule|Location|Files)\b"), ("hcl", r"^[ \t]*(?:include[ \t]+\"|\w[\w.-]*[ \t]*\{|\w[\w.-]*[ \t]*=[ \t]*[\[{]|[\w-]+\.[\w.-]+[ \t]*=[ \t]*\S)"), ("ini", ".")),
    "config": _row(("xml", _XML_HEAD), ("json", r"\A\s*\{"), ("ini", ".")),
    "props": _row(("xml", _XML_HEAD), ("properties", ".")),
    "targets": _row(("xml", _XML_HEAD), (None, ".")),
    "project": _row(("xml", _XML_HEAD), (None, ".")),
    "properties": _row(("ini", r"^[ \t]*\[[^\]\n]+\][ \t]*$|\A\s{0,50};"), ("properties", ".")),
    "cfg": _row(("haproxy", r"^(?:frontend|backend|defaults|listen)\b[^\n]*$"), ("ini", ".")),
    "map": _row(("json", r"\A\s*(?:\)\]\}'?\s*)?\{"), (None, ".")),
    "os": _row(("bsl", r"(?i)^[ \t]*(?:\xd0|procedure|function|#use|var\b)"), (None, ".")),
    "tab": _row(("sql", r"(?i)^[ \t]*(?:create|insert|alter|comment|--)\b"), (None, ".")),
    "reg": _row(("ini", r"\A(?:REGEDIT4|Windows Registry)|^\[HKEY"), (None, ".")),
    "inf": _row(("ini", r"^\[[\w. -]+\]|^;"), (None, ".")),
    "tool": _row(("bash", r"\A#!|^[ \t]*(?:if \[|fi$|export|echo)"), (None, ".")),
    "pluginspec": _row(("xml", _XML_HEAD), ("ruby", ".")),
    "module": _row(("php", r"<\?php"), (None, ".")),
    "crt": _row(("pem", r"-----BEGIN"), (None, ".")),
    "cer": _row(("pem", r"-----BEGIN"), (None, ".")),
    "vm": _row(("velocity", r"#(?:if|set|foreach|macro|parse|end)\b|\$!?\{?\w|##"), (None, ".")),
    "vcf": _row((None, r"\ABEGIN:VCARD"), ("tsv", r"\A##fileformat"), (None, ".")),
    "man": _row(("roff", r"^[.']"), (None, ".")),
    "env": _row(("dotenv", r"^[ \t]*(?:export[ \t]+)?[A-Za-z_]\w*=|^[ \t]*#|\A\s*\Z"), (None, ".")),
    "nas": _row(("asm", r"(?i)^[ \t]*(?:;|%|\[|global|extern|bits|section|mov|\w+:)"), (None, ".")),
    "dof": _row(("ini", r"^\["), (None, ".")),
}  # fmt: skip
"""Extension -> patterns in order."""

_MANUAL_PAGE = _row(("roff", r"^[.'](?:\\\"|[A-Za-z]{1,2}\b)"), (None, "."))
HEURISTICS |= dict.fromkeys("1 2 3 4 5 6 7 8 9 1in 1m 1x 3in 3m 3p 3pm 3qt 3x".split(), _MANUAL_PAGE)
