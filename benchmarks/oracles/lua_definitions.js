// Prints one line per named Lua function outside named functions, by luaparse: path, kind, name, first, declaration and last line.
const fs = require("fs");
const luaparse = require(process.argv[3] || "luaparse");

const SUITES = /^(describe|context|insulate|expose)$/;
const simple = (node) => node.type === "Identifier" ? node.name : node.type === "MemberExpression" ? node.identifier.name : node.type === "IndexExpression" && node.index.type === "StringLiteral" ? node.index.raw.slice(1, -1) : null;

function named(node) {
  if (node.type === "FunctionDeclaration" && node.identifier) return [simple(node.identifier), node.identifier];
  if ((node.type === "LocalStatement" || node.type === "AssignmentStatement") && node.variables.length === 1 && node.init.length === 1 && node.init[0].type === "FunctionDeclaration") return [simple(node.variables[0]), node.variables[0]];
  if (node.type === "TableKeyString" && node.value.type === "FunctionDeclaration") return [node.key.name, node.key];
  if (node.type === "TableKey" && node.value.type === "FunctionDeclaration" && node.key.type === "StringLiteral") return [node.key.raw.slice(1, -1), node.key];
  return null;
}

function visit(file, root) {
  const stack = [[root, false]];
  while (stack.length) {
    const [node, inside] = stack.pop();
    const found = named(node);
    let deeper = inside;
    if (found && found[0] !== null) {
      const at = found[1].identifier || found[1].index || found[1];
      if (!inside) console.log([file, "function", found[0], node.loc.start.line, at.loc.start.line, node.loc.end.line].join("\t"));
      deeper = true;
    } else if (node.type === "CallExpression" && node.base.type === "Identifier" && /^(it|spec|test|before_each|after_each|setup|teardown|lazy_setup|lazy_teardown|pending)$/.test(node.base.name)) deeper = true;
    for (const key of Object.keys(node)) {
      const child = node[key];
      if (key === "loc" || !child) continue;
      for (const one of Array.isArray(child) ? child : [child]) if (one && typeof one === "object" && one.type) stack.push([one, deeper]);
    }
  }
}

for (const file of fs.readFileSync(process.argv[2], "utf8").split("\n").filter(Boolean)) {
  try {
    visit(file, luaparse.parse(fs.readFileSync(file, "utf8"), { locations: true, luaVersion: "LuaJIT", encodingMode: "none" }));
  } catch (error) {
    console.log([file, "broken", "", 0, 0, 0].join("\t"));
  }
}
