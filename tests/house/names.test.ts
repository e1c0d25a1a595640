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

/** The package of a source, by the folder of its file: what is published, its tests left out. */
const ownerOf = (file: string): string | undefined =>
  /^packages\/(?!soapwright-testing)([\w-]+)\/src\//.exec(file)?.[1] ??
  (/^(?:src|generated|codegen)\//.test(file) ? "the product" : undefined);

/** Entry points that docs/authors.md names. Their names are for outsiders, whichever package uses them beside. */
const shown = new Set(
  [...readFileSync("docs/authors.md", "utf8").matchAll(/`(soapwright[\w/-]*)`/g)].map(([, specifier]) => specifier!),
);

// A name that a single other package uses is a sign that a wall is in the wrong place. The list says where.
test("names that a single other package uses are listed, except those that authors are shown", () => {
  const users = new Map<string, Set<string>>();
  for (const [file, text] of tracked.flatMap((file) => (ownerOf(file) ? [[file, readFileSync(file, "utf8")]] : [])))
    for (const [, list, from] of text!.matchAll(/(?:import|export) (?:type )?\{([^{}]*)\} from "([^"]+)"/g))
      for (const name of files.has(from!) ? namesIn(list!, "first") : [])
        users.set(`${from} ${name}`, (users.get(`${from} ${name}`) ?? new Set()).add(ownerOf(file!)!));
  const single = [...users].filter(([of, { size }]) => size === 1 && !shown.has(of.split(" ")[0]!));
  expect([...shown].filter((specifier) => !files.has(specifier))).toEqual([]);
  expect(single.length).toBeGreaterThan(0);
  const byPair = new Map<string, string[]>();
  for (const [of, [user]] of single.map(([of, set]) => [of, [...set]] as const)) {
    const [specifier, name] = of.split(" ");
    const pair = `${specifier} for ${user}`;
    byPair.set(pair, [...(byPair.get(pair) ?? []), name!]);
  }
  console.info([...byPair].map(([pair, names]) => `${pair}: ${names.length}: ${names.join(", ")}`).join("\n"));
});
