// Prints one line per type and callable of the given files: path, kind, name, first, declaration and last line. The parser is Scalameta's.
const fs = require("fs");
const { parseSource } = require(process.argv[3] || "scalameta-parsers");

const TYPES = new Set(["Defn.Class", "Defn.Trait", "Defn.Object", "Pkg.Object", "Defn.Enum"]);
const CALLABLES = new Set(["Defn.Def", "Decl.Def", "Ctor.Secondary", "Defn.Macro"]);

function lines(text) {
  const starts = [0];
  for (let at = text.indexOf("\n"); at >= 0; at = text.indexOf("\n", at + 1)) starts.push(at + 1);
  return (offset) => {
    let low = 0, high = starts.length;
    while (high - low > 1) {
      const middle = (low + high) >> 1;
      if (starts[middle] <= offset) low = middle;
      else high = middle;
    }
    return low + 1;
  };
}

function visit(file, text, line, node, inside) {
  let deeper = inside;
  const row = (kind, name) =>
    console.log([file, kind, name.value === undefined ? "this" : text.slice(name.pos.start, name.pos.end), line(node.pos.start), line(name.pos.start), line(node.pos.end - 1)].join("\t"));
  if (TYPES.has(node.type)) {
    row("type", node.name || node.ref);
    deeper = false;
  } else if (CALLABLES.has(node.type)) {
    if (!inside) row("function", node.name);
    deeper = true;
  } else if (/^(Term|Defn\.Va|Case|Enumerator)/.test(node.type)) {
    deeper = true; // only types count inside expressions
  }
  for (const key of Object.keys(node)) {
    const value = node[key];
    for (const child of Array.isArray(value) ? value.flat(3) : [value]) if (child && child.type) visit(file, text, line, child, deeper);
  }
}

for (const file of fs.readFileSync(process.argv[2], "utf8").split("\n").filter(Boolean)) {
  const text = fs.readFileSync(file, "utf8").replace(/^\uFEFF/, "");
  let tree;
  try {
    tree = parseSource(text);
  } catch (error) {
    tree = { error: String(error) };
  }
  if (tree.error) console.log([file, "broken", "", 0, 0, 0].join("\t"));
  else visit(file, text, lines(text), tree, false);
}
