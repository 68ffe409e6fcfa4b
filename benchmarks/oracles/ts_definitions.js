// Prints one line per type, function, method and bound function of the given files: path, kind, name, first, declaration and last line.
const fs = require("fs");
const ts = require(process.argv[3] || "typescript");

const isFunction = (node) => node && (ts.isArrowFunction(node) || ts.isFunctionExpression(node));

function visit(file, source, node, inside) {
  const line = (at) => source.getLineAndCharacterOfPosition(at).line + 1;
  const row = (kind, name, whole, at) =>
    console.log([file, kind, name, line(whole.getStart(source)), line(at.getStart(source)), line(whole.getEnd() - 1)].join("\t"));
  const next = (child, deeper) => visit(file, source, child, deeper);
  let deeper = inside;
  if (ts.isClassDeclaration(node) || ts.isInterfaceDeclaration(node) || ts.isEnumDeclaration(node)) {
    row("type", node.name ? node.name.text : "default", node, node.name || node);
    deeper = false;
  } else if (ts.isTypeAliasDeclaration(node)) {
    if (!inside) row("type", node.name.text, node, node.name);
  } else if (ts.isFunctionDeclaration(node)) {
    if (!inside && node.body) row("function", node.name ? node.name.text : "default", node, node.name || node);
    deeper = true;
  } else if (ts.isMethodDeclaration(node) || ts.isConstructorDeclaration(node) || ts.isAccessor(node)) {
    if (!inside && node.body) row("method", ts.isConstructorDeclaration(node) ? "constructor" : node.name.getText(source), node, node.name || node);
    deeper = true;
  } else if (ts.isVariableStatement(node) && node.declarationList.declarations.length === 1 && isFunction(node.declarationList.declarations[0].initializer)) {
    const declared = node.declarationList.declarations[0];
    if (!inside && ts.isIdentifier(declared.name)) row("function", declared.name.text, node, declared.name);
    deeper = true;
  } else if ((ts.isPropertyDeclaration(node) || ts.isPropertyAssignment(node)) && isFunction(node.initializer)) {
    if (!inside) row("method", node.name.getText(source), node, node.name);
    deeper = true;
  } else if (isFunction(node)) {
    deeper = true;
    const call = node.parent;
    if (call && ts.isCallExpression(call)) {
      const root = call.expression.getText(source).split(/[.(]/)[0];
      if (/^(f|x)?describe$|^suite$|^context$/.test(root) && !inside) deeper = false;
    }
  }
  ts.forEachChild(node, (child) => next(child, deeper));
}

for (const file of fs.readFileSync(process.argv[2], "utf8").split("\n").filter(Boolean)) {
  const kind = /x$/.test(file) ? ts.ScriptKind.TSX : /\.[cm]?ts$/.test(file) ? ts.ScriptKind.TS : ts.ScriptKind.JS;
  const source = ts.createSourceFile(file, fs.readFileSync(file, "utf8"), ts.ScriptTarget.Latest, true, kind);
  visit(file, source, source, false);
}
