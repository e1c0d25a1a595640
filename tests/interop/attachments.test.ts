/** MTOM with foreign stacks, in both directions. `make interop` runs those that are installed. */

import { loadModel } from "soapwright/internal";
import { buildTables } from "soapwright-contract";
import { ServiceClient } from "soapwright-runtime";
import { type AttachmentStream, attachmentOf, attachments } from "soapwright-runtime/attachments";
import { customTransport, type Transport, type TransportRequest } from "soapwright-runtime/extend";
import type { ServiceNode } from "soapwright-runtime/tables";
import { startServiceSandbox } from "soapwright-sandbox";
import { atEnd, endAfterEach, rejection } from "soapwright-testing/stage/stage";
import { ARCHIVE_WSDL, type ArchiveStack, archiveStacks } from "./attachments/stacks";
import { type Contract, contractOf } from "./contract-of";
import { removeFolders } from "./folders";
import type { ForeignServer, SoapVersion } from "./stack";

endAfterEach();
const { jaxws, gsoap, mono, spyne } = archiveStacks;
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
    super(node, options, [attachments()]);
    atEnd(() => this.close({ force: true }));
  }

  invert(scan: unknown, options: object = {}) {
    return this.call(this.node.operations[0] as never, { scan } as never, options as never);
  }
}

async function _tablesOf(wsdl: string): Promise<ServiceNode> {
  const { model, diagnostics } = await loadModel(wsdl, {});
  if (model === undefined) throw new Error(JSON.stringify(diagnostics));
  return buildTables(model)[0]!;
}

const scanOf = (length: number): Uint8Array => Uint8Array.from({ length }, (_, index) => index % 251);
const inverted = (scan: Uint8Array): Buffer => Buffer.from(scan.map((octet) => ~octet & 255));
const isMultipart = (type: unknown): boolean => /^multipart\/related/i.test(String(type));

/** Starts the archive in our sandbox. */
async function archive({ service, documents }: Pick<Served, "service" | "documents">) {
  const run = ({ args }: { readonly args: unknown }) => {
    const scan = (Reflect.get(args as object, "scan") ?? new Uint8Array()) as Uint8Array;
    return new Uint8Array(inverted(scan));
  };
  const [operation] = service.operations;
  const operations = { [operation!.name]: run };
  const sandbox = await startServiceSandbox({ services: [{ path: "/archive", service, operations, documents }] });
  atEnd(() => sandbox.close());
  return sandbox;
}

function describeStack(stack: ArchiveStack, suite: (served: Served, soapVersion: SoapVersion) => void): void {
  describe(stack.name, () => {
    if (process.env.INTEROP === undefined || !stack.isInstalled()) {
      const why =
        process.env.INTEROP === undefined
          ? "foreign SOAP stacks run with make interop"
          : `${stack.name} is not installed`;
      test(`skipped: ${why}`, () => undefined);
      return;
    }
    describe.each(["1.1", "1.2"] as const)("over SOAP %s", (soapVersion) => {
      const served = {} as { -readonly [name in keyof Served]: Served[name] };
      beforeAll(async () => {
        const server = await stack.serve(soapVersion);
        servers.push(server);
        served.url = `${server.url}/archive`;
        Object.assign(served, await contractOf(stack.hasWsdl ? `${served.url}?wsdl` : ARCHIVE_WSDL, "/archive"));
      }, 180_000);
      suite(served, soapVersion);
    });
  });
}

interface Served extends Contract {
  readonly url: string;
}

for (const stack of [jaxws, gsoap]) {
  describeStack(stack, (served, soapVersion) => {
    test.each([
      ["with MTOM", true],
      ["with base64", false],
    ])(
      "serves our client %s",
      async (_what, mtom) => {
        const client = new AnyClient(served.service, { endpoint: served.url, soapVersion, mtom });
        for (const length of [0, 10, 100_000, 3_000_000]) {
          const scan = scanOf(length);
          const { result, http } = await client.invert(scan).withResponse();
          expect(inverted(scan).equals(Buffer.from((result as Uint8Array | undefined) ?? []))).toBe(true);
          // JAX-WS RI responds in the form of the request. gSOAP with MTOM always responds with MTOM.
          expect(isMultipart(http.headers["content-type"])).toBe(mtom || stack === gsoap);
        }
      },
      60_000,
    );

    test("serves our streams", async () => {
      const client = new AnyClient(served.service, { endpoint: served.url, soapVersion, mtom: true });
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
      const sandbox = await archive(served);
      const printed = await stack.call!(`${sandbox.url}/archive`, served.service.ports[0]!.name, soapVersion);
      expect(printed.trim().split(/\r?\n/)).toEqual(["0 true", "10 true", "100000 true"]);
      const posts = sandbox.requests.filter(({ method }) => method === "POST");
      expect(posts.map(({ headers }) => isMultipart(headers["content-type"]))).toEqual([true, true, true]);
    }, 60_000);
  });
}

/** A transport that changes requests and responses, for stacks that are wrong about them. */
class Changed implements Transport {
  constructor(
    private readonly outgoing: (request: TransportRequest) => Pick<TransportRequest, "headers" | "body">,
    private readonly incoming: (type: string, content: Buffer) => readonly [string, Buffer] = (...same) => same,
  ) {}

  async send(request: TransportRequest) {
    const response = await fetch(request.url, { method: "POST", ...this.outgoing(request) });
    const { status, headers } = response;
    const content = Buffer.from(await response.arrayBuffer());
    const [type, body] = this.incoming(headers.get("content-type") ?? "", content);
    async function* chunks() {
      yield new Uint8Array(body);
    }
    return { status, headers: { "content-type": type }, body: chunks() };
  }
}

async function expectInverted(client: AnyClient): Promise<void> {
  for (const length of [10, 100_000]) {
    const { result } = await client.invert(scanOf(length)).withResponse();
    expect(inverted(scanOf(length)).equals(Buffer.from(result as Uint8Array))).toBe(true);
  }
}

describeStack(spyne, (served, soapVersion) => {
  test("reads our MTOM where its envelope has no XML declaration, and responds with base64", async () => {
    const declaration = '<?xml version="1.0" encoding="utf-8"?>';
    const plain = new Changed(({ headers, body }) => {
      const text = Buffer.from(body).toString("latin1");
      expect(text).toContain(declaration);
      expect(isMultipart(headers["Content-Type"])).toBe(true);
      return { headers, body: Buffer.from(text.replace(declaration, ""), "latin1") };
    });
    await expectInverted(
      new AnyClient(served.service, { endpoint: served.url, soapVersion, transport: customTransport(plain) }),
    );
    // With the declaration, the stack fails in its own code: it parses a str of Python instead of bytes.
    const error = await rejection(
      new AnyClient(served.service, { endpoint: served.url, soapVersion, retries: 0 }).invert(scanOf(10)),
    );
    expect(error).toMatchObject({ code: "HTTP", status: 500 });
  }, 60_000);

  test("reads base64", async () => {
    await expectInverted(new AnyClient(served.service, { endpoint: served.url, soapVersion, mtom: false }));
  }, 60_000);
});

describeStack(mono, (served, soapVersion) => {
  // With MTOM over SOAP 1.2, the stack reads the action only from SOAPAction.
  const withAction = ({ headers, body }: TransportRequest) => ({
    headers: { ...headers, SOAPAction: '"urn:example:archive/Archive/Invert"' },
    body,
  });
  /**
   * Moves the header of the message, with the boundary, to its place in HTTP. Mono writes it at the start of the
   * content.
   */
  const inPlace = (_type: string, content: Buffer): readonly [string, Buffer] => {
    const end = content.indexOf("\r\n\r\n");
    const type = /^Content-Type: (.*)\r?$/m.exec(content.toString("latin1", 0, end))?.[1];
    return [type ?? "", content.subarray(end + 4)];
  };

  test("reads our MTOM; its own is read when its header is put where HTTP has it", async () => {
    const transport = new Changed(withAction, inPlace);
    await expectInverted(
      new AnyClient(served.service, { endpoint: served.url, soapVersion, transport: customTransport(transport) }),
    );
  }, 60_000);

  test("its response without a boundary is refused", async () => {
    const transport = new Changed(withAction);
    const client = new AnyClient(served.service, {
      endpoint: served.url,
      soapVersion,
      transport: customTransport(transport),
    });
    const error = await rejection(client.invert(scanOf(10)));
    expect(error).toMatchObject({ code: "RESPONSE" });
    expect(error.message).toMatch(/boundary/);
  }, 60_000);

  test("our mock refuses its request without a boundary", async () => {
    const sandbox = await archive(served);
    const error = await rejection(mono.call!(`${sandbox.url}/archive`, "", soapVersion));
    expect(error.message).toContain("415");
  }, 60_000);
});
