/** `swaRef` with JAX-WS RI (`@XmlAttachmentRef`), in both directions. `make interop` runs it where that is installed. */
import { loadModel } from "../../codegen/pipeline";
import { buildTables } from "../../codegen/tables/build-tables";
import { type AttachmentStream, attachmentOf, ServiceClient, type ServiceNode } from "../../src/runtime";
import { startServiceSandbox } from "../../src/sandbox/index";
import { atEnd, endAfterEach } from "../stage/stage";
import { claimsStack } from "./attachments/stacks";
import { removeFolders } from "./folders";
import type { ForeignServer } from "./stack";

endAfterEach();

/** What the service takes and returns. */
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
    super(node, { retries: 0, ...options } as never);
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
  beforeAll(async () => {
    server = await claimsStack.serve();
    url = `${server.url}/claims`;
    const { model, diagnostics } = await loadModel(`${url}?wsdl`, {});
    if (model === undefined) throw new Error(JSON.stringify(diagnostics));
    service = buildTables(model)[0]!;
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
    const sandbox = await startServiceSandbox({ services: [{ path: "/claims", service, operations } as never] });
    atEnd(() => sandbox.close());
    const printed = await claimsStack.call(`${sandbox.url}/claims`);
    expect(printed.trim().split(/\r?\n/)).toEqual(["0 true", "10 true", "100000 true"]);
  }, 60_000);
}
