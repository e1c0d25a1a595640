import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { buildTables, loadModel } from "soapwright-contract";
import { repliesElsewhere } from "soapwright-features";
import type { ServiceNode } from "soapwright-runtime/tables";
import {
  type OperationHandler,
  SandboxFault,
  type ServiceSandbox,
  startRecorder,
  startServiceSandbox,
} from "soapwright-sandbox";
import { NS, Parcels, WSA, WSA4, wsa } from "soapwright-testing/addressing/parcels";
import { ENVELOPE } from "soapwright-testing/client/shelf";
import { Folder, smallWsdl } from "soapwright-testing/commands/small-wsdl";
import * as schemas from "soapwright-testing/golden/cases/addressing/schemas";
import { service as dossier } from "soapwright-testing/golden/cases/attachments/schemas";
import { service as claims } from "soapwright-testing/golden/cases/part-references/schemas";
import { atEnd, endAfterEach, rejection } from "soapwright-testing/stage/stage";

/** The sandbox of a service with WS-Addressing: its requirements on requests, and its responses. */
describe("addressed sandbox", () => {
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
});

/** The page with attachments, over HTTP as a browser sends it: parts of a form, and parts of both messages. */
describe("page parts", () => {
  endAfterEach();
  const folder = new Folder();
  afterAll(() => folder.remove());

  const octets = Uint8Array.from({ length: 3_000 }, (_, index) => index % 256);

  async function start(service: object, operations: Readonly<Record<string, OperationHandler>>) {
    const sandbox = await startServiceSandbox({ services: [{ path: "/s", service, operations } as never] });
    atEnd(() => sandbox.close());
    const page = async (path: string) => (await fetch(sandbox.url + path)).text();
    const post = async (method: string, fields: Readonly<Record<string, string | Blob>>) => {
      const form = new FormData();
      for (const [name, value] of Object.entries(fields)) {
        if (typeof value === "string") form.append(name, value);
        else form.append(name, value, value.size === 0 ? "" : "scan \u00fc.tiff");
      }
      const response = await fetch(`${sandbox.url}/page/operations/0/${method}`, { method: "POST", body: form });
      return { response, text: await response.text() };
    };
    return { sandbox, page, post };
  }

  const kept: { args?: unknown } = {};
  const keep = (result: unknown): OperationHandler => {
    return ({ args }) => {
      kept.args = args;
      return result as never;
    };
  };

  describe("parts that a WSDL declares", () => {
    const operations = { AddDocument: keep(7), GetDocument: keep({ Title: "T", scan: octets }) };

    test("are chosen as files or written as text", async () => {
      const { sandbox, page, post } = await start(dossier, operations);
      const form = await page("/page/operations/0/addDocument");
      expect(form).toContain('enctype="multipart/form-data"');
      expect(form).toMatch(
        /<legend>Attachments<\/legend>[\s\S]*<input type="file" id="field-part.scan" name="part.scan" accept="image\/tiff/,
      );
      const { response, text } = await post("addDocument", {
        "body.Title": "T",
        "part.scan": new Blob([octets], { type: "image/tiff" }),
        "part.note": new Blob([]),
        "part.note.text": "gr\u00fc\u00df <&>",
        version: "1.1",
      });
      expect(response.url).toMatch(/\/page\/exchanges\/1$/);
      const { AddDocument, scan, note } = kept.args as Record<string, Uint8Array>;
      expect(AddDocument).toEqual({ Title: "T" });
      expect(Buffer.from(scan!).equals(octets)).toBe(true);
      expect(Buffer.from(note!).toString()).toBe("gr\u00fc\u00df <&>");
      expect(sandbox.exchanges[0]?.mistakes).toEqual([]);
      expect(text).toMatch(/image\/tiff <span class="soft">3,000 bytes/);
      expect(text).toContain("gr\u00fc\u00df &lt;&amp;&gt;");
      expect(text).toMatch(/await client\.addDocument\(\{[\s\S]*scan: Buffer\.from\(&quot;AAEC/);
      const saved = await fetch(`${sandbox.url}/page/exchanges/1/request-1`);
      expect(saved.headers.get("content-disposition")).toBe('attachment; filename="1-request-1"');
      expect(saved.headers.get("content-type")).toBe("application/octet-stream");
      expect(saved.headers.get("x-content-type-options")).toBe("nosniff");
      expect(Buffer.from(await saved.arrayBuffer()).equals(octets)).toBe(true);
      // The form is filled again with what was sent, except for files.
      const again = await page("/page/operations/0/addDocument?from=1");
      expect(again).toContain('value="T"');
    });

    test("of a response are on its page", async () => {
      const { sandbox, post } = await start(dossier, operations);
      const { text } = await post("getDocument", { "body.Id": "1", version: "1.1" });
      expect(text).toMatch(/href="\/page\/exchanges\/1\/response-1" download/);
      expect(text.split("<h2>Copy as</h2>")[0]).not.toContain("content-transfer-encoding");
      const saved = await fetch(`${sandbox.url}/page/exchanges/1/response-1`);
      expect(Buffer.from(await saved.arrayBuffer()).equals(octets)).toBe(true);
      for (const none of ["response-2", "request-0", "other-1", "response-", "response-1e9", "..%2f1"]) {
        expect((await fetch(`${sandbox.url}/page/exchanges/1/${none}`)).status).toBe(404);
      }
    });

    test("that are not filled in are not sent, and those that are too long are a problem of the form", async () => {
      const { sandbox, post } = await start(dossier, operations);
      await post("addDocument", { "body.Title": "T", "part.scan": new Blob([]), version: "1.1" });
      expect(kept.args).toEqual({ AddDocument: { Title: "T" } });
      expect(sandbox.exchanges[0]?.mistakes.join()).toContain("attachment scan");
      const { response, text } = await post("addDocument", {
        "body.Title": "T",
        "part.scan": new Blob([Buffer.alloc(6e6)]),
      });
      expect(response.status).toBe(400);
      expect(text).toContain("The attachments are too long for this form");
      expect(sandbox.exchanges).toHaveLength(1);
    });

    test("in a form that is cut off, or has no boundary, are a problem of the form", async () => {
      const { sandbox } = await start(dossier, operations);
      for (const [type, body] of [
        ["multipart/form-data", "x"],
        [
          "multipart/form-data; boundary=b",
          "--b\r\nContent-Disposition: form-data; name=part.scan; filename=f\r\n\r\nabc",
        ],
      ] as const) {
        const address = `${sandbox.url}/page/operations/0/addDocument`;
        const response = await fetch(address, { method: "POST", headers: { "Content-Type": type }, body });
        expect(response.status).toBe(400);
      }
      expect(sandbox.exchanges).toHaveLength(0);
    });
  });

  describe("values that refer to parts", () => {
    test("are chosen beside the Body as XML, by the URL that it has", async () => {
      const { page, post } = await start(claims, { PutClaim: keep(7), GetClaim: keep({ Form: octets }) });
      const form = await page("/page/operations/0/putClaim");
      const xml = /<textarea id="xml"[^>]*>([\s\S]*?)<\/textarea>/.exec(form)?.[1] ?? "";
      const [, url = ""] = /&gt;(cid:[\w.-]+)&lt;\/Form/.exec(xml) ?? [];
      expect(form).toContain(`<input type="file" id="field-part.${url}" name="part.${url}"`);
      const body = xml
        .replaceAll("&lt;", "<")
        .replaceAll("&gt;", ">")
        .replaceAll("&quot;", '"')
        .replaceAll("&amp;", "&");
      const names = [...new Set(body.match(/cid:[\w.-]+/g))].map((each) => `part.${each}`);
      const parts = Object.fromEntries(names.map((name) => [name, new Blob([name])]));
      await post("putClaim", { xml: body, version: "1.1", ...parts });
      const { Claim } = kept.args as { Claim: { Form: Uint8Array } };
      expect(Buffer.from(Claim.Form).toString()).toBe(`part.${url}`);
    });

    test("are chosen beside the fields, where the Body has fields", async () => {
      const reference = "http://ws-i.org/profiles/basic/1.1/xsd";
      const element = `<xs:element name="Title" type="xs:string"/><xs:element name="Form" type="r:swaRef" xmlns:r="${reference}"/>`;
      const wsdl = join(folder.path, "references.wsdl");
      const text = smallWsdl({ request: element, response: element });
      writeFileSync(wsdl, text.replace('elementFormDefault="qualified">', `$&<xs:import namespace="${reference}"/>`));
      const { model } = await loadModel(wsdl, {});
      const { page, post } = await start((await buildTables(model!))[0]!, { Get: keep({ Title: "t", Form: octets }) });
      const form = await page("/page/operations/0/get");
      expect(form).toContain('name="body.Title"');
      expect(form).not.toContain('name="body.Form"');
      expect(form).toContain('<input type="file" id="field-part.body.Form"');
      const { text: shown } = await post("get", {
        "body.Title": "T",
        "part.body.Form": new Blob(["f"]),
        version: "1.1",
      });
      expect(kept.args).toEqual({ Title: "T", Form: new Uint8Array([0x66]) });
      expect(shown).toContain("response-1");
    });
  });
});
