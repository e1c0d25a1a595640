/** MTOM with foreign stacks, in both directions. `make interop` runs those that are installed. */
import { loadModel } from "../../codegen/pipeline";
import { buildTables } from "../../codegen/tables/build-tables";
import { type AttachmentStream, attachmentOf, ServiceClient, type ServiceNode } from "../../src/runtime";
import { startServiceSandbox } from "../../src/sandbox/index";
import { atEnd, endAfterEach } from "../stage/stage";
import { addressedStacks } from "./addressing/stacks";
import { callByJaxws, serveJaxws } from "./attachments/stacks";
import { removeFolders } from "./folders";
import type { ForeignServer } from "./stack";

endAfterEach();
const { jaxws } = addressedStacks;
const servers: ForeignServer[] = [];

afterAll(async () => {
  for (const server of servers) await server.stop();
  removeFolders();
});

class AnyClient extends ServiceClient {
  constructor(
    private readonly node: ServiceNode,
    options: object,
  ) {
    super(node, options);
    atEnd(() => this.close({ force: true }));
  }

  invert(scan: unknown, options: object = {}) {
    return this.call(this.node.operations[0] as never, { scan } as never, options as never);
  }
}

async function tablesOf(wsdl: string): Promise<ServiceNode> {
  const { model, diagnostics } = await loadModel(wsdl, {});
  if (model === undefined) throw new Error(JSON.stringify(diagnostics));
  return buildTables(model)[0]!;
}

const scanOf = (length: number): Uint8Array => Uint8Array.from({ length }, (_, index) => index % 251);
const inverted = (scan: Uint8Array): Buffer => Buffer.from(scan.map((octet) => ~octet & 255));

describe(jaxws.name, () => {
  if (process.env.INTEROP === undefined || !jaxws.isInstalled()) {
    test("skipped: foreign SOAP stacks run with make interop", () => undefined);
    return;
  }

  describe.each(jaxws.versions)("over SOAP %s", (soapVersion) => {
    let url = "";
    let service: ServiceNode;

    beforeAll(async () => {
      const server = await serveJaxws(soapVersion);
      servers.push(server);
      url = `${server.url}/archive`;
      service = await tablesOf(`${url}?wsdl`);
    }, 180_000);

    test.each([
      ["with MTOM", true],
      ["with base64", false],
    ])(
      "serves our client %s",
      async (_what, mtom) => {
        const client = new AnyClient(service, { endpoint: url, soapVersion, mtom });
        for (const length of [0, 10, 100_000, 3_000_000]) {
          const scan = scanOf(length);
          const { result, http } = await client.invert(scan).withResponse();
          expect(inverted(scan).equals(Buffer.from((result as Uint8Array | undefined) ?? []))).toBe(true);
          // It responds in the way in which it was asked.
          expect(/^multipart\/related/i.test(http.headers["content-type"] ?? "")).toBe(mtom);
        }
      },
      60_000,
    );

    test("serves our streams", async () => {
      const client = new AnyClient(service, { endpoint: url, soapVersion, mtom: true });
      const scan = scanOf(5_000_000);
      const source = attachmentOf(
        async function* () {
          for (let at = 0; at < scan.length; at += 100_000) yield scan.subarray(at, at + 100_000);
        },
        { length: scan.length, contentType: "image/tiff" },
      );
      const result = (await client.invert(source, { attachments: "stream" })) as unknown as AttachmentStream;
      expect(inverted(scan).equals(Buffer.from(await result.bytes()))).toBe(true);
    }, 60_000);

    test("calls our mock", async () => {
      const run = ({ args }: { readonly args: unknown }) => {
        const scan = (Reflect.get(args as object, "scan") ?? new Uint8Array()) as Uint8Array;
        return new Uint8Array(inverted(scan));
      };
      const sandbox = await startServiceSandbox({
        services: [{ path: "/archive", service, operations: { invert: run } }],
      });
      atEnd(() => sandbox.close());
      const printed = await callByJaxws(`${sandbox.url}/archive`, service.ports[0]!.name);
      expect(printed.trim().split(/\r?\n/)).toEqual(["0 true", "10 true", "100000 true"]);
      const posts = sandbox.requests.filter(({ method }) => method === "POST");
      expect(posts.map(({ headers }) => /^multipart\/related/.test(String(headers["content-type"])))).toEqual([
        true,
        true,
        true,
      ]);
    }, 60_000);
  });
});
