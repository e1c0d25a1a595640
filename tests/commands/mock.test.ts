/** `mock`: any WSDL as a running service, called by the client that is generated from the same WSDL. */
import { mkdtempSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { basename, dirname, join } from "node:path";
import { createProgram } from "../../codegen/cli";
import { mockService } from "../../codegen/commands/mock/mock-service";
import { runMock } from "../../codegen/commands/mock/run-mock";
import { generate } from "../../codegen/pipeline";
import { loadTables } from "../../codegen/verify/generated-tables";
import * as runtime from "../../src/runtime";
import { madeAnswer } from "../../src/sandbox/made/made-answer";

const folders = ["tests/golden/cases", "tests/golden/verified"];
const cases = folders.flatMap((folder) =>
  readdirSync(folder)
    .map((name) => join(folder, name, "service.wsdl"))
    .filter((path) => readdirSync(join(path, "..")).includes("service.wsdl")),
);

/** A client without methods of its own: its operations are named by their tables. */
class AnyClient extends runtime.ServiceClient {}

/** Cases that cannot be answered so yet, each with the reason and what its outcome says. */
const expected: Readonly<Record<string, RegExp>> = {
  // Two operations with one SOAPAction and one element differ in nothing that a request has.
  "bare-parts": /not the one to One/,
  // No value is made for a union of lists, nor one that equals a fixed list.
  "bare-simple-types": /cannot make a value/,
  "dates-and-names": /cannot make/,
  "nillable-and-fixed": /fixed value/,
};

interface Called {
  readonly operation: string;
  readonly outcome: string;
}

function orMessage(make: () => unknown): unknown {
  try {
    return make();
  } catch (error) {
    return error;
  }
}

/** Calls every operation of a mock with the values that its own maker would make of the arguments. */
async function callEverything(wsdl: string): Promise<Called[]> {
  const mock = await mockService(wsdl);
  const generated = await generate(wsdl, { source: wsdl, runtime: "x", extension: "" });
  const tables = loadTables(generated.files?.get("schemas.ts") ?? "", runtime as never);
  const called: Called[] = [];
  for (const service of Object.values(tables).filter((one) => (one as { ports?: unknown }).ports !== undefined)) {
    const node = service as runtime.ServiceNode;
    for (const place of mock.places.filter(({ service: name }) => name === node.name).slice(0, 1)) {
      for (const { soapVersion } of node.ports.slice(0, 1)) {
        const client = new AnyClient(node, {
          endpoint: mock.url + place.path,
          soapVersion,
          validation: "strict",
          retries: 0,
        } as never);
        for (const operation of node.operations) {
          const request = { operation: operation.name, args: undefined, headers: {}, soapVersion } as const;
          const asked = { ...operation, output: operation.input };
          const args = orMessage(() =>
            madeAnswer({ operation: asked, request, rename: (namespace: string) => namespace }),
          );
          if (args instanceof Error) {
            called.push({ operation: operation.name, outcome: args.message });
            continue;
          }
          const call = (client as unknown as { call(o: object, a: unknown): PromiseLike<unknown> }).call(
            operation,
            args,
          );
          const outcome = await Promise.resolve(call).then(
            () => "answered",
            (error: Error) => error.message,
          );
          called.push({ operation: operation.name, outcome });
        }
        await client.close({ force: true });
      }
    }
  }
  await mock.close();
  return called;
}

test.each(cases)("%s: every operation is answered, and strict validation accepts it", async (wsdl) => {
  const called = await callEverything(wsdl);
  expect(called.length).toBeGreaterThan(0);
  const reason = expected[basename(dirname(wsdl))];
  const failed = called.filter(({ outcome }) => outcome !== "answered" && !reason?.test(outcome));
  expect(failed).toEqual([]);
});

const streams = () => {
  const printed = { out: "", err: "" };
  return {
    printed,
    isTerminal: false,
    out(text: string) {
      printed.out += text;
    },
    err(text: string) {
      printed.err += text;
    },
  };
};

test("the command prints the address and each service", async () => {
  const own = streams();
  const code = await runMock(
    "tests/golden/cases/several-services/service.wsdl",
    { sandbox: { port: 0 } },
    own,
    async () => {
      const url = own.printed.out.trim();
      expect((await fetch(`${url}/nothing`)).status).toBe(404);
    },
  );
  expect(code).toBe(0);
  expect(own.printed.err.match(/http:\/\/127\.0\.0\.1:\d+\/\S+/g)?.length).toBeGreaterThan(2);
});

test("a WSDL with an error, none at all, and a wrong port are exit 2, with file and line", async () => {
  const missing = streams();
  await expect(runMock("tests/golden/cases/none.wsdl", {}, missing)).resolves.toBe(2);
  expect(missing.printed.err).toMatch(/^error: .*none\.wsdl.*\n$/);
  const folder = mkdtempSync(join(tmpdir(), "mock-"));
  const file = join(folder, "broken.wsdl");
  writeFileSync(file, '<definitions xmlns="http://schemas.xmlsoap.org/wsdl/">\n<types>\n');
  const broken = streams();
  await expect(runMock(file, {}, broken)).resolves.toBe(2);
  rmSync(folder, { recursive: true });
  expect(broken.printed.err).toMatch(/^error: .*broken\.wsdl:2:\d+: .*\n$/);
  const wrong = streams();
  const wsdl = "tests/golden/cases/operations/service.wsdl";
  await expect(runMock(wsdl, { sandbox: { port: -1 } }, wrong)).resolves.toBe(2);
});

test("a handler of no method stops it", async () => {
  const starting = mockService("tests/golden/cases/operations/service.wsdl", { handlers: { orderGetLost: () => [] } });
  await expect(starting).rejects.toThrow(/^handlers\.orderGetLost is not a method of the service; \w+/);
});

test("it is a command of the generator", () => {
  expect(createProgram().commands.map((command) => command.name())).toContain("mock");
});
