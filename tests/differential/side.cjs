// A tree's built client: makes the calls that its parent sends, and reports each outcome as text. node side.cjs TREE
const { join } = require("node:path");
const { isArray } = Array;
const { createEmployeeServiceV3 } = require(join(process.argv[2], "dist/index.js"));

const FIELDS = [
  "code",
  "kind",
  "reason",
  "path",
  "line",
  "column",
  "status",
  "location",
  "excerpt",
  "fault",
  "option",
  "sent",
];

/** Keeps apart what JSON does not: undefined, bigint, and the order of keys. */
function shown(value) {
  if (typeof value === "bigint") return `${value}n`;
  if (value === undefined) return "undefined";
  if (typeof value !== "object" || value === null) return JSON.stringify(value);
  if (isArray(value)) return `[${value.map(shown).join()}]`;
  return `{${Object.entries(value)
    .map(([key, each]) => `${key}:${shown(each)}`)
    .join()}}`;
}

function failure(error) {
  const fields = FIELDS.filter((field) => error[field] !== undefined).map((field) => `${field}=${shown(error[field])}`);
  return `${error.name}: ${error.message} ${fields.join(" ")}`;
}

process.on("message", async ({ url, options }) => {
  let outcome;
  let client;
  try {
    client = createEmployeeServiceV3({
      baseUrl: "https://service.example",
      domain: "acme",
      retries: 0,
      ...options,
      endpoint: url,
    });
    outcome = `value: ${shown(await client.addressGetList({ EmployeeId: 1, Period: 1, Year: 2026 }))}`;
  } catch (error) {
    outcome = failure(error);
  }
  await client?.close({ force: true });
  // Ports differ from run to run.
  process.send(outcome.replace(/127\.0\.0\.1:\d+/g, "HOST"));
});
