// Prints one JSON line per file of the list: all its calls as [method, receiver, root, root method, last method of the chain, next method,
// method of the call whose callback it stands in, last line, kind of the first argument].
// usage: NODE_PATH=... node calls.js php|script|ruby LIST      (php-parser, typescript, @ruby/prism from npm)
const fs = require("fs");
const { pathToFileURL } = require("url");

const short = (text) => text.replace(/\s+/g, " ").slice(0, 60);

// A reader gives for a node: null, or {method, receiver (node or null), args (nodes), text(node), line}.
function calls(root, asCall, children, textOf) {
  const found = [];
  const seen = new Set();
  const stack = [[root, ""]];
  while (stack.length) {
    const [node, inside] = stack.pop();
    const call = asCall(node);
    if (call && !seen.has(node)) {
      const chain = [];
      for (let at = node, one = call; one; at = one.receiver, one = at && asCall(at)) {
        chain.push([at, one]);
        seen.add(at);
      }
      const first = chain[chain.length - 1][1];
      const root_ = first.receiver ? short(textOf(first.receiver)) : "";
      chain.forEach(([at, one], index) => {
        const receiver = index + 1 < chain.length ? "()" : root_;
        const next = index > 0 ? chain[index - 1][1].method : "";
        found.push([one.method, receiver, root_, first.method, chain[0][1].method, next, inside, one.line, one.first]);
        for (const argument of one.args) stack.push([argument, one.method]);
      });
      if (first.receiver) stack.push([first.receiver, inside]);
      continue;
    }
    for (const child of children(node)) stack.push([child, inside]);
  }
  return found;
}

const generic = (node) => {
  const list = [];
  for (const key of Object.keys(node)) {
    if (key === "loc" || key === "comments" || key === "leadingComments" || key === "trailingComments") continue;
    const value = node[key];
    for (const one of Array.isArray(value) ? value : [value]) if (one && typeof one === "object" && one.kind) list.push(one);
  }
  return list;
};

function php(text) {
  const Engine = require("php-parser");
  const engine = new Engine({ parser: { extractDoc: false, suppressErrors: false }, ast: { withPositions: true, withSource: true } });
  const tree = engine.parseCode(text, "a.php");
  const asCall = (node) => {
    if (node.kind !== "call" || !node.what) return null;
    const what = node.what;
    if (what.kind !== "propertylookup" && what.kind !== "staticlookup" && what.kind !== "nullsafepropertylookup") return null;
    const method = what.offset && what.offset.name;
    if (typeof method !== "string") return null;
    const first = node.arguments[0];
    return { method, receiver: what.what, args: node.arguments, line: node.loc.end.line, first: first ? first.kind : "" };
  };
  return calls(tree, asCall, generic, (node) => (node.kind === "name" ? node.name : (node.loc && node.loc.source) || ""));
}

function script(text, path) {
  const ts = require("typescript");
  const source = ts.createSourceFile(path, text, ts.ScriptTarget.Latest, true);
  const strip = (node) => {
    while (node && (ts.isAwaitExpression(node) || ts.isParenthesizedExpression(node) || ts.isAsExpression(node))) node = node.expression;
    return node;
  };
  const asCall = (given) => {
    const node = strip(given);
    if (!node || !ts.isCallExpression(node)) return null;
    const called = node.expression;
    const line = source.getLineAndCharacterOfPosition(node.getEnd() - 1).line + 1;
    const first = node.arguments[0] ? ts.SyntaxKind[node.arguments[0].kind] : "";
    if (ts.isPropertyAccessExpression(called)) return { method: called.name.text, receiver: strip(called.expression), args: node.arguments, line, first };
    if (ts.isIdentifier(called)) return { method: called.text, receiver: null, args: node.arguments, line, first };
    return null;
  };
  const children = (node) => {
    const list = [];
    ts.forEachChild(node, (child) => {
      list.push(child);
    });
    return list;
  };
  return calls(source, asCall, children, (node) => node.getText(source));
}

function ruby(parse, text) {
  const bytes = Buffer.from(text);
  const starts = [0];
  for (let at = 0; at < bytes.length; at++) if (bytes[at] === 10) starts.push(at + 1);
  const lineOf = (offset) => {
    let low = 0, high = starts.length;
    while (high - low > 1) {
      const middle = (low + high) >> 1;
      if (starts[middle] <= offset) low = middle;
      else high = middle;
    }
    return low + 1;
  };
  const tree = parse(text).value;
  const of = (node) => bytes.toString("utf8", node.location.startOffset, node.location.startOffset + node.location.length);
  const asCall = (node) => {
    if (node.constructor.name !== "CallNode") return null;
    const args = [...(node.arguments_ ? node.arguments_.arguments_ : []), ...(node.block ? [node.block] : [])];
    const end = node.location.startOffset + node.location.length - 1;
    return { method: node.name, receiver: node.receiver, args, line: lineOf(end), first: args[0] ? args[0].constructor.name : "" };
  };
  return calls(tree, asCall, (node) => node.compactChildNodes(), of);
}

async function main() {
  const [language, list] = process.argv.slice(2);
  const parse = language === "ruby" ? await (await import(pathToFileURL(require.resolve("@ruby/prism")).href)).loadPrism() : null;
  for (const path of fs.readFileSync(list, "utf8").split("\n").filter(Boolean)) {
    const text = fs.readFileSync(path, "utf8");
    let found = null;
    try {
      found = language === "php" ? php(text) : language === "ruby" ? ruby(parse, text) : script(text, path);
    } catch (error) {
      found = null;
    }
    console.log(JSON.stringify([path, found]));
  }
}

main();
