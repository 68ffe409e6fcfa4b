"""The language table: every language and format name the product knows, and the names, extensions and interpreters that announce it.

Names are lower-case and stable. They equal the grammar's name in tree-sitter-language-pack where one exists, except "protobuf" (grammar "proto").
Dialects share a name where one cutter serves both: "javascript" holds JSX, "json" holds JSON with comments, "markdown" holds MDX, "sql" all
dialects, "bash" every Bourne shell, "xml" SVG, XSLT, project files and WSDL, "ini" git config and systemd units, "objc" Objective-C++,
"verilog" SystemVerilog. "tsx", "json5", "jsonl", "dotenv", "notebook", "requirements", "gomod" and "gosum" stand for themselves. "text" is plain prose;
None (no name) is text nobody could name. An extension claimed by several languages is settled by `heuristics`; the first claim is the default.
"""

# ruff: noqa: E501  # tables read by the row
from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Language:
    """One row: space-separated extensions (without dot), file names, interpreters, and further names used in modelines and attributes."""

    name: str
    extensions: str = ""
    names: str = ""
    interpreters: str = ""
    aliases: str = ""


LANGUAGES: tuple[Language, ...] = (
    # --- languages of application code -----------------------------------------------------------------------------------------------
    Language(
        "python",
        "py pyi pyw pyx pxd pxi py3 pyp pyt gyp gypi rpy tac wsgi xpy lmi pyde spec cgi fcgi",
        "SConstruct SConscript wscript DEPS .gclient",
        "python pypy uv py",
        "py python2 python3 cython",
    ),
    Language("java", "java jav jsh", aliases="jshell"),
    Language("kotlin", "kt kts ktm", interpreters="kotlin kotlinc"),
    Language("scala", "scala sbt sc kojo", interpreters="scala amm scala-cli"),
    Language("groovy", "groovy gradle gvy grt gtpl gsh jenkinsfile", "Jenkinsfile", "groovy", "gradle"),
    Language(
        "javascript",
        "js jsx mjs cjs es es6 jsm jsb jake jsfl jslib jspre jss njs pac sjs ssjs xsjs xsjslib _js bones javascript frag gs jscad",
        "Jakefile",
        "node nodejs deno bun qjs rhino d8 v8 js",
        "jsx ecmascript js2 javascript.jsx",
    ),
    Language("typescript", "ts mts cts", interpreters="ts-node tsx deno bun node", aliases="ts"),
    Language("tsx", "tsx", aliases="typescriptreact typescript.tsx"),
    Language("go", "go", aliases="golang"),
    Language("c", "c h cats idc", interpreters="tcc", aliases="c89 c99 c11"),
    Language(
        "cpp",
        "cpp cc cxx c++ cp hpp hh hxx h++ h ipp ixx inl tpp txx tcc cppm inc ino ii",
        aliases="c++ cplusplus arduino",
    ),
    Language("csharp", "cs csx cake linq", aliases="c# cake"),
    Language("rust", "rs", interpreters="rust-script", aliases="rs"),
    Language(
        "ruby",
        "rb rake gemspec ru rbi rbw rbx rabl builder jbuilder podspec thor god prawn mspec eye pluginspec watchr ruby spec cgi fcgi",
        "Gemfile Rakefile Guardfile Vagrantfile Podfile Capfile Fastfile Appfile Matchfile Deliverfile Snapfile Dangerfile Berksfile Thorfile Brewfile "
        "Appraisals Buildfile buildfile Jarfile Mavenfile Puppetfile Steepfile .irbrc .pryrc .simplecov",
        "ruby jruby macruby rake rbx",
        "rb jruby rake",
    ),
    Language(
        "php", "php php3 php4 php5 phps phpt phtml ctp aw inc fcgi module", "Phakefile .php_cs .php_cs.dist .php", "php"
    ),
    Language("hack", "hack hhi hh php", interpreters="hhvm"),
    Language("swift", "swift", interpreters="swift"),
    Language("objc", "m mm h", aliases="objective-c objectivec obj-c objc++ objective-c++ objcpp"),
    Language("dart", "dart", interpreters="dart"),
    Language("elixir", "ex exs", "mix.lock", "elixir"),
    Language(
        "erlang",
        "erl hrl xrl yrl escript es app.src app",
        "rebar.config rebar.config.lock rebar.lock Emakefile",
        "escript",
    ),
    Language("haskell", "hs hs-boot hsc", interpreters="runhaskell runghc runhugs stack"),
    Language("ocaml", "ml mll mly ml4 eliom", interpreters="ocaml ocamlrun ocamlscript"),
    Language("ocaml_interface", "mli eliomi"),
    Language("fsharp", "fs fsx fsscript", interpreters="fsharpi", aliases="f#"),
    Language("fsharp_signature", "fsi"),
    Language("clojure", "clj cljs cljc cljx cl2 cljscm cljs.hl boot hic bb edn", "riemann.config", "bb clojure"),
    Language("lua", "lua wlua rockspec nse rbxs p8 pd_lua", ".luacheckrc", "lua luajit"),
    Language("luau", "luau", interpreters="luau"),
    Language(
        "perl",
        "pl pm t plx perl ph al psgi cgi fcgi",
        "cpanfile Makefile.PL Rexfile .latexmkrc latexmkrc ack",
        "perl cperl",
    ),
    Language(
        "raku",
        "raku rakumod rakutest p6 pl6 pm6 p6m p6l 6pl 6pm nqp t pl pm",
        interpreters="raku rakudo perl6",
        aliases="perl6 perl-6",
    ),
    Language("prolog", "prolog yap plt pro pl", interpreters="swipl yap"),
    Language("r", "r rsx rd rhistory", ".Rprofile .Rhistory .Rapp.history expr-dist", "Rscript", "rscript splus"),
    Language("julia", "jl", interpreters="julia"),
    Language("matlab", "matlab m", aliases="octave"),
    Language("mercury", "m moo", interpreters="mmi"),
    Language(
        "mathematica",
        "mathematica wl wls wlt nb nbp cdf mt m",
        interpreters="wolfram wolframscript",
        aliases="wolfram mma",
    ),
    Language("fortran", "f90 f95 f03 f08 f f77 for fpp ftn"),
    Language("forth", "fth 4th forth f for fs fr frt", interpreters="gforth"),
    Language("pascal", "pas pascal dpr lpr dfm pp inc", interpreters="instantfpc", aliases="delphi objectpascal"),
    Language("ada", "adb ads ada", aliases="ada95 ada2005"),
    Language("cobol", "cob cbl cobol cpy ccp"),
    Language("d", "d di", interpreters="rdmd", aliases="dlang"),
    Language("nim", "nim nims nimble nimrod nim.cfg", "nim.cfg"),
    Language("crystal", "cr", interpreters="crystal"),
    Language("zig", "zig zon"),
    Language("v", "v vv vsh", aliases="vlang"),
    Language("odin", "odin"),
    Language("hare", "ha"),
    Language("gleam", "gleam"),
    Language("elm", "elm"),
    Language("purescript", "purs"),
    Language("rescript", "res resi"),
    Language("reason", "re rei"),
    Language("coq", "v coq", aliases="rocq"),
    Language("agda", "agda"),
    Language("lean", "lean hlean"),
    Language("idris", "idr lidr"),
    Language(
        "commonlisp",
        "lisp lsp cl asd l ny podsl sexp",
        interpreters="sbcl lisp ccl clisp ecl",
        aliases="common-lisp lisp",
    ),
    Language(
        "elisp",
        "el emacs",
        ".emacs _emacs .gnus .spacemacs .viper Cask Eask Project.ede .abbrev_defs abbrev_defs",
        "emacs",
        "emacs-lisp",
    ),
    Language("scheme", "scm ss sld sls sps sch", interpreters="guile scheme chicken csi gosh bigloo r6rs"),
    Language("racket", "rkt rktd rktl scrbl", interpreters="racket"),
    Language("newlisp", "nl lisp lsp", interpreters="newlisp"),
    Language("janet", "janet", interpreters="janet"),
    Language("fennel", "fnl", interpreters="fennel"),
    Language("visualbasic", "vb vbhtml", aliases="vb.net vbnet visual-basic"),
    Language("vba", "bas cls frm vba ctl dsr", aliases="vb6"),
    Language("vbscript", "vbs"),
    Language("apex", "cls apex trigger"),
    Language("abap", "abap"),
    Language("actionscript", "as", aliases="as3"),
    Language("angelscript", "as angelscript"),
    Language("haxe", "hx hxsl"),
    Language("gdscript", "gd"),
    Language("smalltalk", "st cs"),
    Language("smali", "smali"),
    Language("solidity", "sol"),
    Language("cairo", "cairo"),
    Language("pony", "pony"),
    Language("squirrel", "nut"),
    Language("tcl", "tcl tm adp sdc xdc", "owh starfield", "tclsh wish"),
    Language("verilog", "sv svh vh v veo", aliases="systemverilog"),
    Language("vhdl", "vhd vhdl vhf vhi vho vhs vht vhw"),
    Language("asm", "asm s a51 nasm nas i inc", aliases="assembly nasm gas"),
    Language("llvm", "ll"),
    Language("wat", "wat", aliases="webassembly"),
    Language("wast", "wast"),
    Language("cuda", "cu cuh"),
    Language(
        "glsl",
        "glsl vert frag geom tesc tese comp frg fp fsh fshader geo glslf glslv gshader rchit rmiss shader vrx vs vsh vshader fs gs",
    ),
    Language("hlsl", "hlsl hlsli fx fxh cginc"),
    Language("wgsl", "wgsl"),
    Language("metal", "metal"),
    Language("ballerina", "bal"),
    Language("xtend", "xtend"),
    Language("filterscript", "fs"),
    Language("coffeescript", "coffee litcoffee iced cjsx cake", "Cakefile", "coffee", "coffee-script"),
    Language("livescript", "ls"),
    # --- scripts and shells -----------------------------------------------------------------------------------------------------------
    Language(
        "bash",
        "sh bash zsh ksh bats ebuild eclass command sbatch slurm tmux tool trigger zsh-theme pacscript cgi fcgi",
        ".bashrc .bash_profile .bash_login .bash_logout .bash_aliases .bash_functions .bash_history .profile .zshrc .zshenv .zprofile .zlogin .zlogout "
        ".kshrc .cshrc .login .xinitrc .xsession .envrc .tmux.conf PKGBUILD APKBUILD gradlew mvnw bash_aliases bash_logout bash_profile bashrc cshrc kshrc "
        "profile tmux.conf xinitrc xsession zlogin zlogout zprofile zshenv zshrc 9fs man login",
        "sh bash dash ash ksh mksh pdksh zsh rc bats busybox tcsh csh",
        "shell shell-script sh zsh ksh",
    ),
    Language("fish", "fish", interpreters="fish"),
    Language("powershell", "ps1 psm1 psd1", interpreters="pwsh powershell", aliases="posh pwsh"),
    Language("batch", "bat cmd", "gradlew.bat mvnw.cmd", aliases="batchfile dosbatch winbatch bat"),
    Language("awk", "awk gawk mawk nawk auk", interpreters="awk gawk mawk nawk"),
    Language("sed", "sed", interpreters="sed gsed ssed minised"),
    Language(
        "vim", "vim vmb vimrc vba", ".vimrc vimrc _vimrc .gvimrc gvimrc .nvimrc nvimrc .exrc", aliases="viml vimscript nvim"
    ),
    Language("m4", "m4 mc", "configure.ac configure.in", aliases="m4sugar autoconf"),
    # --- contracts and schemas --------------------------------------------------------------------------------------------------------
    Language("protobuf", "proto", aliases="proto protocol-buffer protocol-buffers"),
    Language("graphql", "graphql gql graphqls"),
    Language("thrift", "thrift"),
    Language("avdl", "avdl", aliases="avro-idl"),
    Language("smithy", "smithy"),
    Language("capnp", "capnp"),
    Language("prisma", "prisma"),
    Language("flatbuffers", "fbs"),
    Language(
        "sql",
        "sql ddl dml mysql psql pgsql plsql pls pck pkb pks pkg plb tpb tps trg prc udf viw vw fnc bdy db2 tab inc cql hql bq spc",
        aliases="plsql plpgsql tsql mysql pgsql sqlpl",
    ),
    Language("dtd", "dtd"),
    Language(
        "xml",
        "xml xsd xsl xslt wsdl svg plist storyboard xib csproj fsproj vbproj vcxproj sqlproj props targets nuspec resx rss atom rdf owl dita ditamap "
        "fxml jelly pom iml xaml axaml axml config xlf xliff xul x3d xacro xmi xmp wxs wxi wxl wsf tmx kml gml gpx glade grxml ui ux urdf sdf ant ivy classpath "
        "project launch pubxml dotsettings natvis ps1xml psc1 cscfg csdef csl ccxml scxml vxml mxml mjml xspec xproj xpl xproc zcml sublime-snippet tmlanguage "
        "tmsnippet tmtheme tmpreferences tmcommand vsixmanifest vssettings vstemplate workflow slnx mod odd osm rs ts mm tsx srdf sch filters admx adml res cproject "
        "csproj.user wixproj shproj proj pt pkgproj sfproj nproj ndproj depproj ccproj jsproj builds builder ct clixml ditaval gmx gst hzp icls mdpolicy meta4 "
        "mojo ncl qhelp rbxmx sw tml typ rs sr aml ccxml",
        "pom.xml .classpath .project .cproject web.config App.config Web.config NuGet.config packages.config Web.Debug.config Web.Release.config Settings.StyleCop",
        aliases="svg xslt wsdl xsd rss",
    ),
    # --- configuration and build ------------------------------------------------------------------------------------------------------
    Language(
        "yaml",
        "yml yaml mir reek rviz yaml.sed yml.mysql sublime-syntax syntax yaml-tmlanguage cff",
        ".clang-format .clang-tidy .clangd .gemrc .yamllint .prettierrc .eslintrc .stylelintrc glide.lock yarn.lock pixi.lock CITATION.cff",
        aliases="yml",
    ),
    Language(
        "json",
        "json geojson topojson har avsc avpr webmanifest sarif gltf jsonld json-tmlanguage ice mcmeta tfstate tfstate.backup tact webapp 4dform 4dproject yy yyp slnlaunch "
        "jsonc code-workspace code-snippets hujson map sublime-build sublime-commands sublime-completions sublime-keymap sublime-menu sublime-project "
        "sublime-settings sublime-theme sublime-workspace sublime-color-scheme sublime-macro sublime-mousemap sublime_metrics sublime_session cdxj importmap",
        ".babelrc .jshintrc .jscsrc .jslintrc .eslintrc.json .swcrc .bowerrc .nycrc .c8rc .htmlhintrc .tern-project .tern-config .watchmanconfig .arcconfig "
        ".all-contributorsrc .imgbotconfig .releaserc .auto-changelog .secrets.baseline .devcontainer.json composer.lock Pipfile.lock Package.resolved "
        "flake.lock deno.lock bun.lock MODULE.bazel.lock mcmod.info .lintstagedrc .commitlintrc",
        aliases="jsonc json-with-comments",
    ),
    Language("json5", "json5"),
    Language("jsonl", "jsonl ndjson"),
    Language("jsonnet", "jsonnet libsonnet"),
    Language("cue", "cue"),
    Language("dhall", "dhall"),
    Language("kdl", "kdl"),
    Language("ron", "ron"),
    Language(
        "toml",
        "toml",
        "Cargo.lock Cargo.toml.orig Gopkg.lock Pipfile poetry.lock pdm.lock uv.lock mise.lock mise.local.lock .taplo.toml",
    ),
    Language("properties", "properties", aliases="java-properties jproperties"),
    Language(
        "ini",
        "ini cfg cnf conf prefs service socket timer target mount network url container desktop lektorproject dof gitconfig editorconfig pro reg inf",
        ".editorconfig .flake8 .coveragerc .pylintrc pylintrc .gitconfig .gitmodules .tgitconfig config.worktree .buckconfig .gitreview hosts HOSTS hosts.txt HOSTS.txt vlcrc "
        "buildozer.spec .bumpversion.cfg .isort.cfg .npmrc",
        aliases="dosini gitconfig cfg editorconfig",
    ),
    Language("dotenv", "env", ".env .flaskenv"),
    Language("hcl", "hcl nomad workflow tftpl", ".terraform.lock.hcl"),
    Language("terraform", "tf tfvars tofu", aliases="opentofu"),
    Language("bicep", "bicep bicepparam"),
    Language("rego", "rego"),
    Language("nix", "nix"),
    Language("puppet", "pp epp", "Modulefile"),
    Language("dockerfile", "dockerfile containerfile", "Dockerfile Containerfile", aliases="docker"),
    Language(
        "make",
        "mk mak make makefile mkfile d",
        "Makefile makefile GNUmakefile BSDmakefile Makefile.am Makefile.in Makefile.inc Makefile.boot Makefile.frag "
        "Makefile.pc Makefile.wat makefile.sco mkfile Kbuild",
        "make",
        "makefile gnumakefile",
    ),
    Language("cmake", "cmake", "CMakeLists.txt"),
    Language("meson", "", "meson.build meson_options.txt meson.options"),
    Language("ninja", "ninja"),
    Language("gn", "gn gni", ".gn"),
    Language(
        "starlark",
        "bzl star bazel",
        "BUILD BUILD.bazel WORKSPACE WORKSPACE.bazel WORKSPACE.bzlmod MODULE.bazel BUCK Tiltfile",
        aliases="bazel bzl",
    ),
    Language("just", "just", "justfile Justfile .justfile", "just"),
    Language("bitbake", "bb bbappend bbclass inc"),
    Language("kconfig", "", "Kconfig"),
    Language("gomod", "", "go.mod go.work", aliases="go-module"),
    Language("gosum", "", "go.sum go.work.sum", aliases="go-checksums"),
    Language("requirements", "", "requirements.txt constraints.txt", aliases="pip-requirements"),
    Language("pymanifest", "", "MANIFEST.in"),
    Language(
        "gitignore",
        "gitignore",
        ".gitignore .dockerignore .npmignore .eslintignore .prettierignore .helmignore .gcloudignore .vscodeignore .stylelintignore "
        ".ignore .rgignore .agignore .hgignore .cvsignore .bzrignore .nodemonignore .vercelignore .babelignore .markdownlintignore .cursorignore .slugignore "
        ".eslint-ignore .eleventyignore .easignore .coffeelintignore .ckignore .atomignore gitignore-global gitignore_global",
        aliases="ignore-list",
    ),
    Language("gitattributes", "gitattributes", ".gitattributes", aliases="git-attributes"),
    Language("codeowners", "", "CODEOWNERS"),
    Language("nginx", "nginx nginxconf vhost", "nginx.conf", aliases="nginx-configuration"),
    Language("apacheconf", "apacheconf htaccess vhost", ".htaccess apache2.conf httpd.conf", aliases="apache"),
    Language("linkerscript", "ld lds x", "ld.script"),
    Language("bsl", "bsl os"),
    Language("rpmspec", "spec", aliases="rpm-spec"),
    Language("kickstart", "ks"),
    # --- markup and prose -------------------------------------------------------------------------------------------------------------
    Language(
        "markdown",
        "md markdown mdown mkd mkdn mkdown mdwn mdx livemd ronn scd workbook mdc qmd rmd",
        "contents.lr",
        aliases="md mdx gfm pandoc rmarkdown",
    ),
    Language("rst", "rst rest rst.txt rest.txt", aliases="restructuredtext"),
    Language("asciidoc", "adoc asciidoc asc"),
    Language("org", "org"),
    Language("latex", "tex ltx latex sty cls dtx ins bbx cbx aux lbx mkii mkiv mkvi toc", aliases="tex plaintex"),
    Language("bibtex", "bib bibtex"),
    Language("typst", "typ"),
    Language("textile", "textile"),
    Language("mediawiki", "mediawiki wiki wikitext"),
    Language("creole", "creole"),
    Language("pod", "pod"),
    Language("rdoc", "rdoc"),
    Language(
        "roff",
        "roff man mdoc rno tmac nr 1 2 3 4 5 6 7 8 9 1in 1m 1x 3in 3m 3p 3pm 3qt 3x me ms n l t",
        "eqnrc mmn mmt troffrc troffrc-end",
        aliases="nroff troff groff",
    ),
    Language(
        "text",
        "txt text log no fr nb ncl",
        "LICENSE LICENCE COPYING NOTICE AUTHORS CONTRIBUTORS MAINTAINERS README CHANGES CHANGELOG HISTORY NEWS INSTALL TODO THANKS CREDITS VERSION PATENTS CITATION "
        "CITATIONS FONTLOG README.me COPYING.regex COPYRIGHT.regex INSTALL.mysql LICENSE.mysql README.mysql README.nss README.pc click.me delete.me keep.me "
        "package.mask package.use.mask package.use.stable.mask read.me readme.1st test.me use.mask use.stable.mask",
        aliases="plain plaintext",
    ),
    Language("rtf", "rtf"),
    Language("html", "html htm xhtml xht hta html.hl inc", aliases="xhtml htm"),
    Language("css", "css"),
    Language("scss", "scss"),
    Language("sass", "sass"),
    Language("less", "less"),
    Language("stylus", "styl"),
    Language("vue", "vue"),
    Language("svelte", "svelte"),
    Language("astro", "astro"),
    Language("embeddedtemplate", "erb rhtml ejs ect jst erb.deface", aliases="erb ejs html+erb eruby"),
    Language("jinja", "jinja jinja2 j2 njk", aliases="htmldjango django nunjucks html+django"),
    Language("twig", "twig"),
    Language("liquid", "liquid"),
    Language("handlebars", "hbs handlebars mustache"),
    Language("pug", "pug jade"),
    Language("haml", "haml haml.deface"),
    Language("slim", "slim"),
    Language("blade", "blade blade.php"),
    Language("smarty", "tpl"),
    Language("freemarker", "ftl ftlh"),
    Language("velocity", "vtl vm"),
    Language("jsp", "jsp jspf jspx tag", aliases="java-server-pages"),
    Language("aspnet", "aspx ascx asax ashx asmx axd", aliases="asp.net"),
    Language("asp", "asp", aliases="classic-asp"),
    Language("razor", "cshtml razor", aliases="html+razor"),
    Language("heex", "heex leex eex", aliases="html+eex"),
    Language("gotemplate", "gotmpl tmpl gohtml", aliases="go-template"),
    Language("qmljs", "qml qbs", aliases="qml"),
    Language("mermaid", "mmd mermaid"),
    Language("plantuml", "puml plantuml pu iuml"),
    Language("dot", "dot gv", aliases="graphviz"),
    Language("gherkin", "feature story", aliases="cucumber"),
    Language("robotframework", "robot resource"),
    Language("po", "po pot", aliases="gettext-catalog gettext"),
    Language("diff", "diff patch"),
    Language("postscript", "ps eps epsi pfa"),
    # --- data -------------------------------------------------------------------------------------------------------------------------
    Language("notebook", "ipynb", "Notebook", aliases="jupyter-notebook"),
    Language("csv", "csv"),
    Language("tsv", "tsv"),
    Language("psv", "psv"),
    Language("pem", "pem crt cer csr pub"),
    Language("beancount", "beancount"),
    Language("sparql", "sparql rq"),
    Language("turtle", "ttl"),
)
