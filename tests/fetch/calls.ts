/** Calls of a client over `fetch`, for every platform that has one. The service of `service.ts` answers by the path of its address. */
import { type Call, type CallOptions, type ClientOptions, ServiceClient } from "soapwright-runtime";
import { isServiceError } from "soapwright-runtime/errors";
import { customTransport } from "soapwright-runtime/extend";
import { fetchTransport } from "soapwright-runtime/fetch";
import {
  type ComplexType,
  complexType,
  message,
  namespace,
  type Operation,
  operation,
  xs,
} from "soapwright-runtime/tables";
import { books, envelope, type Headers, ShelfClient } from "soapwright-testing/client/shelf";

const tns = namespace("urn:example:echo");
const octets: ComplexType<{ Octets: Uint8Array }> = complexType(undefined, [tns.element("Octets", xs.base64Binary)]);
const echo: Operation<{ Octets: Uint8Array }, Uint8Array> = operation({
  name: "Echo",
  method: "echo",
  style: "document",
  use: "literal",
  soapAction: { "1.1": "urn:example:echo" },
  safe: true,
  input: message([tns.element("Echo", octets)], ["Echo"]),
  output: message([tns.element("Echo", octets)], ["Echo", "Octets"]),
  faults: [],
});
const service = {
  name: "Echo",
  targetNamespace: "urn:example:echo",
  ports: [{ name: "Echo", soapVersion: "1.1" as const, address: "https://echo.example/" }],
  operations: [echo],
};

class EchoClient extends ServiceClient {
  constructor(options: ClientOptions) {
    super(service, options);
  }
  echo(bytes: Uint8Array, options?: CallOptions): Call<Uint8Array> {
    return this.call(echo, { Octets: bytes }, options);
  }
}

type Outcome = unknown;
type Run = (client: ShelfClient) => Promise<Outcome>;

const titles: Run = async (client) => (await client.getBooks({ ShelfId: 1 })).map(({ Title }) => Title).join();

const aborted: Run = (client) => {
  const abort = new AbortController();
  const call = client.getBooks({ ShelfId: 1 }, { signal: abort.signal });
  setTimeout(() => abort.abort(), 20);
  return call;
};

const streamed: Run = async (client) => {
  let count = 0;
  let sum = 0;
  for await (const { Id } of client.getBooksStream({ ShelfId: 1 })) {
    count++;
    sum += Id;
  }
  return { count, sum };
};

const left: Run = async (client) => {
  for await (const { Id } of client.getBooksStream({ ShelfId: 1 })) if (Id === 3) return Id;
  return "the end";
};

const together: Run = async (client) => {
  const all = await Promise.all(Array.from({ length: 100 }, () => client.getBooks({ ShelfId: 1 })));
  return all.length;
};

const tried: Run = async (client) => (await client.getBooks({ ShelfId: 1 }).withResponse()).http.attempts;

type Row = readonly [path: string, run: Run, options?: Partial<ClientOptions<Headers>>];

const rows: readonly Row[] = [
  ["list", titles],
  ["list", titles, { soapVersion: "1.2", validation: "strict" }],
  ["list", together, { connections: 3 }],
  ["latin1", titles],
  ["utf-16", titles],
  ["windows-1252", titles],
  ["gzip", titles],
  ["deflate", titles],
  ["header", titles, { httpHeaders: { "X-Gateway": "yes" } }],
  ["stream", streamed],
  ["endless", left],
  ["once-busy", tried, { retries: { delayMs: 1 } }],
  ["fault", titles],
  ["busy", titles],
  ["redirect", titles],
  ["no-xml", titles],
  ["wrong-value", titles],
  ["illegal", titles],
  ["cut", titles],
  ["closed", titles],
  ["silent", titles, { timeoutMs: 50 }],
  ["silent", titles, { deadlineMs: 50 }],
  ["silent", aborted],
  ["list", titles, { limits: { responseBytes: 100 } }],
  ["list", titles, { httpHeaders: { Cookie: "a=b" } }],
];

/** Returns the result of `run`; of an error its class, kind, and detail that is the same with every `fetch`. */
async function outcomeOf(run: () => Promise<Outcome>): Promise<Outcome> {
  try {
    return await run();
  } catch (error) {
    if (!isServiceError(error)) return String(error);
    const { phase, option } = error as { phase?: unknown; option?: unknown };
    const detail = error.name === "ResponseError" ? error.reason : (phase ?? option);
    return [error.name, error.kind, detail].filter((each) => each !== undefined).join(" ");
  }
}

/** Makes each call of the table at the service at `url`, and some that the table cannot hold. */
export async function runCalls(url: string): Promise<{ readonly [what: string]: Outcome }> {
  const outcomes: { [what: string]: Outcome } = {};
  for (const [path, run, options] of rows) {
    const what = [path, run.name, ...(options === undefined ? [] : [JSON.stringify(options)])].join(" ");
    const client = new ShelfClient({ endpoint: `${url}/${path}`, retries: 0, transport: fetchTransport(), ...options });
    outcomes[what] = await outcomeOf(() => run(client));
    await client.close({ force: true });
  }
  for (const length of [0, 1, 1_000, 300_000]) {
    const bytes = Uint8Array.from({ length }, (_, index) => index * 7);
    const client = new EchoClient({ endpoint: `${url}/echo`, transport: fetchTransport() });
    outcomes[`${length} octets`] = await outcomeOf(async () => {
      const back = await client.echo(bytes);
      return back.length === length && back.every((byte, index) => byte === bytes[index]);
    });
    await client.close();
  }
  outcomes["a transport that hands over compressed bytes"] = await outcomeOf(() => decompressed(envelope(books())));
  outcomes["no transport"] = await outcomeOf(async () => new ShelfClient({ endpoint: url }).close());
  return outcomes;
}

async function decompressed(text: string): Promise<Outcome> {
  const body = new Response(text).body!.pipeThrough(new CompressionStream("gzip"));
  const bytes = new Uint8Array(await new Response(body).arrayBuffer());
  async function* pieces(): AsyncGenerator<Uint8Array> {
    yield bytes.subarray(0, 20);
    yield bytes.subarray(20);
  }
  const headers = { "Content-Type": "text/xml", "Content-Encoding": "gzip" };
  const transport = customTransport({ send: async () => ({ status: 200, headers, body: pieces() }) });
  const client = new ShelfClient({ endpoint: "https://shelf.example/", transport });
  return client.getBooks({ ShelfId: 1 });
}
