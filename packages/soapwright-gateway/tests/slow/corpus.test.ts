/** The OpenAPI document of each WSDL of the corpus, and its operations through the command: `make gateway-test`. */
import { execFileSync, spawn } from "node:child_process";
import { once } from "node:events";
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createInterface } from "node:readline";
import createFetch from "openapi-fetch";
import { openService, operationOf } from "soapwright";
import { isServiceError } from "soapwright-runtime/errors";
import { partsOf } from "soapwright-runtime/http";
import { fromJson, type Json, toJson } from "soapwright-runtime/json";
import { mockService } from "soapwright-sandbox";
import { corpusFolder, corpusWsdls, describeCorpus } from "soapwright-testing/corpus/corpus-folder";
import type { OpenApiDocument } from "../../src/openapi";
import { problemsOf } from "../validate";

jest.setTimeout(1_800_000);
const load = { allowOutside: true } as const;
const program = "packages/soapwright/dist/cli.js";

interface Document extends OpenApiDocument {
  readonly paths: Readonly<Record<string, { readonly post: { readonly operationId: string } }>>;
  readonly components: { readonly schemas: Readonly<Record<string, { readonly examples?: readonly Json[] }>> };
}

function documentOf(file: string): Document {
  const path = join(corpusFolder, "wsdl", file);
  const args = [program, "openapi", path, "--allow-outside", "--quiet"];
  const text = execFileSync(process.execPath, args, { encoding: "utf8", maxBuffer: 200_000_000 });
  return JSON.parse(text) as Document;
}

describeCorpus("the corpus as OpenAPI", () => {
  const files = corpusWsdls();
  const documents = new Map<string, Document>();
  const found = { documents: files.length, valid: 0, compiled: 0, operations: 0, equal: 0 };
  // The scoreboard has them as a row.
  afterAll(() => {
    mkdirSync("reports", { recursive: true });
    writeFileSync("reports/gateway-corpus.json", JSON.stringify(found));
  });
  beforeAll(() => {
    for (const file of files) documents.set(file, documentOf(file));
  });

  test("each document is valid", () => {
    const problems = problemsOf([...documents.values()]);
    expect(files.filter((_, at) => problems[at]!.length > 0)).toEqual([]);
    found.valid = files.length;
    console.log(`OpenAPI: ${files.length} documents valid`);
  });

  test("the types of openapi-typescript compile", () => {
    const folder = mkdtempSync(join(tmpdir(), "gateway-types-"));
    const names = files.map((_, at) => `document-${at}`);
    for (const [at, name] of names.entries())
      writeFileSync(join(folder, `${name}.json`), JSON.stringify(documents.get(files[at]!)));
    writeFileSync(join(folder, "package.json"), "{}");
    const run = (command: string, ...args: string[]) =>
      execFileSync(command, args, { cwd: folder, encoding: "utf8", maxBuffer: 100_000_000, stdio: "pipe" });
    // It needs a TypeScript 5 of its own.
    run("npm", "install", "--no-audit", "--no-fund", "openapi-typescript@7", "typescript@5");
    const apis = Object.fromEntries(
      names.map((name) => [name, { root: `${name}.json`, "x-openapi-ts": { output: `types/${name}.ts` } }]),
    );
    writeFileSync(join(folder, "redocly.yaml"), JSON.stringify({ apis }));
    run("node_modules/.bin/openapi-typescript");
    const options = { strict: true, noEmit: true, skipLibCheck: true, target: "es2022", module: "nodenext" };
    writeFileSync(join(folder, "tsconfig.json"), JSON.stringify({ compilerOptions: options, include: ["types"] }));
    let output = "";
    try {
      run("node_modules/.bin/tsc", "-p", ".");
    } catch (error) {
      output = (error as { stdout: string }).stdout;
    }
    expect(output).toBe("");
    found.compiled = names.length;
    console.log(`openapi-typescript: ${names.length} files compile`);
    rmSync(folder, { recursive: true });
  });

  test("every operation of 20 services has the value of a direct call", async () => {
    const counts = { services: 0, operations: 0, values: 0, failures: 0, withoutSample: 0 };
    for (const file of files) {
      if (counts.services >= 20) break;
      const path = join(corpusFolder, "wsdl", file);
      const document = documents.get(file)!;
      // One address is one service's; some WSDLs have none that is one.
      const mock = await mockService(path, { load }).catch(() => undefined);
      if (mock === undefined) continue;
      if (new Set(mock.places.map(({ service }) => service)).size !== 1) {
        await mock.close();
        continue;
      }
      const endpoint = mock.url + mock.places[0]!.path;
      const client = await openService(path, { wsdl: load, endpoint, retries: 0, allowInsecure: true });
      const { operations } = partsOf(client).service;
      const args = [program, "gateway", path, "--allow-outside", "--port", "0", "--endpoint", endpoint];
      const gateway = spawn(process.execPath, args, { stdio: ["ignore", "pipe", "ignore"] });
      const [url] = (await once(createInterface(gateway.stdout), "line")) as [string];
      const api = createFetch<Record<string, never>>({ baseUrl: url }) as unknown as {
        POST(path: string, options: object): Promise<{ data?: Json; error?: { code?: string } }>;
      };
      for (const [place, { post }] of Object.entries(document.paths)) {
        // Lines are what the list is: the test of the gateway compares them.
        if (post.operationId.endsWith("_lines") && place.endsWith("/lines")) continue;
        const json = document.components.schemas[`${post.operationId}.args`]?.examples?.[0];
        const operation = operations.find(({ method }) => method === post.operationId);
        expect([file, place, operation?.name]).toEqual([file, place, expect.any(String)]);
        if (operation === undefined) continue;
        if (json === undefined) {
          // A body without required content, or a type that no document can have: then there is nothing to send.
          counts.withoutSample++;
          continue;
        }
        const { data, error } = await api.POST(place, { body: json });
        counts.operations++;
        const direct = await Promise.resolve()
          .then(() => client[operation.method]!(fromJson(operation.input, json)))
          .then(
            (value) => ({ value }),
            (failure: unknown) => ({ failure }),
          );
        if ("failure" in direct) {
          counts.failures++;
          const code = isServiceError(direct.failure) ? direct.failure.code : direct.failure;
          expect([file, operation.name, error?.code]).toEqual([file, operation.name, code]);
        } else {
          counts.values++;
          const { output } = operationOf(client, operation.method);
          const wanted = output === undefined ? undefined : toJson(output, direct.value);
          expect([file, operation.name, error, data]).toEqual([file, operation.name, undefined, wanted]);
        }
      }
      counts.services++;
      const ended = once(gateway, "exit");
      gateway.kill("SIGTERM");
      expect(await ended).toEqual([0, null]);
      await client.close({ force: true });
      await mock.close();
    }
    console.log(`gateway beside direct calls: ${JSON.stringify(counts)}`);
    Object.assign(found, { operations: counts.operations, equal: counts.values });
    expect(counts.services).toBe(20);
    expect(counts.withoutSample).toBe(0);
    expect(counts.values).toBeGreaterThan(counts.failures);
  });
});
