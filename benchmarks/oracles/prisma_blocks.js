// Prints one JSON line per file of the list: [path, [[kind, name, [field names]], ...]] as @mrleebo/prisma-ast reads it, null where it refuses.
// usage: NODE_PATH=... node prisma_blocks.js LIST
const fs = require("fs");
const { getSchema } = require("@mrleebo/prisma-ast");

for (const path of fs.readFileSync(process.argv[2], "utf8").split("\n").filter(Boolean)) {
  let blocks = null;
  try {
    blocks = getSchema(fs.readFileSync(path, "utf8"))
      .list.filter((one) => ["model", "view", "type", "enum", "datasource", "generator"].includes(one.type))
      .map((one) => {
        const inner = one.type === "enum" ? one.enumerators : one.type === "datasource" || one.type === "generator" ? one.assignments : one.properties;
        const fields = inner.filter((field) => ["field", "enumerator"].includes(field.type)).map((field) => field.name);
        return [one.type, one.name, one.type === "datasource" || one.type === "generator" ? [] : fields];
      });
  } catch (error) {
    blocks = null;
  }
  console.log(JSON.stringify([path, blocks]));
}
