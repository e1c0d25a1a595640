/** The sandbox of a service with WS-Addressing: its requirements on requests, and its responses. */

import { mkdtempSync, rmSync } from "node:fs";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { repliesElsewhere } from "soapwright-runtime/addressing";
import type { ServiceNode } from "soapwright-runtime/tables";
import { SandboxFault, type ServiceSandbox, startRecorder, startServiceSandbox } from "soapwright-sandbox";
import { NS, Parcels, WSA, WSA4, wsa } from "soapwright-testing/addressing/parcels";
import { ENVELOPE } from "soapwright-testing/client/shelf";
import * as schemas from "soapwright-testing/golden/cases/addressing/schemas";
import { atEnd, endAfterEach, rejection } from "soapwright-testing/stage/stage";

endAfterEach();

const path = "/parcels";

async function start(service: ServiceNode = schemas.service, log?: (line: string) => void): Promise<ServiceSandbox> {
  const operations = {
    Track: ({ args }: { readonly args: unknown }) => {
      if (args === 13) throw new SandboxFault("Lost.", { detail: { Lost: "at sea" } });
      if (args === 14) throw new Error("Broken.");
      return `parcel ${String(args)}`;
    },
  };
  const sandbox = await startServiceSandbox({ services: [{ path, service, operations }], ...(log && { log }) });
  atEnd(() => sandbox.close());
  return sandbox;
}

function open({ url }: { readonly url: string }, options: object = {}): Parcels {
  const client = new Parcels({ endpoint: url + path, retries: 0, validation: "strict", ...options });
  atEnd(() => client.close({ force: true }));
  return client;
}

/** Returns `schemas.service` with another addressing. */
function saying(addressing: ServiceNode["ports"][number]["addressing"]): ServiceNode {
  return {
    ...schemas.service,
    ports: schemas.service.ports.map(({ addressing: _said, ...port }) => ({
      ...port,
      ...(addressing && { addressing }),
    })),
  };
}

const ANONYMOUS = `<a:Address>${WSA}/anonymous</a:Address>`;
const full = { Action: "urn:example:parcels:track", MessageID: "urn:uuid:1", To: "urn:me", ReplyTo: ANONYMOUS };

async function post(
  sandbox: ServiceSandbox,
  header: string,
  version: "1.1" | "1.2" = "1.1",
  soapAction = '""',
  content = `<Track xmlns="${NS}">7</Track>`,
): Promise<{ readonly status: number; readonly text: string }> {
  const body = `<s:Envelope xmlns:s="${ENVELOPE[version]}"><s:Header>${header}</s:Header><s:Body>${content}</s:Body></s:Envelope>`;
  const headers: Record<string, string> =
    version === "1.1"
      ? { "Content-Type": "text/xml; charset=utf-8", SOAPAction: soapAction }
      : { "Content-Type": "application/soap+xml; charset=utf-8" };
  const response = await fetch(sandbox.url + path, { method: "POST", headers, body });
  return { status: response.status, text: await response.text() };
}

test("a SOAPAction that is percent-encoded is the same as the Action", async () => {
  const Action = "urn:example:посылки:track";
  const operations = schemas.service.operations.map((operation) =>
    operation.name === "Track" ? { ...operation, action: { ...operation.action, input: Action } } : operation,
  );
  const sandbox = await start({ ...schemas.service, operations });
  const answered = await post(sandbox, wsa({ ...full, Action }), "1.1", `"${encodeURI(Action)}"`);
  expect(answered).toMatchObject({ status: 200, text: expect.stringContaining("parcel 7") });
});

test("a declared Action is taken as SOAPAction where no port is addressed, as JAX-WS sends it", async () => {
  const sandbox = await start(saying(undefined));
  const answered = await post(sandbox, "", "1.1", `"${full.Action}"`);
  expect(answered).toMatchObject({ status: 200, text: expect.stringContaining("parcel 7") });
  expect((await post(sandbox, "", "1.1", '"urn:example:parcels:other"')).text).toContain("did not recognize");
});

test("the Action says which operation is meant where HTTP says none and two have the same element", async () => {
  const sandbox = await start();
  const client = open(sandbox, { soapVersion: "1.2" });
  await expect(client.report(7)).resolves.toBeUndefined();
  await expect(client.track(7)).resolves.toBe("parcel 7");
});

test.each(["1.1", "1.2"] as const)(
  "a client and the sandbox understand each other, strictly: SOAP %s",
  async (soapVersion) => {
    const client = open(await start(), { soapVersion });
    const { result, headers, messageId } = await client.track(7).withResponse();
    expect(result).toBe("parcel 7");
    expect(headers[`{${WSA}}RelatesTo`]).toMatchObject({ children: [messageId] });
    expect(headers[`{${WSA}}Action`]).toMatchObject({
      children: [`${NS}:Parcels:Tracked`],
      attributes: [{ value: "1" }],
    });
    expect(await client.report(7)).toBeUndefined();
  },
);

test("2004/08 is understood too", async () => {
  const sandbox = await start(saying({ version: "2004/08", required: true }));
  expect(await open(sandbox, { addressing: "2004/08" }).track(7)).toBe("parcel 7");
});

test("faults have the actions of the WSDL, of SOAP and of WS-Addressing", async () => {
  const sandbox = await start();
  const actionOf = ({ text }: { readonly text: string }) => /<wsa:Action[^>]*>([^<]*)</.exec(text)?.[1];
  const asked = (value: number) => wsa(full).replace("urn:uuid:1", `urn:uuid:${value}`);
  const send = async (value: number) => {
    const body = `<s:Envelope xmlns:s="${ENVELOPE["1.1"]}"><s:Header>${asked(value)}</s:Header><s:Body><Track xmlns="${NS}">${value}</Track></s:Body></s:Envelope>`;
    const response = await fetch(sandbox.url + path, {
      method: "POST",
      headers: { "Content-Type": "text/xml", SOAPAction: '""' },
      body,
    });
    return { text: await response.text() };
  };
  expect(actionOf(await send(13))).toBe("urn:example:parcels:lost");
  expect(actionOf(await send(14))).toBe(`${WSA}/soap/fault`);
  expect(actionOf(await post(sandbox, ""))).toBe(`${WSA}/fault`);
  expect((await send(14)).text).toContain(">urn:uuid:14</wsa:RelatesTo>");
});

test.each<[string, string, string, string]>([
  ["nothing", "", "MessageAddressingHeaderRequired", "wsa:Action"],
  ["no Action", wsa({ MessageID: "urn:1" }), "MessageAddressingHeaderRequired", "wsa:Action"],
  ["no MessageID", wsa({ Action: full.Action }), "MessageAddressingHeaderRequired", "wsa:MessageID"],
  ["blocks of another version", wsa(full, WSA4), "MessageAddressingHeaderRequired", "wsa:Action"],
  ["two Actions", wsa(full) + wsa({ Action: "urn:b" }), "InvalidCardinality", "wsa:Action"],
  ["another Action", wsa({ ...full, Action: "urn:b" }), "ActionNotSupported", "urn:b"],
  ["a reference without an address", wsa({ ...full, ReplyTo: "" }), "MissingAddressInEPR", "wsa:ReplyTo"],
  [
    "a reply to somewhere else, which the WSDL forbids",
    wsa({ ...full, ReplyTo: "<a:Address>http://127.0.0.1:9/</a:Address>" }),
    "OnlyAnonymousAddressSupported",
    "wsa:ReplyTo",
  ],
])("a request with %s is refused", async (_name, header, code, problem) => {
  const { status, text } = await post(await start(), header);
  expect(status).toBe(500);
  expect(text).toMatch(new RegExp(`<faultcode xmlns:q0="${WSA}">q0:${code}</faultcode>`));
  expect(text).toMatch(new RegExp(`<wsa:FaultDetail [^>]*>.*${problem}.*</wsa:FaultDetail>`));
});

test("over SOAP 1.2 the codes are subcodes, and the detail is the detail", async () => {
  const { text } = await post(await start(), wsa(full) + wsa({ Action: "urn:b" }), "1.2");
  expect(text).toMatch(/soap:Sender<.*q0:InvalidAddressingHeader<.*q0:InvalidCardinality</s);
  expect(text).toMatch(/<soap:Detail><wsa:ProblemHeaderQName [^>]*>wsa:Action</);
  expect(text).not.toContain("FaultDetail");
});

test("an Action that is not the SOAPAction is refused", async () => {
  const sandbox = await start();
  const { text } = await post(sandbox, wsa(full), "1.1", '"urn:example:parcels:report"');
  expect(text).toContain("q0:ActionMismatch<");
});

test("the Action is accepted as SOAPAction too, and an unknown SOAPAction gets a fault with addressing headers", async () => {
  const sandbox = await start();
  expect(await post(sandbox, wsa(full), "1.1", `"${full.Action}"`)).toMatchObject({ status: 200 });
  const { text } = await post(sandbox, wsa(full), "1.1", '"urn:unknown"');
  expect(text).toContain("did not recognize the value of HTTP Header SOAPAction");
  expect(text).toContain("urn:uuid:1</wsa:RelatesTo>");
});

test.each([
  ["nothing", "", false],
  ["blocks of another version that need not be understood", wsa(full, WSA4), false],
  ["blocks", wsa(full), true],
])("where addressing is not required, %s is taken: addressed back is %p", async (_name, header, isAddressed) => {
  const { status, text } = await post(await start(saying({ version: "1.0", required: false })), header);
  expect(status).toBe(200);
  expect(text.includes("RelatesTo")).toBe(isAddressed);
});

test("where the WSDL does not declare addressing, blocks are ignored, and refused when they must be understood", async () => {
  const sandbox = await start(saying(undefined));
  expect(await post(sandbox, wsa(full))).toMatchObject({ status: 200, text: expect.not.stringContaining("wsa:") });
  expect((await post(sandbox, wsa(full, WSA, ' s:mustUnderstand="1"'))).text).toContain("MustUnderstand");
});

test("a block for another node is ignored", async () => {
  const header = wsa(full) + wsa({ Action: "urn:b" }, WSA, ' s:actor="urn:other"');
  expect(await post(await start(), header)).toMatchObject({ status: 200 });
});

test("reference parameters of ReplyTo come back, but none that says what the message is", async () => {
  const parameters = `<a:ReferenceParameters><x:Session xmlns:x="urn:x" kind="k">s-1<x:Part/></x:Session><a:RelatesTo>urn:forged</a:RelatesTo></a:ReferenceParameters>`;
  const { text } = await post(await start(), wsa({ ...full, ReplyTo: ANONYMOUS + parameters }));
  expect(text).toMatch(/<(\w+:)?Session [^>]*IsReferenceParameter="true"[^>]*>s-1</);
  expect(text).not.toContain("urn:forged");
});

/** Starts a server that records the bodies of the requests that it receives. `next` resolves to the first of them. */
async function startInbox(): Promise<{
  readonly url: string;
  readonly bodies: string[];
  readonly next: Promise<string>;
}> {
  const bodies: string[] = [];
  let receive: (body: string) => void = () => undefined;
  const next = new Promise<string>((resolve) => {
    receive = resolve;
  });
  const server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on("data", (chunk: Buffer) => chunks.push(chunk));
    request.on("end", () => {
      const body = Buffer.concat(chunks).toString();
      bodies.push(body);
      response.writeHead(202).end();
      receive(body);
    });
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  atEnd(() => new Promise((done) => server.close(done)));
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/inbox`, bodies, next };
}

test("a response goes where ReplyTo says, on this machine", async () => {
  const inbox = await startInbox();
  const client = repliesElsewhere(open(await start(), { soapVersion: "1.2" }), inbox.url);
  const { messageId } = await client.track(7).withResponse();
  const body = await inbox.next;
  expect(body).toContain(`${messageId}</wsa:RelatesTo>`);
  expect(body).toContain("parcel 7");
});

const SESSION = `<a:ReferenceParameters><x:Session xmlns:x="urn:x">s-1</x:Session></a:ReferenceParameters>`;
const declared = saying({ version: "1.0", required: true });

/** Posts a request for parcel `id`: the sandbox responds to 13 with a declared fault, and to 7 with a result. */
function track(sandbox: ServiceSandbox, header: string, id: number | string): ReturnType<typeof post> {
  return post(sandbox, header, "1.1", '""', `<Track xmlns="${NS}">${id}</Track>`);
}

test("a fault goes where FaultTo says, with its reference parameters, and a result where ReplyTo says", async () => {
  const [replies, faults] = [await startInbox(), await startInbox()];
  const sandbox = await start(declared);
  const header = wsa({
    ...full,
    ReplyTo: `<a:Address>${replies.url}</a:Address>`,
    FaultTo: `<a:Address>${faults.url}</a:Address>${SESSION}`,
  });
  expect(await track(sandbox, header, 13)).toEqual({ status: 202, text: "" });
  const fault = await faults.next;
  expect(fault).toContain("Lost.");
  expect(fault).toContain(`>${faults.url}</wsa:To>`);
  expect(fault).toMatch(/<(\w+:)?Session [^>]*IsReferenceParameter="true"[^>]*>s-1</);
  expect(await track(sandbox, header, 7)).toEqual({ status: 202, text: "" });
  const result = await replies.next;
  expect(result).toContain("parcel 7");
  expect(result).not.toContain("Session");
  expect([replies.bodies.length, faults.bodies.length]).toEqual([1, 1]);
});

test("a fault goes where ReplyTo says when the request has no FaultTo", async () => {
  const replies = await startInbox();
  const header = wsa({ ...full, ReplyTo: `<a:Address>${replies.url}</a:Address>` });
  expect(await track(await start(declared), header, 13)).toEqual({ status: 202, text: "" });
  expect(await replies.next).toContain("Lost.");
});

test("a fault goes over the connection when FaultTo is anonymous, although ReplyTo is not", async () => {
  const replies = await startInbox();
  const header = wsa({ ...full, ReplyTo: `<a:Address>${replies.url}</a:Address>`, FaultTo: ANONYMOUS });
  const { status, text } = await track(await start(declared), header, 13);
  expect(status).toBe(500);
  expect(text).toContain(`>${WSA}/anonymous</wsa:To>`);
  expect(replies.bodies).toEqual([]);
});

test("a fault is dropped when FaultTo has the address none", async () => {
  const header = wsa({ ...full, FaultTo: `<a:Address>${WSA}/none</a:Address>` });
  expect(await track(await start(declared), header, 13)).toEqual({ status: 202, text: "" });
});

test("the fault about arguments that cannot be read goes where FaultTo says", async () => {
  const faults = await startInbox();
  const header = wsa({ ...full, FaultTo: `<a:Address>${faults.url}</a:Address>` });
  expect(await track(await start(declared), header, "seven")).toEqual({ status: 202, text: "" });
  expect(await faults.next).toContain("Server was unable to read request.");
});

test("the fault about a wrong addressing header goes over the connection", async () => {
  const faults = await startInbox();
  const header = wsa({ ...full, Action: "urn:b", FaultTo: `<a:Address>${faults.url}</a:Address>` });
  const { status, text } = await track(await start(declared), header, 7);
  expect(status).toBe(500);
  expect(text).toContain("q0:ActionNotSupported<");
  expect(text).toContain(`>${WSA}/anonymous</wsa:To>`);
  expect(faults.bodies).toEqual([]);
});

test("a response is never sent to another machine, a file or the address none", async () => {
  const lines: string[] = [];
  const sandbox = await start(saying({ version: "1.0", required: true }), (line) => lines.push(line));
  for (const address of ["http://192.0.2.1/", "https://127.0.0.1:9/", "file:///etc/passwd", `${WSA}/none`]) {
    const header = wsa({ ...full, ReplyTo: `<a:Address>${address}</a:Address>` });
    expect(await post(sandbox, header)).toEqual({ status: 202, text: "" });
  }
  expect(lines.filter((line) => line.includes("is not sent"))).toHaveLength(3);
});

test("a recorder passes messages on under the service's own address, and the recording is served again", async () => {
  const sandbox = await start();
  const folder = mkdtempSync(join(tmpdir(), "addressing-"));
  const services = [{ path, service: schemas.service }];
  const recorder = await startRecorder({ upstream: sandbox.url, folder, services });
  atEnd(async () => {
    await recorder.close();
    rmSync(folder, { recursive: true });
  });
  expect(await open(recorder).track(7)).toBe("parcel 7");
  expect(sandbox.requests[0]?.body).toContain(`>${sandbox.url}${path}</wsa:To>`);
  expect(sandbox.requests[0]?.body).not.toContain(recorder.url);
  expect(recorder.recordingCount).toBe(1);
});

test("an injected fault has addressing headers too", async () => {
  const sandbox = await start();
  sandbox.inject({ kind: "fault", fault: new SandboxFault("Busy.") });
  expect(await rejection(open(sandbox).track(7))).toMatchObject({ code: "FAULT" });
});
