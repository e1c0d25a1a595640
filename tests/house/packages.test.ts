import { execFileSync } from "node:child_process";
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join, relative, resolve } from "node:path";
import { RecordedStreams } from "soapwright-testing/commands/recorded-streams";
import { ts } from "ts-morph";
import { readVersionTable } from "../../packages/soapwright/src/versions/read-table";
import { diff } from "../../packages/soapwright-cli/src/wsdl/diff/diff";
import { readWorkspaces } from "../../scripts/workspaces";
import { before, changes } from "../growth/changes";

/**
 * Rules that manifests cannot express: packages do not depend on each other in cycles, and none imports another by
 * path. Tests are not published: they take what no entry point has from its file.
 */
describe("packages", () => {
  const homes = [".", ...readdirSync("packages").map((name) => join("packages", name))];
  const manifestOf = (home: string) => JSON.parse(readFileSync(join(home, "package.json"), "utf8"));
  const needs = new Map(homes.map(manifestOf).map(({ name, dependencies }) => [name, Object.keys(dependencies ?? {})]));
  const reached = (name: string): string[] => (needs.get(name) ?? []).flatMap((next) => [next, ...reached(next)]);
  const filesOf = (folder: string) =>
    readdirSync(folder, { recursive: true, encoding: "utf8" }).map((file) => join(folder, file));
  const published = homes.filter((home) => !home.endsWith("testing"));
  const folders = published.flatMap((home) => ["src", "codegen", "generated"].map((name) => join(home, name)));

  test("no package needs itself, by way of others", () => {
    expect([...needs.keys()].filter((name) => reached(name).includes(name))).toEqual([]);
  });

  test("no file imports a file of another package by a path", () => {
    const paths = folders.filter((folder) => readdirSync(join(folder, "..")).includes(folder.split(/[\\/]/).at(-1)!));
    const sources = paths.flatMap(filesOf).filter((file) => /\.ts$/.test(file) && !file.includes("node_modules"));
    const home = (path: string) => /^packages[\\/][^\\/]+/.exec(relative(".", path))?.[0] ?? ".";
    const imports = (file: string) => [
      ...readFileSync(file, "utf8").matchAll(/(?:from|import\(|require\() ?"(\.[^"]*)"/g),
    ];
    const strays = sources.flatMap((file) => imports(file).map(([, path]) => [file, resolve(file, "..", path!)]));
    expect(strays.filter(([file, target]) => home(resolve(file!)) !== home(target!))).toEqual([]);
  });

  test("a test imports what users import, or its head says why not", () => {
    const tests = published
      .filter((home) => home !== ".")
      .flatMap((home) => filesOf(join(home, "tests")))
      .filter((file) => file.endsWith(".test.ts"));
    const inside = tests.filter((file) => /"(?:\.\.\/)+src\//.test(readFileSync(file, "utf8")));
    expect(inside.length).toBeGreaterThan(0);
    expect(inside.filter((file) => !readFileSync(file, "utf8").startsWith("/**"))).toEqual([]);
  });
});

describe("dependencies", () => {
  interface Entry {
    readonly resolved?: string;
    readonly link?: boolean;
    readonly optionalDependencies?: Readonly<Record<string, string>>;
  }
  const manifests = readWorkspaces(".").map(({ manifest }) => manifest);
  const dependenciesOf = (name: string) => {
    const manifest = manifests.find((each) => each.name === name);
    if (manifest === undefined) throw new Error(`No package is called ${name}.`);
    return manifest.dependencies ?? {};
  };

  test("the run-time dependencies are those of docs/dependencies.md", () => {
    const foreign = (name: string) =>
      Object.keys(dependenciesOf(name)).filter((each) => !each.startsWith("soapwright"));
    expect(foreign("employee-service-client")).toEqual(["commander", "soap"]);
    expect(foreign("soapwright-runtime")).toEqual(["undici"]);
    expect(foreign("soapwright-node-soap")).toEqual(["soap"]);
    for (const name of ["features", "contract", "sandbox", "export"])
      expect([name, foreign(`soapwright-${name}`)]).toEqual([name, []]);
    const page = readFileSync("docs/dependencies.md", "utf8");
    const names = manifests.flatMap(({ dependencies = {} }) => Object.keys(dependencies));
    const listed = [...page.matchAll(/^\| ([^|]*) \|/gm)].flatMap(
      ([, cell]) => cell!.match(/(?<=`)[\w@/-]+(?=`)/g) ?? [],
    );
    expect(listed).toEqual(expect.arrayContaining(names));
  });

  test.each(["package-lock.json", "docs/package-lock.json"])("%s names no registry", (file) => {
    const { packages } = JSON.parse(readFileSync(file, "utf8")) as { packages: Record<string, Entry> };
    expect(Object.values(packages).filter((p) => p.resolved !== undefined && !p.link)).toEqual([]);
  });

  test("every package says where it is published, and to whom", () => {
    for (const { name, publishConfig } of manifests)
      expect([name, publishConfig]).toEqual([
        name,
        { registry: expect.stringMatching(/^https:\/\/.*\/$/), access: "public" },
      ]);
  });

  test("node-soap is pinned to one minor version", () => {
    for (const name of ["soapwright-node-soap", "employee-service-client"])
      expect(dependenciesOf(name).soap).toMatch(/^~1\.13\./);
  });

  test.each(["package-lock.json", "docs/package-lock.json", "examples/package-lock.json"])(
    "%s has every platform's optional packages, so that it installs anywhere",
    (file) => {
      const { packages } = JSON.parse(readFileSync(file, "utf8")) as { packages: Record<string, Entry> };
      const missing = Object.entries(packages).flatMap(([path, { optionalDependencies = {} }]) =>
        Object.keys(optionalDependencies).filter(
          (name) => !packages[`node_modules/${name}`] && !packages[`${path}/node_modules/${name}`],
        ),
      );
      expect(missing).toEqual([]);
    },
  );
});

/** Suites run in parallel, so each writes to its own place in `reports/`, which no other suite names. */
describe("own folders", () => {
  test("no two suites name the same place in reports/", () => {
    const suites = readdirSync("tests", { recursive: true, encoding: "utf8" }).filter((file) =>
      file.endsWith(".test.ts"),
    );
    const owners = new Map<string, Set<string>>();
    for (const suite of suites) {
      for (const [, place] of readFileSync(join("tests", suite), "utf8").matchAll(/["'`](reports\/[\w.-]+)/g)) {
        owners.set(place as string, (owners.get(place as string) ?? new Set()).add(suite));
      }
    }
    expect(owners.size).toBeGreaterThan(5);
    expect([...owners].filter(([, files]) => files.size > 1).map(([place, files]) => [place, ...files])).toEqual([]);
  });
});

/** The folders of the run time stand one on another, in the order that ARCHITECTURE.md says. */
test("no folder of the run time imports from one above it", () => {
  const root = "packages/soapwright-runtime/src";
  const [, line] = /one direction only: `([^`]+)`/.exec(readFileSync("ARCHITECTURE.md", "utf8"))!;
  const order = line!.split(" <- ");
  const levelOf = (path: string) => order.indexOf(path.split("/")[0]!);
  const imports = readdirSync(root, { recursive: true, encoding: "utf8" })
    .filter((file) => file.endsWith(".ts") && levelOf(file) >= 0)
    .flatMap((file) =>
      [...readFileSync(join(root, file), "utf8").matchAll(/ from "(\.[^"]+)"/g)].map(
        ([, to]) => [file, join(dirname(file), to!)] as const,
      ),
    );
  expect(imports.filter(([from, to]) => levelOf(from) > levelOf(to) && levelOf(to) >= 0).length).toBeGreaterThan(300);
  expect(imports.filter(([from, to]) => levelOf(to) > levelOf(from))).toEqual([]);
});

/** The core handles kinds of features and admissions: no import, message or hint of it names a particular one. */
describe("core names", () => {
  const root = "packages/soapwright-runtime/src";
  /** The code that only lists or observes features, and their terms in tables. */
  const BESIDE = /^(?:index|runtime-tables|http|addressing-terms|runtime-extend|documents)\.ts$/;
  /** The remedies for a response with several parts name the feature that reads it, as docs/decisions/lenient.md says. */
  const REMEDIES = new Set(["errors/advice.ts", "soap/status-words.ts"]);
  const NAMES =
    /\b(?:addressing|wsa|attachments?|mtom|wsse|breaker|adaptive|sharedRate|signatures?|signed)\b|\bsecurity\b(?![ -]object)|\bWS-\w/i;

  /** A reason is a code of the list, not a message. */
  const REASONS = new Set(
    [...readFileSync(join(root, "errors/reasons.ts"), "utf8").matchAll(/^ {2}"?([\w-]+)"?: "/gm)].map(
      ([, code]) => code,
    ),
  );

  /** Returns the texts of a file that users may read, and its imports, without comments, patterns and types. */
  function textsOf(path: string): string[] {
    const texts: string[] = [];
    const visit = (node: ts.Node): void => {
      if (ts.isLiteralTypeNode(node) || (ts.isStringLiteralLike(node) && REASONS.has(node.text))) return;
      if (ts.isStringLiteralLike(node) || ts.isTemplateHead(node) || ts.isTemplateMiddleOrTemplateTail(node)) {
        texts.push(node.text);
      }
      ts.forEachChild(node, visit);
    };
    const file = ts.createSourceFile(path, readFileSync(join(root, path), "utf8"), ts.ScriptTarget.Latest);
    visit(file);
    return texts;
  }

  test("no file of the core names a feature or an admission", () => {
    const files = readdirSync(root, { recursive: true, encoding: "utf8" }).filter(
      (path) => /(?<!\.d)\.ts$/.test(path) && !BESIDE.test(path) && !REMEDIES.has(path),
    );
    expect(files.length).toBeGreaterThan(150);
    const all = files.flatMap((path) => textsOf(path).map((text) => ({ path, text })));
    expect(all.length).toBeGreaterThan(1_000);
    expect(all.filter(({ text }) => NAMES.test(text))).toEqual([]);
  });
});

/** Errors and advice name options that exist. */
describe("option names", () => {
  const folders = ["src", ...readdirSync("packages").map((name) => join("packages", name, "src"))].filter(
    (folder) => !folder.includes("testing"),
  );
  const sources = folders.flatMap((folder) =>
    readdirSync(folder, { recursive: true, encoding: "utf8" })
      .filter((name) => name.endsWith(".ts"))
      .map((name) => readFileSync(join(folder, name), "utf8")),
  );
  const found = (pattern: RegExp): string[] => [
    ...new Set(sources.flatMap((text) => [...text.matchAll(pattern)].map(([, name]) => name!))),
  ];

  /** The options and methods in the public interface of every entry point. */
  const api = readdirSync("api").map((name) => readFileSync(join("api", name), "utf8"));
  const isPublic = (form: (name: string) => RegExp, option: string) =>
    option.split(".").every((name) => api.some((text) => form(name).test(text)));
  const property = (name: string) => new RegExp(`\\b${name}\\??:`);
  const anything = (name: string) => new RegExp(`\\b${name}(?:\\??:|\\()`);

  test("the option of an error is an option, a method or a function of the public interface", () => {
    const options = found(/\boption: "([\w.]+)"/g);
    expect(options.length).toBeGreaterThan(40);
    // The one that is refused by its name.
    expect(options.filter((option) => !isPublic(anything, option))).toEqual(["rejectUnauthorized"]);
  });

  test("advice names options alone", () => {
    const advised = found(/\baction: "(?:set|raise|check)", option: "([\w.]+)"/g);
    expect(advised.length).toBeGreaterThan(15);
    expect(advised.filter((option) => !isPublic(property, option))).toEqual([]);
  });

  test("advice in the texts of messages names options too", () => {
    const named = found(
      /\b(?:[Ss]et|[Rr]aise|[Ll]ower|[Cc]heck) (?:\$\{name\(")?((?:limits|retries|connections|quirks|expose)\.\w+|[a-z]+[A-Z]\w*)\b/g,
    );
    expect(named.length).toBeGreaterThan(4);
    expect(named.filter((option) => !isPublic(property, option))).toEqual([]);
  });
});

/** The output of `diff` in `docs/growing.md` is current, and the generator accepts the page's row. */
describe("growing", () => {
  const page = readFileSync("docs/growing.md", "utf8");
  const shown = new Map(
    [...page.matchAll(/<!-- diff: (\w+) -->\n```text\n([\s\S]*?)```/g)].map(([, name, text]) => [name!, text!]),
  );
  let folder: string;
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), "growing-"));
  });
  afterEach(() => rmSync(folder, { recursive: true }));

  test.each(Object.entries(changes))("%s", async (name, after) => {
    const [old, now] = ["old.wsdl", "new.wsdl"].map((file) => join(folder, file));
    writeFileSync(old!, before());
    writeFileSync(now!, after());
    const streams = new RecordedStreams();
    await diff(old!, now!, {}, streams);
    expect(shown.get(name)).toBe(streams.output);
  });

  test("every change on the page is one that is tried here", () => {
    expect([...shown.keys()].sort()).toEqual(Object.keys(changes).sort());
  });

  test("the row of the page is right", () => {
    const row = /```json\n([\s\S]*?)```/.exec(page)?.[1] ?? "";
    const path = join(folder, "versions.json");
    const text = `{\n  "service": "EmployeeService",\n  "versions": [\n${row}  ]\n}\n`;
    // The page's text is pasted as it stands, and make lint takes it.
    const biome = ["node_modules/@biomejs/biome/bin/biome", "format", "--stdin-file-path=wsdl/versions.json"];
    expect(execFileSync(process.execPath, biome, { input: text, encoding: "utf8" })).toBe(text);
    writeFileSync(path, text);
    writeFileSync(join(folder, "employee-service.v4.wsdl"), "");
    const { table, found } = readVersionTable(path, "versions.json");
    expect(found.all).toEqual([]);
    expect(table?.rows[0]).toMatchObject({ className: { text: "EmployeeServiceV4" }, date: "2027-01-01" });
    const [child] = table!.rows[0]!.header!.children;
    expect(page).toContain(`\`${child!.sandbox}\` for \`apiKey\``);
  });

  test("the page and the schema know the same properties", () => {
    const { definitions } = JSON.parse(readFileSync("wsdl/versions.schema.json", "utf8")) as {
      definitions: Record<string, { properties: object }>;
    };
    for (const name of Object.keys(definitions.version!.properties)) expect(page).toContain(`| \`${name}\` |`);
    for (const name of Object.keys(definitions.child!.properties)) expect(page).toContain(`\`${name}\``);
  });
});
