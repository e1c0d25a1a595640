/** The names that packages export: an entry point of our own packages has none that nothing imports. */
import { execFileSync } from "node:child_process";
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";

/** Entry points that programs of users seldom import: here a name needs an importer in a source, a test or a page. */
const forAuthors = [
  "soapwright-cli",
  "soapwright-cli/program",
  "soapwright-contract",
  "soapwright-contract/flags",
  "soapwright-features/wire",
  "soapwright-runtime/codecs",
  "soapwright-runtime/http",
  "soapwright-runtime/xsd",
  "soapwright-verify",
];

const tracked = execFileSync("git", ["ls-files"], { encoding: "utf8" }).split("\n").filter(existsSync);
const texts = tracked.filter((file) => /\.(?:ts|mts|mjs|cjs|md)$/.test(file)).map((file) => readFileSync(file, "utf8"));

/** The files of entry points, by specifier, and how many specifiers manifests list in all. */
const files = new Map<string, string>();
let listed = 0;
for (const manifest of tracked.filter((file) => /^(?:packages\/[\w-]+\/)?package\.json$/.test(file))) {
  const { name, exports = {} } = JSON.parse(readFileSync(manifest, "utf8")) as {
    name: string;
    exports?: Record<string, string | Record<string, string>>;
  };
  if (name === "soapwright-testing") continue;
  for (const [entry, target] of Object.entries(exports)) {
    if (/\.json$/.test(entry)) continue;
    listed++;
    const source = typeof target === "string" ? undefined : target["soapwright-source"];
    if (source !== undefined) files.set(name + entry.slice(1), join(manifest, "..", source));
  }
}

const namesIn = (list: string, at: "first" | "last"): string[] =>
  list
    .split(",")
    .map((one) =>
      one
        .trim()
        .replace(/^type /, "")
        .split(" as "),
    )
    .map((words) => (at === "first" ? words[0]! : words.at(-1)!).trim())
    .filter((name) => name !== "");

const exported = (file: string): string[] =>
  [...readFileSync(file, "utf8").matchAll(/^export (?:type )?\{([^{}]*)\}/gm)].flatMap(([, list]) =>
    namesIn(list!, "last"),
  );

/** The names that any file takes from a specifier; `typeof import(…)` and a namespace take those that the file mentions. */
function takenFrom(specifier: string): (name: string) => boolean {
  const users = texts.filter((text) => text.includes(`"${specifier}"`));
  const named = new Set(
    users
      .flatMap((text) => [...text.matchAll(/(?:import|export) (?:type )?\{([^{}]*)\} from "([^"]+)"/g)])
      .filter(([, , from]) => from === specifier)
      .flatMap(([, list]) => namesIn(list!, "first")),
  );
  const wholes = users.filter((text) => /import \* as|import\(|require\(/.test(text));
  return (name) => named.has(name) || wholes.some((text) => new RegExp(`\\b${name}\\b`).test(text));
}

// Growth is reported, and fails no build.
test("entry points and names are found, and counted", () => {
  const all = [...files.values()].flatMap(exported);
  console.info(`${listed} entry points, ${all.length} names`);
  expect(files.size).toBeGreaterThan(20);
  expect(all.length).toBeGreaterThan(500);
});

test.each(forAuthors)("each name of %s is imported somewhere", (specifier) => {
  const isTaken = takenFrom(specifier);
  const names = exported(files.get(specifier)!);
  expect(names.length).toBeGreaterThan(0);
  expect(names.filter((name) => !isTaken(name))).toEqual([]);
});

/**
 * The package of a source, by the folder of its file: what is published, its tests left out, and `generated/`, which imports
 * what the generator writes for the WSDLs that there are.
 */
const ownerOf = (file: string): string | undefined =>
  /^packages\/(?!soapwright-testing)([\w-]+)\/src\//.exec(file)?.[1] ??
  (/^(?:src|codegen)\//.test(file) ? "the product" : undefined);

/** What docs/authors.md shows to outsiders, whichever package uses it beside: the names of an entry point that it lists, or all. */
const shown = new Map(
  [...readFileSync("docs/authors.md", "utf8").matchAll(/`(soapwright[\w/-]*)`((?:[:,] (?:its )?`\w+`)*)/g)].map(
    ([, specifier, list]) => [specifier!, new Set([...list!.matchAll(/`(\w+)`/g)].map(([, name]) => name!))] as const,
  ),
);

function isShown(specifier: string, name: string): boolean {
  const names = shown.get(specifier);
  return names !== undefined && (names.size === 0 || names.has(name));
}

/** Why names cross a wall for one package: what that package does with them. */
const REASONS = new Map([
  ["soapwright for the product", "codegen/ prints diagnostics"],
  ["soapwright-cli for the product", "short names and the sandbox's command are built of the parts of any product's"],
  ["soapwright-cli/doctor for the product", "its doctor knows its own WSDL"],
  [
    "soapwright-contract for soapwright",
    "the generator emits the model, the tables and names beside those of the user",
  ],
  ["soapwright-contract for soapwright-cli", "diff, inspect, catalog and doctor show a contract"],
  ["soapwright-contract for soapwright-sandbox", "its pages show the contract's documents"],
  ["soapwright-contract for soapwright-verify", "instances are made of the components of a schema"],
  ["soapwright-contract/flags for soapwright", "the frame of the binary prints as every command does"],
  ["soapwright-contract/flags for soapwright-cli", "its commands read a WSDL as generate does"],
  ["soapwright-contract/open for soapwright", "its users open a service by one import"],
  ["soapwright-contract/open for soapwright-cli", "a WSDL that a command has loaded is called"],
  ["soapwright-export for soapwright-cli", "the commands export and worker"],
  ["soapwright-features for soapwright-cli", "a client of a command holds its limits"],
  ["soapwright-features for soapwright-export", "chunks of a queue share a rate"],
  ["soapwright-features/security for soapwright-cli", "options of a security file"],
  ["soapwright-features/security for soapwright-sandbox", "the service's side of a policy"],
  ["soapwright-gateway for soapwright-cli", "the commands gateway and openapi"],
  ["soapwright-runtime for soapwright", "names of options that a configuration may set"],
  ["soapwright-runtime for soapwright-cli", "clients of versions, and what a call returns"],
  ["soapwright-runtime for soapwright-features", "what a feature is handed"],
  ["soapwright-runtime for soapwright-node-soap", "the interface that it implements"],
  ["soapwright-runtime for the product", "what its users import from it"],
  ["soapwright-runtime/errors for soapwright-features", "telemetry observes calls"],
  ["soapwright-runtime/errors for soapwright-gateway", "codes become HTTP statuses"],
  ["soapwright-runtime/errors for the product", "what its users import from it"],
  ["soapwright-runtime/json for soapwright-cli", "JSON of any type of the tables"],
  ["soapwright-runtime/json for soapwright-gateway", "schemas of tools and of OpenAPI"],
  ["soapwright-runtime/tables for soapwright-cli", "parts of messages as documents"],
  ["soapwright-runtime/tables for soapwright-features", "the generated client of an issuer of tokens"],
  ["soapwright-runtime/tables for soapwright-sandbox", "sample values of built-in types"],
  ["soapwright-runtime/xsd for soapwright", "a configuration is read with positions"],
  ["soapwright-runtime/xsd for soapwright-contract", "facets of a schema are checked as codecs check them"],
  ["soapwright-runtime/xsd for soapwright-cli", "Markdown of collections is escaped beside other targets"],
  ["soapwright-runtime/xsd for soapwright-sandbox", "requests and recordings are checked as codecs check them"],
  ["soapwright-runtime/xsd for soapwright-verify", "texts of built-in types and patterns"],
  ["soapwright-verify for soapwright-cli", "the commands verify, sample, collection and inspect"],
  ["soapwright-verify for soapwright-sandbox", "results are generated"],
]);

// A name that a single other package uses is a sign that a wall is in the wrong place. The list says where.
test("names that a single other package uses have a reason, except those that authors are shown", () => {
  const users = new Map<string, Set<string>>();
  for (const [file, text] of tracked.flatMap((file) => (ownerOf(file) ? [[file, readFileSync(file, "utf8")]] : [])))
    for (const [, list, from] of text!.matchAll(/(?:import|export) (?:type )?\{([^{}]*)\} from "([^"]+)"/g))
      for (const name of files.has(from!) ? namesIn(list!, "first") : [])
        users.set(`${from} ${name}`, (users.get(`${from} ${name}`) ?? new Set()).add(ownerOf(file!)!));
  expect([...shown.keys()].filter((specifier) => !files.has(specifier))).toEqual([]);
  const byPair = new Map<string, string[]>();
  for (const [of, all] of users) {
    const [specifier, name] = of.split(" ") as [string, string];
    if (all.size !== 1 || all.has(specifier) || isShown(specifier, name)) continue;
    const pair = `${specifier} for ${[...all][0]}`;
    byPair.set(pair, [...(byPair.get(pair) ?? []), name]);
  }
  console.info([...byPair].map(([pair, names]) => `${pair}: ${names.length}: ${names.join(", ")}`).join("\n"));
  expect([...byPair.keys()].filter((pair) => !REASONS.has(pair))).toEqual([]);
  expect([...REASONS.keys()].filter((pair) => !byPair.has(pair))).toEqual([]);
});
