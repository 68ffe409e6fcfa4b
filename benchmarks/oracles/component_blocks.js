// Prints one line per block of Vue, Svelte and Astro files, by the compilers of their authors: path, "block", kind, first and last line, and
// writes every script to a folder with all else blank: path, "script", written file. Arguments: listing, node_modules, folder.
const fs = require("fs");
const path = require("path");
const [listing, modules, out] = process.argv.slice(2);
const load = (name) => require(require.resolve(name, { paths: [path.dirname(path.resolve(modules))] }));

let written = 0;
function report(file, source, kind, start, end) {
  const line = (at) => source.slice(0, at).split("\n").length;
  console.log([file, "block", kind, line(start), line(Math.max(start, end - 1))].join("\t"));
}
function script(file, source, ranges, lang) {
  let text = source.replace(/[^\r\n]/g, " ");
  for (const [start, end] of ranges) text = text.slice(0, start) + source.slice(start, end) + text.slice(end);
  const name = path.join(out, `${written++}.${lang}`);
  fs.writeFileSync(name, text);
  console.log([file, "script", name].join("\t"));
}
const tag = (source, kind, inner, end) => [source.lastIndexOf("<" + kind, inner), source.indexOf(">", end) + 1];
const extension = (lang) => (/^ts$|typescript/.test(lang || "") ? "ts" : lang === "tsx" ? "tsx" : "js");

function vue(file, source) {
  const { descriptor, errors } = load("@vue/compiler-sfc").parse(source, { sourceMap: false, ignoreEmpty: false });
  if (errors.length) throw errors[0];
  const scripts = [descriptor.script, descriptor.scriptSetup].filter(Boolean);
  for (const block of [...scripts, descriptor.template, ...descriptor.styles, ...descriptor.customBlocks].filter(Boolean)) {
    if (block.src && block.loc.start.offset === block.loc.end.offset) continue;
    report(file, source, block.type, ...tag(source, block.type, block.loc.start.offset, block.loc.end.offset));
  }
  const ranges = scripts.map((one) => [one.loc.start.offset, one.loc.end.offset]);
  if (ranges.length) script(file, source, ranges, extension(scripts[0].lang));
}

function svelte(file, source) {
  const ast = load("svelte/compiler").parse(source, { modern: true });
  const scripts = [ast.module, ast.instance].filter(Boolean);
  for (const one of scripts) report(file, source, "script", one.start, one.end);
  if (ast.css) report(file, source, "style", ast.css.start, ast.css.end);
  const ranges = scripts.map((one) => [one.content.start, one.content.end]);
  const lang = scripts[0] && (scripts[0].attributes.find((a) => a.name === "lang") || { value: [{}] }).value[0].data;
  if (ranges.length) script(file, source, ranges, extension(lang));
}

async function astro(file, source) {
  const { parse } = await import(require.resolve("@astrojs/compiler", { paths: [path.dirname(path.resolve(modules))] }));
  const { ast } = await parse(source, { position: true });
  const bytes = Buffer.from(source);
  const at = (offset) => bytes.subarray(0, offset).toString().length;
  const ranges = [];
  const stack = [ast];
  while (stack.length) {
    const node = stack.pop();
    if (node.type === "frontmatter") {
      const start = source.indexOf("---");
      const end = source.indexOf("---", start + 3 + node.value.length) + 3;
      report(file, source, "script", start, end);
      ranges.push([start + 3, start + 3 + node.value.length]);
    } else if (node.type === "element" && (node.name === "script" || node.name === "style")) {
      const start = source.indexOf("<" + node.name, Math.max(0, at(node.position.start.offset) - 1));
      const inner = node.children.length ? node.children[0].value.length : 0;
      const head = source.indexOf(inner ? node.children[0].value : "</" + node.name, start);
      report(file, source, node.name, start, source.indexOf(">", source.indexOf("</" + node.name, head)) + 1);
      const json = node.attributes.some((a) => a.name === "type" && /json|template/.test(a.value));
      if (node.name === "script" && inner && !json) ranges.push([head, head + inner]);
    }
    stack.push(...(node.children || []));
  }
  ranges.sort((a, b) => a[0] - b[0]);
  if (ranges.length) script(file, source, ranges, "ts");
}

(async () => {
  for (const file of fs.readFileSync(listing, "utf8").split("\n").filter(Boolean)) {
    const source = fs.readFileSync(file, "utf8");
    try {
      await (file.endsWith(".vue") ? vue : file.endsWith(".svelte") ? svelte : astro)(file, source);
    } catch (error) {
      console.log([file, "broken", String(error.message).split("\n")[0]].join("\t"));
    }
  }
})();
