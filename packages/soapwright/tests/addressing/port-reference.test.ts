/** An endpoint reference in a port: from the WSDL to the wire, and the references that are refused. */

import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { buildTables } from "soapwright-contract";
import { ServiceClient } from "soapwright-runtime";
import { addressing } from "soapwright-runtime/addressing";
import type { ServiceNode } from "soapwright-runtime/tables";
import { blocksOf, serving, WSA, WSA4, wsa } from "soapwright-testing/addressing/parcels";
import { loadFiles } from "soapwright-testing/codegen/load-files";
import { smallWsdl } from "soapwright-testing/commands/small-wsdl";
import { atEnd, endAfterEach } from "soapwright-testing/stage/stage";
import { generate, loadModel } from "../../src/pipeline";

endAfterEach();

const HERE = "https://service.example/";
const session = '<x:Session xmlns:x="urn:x" x:kind="k">s-1</x:Session>';
const parameters = `<a:ReferenceParameters>${session}</a:ReferenceParameters>`;

function reference(inside: string, address = HERE, namespace = WSA): string {
  return `<a:EndpointReference xmlns:a="${namespace}"><a:Address>${address}</a:Address>${inside}</a:EndpointReference>`;
}

function inPort(content: string): string {
  return smallWsdl().replace("</wsdl:port>", `${content}</wsdl:port>`);
}

async function inFolder<T>(wsdl: string, use: (file: string) => Promise<T>): Promise<T> {
  const folder = mkdtempSync(join(tmpdir(), "reference-"));
  try {
    const file = join(folder, "service.wsdl");
    writeFileSync(file, wsdl);
    return await use(file);
  } finally {
    rmSync(folder, { recursive: true });
  }
}

async function tablesOf(wsdl: string): Promise<ServiceNode> {
  const { model } = await inFolder(wsdl, (file) => loadModel(file, {}));
  return buildTables(model!)[0]!;
}

function clientOf(service: ServiceNode, options: object) {
  const client = new (class extends ServiceClient {
    constructor() {
      super(service, { retries: 0, ...options }, [addressing()]);
    }
    get(more?: object): PromiseLike<unknown> {
      return this.call(service.operations[0] as never, {} as never, more as never);
    }
  })();
  atEnd(() => client.close({ force: true }));
  return client;
}

const responding = (namespace: string) =>
  serving((id) => wsa({ RelatesTo: id }, namespace), '<GetResponse xmlns="urn:example:small"/>');

test("its parameters are header blocks of every request, and options replace them or leave them out", async () => {
  const service = await tablesOf(inPort(reference(parameters)));
  expect(service.ports[0]!.addressing).toMatchObject({ version: "1.0", required: false });
  const server = await responding(WSA);
  const client = clientOf(service, { endpoint: server.url });
  await client.get();
  await client.get({ referenceParameters: [] });
  const other = { name: { namespace: "urn:y", local: "Other" }, attributes: [], children: ["o"] };
  await client.get({ referenceParameters: [other] });
  await clientOf(service, { endpoint: server.url, addressing: false }).get();
  const [own, none, given, off] = server.requests.map(blocksOf);
  expect(own?.Session).toMatch(/^<(\w+:)?Session [^>]*IsReferenceParameter="true"[^>]*>s-1</);
  expect(own?.Session).toMatch(/kind="k"/);
  expect(none).toHaveProperty("MessageID");
  expect(none).not.toHaveProperty("Session");
  expect(given).toHaveProperty("Other");
  expect(given).not.toHaveProperty("Session");
  expect(off).toEqual({});
});

test("another origin gets none of them", async () => {
  const server = await responding(WSA);
  const other = await responding(WSA);
  const client = clientOf(await tablesOf(inPort(reference(parameters))), {
    endpoint: server.url,
    allowedOrigins: [new URL(other.url).origin],
  });
  await client.with({ endpoint: other.url } as never).get();
  expect(blocksOf(other.requests[0]!)).toHaveProperty("MessageID");
  expect(other.requests[0]!.body).not.toContain("Session");
});

test("those of 2004/08 go out unmarked, properties among them", async () => {
  const properties = '<a:ReferenceProperties><p:P xmlns:p="urn:p">1</p:P></a:ReferenceProperties>';
  const server = await responding(WSA4);
  const service = await tablesOf(inPort(reference(properties + parameters, HERE, WSA4)));
  await clientOf(service, { endpoint: server.url }).get();
  const blocks = blocksOf(server.requests[0]!);
  expect(blocks).toHaveProperty("P");
  expect(blocks.Session).not.toContain("IsReferenceParameter");
});

test("is printed as the tables have it", async () => {
  const wsdl = inPort(reference(parameters));
  const { files } = await inFolder(wsdl, (file) =>
    generate(file, { source: "service.wsdl", runtime: "r", extension: "" }),
  );
  const text = [...files!].find(([name]) => name.endsWith("schemas.ts"))![1].replace(/\s+/g, " ");
  expect(text).toMatch(/referenceParameters: \[ ?\{ name: \{ namespace: "urn:x", local: "Session" \}/);
  expect(text).toMatch(/children: \["s-1"\]/);
});

test("without parameters it changes nothing; metadata and identities are noted", async () => {
  const { definitions, printed } = await loadFiles({ "service.wsdl": inPort(reference("")) });
  expect(definitions?.services[0]?.ports[0]).not.toHaveProperty("addressing");
  expect(printed).toEqual([]);
  const more = await loadFiles({ "service.wsdl": inPort(reference('<i:Identity xmlns:i="urn:i"/>')) });
  expect(more.printed).toEqual([expect.stringContaining("note: the extension of port Small is left out")]);
});

test("its address is used where there is no soap:address", async () => {
  const wsdl = inPort(reference("", " https://there.example/s ")).replace(/<soap:address [^>]*>/, "");
  const { definitions, printed } = await loadFiles({ "service.wsdl": wsdl });
  expect(definitions?.services[0]?.ports[0]?.address).toBe("https://there.example/s");
  expect(printed).toEqual([]);
});

test("another address than the port's is a warning, and the port's is used", async () => {
  const { definitions, printed } = await loadFiles({
    "service.wsdl": inPort(reference("", "https://there.example/")),
  });
  expect(definitions?.services[0]?.ports[0]?.address).toBe(HERE);
  expect(printed).toEqual([expect.stringContaining("warning: the Address of a:EndpointReference is not the location")]);
});

test.each([
  ["a second one", reference("") + reference(""), "a second a:EndpointReference in one port"],
  ["no address", `<a:EndpointReference xmlns:a="${WSA}"/>`, "has no Address, or several"],
  ["two addresses", reference(`<a:Address>${HERE}</a:Address>`), "has no Address, or several"],
  [
    "a block of the client's own",
    reference("<a:ReferenceParameters><a:To>x</a:To></a:ReferenceParameters>"),
    "the reference parameter a:To would be one of the client's own header blocks",
  ],
  [
    "another version than the port's",
    `<w:UsingAddressing xmlns:w="http://www.w3.org/2006/05/addressing/wsdl" wsdl:required="true"/>${reference(parameters, HERE, WSA4)}`,
    "the endpoint reference is one of WS-Addressing 2004/08, and the port uses 1.0",
  ],
])("%s is an error with its place", async (_what, content, words) => {
  const { definitions, printed } = await loadFiles({ "service.wsdl": inPort(content) });
  expect(definitions).toBeUndefined();
  expect(printed).toEqual([expect.stringMatching(/^service\.wsdl:\d+:\d+: error: /)]);
  expect(printed[0]).toContain(words);
});
