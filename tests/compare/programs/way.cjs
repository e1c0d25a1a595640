// Counts what one warm small call runs of a tree's own sources, by V8's precise coverage: `node -r ts-node/register way.cjs
// TREE ORIGIN`, in the tree. Prints files, functions and calls of functions.
const { Session } = require("node:inspector");
const { join } = require("node:path");
const { pathToFileURL } = require("node:url");

const [tree, origin] = process.argv.slice(2);
const session = new Session();
session.connect();

// Messages to an inspector of the same thread are answered before `post` returns.
function post(method, parameters) {
  let reply;
  session.post(method, parameters, (error, result) => {
    if (error) throw error;
    reply = result;
  });
  return reply;
}

async function main() {
  post("Profiler.enable");
  post("Debugger.enable");
  post("Profiler.startPreciseCoverage", { callCount: true, detailed: false });
  const { createEmployeeServiceV3 } = require(join(tree, "src/index.ts"));
  const client = createEmployeeServiceV3({
    ...{ baseUrl: "https://service.example", endpoint: `${origin}/entries/2`, domain: "acme", soapVersion: "1.1" },
  });
  const call = () => client.addressGetList({ EmployeeId: 1234, Period: 11, Year: 2026 });
  for (let warmUp = 0; warmUp < 20; warmUp++) await call();
  post("Profiler.takePreciseCoverage");
  const list = await call();
  const { result } = post("Profiler.takePreciseCoverage");
  if (list.length !== 2) throw new Error(`The call returned ${list.length} entries where the service sent 2.`);
  process.stdout.write(JSON.stringify(count(result)));
  process.exit(0);
}

/** What the compiler writes for an export, in sources alone: a getter that returns the variable of its name. */
const exported = /^get (\w+)\s*\(\) \{\s*return \1;\s*\}$/;

function count(scripts) {
  const home = pathToFileURL(join(tree, "/")).href;
  const own = scripts
    .map(({ url, scriptId, functions }) => ({
      path: url.replace(/^(?=\/)/, "file://"),
      scriptId,
      called: functions.filter(({ ranges }) => ranges[0].count > 0),
    }))
    .filter(({ path, called }) => path.startsWith(home) && !path.includes("/node_modules/") && called.length > 0)
    .map(({ path, scriptId, called }) => {
      const { scriptSource } = post("Debugger.getScriptSource", { scriptId });
      const text = ({ ranges: [{ startOffset, endOffset }] }) => scriptSource.slice(startOffset, endOffset);
      return { path, called: called.filter((each) => !exported.test(text(each))) };
    })
    .filter(({ called }) => called.length > 0);
  const outside = own.filter(({ path }) => !/\/src\/(xml|schema|xsd)\//.test(path));
  const functions = (files) => files.reduce((sum, { called }) => sum + called.length, 0);
  return {
    files: own.length,
    functions: functions(own),
    filesOutside: outside.length,
    functionsOutside: functions(outside),
    calls: own.flatMap(({ called }) => called).reduce((sum, { ranges }) => sum + ranges[0].count, 0),
  };
}

main();
