/**
 * Tests `wsdl/collection/collection` and `wsdl/json-schema/json-schema` by themselves: no entry point shows them
 * whole.
 */
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import Ajv from "ajv/dist/2020";
import { mockService } from "soapwright-sandbox";
import { ordersWsdl } from "soapwright-testing/commands/orders-wsdl";
import { RecordedStreams } from "soapwright-testing/commands/recorded-streams";
import { smallWsdl } from "soapwright-testing/commands/small-wsdl";
import { collection } from "../../src/wsdl/collection/collection";
import { jsonSchema } from "../../src/wsdl/json-schema/json-schema";

const { bruToJsonV2, bruToEnvJsonV2 } = require("@usebruno/lang") as {
  bruToJsonV2(text: string): Record<string, unknown>;
  bruToEnvJsonV2(text: string): { variables: { name: string; value: string; secret: boolean }[] };
};
const { Collection, VariableScope } = require("postman-collection") as {
  VariableScope: new (json: unknown) => { values: { all(): { key: string; value: unknown }[] } };
  Collection: new (
    json: unknown,
  ) => {
    forEachItem(each: (item: PostmanItem) => void): void;
    items: { all(): { name: string }[] };
    variables: { all(): { key: string; type: string; value: unknown }[] };
  };
};
interface PostmanItem {
  readonly name: string;
  readonly request: {
    readonly method: string;
    readonly body: { readonly raw: string };
    readonly headers: { get(name: string): string | undefined };
  };
  readonly responses: { all(): { readonly body: string }[] };
}

const folder = mkdtempSync(join(tmpdir(), "collection-"));
const wsdl = join(folder, "orders.wsdl");
beforeAll(() => writeFileSync(wsdl, ordersWsdl()));
afterAll(() => rmSync(folder, { recursive: true }));

async function written(tool: "bruno" | "postman" | "insomnia" | "http") {
  const out = join(folder, tool);
  const code = await collection(wsdl, { for: tool, out, quiet: true }, new RecordedStreams());
  expect(code).toBe(0);
  const names = readdirSync(out, { recursive: true, encoding: "utf8" }).filter((name) => /\.\w+$/.test(name));
  return new Map(names.map((name) => [name, readFileSync(join(out, name), "utf8")]));
}

/** The mock accepts what a request has, which proves its headers and its body. */
async function answered(headers: Readonly<Record<string, string>>, body: string): Promise<string> {
  const running = await mockService(wsdl, { sandbox: { port: 0, strict: true } });
  try {
    const response = await fetch(running.url + running.places[0]!.path, { method: "POST", headers, body });
    expect(response.status).toBe(200);
    return await response.text();
  } finally {
    await running.close();
  }
}

test("an operation without an instance has no request, and a note says so", async () => {
  const path = join(folder, "endless.wsdl");
  const many = '<xs:element name="a" type="xs:int" minOccurs="999999999" maxOccurs="unbounded"/>';
  writeFileSync(path, smallWsdl({ request: many }));
  const streams = new RecordedStreams();
  expect(await collection(path, { for: "http", out: join(folder, "endless"), json: true }, streams)).toBe(0);
  const notes = streams.errors
    .trim()
    .split("\n")
    .map((line) => JSON.parse(line) as object);
  expect(notes).toContainEqual(
    expect.objectContaining({
      reason: "request-impossible",
      message: expect.stringMatching(/^Get has no request: .*needs more than/) as string,
    }),
  );
});

test("Bruno reads its files: requests by port, variables, a secret, documentation", async () => {
  const files = await written("bruno");
  expect([...files.keys()].sort()).toEqual([
    "Orders11/findOrders.bru",
    "Orders11/folder.bru",
    "Orders11/ping.bru",
    "Orders12/findOrders.bru",
    "Orders12/folder.bru",
    "Orders12/ping.bru",
    "bruno.json",
    "environments/service.bru",
  ]);
  const request = bruToJsonV2(files.get("Orders11/findOrders.bru")!) as {
    http: object;
    headers: { name: string; value: string; enabled: boolean }[];
    body: { xml: string };
    docs: string;
  };
  expect(request.http).toMatchObject({ method: "post", url: "{{endpoint}}", body: "xml" });
  expect(request.docs).toContain("Finds the orders of a customer.");
  expect(request.docs).toContain("findOrdersResponse");
  const sent = request.headers.filter(({ enabled }) => enabled).map(({ name, value }) => [name, value]);
  expect(await answered(Object.fromEntries(sent), request.body.xml)).toContain("findOrdersResponse");
  const { variables } = bruToEnvJsonV2(files.get("environments/service.bru")!);
  expect(variables.map(({ name, secret }) => [name, secret])).toEqual([
    ["endpoint", false],
    ["endpoint2", false],
    ["credentials", true],
  ]);
});

test("Postman reads its file", async () => {
  const files = await written("postman");
  const text = files.get("service.postman_collection.json")!;
  const read = new Collection(JSON.parse(text));
  expect(read.items.all().map(({ name }) => name)).toEqual(["Orders11", "Orders12"]);
  const items: PostmanItem[] = [];
  read.forEachItem((item) => items.push(item));
  expect(items.map(({ name }) => name)).toEqual(["findOrders", "ping", "findOrders", "ping"]);
  for (const { request, responses } of items) {
    const headers = Object.fromEntries(
      ["Content-Type", "SOAPAction"].flatMap((name) => {
        const value = request.headers.get(name);
        return value === undefined ? [] : [[name, value]];
      }),
    );
    expect(request.method).toBe("POST");
    expect(await answered(headers, request.body.raw)).toContain("Response");
    expect(responses.all()[0]!.body).toContain("Response");
  }
  expect(read.variables.all().map(({ key }) => key)).toEqual(["endpoint", "endpoint2"]);
  const environment = new VariableScope(JSON.parse(files.get("service.postman_environment.json")!));
  expect(environment.values.all().map(({ key, value }) => [key, value])).toEqual([["credentials", ""]]);
  expect(files.get("service.postman_environment.json")).toContain('"type": "secret"');
});

test("Insomnia's export has a request for each operation, and the secret in a private environment", async () => {
  const [[, text]] = [...(await written("insomnia"))] as [[string, string]];
  const { resources, __export_format } = JSON.parse(text);
  expect(__export_format).toBe(4);
  const types = resources.map(({ _type }: { _type: string }) => _type);
  expect(types.filter((type: string) => type === "request")).toHaveLength(4);
  const ids = new Set(resources.map(({ _id }: { _id: string }) => _id));
  for (const { parentId } of resources) expect(parentId === null || ids.has(parentId)).toBe(true);
  expect(resources.find(({ isPrivate }: { isPrivate?: boolean }) => isPrivate)).toMatchObject({
    data: { credentials: "" },
  });
});

test(".http files have a request for each operation", async () => {
  const files = await written("http");
  expect([...files.keys()].sort()).toEqual(["Orders11.http", "Orders12.http"]);
  const text = files.get("Orders11.http")!;
  const [, , second = ""] = text.split(/^### /m);
  expect(text).toMatch(/^@endpoint = http:\/\/127\.0\.0\.1:1\/orders$/m);
  const [head = "", ...body] = second.split("\n\n");
  const headers = head
    .split("\n")
    .filter((line) => /^[\w-]+: /.test(line))
    .map((line) => /^([\w-]+): (.*)$/.exec(line)!.slice(1));
  expect(await answered(Object.fromEntries(headers), body.join("\n\n").split("\n###")[0]!)).toContain("pingResponse");
});

test("json-schema prints one valid document, whose examples are valid", async () => {
  const streams = new RecordedStreams();
  expect(await jsonSchema(wsdl, undefined, {}, streams)).toBe(0);
  const document = JSON.parse(streams.output) as {
    $defs: Record<string, { examples?: unknown[]; description?: string }>;
  };
  expect(Object.keys(document.$defs)).toEqual(
    expect.arrayContaining(["findOrders.args", "findOrders.result", "ping.args"]),
  );
  expect(document.$defs["findOrders.args"]!.description).toBe("Finds the orders of a customer. The newest come first.");
  expect(JSON.stringify(document)).toContain("The number of the customer.");
  const ajv = new Ajv({ strict: true });
  ajv.addSchema(document, "orders");
  for (const [name, { examples = [] }] of Object.entries(document.$defs)) {
    if (!/\.(?:args|result)$/.test(name)) continue;
    expect(examples).toHaveLength(1);
    const validate = ajv.getSchema(`orders#/$defs/${name}`)!;
    expect([name, validate(examples[0]), validate.errors]).toEqual([name, true, null]);
  }
  expect(await jsonSchema(wsdl, "findOrder", {}, streams)).toBe(2);
  expect(streams.errors).toContain("Did you mean findOrders?");
});
