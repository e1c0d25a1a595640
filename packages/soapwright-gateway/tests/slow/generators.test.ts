/** The clients that people generate from the OpenAPI document, and its linter: `make gateway-test`. */
import { execFileSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { corpusFolder, corpusWsdls, describeCorpus } from "soapwright-testing/corpus/corpus-folder";

jest.setTimeout(3_600_000);
const program = "packages/soapwright/dist/cli.js";
const SERVICES = 20;
const LINES = "_lines";
/** Contracts with lists beside those of the corpus. */
const OWN = [
  "wsdl/employee-service.v2.1.wsdl",
  "wsdl/employee-service.v3.wsdl",
  "tests/migrating/orders.wsdl",
  "tests/attacks/record-service.wsdl",
  ...["inheritance", "substitution", "wrapped-list"].map(
    (name) => `packages/soapwright-testing/src/golden/cases/${name}/service.wsdl`,
  ),
];
const packages = [
  "@redocly/cli@2",
  "openapi-typescript@7",
  "openapi-fetch@0.17",
  "orval@7",
  "@hey-api/openapi-ts@0",
  "typescript@5",
];

interface Subject {
  readonly name: string;
  readonly path: string;
  readonly operationId: string;
}

describeCorpus("clients that are generated from the document", () => {
  const folder = mkdtempSync(join(tmpdir(), "generators-"));
  const subjects: Subject[] = [];
  const run = (command: string, ...args: string[]): string => {
    try {
      return execFileSync(command, args, { cwd: folder, encoding: "utf8", maxBuffer: 100_000_000, stdio: "pipe" });
    } catch (error) {
      const { stdout, stderr } = error as { readonly stdout: string; readonly stderr: string };
      throw new Error(`${command} ${args.join(" ")}: ${stdout}\n${stderr}`);
    }
  };
  const bin = (name: string, ...args: string[]): string => run(join("node_modules/.bin", name), ...args);

  beforeAll(() => {
    writeFileSync(join(folder, "package.json"), '{ "private": true, "type": "module" }');
    run("npm", "install", "--no-audit", "--no-fund", "--ignore-scripts", ...packages);
    for (const path of [...OWN, ...corpusWsdls().map((file) => join(corpusFolder, "wsdl", file))]) {
      if (subjects.length === SERVICES) break;
      const args = [program, "openapi", path, "--allow-outside", "--quiet"];
      const text = execFileSync(process.execPath, args, { encoding: "utf8", maxBuffer: 200_000_000 });
      const { paths } = JSON.parse(text) as { readonly paths: Record<string, { post: { operationId: string } }> };
      const lists = Object.entries(paths).filter(([place]) => Object.hasOwn(paths, `${place}/lines`));
      // Generators change other names, each by its own rule.
      const list = lists.find(([, { post }]) => /^[a-z][a-z\d]*(?:[A-Z][a-z\d]+)*$/.test(post.operationId));
      if (list === undefined || list[1].post.operationId.endsWith(LINES)) continue;
      const name = `service${subjects.length}`;
      writeFileSync(join(folder, `${name}.json`), text);
      subjects.push({ name, path: list[0], operationId: list[1].post.operationId });
    }
  });
  afterAll(() => rmSync(folder, { recursive: true, force: true }));

  test("Redocly's recommended rules find nothing", () => {
    expect(subjects.length).toBe(SERVICES);
    // It prints a report of each document.
    for (const { name } of subjects) {
      const report = bin("redocly", "lint", "--extends=recommended", "--format=json", `${name}.json`);
      expect([name, JSON.parse(report)]).toMatchObject([name, { totals: { errors: 0, warnings: 0 } }]);
    }
  });

  test("lists compile and are arrays in all four", () => {
    for (const { name, path, operationId } of subjects) {
      bin("openapi-typescript", `${name}.json`, "-o", `${name}.types.ts`);
      bin("orval", "--input", `./${name}.json`, "--output", `./${name}.orval.ts`, "--client", "fetch");
      bin("openapi-ts", "-i", `./${name}.json`, "-o", `${name}.hey`, "--no-log-file", "--silent");
      expect(readFileSync(join(folder, `${name}.orval.ts`), "utf8")).toContain(`export const ${operationId} = `);
      writeFileSync(
        join(folder, `${name}.check.ts`),
        `import createClient from "openapi-fetch";
import type { paths } from "./${name}.types";
import { ${operationId} as heyApi } from "./${name}.hey/sdk.gen";
import { ${operationId} as orval } from "./${name}.orval";
type IsList<T> = 0 extends 1 & T ? false : NonNullable<T> extends readonly unknown[] ? true : false;
export async function check(body: never): Promise<void> {
  const { data } = await createClient<paths>({}).POST(${JSON.stringify(path)}, { body });
  for (const each of data ?? []) console.log(each);
  const first: IsList<typeof data> = true;
  const { data: second } = await heyApi({ body });
  const isSecond: IsList<typeof second> = true;
  const third = await orval(body);
  if (third.status !== 200) return;
  const isThird: IsList<typeof third.data> = true;
  console.log(first, isSecond, isThird);
}
`,
      );
    }
    const compilerOptions = {
      strict: true,
      noEmit: true,
      skipLibCheck: true,
      target: "es2022",
      module: "esnext",
      moduleResolution: "bundler",
    };
    writeFileSync(join(folder, "tsconfig.json"), JSON.stringify({ compilerOptions, include: ["*.check.ts"] }));
    expect(bin("tsc", "-p", ".")).toBe("");
    console.log(`openapi-fetch, orval, hey-api, openapi-typescript: lists of ${subjects.length} services are arrays`);
  });
});
