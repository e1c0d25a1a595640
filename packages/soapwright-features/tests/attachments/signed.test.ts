/** Signed messages with attachments: the signature covers the base64 text that each `xop:Include` represents. */
import { createHash } from "node:crypto";
import { attachmentOf } from "soapwright-features";
import { createServiceSecurity } from "soapwright-features/security";
import { isArgumentError } from "soapwright-runtime/errors";
import { startServiceSandbox } from "soapwright-sandbox";
import {
  ArchiveClient,
  archive,
  folder,
  include,
  listen,
  multipart,
  part,
  partsOf,
  RELATED,
  rootPart,
} from "soapwright-testing/attachments/archive";
import { pem } from "soapwright-testing/security/keys";
import { mutual, signed } from "soapwright-testing/security/signed-responses";
import { atEnd, endAfterEach, rejection } from "soapwright-testing/stage/stage";

endAfterEach();

const big = new Uint8Array(5_000).map((_byte, index) => index);
const base64 = (bytes: Uint8Array): string => Buffer.from(bytes).toString("base64");

/** A service that has the public key of the client. */
const service = createServiceSecurity({
  verify: { certificates: pem("client.crt") },
  signature: { certificate: pem("service.crt"), key: pem("service.key") },
});

async function* chunks(...all: readonly Uint8Array[]): AsyncGenerator<Uint8Array> {
  yield* all;
}

describe("a signed request", () => {
  async function open(soapVersion: "1.1" | "1.2" = "1.1") {
    const verified: string[] = [];
    const bodies: Buffer[] = [];
    const { url, stop } = await listen(async (request, response, body) => {
      const { parts } = partsOf({ headers: request.headers, body });
      let envelope = parts[0]!.content.toString("utf8");
      for (const { headers, content } of parts.slice(1)) {
        const id = headers.get("content-id")!.slice(1, -1);
        const element = new RegExp(`<xop:Include [^>]*href="cid:${id}"[^>]*>(</xop:Include>)?`);
        expect(envelope).toMatch(element);
        envelope = envelope.replace(element, base64(content));
      }
      bodies.push(body);
      verified.push(await service.receive(envelope));
      response.writeHead(200, { "Content-Type": soapVersion === "1.1" ? "text/xml" : "application/soap+xml" });
      response.end(await service.respond(folder("", soapVersion).replaceAll("GetFolder", "PutFolder")));
    });
    atEnd(stop);
    const client = new ArchiveClient({ endpoint: url, retries: 0, mtom: true, soapVersion, features: [mutual()] });
    atEnd(() => client.close({ force: true }));
    return { client, verified, bodies };
  }

  test.each(["1.1", "1.2"] as const)("is verified with the octets in its envelope, over SOAP %s", async (version) => {
    const { client, verified, bodies } = await open(version);
    const stream = attachmentOf(() => chunks(big.subarray(0, 1), big.subarray(1, 3), big.subarray(3)), {
      length: 5_000,
    });
    const Folder = {
      Cover: new Blob([big]),
      Scan: [
        { Name: "one", Image: big },
        { Name: "short", Image: new Uint8Array([1, 2]) },
        { Name: "stream", Image: stream },
        { Name: "empty", Image: new Blob([]) },
      ],
    };
    expect(await client.putFolder({ Folder })).toEqual({ Scan: [] });
    expect(verified[0]!.split(base64(big))).toHaveLength(4);
    expect(verified[0]).toContain(">AQI=<");
    expect(bodies[0]!.includes(base64(big))).toBe(false);
  });

  test("is not sent with a stream that can be read once", async () => {
    const { client, bodies } = await open();
    const Cover = attachmentOf(chunks(big), { length: 5_000 });
    const error = await rejection(client.putFolder({ Folder: { Cover } }));
    expect(isArgumentError(error)).toBe(true);
    expect(error).toMatchObject({ reason: "stream-read-twice", path: "PutFolder.Folder.Cover" });
    expect(error.message).toMatch(/signed.*attachmentOf with a function/s);
    expect(bodies).toHaveLength(0);
  });

  test.each([
    ["is shorter than it says", () => chunks(big), 5_001],
    [
      "fails",
      async function* () {
        yield big;
        throw new Error("disk");
      },
      5_001,
    ],
  ])("is not sent with a source that %s", async (_what, source, length) => {
    const { client, bodies } = await open();
    const error = await rejection(client.putFolder({ Folder: { Cover: attachmentOf(source, { length }) } }));
    expect(error).toMatchObject({ code: "ARGUMENT", path: "PutFolder.Folder.Cover" });
    expect(error.message).toContain("Nothing was sent.");
    expect(bodies).toHaveLength(0);
  });

  test("closes a stalled source when the call ends", async () => {
    const { client, bodies } = await open();
    let closed = false;
    const still = {
      length: 9,
      repeatable: true,
      [Symbol.asyncIterator]: () => ({
        next: () => new Promise<never>(() => {}),
        return: async () => {
          closed = true;
          return { done: true as const, value: undefined };
        },
      }),
    };
    const error = await rejection(client.putFolder({ Folder: { Cover: still } }, { deadlineMs: 200 }));
    expect(error).toMatchObject({ code: "TIMEOUT" });
    expect(closed).toBe(true);
    expect(bodies).toHaveLength(0);
  });
});

describe("a signed response with attachments", () => {
  const other = new Uint8Array(300).fill(9);
  const content = (cover: string): string => folder(`<Cover>${cover}</Cover>`);

  /** The signed envelope of `content` with its octets inline, which are then taken out. */
  async function optimized(element: string, octets: Uint8Array = big): Promise<string> {
    const whole = await signed(content(base64(octets)));
    return whole.replace(base64(octets), element);
  }

  async function open(body: Buffer) {
    const { url, stop } = await listen((_request, response) => {
      response.writeHead(200, { "Content-Type": RELATED });
      response.end(body);
    });
    atEnd(stop);
    const client = new ArchiveClient({ endpoint: url, retries: 0, features: [mutual()] });
    atEnd(() => client.close({ force: true }));
    return client;
  }

  test.each([
    ["an empty element", include("a@x")],
    ["white space and a comment", include("a@x").replace("/>", "> <!-- <x> -->\n</x:Include>")],
    ["a cid that is percent-encoded", include("a%40x")],
  ])("is verified: xop:Include as %s", async (_what, element) => {
    const client = await open(multipart([rootPart(await optimized(element)), part("a@x", big)]));
    const { Cover } = await client.getFolder({ Id: 1 });
    expect(Buffer.from(Cover!).equals(big)).toBe(true);
  });

  test("takes the prefix of xop:Include from the elements around it", async () => {
    const xop = "http://www.w3.org/2004/08/xop/include";
    const envelope = (await optimized('<i:Include href="cid:a@x"></i:Include>')).replace(
      "<s:Envelope ",
      `<s:Envelope xmlns:i="${xop}" `,
    );
    const client = await open(multipart([rootPart(envelope), part("a@x", big)]));
    expect((await client.getFolder({ Id: 1 })).Cover).toHaveLength(big.length);
  });

  test.each([
    [
      "other octets than those that were signed",
      async () => [rootPart(await optimized(include("a@x"))), part("a@x", other)],
      "security",
    ],
    [
      "a part that no element refers to",
      async () => [rootPart(await optimized(include("a@x"))), part("a@x", big), part("b@x", other)],
      "security",
    ],
    ["nothing signed", async () => [rootPart(content(include("a@x"))), part("a@x", big)], "not-signed"],
  ])("is refused with %s", async (_what, parts, reason) => {
    const client = await open(multipart(await parts()));
    expect(await rejection(client.getFolder({ Id: 1 }))).toMatchObject({ code: "RESPONSE", reason });
  });

  test.each([
    ["to no part", include("b@x"), [part("a@x", big)]],
    ["twice to one", include("a@x") + include("a@x"), [part("a@x", big)]],
    ["without href", include("a@x").replace(/href="[^"]*"/, ""), [part("a@x", big)]],
  ])("is refused with a reference %s", async (_what, element, parts) => {
    const client = await open(multipart([rootPart(await optimized(element)), ...parts]));
    expect(await rejection(client.getFolder({ Id: 1 }))).toMatchObject({ code: "RESPONSE", reason: "attachment" });
  });

  test("is not read as streams, which would come before it is verified", async () => {
    const client = await open(multipart([rootPart(await optimized(include("a@x"))), part("a@x", big)]));
    const error = await rejection(client.getFolder({ Id: 1 }, { attachments: "stream" }));
    expect(error).toMatchObject({ code: "RESPONSE", reason: "security" });
    expect(error.message).toContain("Read it whole");
  });
});

test("a sandbox verifies signed requests with attachments, and signs its responses", async () => {
  const seen: unknown[] = [];
  const sandbox = await startServiceSandbox({
    services: [
      {
        path: "/archive",
        service: archive,
        security: service,
        operations: {
          PutFolder: ({ args }: { args: unknown }) => {
            seen.push(args);
            return { Cover: big, Scan: [] };
          },
        },
      },
    ],
  });
  atEnd(() => sandbox.close());
  const client = new ArchiveClient({
    endpoint: `${sandbox.url}/archive`,
    retries: 0,
    mtom: true,
    features: [mutual()],
  });
  atEnd(() => client.close({ force: true }));
  const { result, http } = await client.putFolder({ Folder: { Cover: big } }).withResponse();
  expect(createHash("sha256").update(result.Cover!).digest("hex")).toBe(createHash("sha256").update(big).digest("hex"));
  expect(http.headers["content-type"]).toMatch(/^multipart\/related/);
  expect(seen).toMatchObject([{ Folder: { Cover: big } }]);
});
