/** `swaRef` with JAX-WS RI (`@XmlAttachmentRef`) and gSOAP, in both directions. `make interop` runs those that are installed. */
import { ServiceClient } from "soapwright-runtime";
import { type AttachmentStream, attachmentOf, attachments } from "soapwright-runtime/attachments";
import type { ServiceNode } from "soapwright-runtime/tables";
import { startServiceSandbox } from "soapwright-sandbox";
import { Claims } from "soapwright-testing/golden/cases/part-references/client";
import { service as claims } from "soapwright-testing/golden/cases/part-references/schemas";
import { atEnd, endAfterEach } from "soapwright-testing/stage/stage";
import { claimsOfGsoap, claimsStack } from "./attachments/stacks";
import { type Contract, contractOf } from "./contract-of";
import { removeFolders } from "./folders";
import type { ForeignServer } from "./stack";

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
    removeFolders();
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
      removeFolders();
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
