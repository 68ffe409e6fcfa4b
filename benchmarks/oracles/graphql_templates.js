// Prints one JSON line per file of the list: [path, [[first line, text, holes inside braces], ...]] for its GraphQL templates, as TypeScript
// sees them: tags and calls named gql or graphql, templates behind a GraphQL comment or with a first line #graphql. Holes are blanked.
// usage: NODE_PATH=... node graphql_templates.js LIST
const fs = require("fs");
const ts = require("typescript");

const NAMES = new Set(["gql", "graphql"]);
const nameOf = (node) => (ts.isIdentifier(node) ? node.text : ts.isPropertyAccessExpression(node) ? node.name.text : "").toLowerCase();
const blank = (text) => text.replace(/[^\n]/g, " ");

function textOf(source, template) {
  const from = template.getStart(source) + 1;
  let text = source.text.slice(from, template.getEnd() - 1);
  let inside = 0;
  if (ts.isTemplateExpression(template)) {
    for (const span of template.templateSpans) {
      const low = span.expression.getFullStart() - 2 - from;
      const high = span.literal.getStart(source) + 1 - from;
      const before = text.slice(0, low).replace(/#[^\n]*|"""[^]*?"""|"[^"\n]*"/g, "");
      if ((before.match(/[{(]/g) || []).length !== (before.match(/[})]/g) || []).length) inside++;
      text = text.slice(0, low) + blank(text.slice(low, high)) + text.slice(high);
    }
  }
  return [source.getLineAndCharacterOfPosition(from).line + 1, text.replace(/\\([\\`$])/g, " $1"), inside];
}

function templates(path) {
  const kind = path.endsWith("x") ? ts.ScriptKind.TSX : undefined;
  const source = ts.createSourceFile(path, fs.readFileSync(path, "utf8"), ts.ScriptTarget.Latest, true, kind);
  const found = [];
  const visit = (node, marked) => {
    if (ts.isTemplateExpression(node) || ts.isNoSubstitutionTemplateLiteral(node)) {
      const before = source.text.slice(node.getFullStart(), node.getStart(source));
      const own = /\/\*\s*GraphQL\s*\*\/\s*$/i.test(before) || /^`\s*#\s*graphql\b/i.test(source.text.slice(node.getStart(source)));
      if (marked || own) {
        found.push(textOf(source, node));
        return;
      }
    }
    if (ts.isTaggedTemplateExpression(node)) return visit(node.template, NAMES.has(nameOf(node.tag)));
    if (ts.isCallExpression(node) && NAMES.has(nameOf(node.expression)) && node.arguments[0]) {
      node.arguments.forEach((argument, index) => visit(argument, index === 0));
      return;
    }
    ts.forEachChild(node, (child) => visit(child, false));
  };
  visit(source, false);
  return found;
}

for (const path of fs.readFileSync(process.argv[2], "utf8").split("\n").filter(Boolean)) {
  let found = null;
  try {
    found = templates(path);
  } catch (error) {
    found = null;
  }
  console.log(JSON.stringify([path, found]));
}
