// Section titles of AsciiDoc files by Asciidoctor: paths on stdin, {path: [[line, level, title], ...]} on stdout.
// usage: find FOLDER -name '*.adoc' | node asciidoc_headings.js > titles.json     (needs @asciidoctor/core from npm)
const asciidoctor = require('@asciidoctor/core')
const fs = require('fs')

async function main () {
  const processor = typeof asciidoctor === 'function' ? asciidoctor() : asciidoctor
  const titles = {}
  for (const path of fs.readFileSync(0, 'utf8').trim().split('\n')) {
    const document = await processor.load(fs.readFileSync(path, 'utf8'), { sourcemap: true, safe: 'secure' })
    const found = []
    if (document.hasHeader()) found.push([document.getHeader().getLineNumber() || 1, 1, document.getDocumentTitle()])
    const visit = (block) => {
      for (const section of block.getSections()) {
        found.push([section.getLineNumber(), section.getLevel() + 1, section.getTitle()])
        visit(section)
      }
    }
    visit(document)
    titles[path] = found
  }
  console.log(JSON.stringify(titles))
}

main()
