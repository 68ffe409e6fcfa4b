// Instructions of Dockerfiles by dockerfile-ast: paths on stdin, {path: [[keyword, first line, last line, stage name or null], ...]} on stdout.
// usage: find FOLDER -name 'Dockerfile*' | node dockerfile_instructions.js     (needs dockerfile-ast from npm)
const { DockerfileParser } = require('dockerfile-ast')
const fs = require('fs')

const found = {}
for (const path of fs.readFileSync(0, 'utf8').trim().split('\n')) {
  const instructions = DockerfileParser.parse(fs.readFileSync(path, 'utf8')).getInstructions()
  found[path] = instructions.map(one => {
    const range = one.getRange()
    const stage = one.getKeyword() === 'FROM' ? one.getBuildStage() : null
    return [one.getKeyword(), range.start.line + 1, range.end.line + 1, stage]
  })
}
console.log(JSON.stringify(found))
