/** Recordings of messages with parts, which a WSDL declares or values refer to: masked, and replayed. */
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { ServiceNode } from "soapwright-runtime/tables";
import { Dossier } from "soapwright-testing/golden/cases/attachments/client";
import { service as dossier } from "soapwright-testing/golden/cases/attachments/schemas";
import { Claims } from "soapwright-testing/golden/cases/part-references/client";
import { service as claims } from "soapwright-testing/golden/cases/part-references/schemas";
import { atEnd, endAfterEach } from "soapwright-testing/stage/stage";
import { type OperationHandler, startRecorder, startServiceSandbox } from "../src/index";
import { replayOperations } from "../src/sandbox-internal";

endAfterEach();

const secret = Buffer.from("the-secret-of-the-scan".repeat(20));

async function serve(service: ServiceNode, operations: Readonly<Record<string, OperationHandler>>) {
  const sandbox = await startServiceSandbox({ services: [{ path: "/s", service, operations } as never] });
  atEnd(() => sandbox.close());
  return sandbox;
}

/** Starts a recorder in front of a service with these operations. */
async function record(service: ServiceNode, operations: Readonly<Record<string, OperationHandler>>) {
  const upstream = await serve(service, operations);
  const folder = mkdtempSync(join(tmpdir(), "recordings-"));
  atEnd(async () => rmSync(folder, { recursive: true }));
  const recorder = await startRecorder({ upstream: upstream.url, folder, services: [{ path: "/s", service }] });
  atEnd(() => recorder.close());
  const texts = () => readdirSync(folder).map((name) => readFileSync(join(folder, name), "utf8"));
  const replay = async () => serve(service, replayOperations(folder, { path: "/s", service }));
  return { recorder, folder, texts, replay };
}

function expectMasked(texts: readonly string[]): void {
  for (const real of ["the-secret", secret.toString("base64").slice(0, 40), "cid:", "A title"]) {
    expect(texts.join()).not.toContain(real);
  }
}

const base64 = (text = ""): Uint8Array => new Uint8Array(Buffer.from(text, "base64"));

test("values that refer to parts are octets in the recording, masked, and parts again in the replay", async () => {
  const { recorder, texts, replay } = await record(claims, {
    PutClaim: () => 7 as never,
    GetClaim: () => ({ Form: secret, Photo: [{ value: secret, Caption: "A title" }] }) as never,
  });
  const client = new Claims({ endpoint: `${recorder.url}/s`, retries: 0 });
  atEnd(() => client.close({ force: true }));
  expect(await client.putClaim({ Claim: { Form: secret, Signature: secret } })).toBe(7);
  expect((await client.getClaim({ Id: 1 }))?.Form).toEqual(new Uint8Array(secret));
  expectMasked(texts());
  const [put = "", got = ""] = texts().map((text) => {
    const { request, response } = JSON.parse(text) as { request: string; response: string };
    return request + response;
  });
  const again = new Claims({ endpoint: `${(await replay()).url}/s`, retries: 0 });
  atEnd(() => again.close({ force: true }));
  const Form = base64(/<Form>([^<]*)/.exec(put)?.[1]);
  expect(Form).toHaveLength(secret.length);
  const id = await again.putClaim({ Claim: { Form, Signature: Form } });
  expect(typeof id).toBe("number");
  const claim = await again.getClaim({ Id: Number(/<Id>(\d+)/.exec(got)?.[1]) });
  expect(claim?.Form).toEqual(base64(/<Form>([^<]*)/.exec(got)?.[1]));
  expect(claim?.Photo?.[0]?.value).toEqual(claim?.Form);
});

test("parts that a WSDL declares are in the recording, masked, and in the replay", async () => {
  const { recorder, folder, texts, replay } = await record(dossier, {
    AddDocument: () => 7 as never,
    GetDocument: () => ({ Title: "A title", scan: secret }) as never,
  });
  const client = new Dossier({ endpoint: `${recorder.url}/s`, retries: 0 });
  atEnd(() => client.close({ force: true }));
  const note = new Blob([secret]);
  expect(await client.addDocument({ AddDocument: { Title: "A title" }, scan: secret, note })).toBe(7);
  expect((await client.getDocument({ Id: 1 })).scan).toEqual(new Uint8Array(secret));
  expectMasked(texts());
  const [put, got] = texts().map((text) => JSON.parse(text));
  expect(Object.keys(put.requestParts)).toEqual(["scan", "note"]);
  const again = new Dossier({ endpoint: `${(await replay()).url}/s`, retries: 0 });
  atEnd(() => again.close({ force: true }));
  const Title = /<Title>([^<]*)/.exec(put.request)?.[1] ?? "";
  const { scan, note: noteText } = put.requestParts;
  expect(typeof (await again.addDocument({ AddDocument: { Title }, scan: base64(scan), note: base64(noteText) }))).toBe(
    "number",
  );
  const { scan: replayed } = await again.getDocument({ Id: Number(/<Id>(\d+)/.exec(got.request)?.[1]) });
  expect(replayed).toEqual(base64(got.responseParts.scan));

  // The message about a file that was edited by hand names file and line.
  const file = join(folder, readdirSync(folder)[0]!);
  for (const parts of ["none", [], { scan: 1 }, { scan: "no base64" }]) {
    writeFileSync(file, JSON.stringify({ ...put, requestParts: parts }));
    await expect(replay()).rejects.toThrow(/json:1: requestParts takes base64 by name of the part/);
  }
});
