import { buildTables, loadModel } from "soapwright-contract";
import { attachmentOf, attachments } from "soapwright-features";
import { type AttachmentStream, ServiceClient } from "soapwright-runtime";
import { customTransport, type Transport, type TransportRequest } from "soapwright-runtime/extend";
import type { ServiceNode } from "soapwright-runtime/tables";
import { startServiceSandbox } from "soapwright-sandbox";
import { Dossier } from "soapwright-testing/golden/cases/attachments/client";
import { service } from "soapwright-testing/golden/cases/attachments/schemas";
import { Claims } from "soapwright-testing/golden/cases/part-references/client";
import { service as claims } from "soapwright-testing/golden/cases/part-references/schemas";
import { atEnd, endAfterEach, rejection } from "soapwright-testing/stage/stage";
import {
  ARCHIVE_WSDL,
  type ArchiveStack,
  archiveStacks,
  claimsOfGsoap,
  claimsStack,
  dossierStacks,
} from "./attachments/stacks";
import { type Contract, contractOf } from "./contract-of";
import { removeFolders } from "./folders";
import type { ForeignServer, SoapVersion } from "./stack";

afterAll(removeFolders);

/** MTOM with foreign stacks, in both directions. `make interop` runs those that are installed. */
describe("attachments", () => {
  endAfterEach();
  const { jaxws, gsoap, mono, spyne } = archiveStacks;
  const servers: ForeignServer[] = [];

  afterAll(async () => {
    for (const server of servers) await server.stop();
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
    return (await buildTables(model))[0]!;
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
});

/** `swaRef` with JAX-WS RI (`@XmlAttachmentRef`) and gSOAP, in both directions. `make interop` runs those that are installed. */
describe("part references", () => {
  endAfterEach();

  /** The argument and result of the service. */
  interface Claim {
    readonly title?: string;
    readonly form?: unknown;
    readonly signature?: unknown;
  }

  class ClaimsClient extends ServiceClient {
    constructor(
      private readonly node: ServiceNode,
      options: object,
    ) {
      super(node, { retries: 0, ...options }, [attachments()]);
      atEnd(() => this.close({ force: true }));
    }

    invert(claim: Claim, options: object = {}) {
      return this.call(this.node.operations[0] as never, { claim } as never, options as never).withResponse();
    }
  }

  const octetsOf = (length: number): Uint8Array => Uint8Array.from({ length }, (_, index) => index % 251);
  const inverted = (octets: Uint8Array): Uint8Array => octets.map((octet) => ~octet & 255);

  if (process.env.INTEROP === undefined || !claimsStack.isInstalled()) {
    test("skipped: JAX-WS RI is not installed, or this is not make interop", () => undefined);
  } else {
    let server: ForeignServer;
    let url: string;
    let service: ServiceNode;
    let documents: Contract["documents"];
    beforeAll(async () => {
      server = await claimsStack.serve();
      url = `${server.url}/claims`;
      ({ service, documents } = await contractOf(`${url}?wsdl`, "/claims"));
    }, 180_000);
    afterAll(async () => {
      await server?.stop();
    });

    test.each([{}, { mtom: true }])(
      "serves our client: %j",
      async (options) => {
        const client = new ClaimsClient(service, { endpoint: url, ...options });
        for (const length of [0, 10, 3_000_000]) {
          const octets = octetsOf(length);
          const { result, attachments } = await client.invert({ title: "T", form: octets, signature: new Blob(["s"]) });
          const { title, form, signature } = result as Claim;
          expect(title).toBe("T");
          expect(Buffer.from(inverted(octets)).equals(form as Uint8Array)).toBe(true);
          expect(signature).toEqual(inverted(new Uint8Array(Buffer.from("s"))));
          expect(attachments).toEqual([]);
        }
        expect((await client.invert({ title: "alone" })).result).toEqual({ title: "alone" });
      },
      60_000,
    );

    test("serves our streams", async () => {
      const client = new ClaimsClient(service, { endpoint: url });
      const octets = octetsOf(5_000_000);
      const form = attachmentOf(
        async function* () {
          for (let at = 0; at < octets.length; at += 100_000) yield octets.subarray(at, at + 100_000);
        },
        { length: octets.length, contentType: "application/pdf" },
      );
      const { result } = await client.invert({ form }, { attachments: "stream" });
      const read = await ((result as Claim).form as AttachmentStream).bytes();
      expect(Buffer.from(inverted(octets)).equals(read)).toBe(true);
    }, 60_000);

    test("calls our mock", async () => {
      const invert = ({ args }: { readonly args: unknown }) => {
        const claim = Reflect.get(args as object, "claim") as { form: Uint8Array; signature?: Uint8Array };
        const { form, signature } = claim;
        return { ...claim, form: inverted(form), ...(signature && { signature: inverted(signature) }) };
      };
      const operations = { [service.operations[0]!.name]: invert };
      const sandbox = await startServiceSandbox({
        services: [{ path: "/claims", service, operations, documents } as never],
      });
      atEnd(() => sandbox.close());
      const printed = await claimsStack.call(`${sandbox.url}/claims`);
      expect(printed.trim().split(/\r?\n/)).toEqual(["0 true", "10 true", "100000 true"]);
    }, 60_000);
  }

  if (process.env.INTEROP === undefined || !claimsOfGsoap.isInstalled()) {
    test("skipped: gSOAP is not installed, or this is not make interop", () => undefined);
  } else {
    describe("gSOAP", () => {
      let server: ForeignServer;
      beforeAll(async () => {
        server = await claimsOfGsoap.serve();
      }, 180_000);
      afterAll(async () => {
        await server?.stop();
      });

      const claimOf = (length: number) => ({
        Form: octetsOf(length),
        Photo: [0, 1].map((size) => ({ value: octetsOf(size), Caption: "photo" })),
        Signature: new Uint8Array(Buffer.from("signed")),
      });

      test("serves our client", async () => {
        const client = new Claims({ endpoint: server.url, retries: 0 });
        atEnd(() => client.close({ force: true }));
        for (const length of [0, 10, 3_000_000]) {
          expect(await client.putClaim({ Claim: claimOf(length) })).toBe(length);
          const got = await client.getClaim({ Id: length });
          expect(got).toEqual({ ...claimOf(length), Form: expect.any(Uint8Array) });
          expect(Buffer.from(octetsOf(length)).equals(got?.Form as Uint8Array)).toBe(true);
        }
      }, 60_000);

      test("serves our client with streams", async () => {
        const client = new Claims({ endpoint: server.url, retries: 0 });
        atEnd(() => client.close({ force: true }));
        const got = await client.getClaim({ Id: 2_000_000 }, { attachments: "stream" });
        const octets = await (got!.Form as AttachmentStream).bytes();
        expect(Buffer.from(octetsOf(2_000_000)).equals(octets)).toBe(true);
      }, 60_000);

      test("calls our mock", async () => {
        const operations = {
          PutClaim: ({ args }: { readonly args: unknown }) => {
            const { Claim } = args as { Claim: ReturnType<typeof claimOf> };
            expect(Claim).toEqual(claimOf(Claim.Form.length));
            return Claim.Form.length;
          },
          GetClaim: ({ args }: { readonly args: unknown }) => claimOf((args as { Id: number }).Id),
        };
        const sandbox = await startServiceSandbox({ services: [{ path: "/claims", service: claims, operations }] });
        atEnd(() => sandbox.close());
        const lines = (await claimsOfGsoap.call(`${sandbox.url}/claims`)).trim().split(/\r?\n/);
        expect(lines).toEqual([0, 10, 100_000].flatMap((length) => [`put ${length}`, `got ${length}`]));
        expect(sandbox.requests.flatMap(({ mistakes }) => mistakes)).toEqual([]);
      }, 60_000);
    });
  }
});

/** SOAP with Attachments with foreign stacks, in both directions. `make interop` runs those that are installed. */
describe("dossier", () => {
  endAfterEach();
  const servers: ForeignServer[] = [];

  afterAll(async () => {
    for (const server of servers) await server.stop();
  });

  const scanOf = (length: number): Uint8Array => Uint8Array.from({ length }, (_, index) => index % 251);
  const inverted = (octets: Uint8Array): Uint8Array => octets.map((octet) => ~octet & 255);
  const note = new Blob(["note"], { type: "text/plain" });

  describe.each(dossierStacks)("$name", ({ name, isInstalled, serve, call, qualifiesRpcParts }) => {
    if (process.env.INTEROP === undefined || !isInstalled()) {
      const why =
        process.env.INTEROP === undefined ? "foreign SOAP stacks run with make interop" : `${name} is not installed`;
      test(`skipped: ${why}`, () => undefined);
      return;
    }

    let url = "";
    beforeAll(async () => {
      const server = await serve();
      servers.push(server);
      url = `${server.url}/dossier`;
    }, 180_000);

    test("serves our client", async () => {
      const client = new Dossier({ endpoint: url, retries: 0 });
      atEnd(() => client.close({ force: true }));
      expect(await client.addDocument({ AddDocument: { Title: "T" }, scan: scanOf(100_000), note })).toBe(100_004);
      const got = await client.getDocument({ Id: 5_000 });
      expect(got.Title).toBe("T");
      expect(Buffer.from(scanOf(5_000)).equals(got.scan ?? new Uint8Array())).toBe(true);
    }, 60_000);

    test("serves our client in rpc style", async () => {
      const client = new Dossier({ endpoint: url, retries: 0 });
      atEnd(() => client.close({ force: true }));
      const converting = client.convert({ Convert: { format: "pdf" }, file: scanOf(3_000) });
      if (qualifiesRpcParts) {
        await expect(converting).rejects.toThrow(
          "{urn:example:dossier}pages (the schema has one of that name in another",
        );
        return;
      }
      const { ConvertResponse, file } = await converting;
      expect(ConvertResponse).toEqual({ pages: 3_000 });
      expect(Buffer.from(inverted(scanOf(3_000))).equals(file ?? new Uint8Array())).toBe(true);
    }, 60_000);

    test("serves our client with a stream", async () => {
      const client = new Dossier({ endpoint: url, retries: 0 });
      atEnd(() => client.close({ force: true }));
      const { scan } = await client.getDocument({ Id: 2_000_000 }, { attachments: "stream" });
      const octets = await (scan as AttachmentStream).bytes();
      expect(Buffer.from(scanOf(2_000_000)).equals(octets)).toBe(true);
    }, 60_000);

    test("calls our mock", async () => {
      const operations = {
        AddDocument: ({ args }: { readonly args: unknown }) => {
          const { scan, note: text } = args as { scan: Uint8Array; note: Uint8Array };
          return scan.length + text.length;
        },
        GetDocument: ({ args }: { readonly args: unknown }) => ({
          Title: "T",
          scan: scanOf((args as { Id: number }).Id),
        }),
        Convert: ({ args }: { readonly args: unknown }) => {
          const { file } = args as { file: Uint8Array };
          return { ConvertResponse: { pages: file.length }, file: inverted(file) };
        },
      };
      const sandbox = await startServiceSandbox({ services: [{ path: "/dossier", service, operations }] });
      atEnd(() => sandbox.close());
      const lines = (await call(`${sandbox.url}/dossier`)).trim().split(/\r?\n/);
      expect(lines).toEqual(["added 100004", "got T 1", `converted ${qualifiesRpcParts ? 0 : 3000} 1`]);
      expect(sandbox.requests.flatMap(({ mistakes }) => mistakes)).toEqual(
        qualifiesRpcParts ? [expect.stringContaining("Convert/format: The element is in the namespace")] : [],
      );
    }, 60_000);
  });
});
