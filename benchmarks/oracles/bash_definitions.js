// Prints one line per function and bats test of the given files: path, kind, name, first, declaration and last line. The parser is mvdan/sh;
// this build of it knows no bats, so `@test "..." {` reaches it as a function of the same line.
const fs = require("fs");
const { syntax } = require(process.argv[3] || "mvdan-sh");

function visit(file, root, titles) {
  const open = [];
  syntax.Walk(root, (node) => {
    if (node === null) {
      open.pop();
      return true;
    }
    const kind = syntax.NodeType(node);
    const inside = open.includes("FuncDecl");
    open.push(kind);
    if (kind === "FuncDecl" && !inside)
      console.log([file, "function", (titles.get(node.Name.Value) || "").replace(/\t/g, " ") || node.Name.Value, node.Pos().Line(), node.Name.Pos().Line(), node.End().Line()].join("\t"));
    return true;
  });
}

for (const file of fs.readFileSync(process.argv[2], "utf8").split("\n").filter(Boolean)) {
  const text = fs.readFileSync(file, "utf8");
  const titles = new Map();
  const plain = text.replace(/^[ \t]*@test[ \t]+(.*?)[ \t]+\{[ \t]*$/gm, (_, title) => {
    titles.set(`bats_test_${titles.size}`, title.replace(/^(["'])(.*)\1$/, "$2").replace(/\\(["'`])/g, "$1"));
    return `bats_test_${titles.size - 1}() {`;
  });
  try {
    visit(file, syntax.NewParser(syntax.Variant(syntax.LangBash)).Parse(plain, file), titles);
  } catch (error) {
    console.log([file, "broken", "", 0, 0, 0].join("\t"));
  }
}
