/** SOAP with Attachments with foreign stacks, in both directions. `make interop` runs those that are installed. */
import type { AttachmentStream } from "soapwright-runtime/attachments";
import { startServiceSandbox } from "soapwright-sandbox";
import { Dossier } from "soapwright-testing/golden/cases/attachments/client";
import { service } from "soapwright-testing/golden/cases/attachments/schemas";
import { atEnd, endAfterEach } from "soapwright-testing/stage/stage";
import { dossierStacks } from "./attachments/stacks";
import { removeFolders } from "./folders";
import type { ForeignServer } from "./stack";

endAfterEach();
const servers: ForeignServer[] = [];

afterAll(async () => {
  for (const server of servers) await server.stop();
  removeFolders();
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
      await expect(converting).rejects.toThrow("Body/ConvertResponse/pages: the element is missing");
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
