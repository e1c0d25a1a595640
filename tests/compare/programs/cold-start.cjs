// Prints the processor time in milliseconds from before the package of a tree is loaded to its first result:
// `node cold-start.cjs TREE SETTINGS`.
const { openClient } = require("./clients.cjs");

const [tree, words] = process.argv.slice(2);
const { kind, ...place } = JSON.parse(words);
const before = process.cpuUsage();
openClient(tree, kind, place)().then(() => {
  const { user, system } = process.cpuUsage(before);
  process.stdout.write(JSON.stringify({ value: (user + system) / 1000 }));
  process.exit(0);
});
