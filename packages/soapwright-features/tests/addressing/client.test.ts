/** WS-Addressing of a client: its requests, and its treatment of responses. */

import { addressing, endpointReference, repliesElsewhere } from "soapwright-features";
import { security as createSecurity } from "soapwright-features/security";
import { nodeSoap } from "soapwright-node-soap";
import { ServiceClient } from "soapwright-runtime";
import { customTransport } from "soapwright-runtime/extend";
import type { ServiceNode, XmlElement } from "soapwright-runtime/tables";
import {
  blocksOf,
  messageIdOf,
  NAMESPACES,
  NS,
  Parcels,
  responding,
  serving,
  textOf,
  tracked,
  WSA,
  WSA4,
  wsa,
} from "soapwright-testing/addressing/parcels";
import { ShelfClient, shelf } from "soapwright-testing/client/shelf";
import * as schemas from "soapwright-testing/golden/cases/addressing/schemas";
import { atEnd, endAfterEach, rejection, serve } from "soapwright-testing/stage/stage";
import { answer } from "soapwright-testing/transport/raw-server";

endAfterEach();

function open(endpoint: string, options: object = {}): Parcels {
  const client = new Parcels({ endpoint, retries: 0, ...options });
  atEnd(() => client.close({ force: true }));
  return client;
}

const related = (id: string) => wsa({ Action: `${NS}:Parcels:Tracked`, RelatesTo: id });

describe("a request", () => {
  test("has Action, MessageID, To and ReplyTo where the WSDL says so", async () => {
    const server = await serving(related);
    const client = open(server.url);
    expect(await client.track(7)).toBe("on its way");
    await client.track(8);
    const [first, second] = server.requests.map(blocksOf);
    expect(first).toEqual({
      Action: `<wsa:Action xmlns:wsa="${WSA}">urn:example:parcels:track</wsa:Action>`,
      MessageID: expect.stringMatching(/>urn:uuid:[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f-]{21}</),
      To: `<wsa:To xmlns:wsa="${WSA}">${server.url}</wsa:To>`,
      ReplyTo: `<wsa:ReplyTo xmlns:wsa="${WSA}"><wsa:Address>${WSA}/anonymous</wsa:Address></wsa:ReplyTo>`,
    });
    expect(second?.MessageID).not.toBe(first?.MessageID);
  });

  test("of a one-way operation has no ReplyTo", async () => {
    const server = await serve((socket) => socket.write(answer("", "202 Accepted")));
    expect(await open(server.url).report(7)).toBeUndefined();
    expect(Object.keys(blocksOf(server.requests[0]!))).toEqual(["Action", "MessageID", "To"]);
  });

  test.each([
    ["off for a client", { addressing: false }, {}, undefined],
    ["off for a call", {}, { addressing: false }, undefined],
    ["2004/08 for a client", { addressing: "2004/08" }, {}, WSA4],
    ["2004/08 for a call", {}, { addressing: "2004/08" }, WSA4],
    ["1.0 for a call, off for its client", { addressing: false }, { addressing: "1.0" }, WSA],
  ])("%s", async (_name, ofClient, ofCall, namespace) => {
    const server = await serving((id) => (namespace === undefined ? "" : wsa({ RelatesTo: id }, namespace)));
    await open(server.url, ofClient).track(1, ofCall as {});
    await open(server.url, ofClient)
      .with(ofCall as {})
      .track(1);
    for (const request of server.requests) {
      expect([...new Set([...request.body.matchAll(/xmlns:wsa="([^"]*)"/g)].map(([, uri]) => uri))]).toEqual(
        namespace === undefined ? [] : [namespace],
      );
    }
  });

  test("has the anonymous address of 2004/08", async () => {
    const server = await serving((id) => wsa({ RelatesTo: id }, WSA4));
    await open(server.url, { addressing: "2004/08" }).track(1);
    expect(textOf(server.requests[0]!, "ReplyTo")).toBe(`${WSA4}/role/anonymous`);
  });

  test("keeps its MessageID where the same message is sent again, and has another where it is made anew", async () => {
    const failing = (socket: { write(bytes: Buffer): void }, request: { readonly number: number; body: string }) =>
      socket.write(request.number < 3 ? answer("", "503 Busy") : responding(related(messageIdOf(request)), tracked));
    const same = await serve(failing);
    await open(same.url, { retries: { max: 3, delayMs: 1 } }).track(1, { safe: true });
    expect(same.requests).toHaveLength(3);
    expect(new Set(same.requests.map(messageIdOf)).size).toBe(1);
    const anew = await serve(failing);
    const client = open(anew.url, { features: [nodeSoap()], retries: { max: 3, delayMs: 1 } });
    let count = 0;
    client.soap.addSoapHeader(() => `<x:Count xmlns:x="urn:x">${++count}</x:Count>`);
    const { messageId } = await client.track(1, { safe: true }).withResponse();
    expect(new Set(anew.requests.map(messageIdOf)).size).toBe(3);
    expect(messageId).toBe(messageIdOf(anew.requests[2]!));
  });

  test("has another MessageID for each attempt that is secured", async () => {
    const server = await serve((socket, request) =>
      socket.write(request.number < 2 ? answer("", "503 Busy") : responding(related(messageIdOf(request)), tracked)),
    );
    const security = createSecurity({
      usernameToken: { username: "ada", password: "p" },
      timestamp: { lifetimeMs: 60_000 },
    });
    const client = open(server.url, { retries: { max: 3, delayMs: 1 }, features: [security] });
    expect(await client.track(1, { safe: true })).toBe("on its way");
    expect(new Set(server.requests.map(messageIdOf)).size).toBe(2);
    expect(server.requests[1]?.body).toContain(":Security ");
  });

  test("escapes what is in an address", async () => {
    const server = await serving(related);
    await open(`${server.url}?a=1&b=%3C`).track(1);
    expect(blocksOf(server.requests[0]!).To).toContain("?a=1&amp;b=%3C<");
  });
});

describe("Action", () => {
  const bare = (change: Partial<ServiceNode["operations"][number]>, portType: ServiceNode["portType"]) => {
    const [track] = schemas.service.operations;
    const { action: _action, messageNames: _names, ...rest } = track!;
    const service = { ...schemas.service, portType, operations: [{ ...rest, ...change }] } as ServiceNode;
    return class extends ServiceClient {
      constructor(options: object) {
        super(service, options, [addressing()]);
      }
      track(): PromiseLike<unknown> {
        return this.call(service.operations[0] as never, 1 as never);
      }
    };
  };
  const name = (namespace: string) => ({ namespace, local: "Parcels" });
  const NONE = { "1.1": "" };

  test.each([
    [
      "of the WSDL",
      { soapAction: { "1.1": "urn:other" }, action: { input: "urn:given" } },
      name(NS),
      "1.0",
      "urn:given",
    ],
    ["the SOAPAction", { soapAction: { "1.1": "urn:soap" } }, name(NS), "1.0", "urn:soap"],
    ["by the rule, of a URN", { soapAction: NONE }, name(NS), "1.0", `${NS}:Parcels:TrackRequest`],
    [
      "by the rule, of a URN that ends with a colon",
      { soapAction: NONE },
      name("urn:x:"),
      "1.0",
      "urn:x:Parcels:TrackRequest",
    ],
    ["by the rule of 2004/08, of a URN", { soapAction: NONE }, name(NS), "2004/08", `${NS}/Parcels/TrackRequest`],
    [
      "by the rule, of an address",
      { soapAction: NONE },
      name("http://x.example/p"),
      "1.0",
      "http://x.example/p/Parcels/TrackRequest",
    ],
    [
      "by the rule, of one that ends with a slash",
      { soapAction: NONE },
      name("http://x.example/"),
      "1.0",
      "http://x.example/Parcels/TrackRequest",
    ],
    [
      "by the rule, of a named input",
      { soapAction: NONE, messageNames: { input: "Ask" } },
      name(NS),
      "1.0",
      `${NS}:Parcels:Ask`,
    ],
    [
      "by the rule, of a one-way operation",
      { soapAction: NONE, output: undefined },
      name(NS),
      "1.0",
      `${NS}:Parcels:Track`,
    ],
  ] as const)("is %s", async (_name, change, portType, addressing, wanted) => {
    const server = await serve((socket, request) =>
      socket.write(
        "output" in change
          ? answer("", "202 Accepted")
          : responding(wsa({ RelatesTo: messageIdOf(request) }, NAMESPACES[addressing]), tracked),
      ),
    );
    const client = new (bare(change as object, portType))({ endpoint: server.url, addressing });
    atEnd(() => client.close({ force: true }));
    await client.track();
    expect(textOf(server.requests[0]!, "Action")).toBe(wanted);
  });

  test("moves with the namespace", async () => {
    const server = await serving((id) => wsa({ RelatesTo: id }), tracked.replace(NS, "urn:moved"));
    await open(server.url, {
      quirks: { namespaces: (declared: string) => (declared === NS ? "urn:moved" : declared) },
    }).track(1);
    expect(textOf(server.requests[0]!, "Action")).toBe("urn:moved:track");
  });

  test("cannot be derived from tables that do not name their port type", async () => {
    const client = new (bare({ soapAction: NONE }, undefined))({
      endpoint: "http://127.0.0.1:9/",
      addressing: "1.0",
    });
    expect(await rejection(client.track())).toMatchObject({
      code: "CONFIGURATION",
      reason: "no-action",
      option: "addressing",
    });
  });
});

describe("a response", () => {
  const MUST = ' s:mustUnderstand="1"';

  test.each([
    [
      "with all blocks, which must be understood",
      (id: string) =>
        wsa({ Action: "urn:a", To: `${WSA}/anonymous`, MessageID: "urn:1", RelatesTo: id, From: "<x/>" }, WSA, MUST),
    ],
    ["with none", () => ""],
    ["that relates to several messages", (id: string) => wsa({ RelatesTo: "urn:first" }) + wsa({ RelatesTo: id })],
    [
      "that relates to another message in another way",
      (id: string) =>
        wsa({ RelatesTo: "urn:first" }, WSA, ' RelationshipType="urn:x"') +
        wsa({ RelatesTo: ` ${id}\n` }, WSA, ` RelationshipType="${WSA}/reply"`),
    ],
    ["to a message whose id was not read", () => wsa({ RelatesTo: `${WSA}/unspecified` })],
    [
      "with a block twice, once for another node",
      (id: string) => related(id) + wsa({ Action: "urn:b" }, WSA, ' s:actor="urn:other"'),
    ],
  ])("%s passes", async (_name, header) => {
    const server = await serving(header as (id: string) => string);
    expect(await open(server.url).track(1)).toBe("on its way");
  });

  test.each<[string, (id: string) => string, RegExp]>([
    [
      "to another message",
      () => wsa({ RelatesTo: "urn:uuid:another" }),
      /RelatesTo .*"urn:uuid:another", and the request was "urn:uuid:/,
    ],
    [
      "of two versions",
      (id) => related(id) + wsa({ Action: "urn:a" }, WSA4),
      /mix two versions of WS-Addressing: Action of 1\.0 and Action of 2004\/08/,
    ],
    [
      "of the other version",
      (id) => wsa({ RelatesTo: id }, WSA4, MUST),
      /of WS-Addressing 2004\/08, but addressing is 1\.0\. .*set addressing: "2004\/08"/,
    ],
    [
      "with a doubled Action",
      (id) => related(id) + wsa({ Action: "urn:b" }),
      /Action of WS-Addressing is there 2 times/,
    ],
    [
      "with a block of something else that must be understood",
      (id) => `${related(id)}<x:Y xmlns:x="urn:x"${MUST}/>`,
      /understands: \[/,
    ],
  ])("%s is refused", async (_name, header, words) => {
    const server = await serving(header);
    const error = await rejection(open(server.url).track(1));
    const reason = header("").includes("urn:x") ? "header-not-understood" : "envelope";
    expect(error).toMatchObject({ code: "RESPONSE", reason });
    expect(error.message).toMatch(words);
    expect(server.requests).toHaveLength(1);
  });

  test("of 2004/08 has relationships by QNames", async () => {
    const server = await serving(
      (id) =>
        wsa({ RelatesTo: "urn:other" }, WSA4, ' RelationshipType="x:Other" xmlns:x="urn:x"') +
        wsa({ RelatesTo: id }, WSA4, ' RelationshipType="a:Reply"'),
    );
    expect(await open(server.url, { addressing: "2004/08" }).track(1)).toBe("on its way");
  });

  test("has to have RelatesTo and its Action where validation is strict", async () => {
    const given = await serving(related);
    expect(await open(given.url, { validation: "strict" }).track(1)).toBe("on its way");
    for (const [header, words] of [
      [(id: string) => wsa({ RelatesTo: id }), /Action of WS-Addressing is missing/],
      [
        (id: string) => wsa({ RelatesTo: id, Action: "urn:a" }),
        /Action of WS-Addressing is "urn:a", and has to be "urn:example:parcels:Parcels:Tracked"/,
      ],
      [() => wsa({ Action: `${NS}:Parcels:Tracked` }), /no header block RelatesTo/],
      [
        (id: string) =>
          wsa({ Action: `${NS}:Parcels:Tracked` }) + wsa({ RelatesTo: id }, WSA, ' RelationshipType="urn:x"'),
        /no header block RelatesTo .* that relates it as the reply/,
      ],
      [
        () => wsa({ Action: `${NS}:Parcels:Tracked`, RelatesTo: `${WSA}/unspecified` }),
        /RelatesTo says that it is the response to an unspecified message, and the request was "urn:uuid:/,
      ],
      [
        (id: string) =>
          wsa({ Action: `${NS}:Parcels:Tracked` }) +
          wsa({ RelatesTo: id }, WSA, ` RelationshipType="${WSA}/unspecified"`),
        /no header block RelatesTo .* that relates it as the reply/,
      ],
      [() => "", /Action of WS-Addressing is missing/],
    ] as const) {
      const server = await serving(header);
      expect((await rejection(open(server.url, { validation: "strict" }).track(1))).message).toMatch(words);
    }
  });

  test("to another message is refused when it is a fault, too, and a fault without RelatesTo is reported", async () => {
    const fault = "<s:Fault><faultcode>s:Server</faultcode><faultstring>Private words.</faultstring></s:Fault>";
    const foreign = await serving(() => wsa({ RelatesTo: "urn:uuid:another" }), fault, "1.1", "500 X");
    const error = await rejection(open(foreign.url).track(1));
    expect(error).toMatchObject({ code: "RESPONSE" });
    expect(error.message).not.toContain("Private");
    const own = await serving(() => wsa({ Action: `${WSA}/fault` }), fault, "1.1", "500 X");
    expect(await rejection(open(own.url).track(1))).toMatchObject({ code: "FAULT" });
  });

  test("shows its blocks and the MessageID of the request", async () => {
    const server = await serving(related);
    const { headers, messageId } = await open(server.url).track(1).withResponse();
    expect(messageId).toBe(messageIdOf(server.requests[0]!));
    expect(headers[`{${WSA}}RelatesTo`]).toMatchObject({ children: [messageId] });
    expect(await open(server.url, { addressing: false }).track(1).withResponse()).not.toHaveProperty("messageId");
  });
});

describe("replyTo", () => {
  const open12 = (url: string) => open(url, { soapVersion: "1.2" });

  test.each([
    ["nothing", answer("", "202 Accepted")],
    ["a page that is no envelope", answer("taken", "202 Accepted")],
    ["an envelope without a body", responding("", "", "1.2", "202 Accepted")],
    ["nothing, with status 200", answer("")],
  ])("sends responses elsewhere: %s comes back here", async (_name, bytes) => {
    const server = await serve((socket) => socket.write(bytes));
    const client = repliesElsewhere(open12(server.url), "https://mine.example/inbox");
    const { result, messageId } = await client.track(1).withResponse();
    const nothing: undefined = result;
    expect(nothing).toBeUndefined();
    expect(messageId).toBe(messageIdOf(server.requests[0]!));
    const blocks = blocksOf(server.requests[0]!);
    expect(textOf(server.requests[0]!, "ReplyTo")).toBe("https://mine.example/inbox");
    // A service without WS-Addressing must refuse the request, because it would respond on this connection.
    expect(blocks.ReplyTo).toContain('soap12:mustUnderstand="1"');
    expect(blocks.Action).toContain('soap12:mustUnderstand="1"');
  });

  test("is an error when the response comes here all the same, and a fault is a fault", async () => {
    const server = await serving(() => "", tracked, "1.2");
    const error = await rejection(repliesElsewhere(open12(server.url), "https://mine.example/").track(1));
    expect(error).toMatchObject({ code: "RESPONSE", advice: [{ action: "check", option: "replyTo" }] });
    const faulty = await serving(
      () => "",
      "<s:Fault><s:Code><s:Value>s:Sender</s:Value></s:Code><s:Reason><s:Text xml:lang='en'>No</s:Text></s:Reason></s:Fault>",
      "1.2",
      "500 X",
    );
    expect(await rejection(repliesElsewhere(open12(faulty.url), "https://mine.example/").track(1))).toMatchObject({
      code: "FAULT",
    });
  });

  test.each([
    ["an anonymous address", `${WSA}/anonymous`, "reply-address", /anonymous address/],
    ["no address", "mine", "reply-address", /absolute address/],
    ["a relative address", "/inbox", "reply-address", /absolute address/],
    ["a file", "file:///etc/passwd", "reply-address", /scheme is file/],
    ["an address with credentials", "https://u:p@mine.example/", "address", /has credentials/],
  ])("is not %s", (_name, replyTo, reason, words) => {
    expect(() => repliesElsewhere(open12("http://127.0.0.1:9/"), replyTo)).toThrow(
      expect.objectContaining({ reason, message: expect.stringMatching(words) }),
    );
  });

  test("is an error where the WSDL says otherwise, where addressing is off, and for a stream", async () => {
    expect(() => repliesElsewhere(open("http://127.0.0.1:9/"), "https://mine.example/")).toThrow(
      /connection of the request alone/,
    );
    expect(() =>
      repliesElsewhere(open12("http://127.0.0.1:9/").with({ addressing: false }), "https://mine.example/"),
    ).toThrow(expect.objectContaining({ reason: "addressing-off", message: expect.stringMatching(/which is off/) }));
    const addressed = new ShelfClient({
      endpoint: "http://127.0.0.1:9/",
      features: [addressing({ addressing: "1.0" })],
    } as object as { endpoint: string });
    const client = repliesElsewhere(
      addressed.with({}) as never as typeof addressed & { with(o: object): unknown },
      "https://mine.example/",
    );
    atEnd(() => client.close({ force: true }));
    expect(await rejection(client.getBooksStream({ ShelfId: 1 }).next())).toMatchObject({
      code: "CONFIGURATION",
      reason: "reply-elsewhere",
      option: "replyTo",
    });
  });

  test("is needed where the WSDL forbids responses over the connection", async () => {
    const [port] = schemas.service.ports;
    const service = {
      ...schemas.service,
      ports: [{ ...port, addressing: { version: "1.0", required: true, anonymous: "prohibited" } }],
    };
    class Elsewhere extends ServiceClient {
      track(): PromiseLike<unknown> {
        return this.call(schemas.track, 1);
      }
    }
    const client = new Elsewhere(service as ServiceNode, { endpoint: "http://127.0.0.1:9/" }, [addressing()]);
    atEnd(() => client.close({ force: true }));
    expect(await rejection(client.track())).toMatchObject({ code: "CONFIGURATION", option: "replyTo" });
  });

  test.each([
    ["is needed where the WSDL forbids them for the operation", "prohibited", {}],
    ["is refused where the WSDL demands them for the operation", "required", { replyTo: "https://mine.example/in" }],
  ])("%s", async (_what, anonymous, options) => {
    const [port] = schemas.service.ports;
    const track = { ...schemas.track, anonymous } as typeof schemas.track;
    const { name, soapVersion = "1.1", address = "" } = port ?? {};
    const service = { ...schemas.service, ports: [{ name: name ?? "", soapVersion, address }], operations: [track] };
    class Elsewhere extends ServiceClient {
      track(): PromiseLike<unknown> {
        return this.call(track, 1);
      }
    }
    const client = new Elsewhere(service as ServiceNode, { endpoint: "http://127.0.0.1:9/", addressing: "1.0" }, [
      addressing(),
    ]);
    atEnd(() => client.close({ force: true }));
    expect(await rejection(client.with(options).track())).toMatchObject({ code: "CONFIGURATION", option: "replyTo" });
  });
});

describe("header blocks of the user's", () => {
  const block = (local: string, namespace = WSA) => `<w:${local} xmlns:w="${namespace}">urn:mine</w:${local}>`;

  test.each([
    ["Action", WSA, "addressing-block-twice", "extraHeaders has the header block Action of WS-Addressing"],
    ["To", WSA, "addressing-block-twice", "which the client writes itself"],
    ["From", WSA4, "addressing-versions-mixed", "a message has one version"],
  ])("may not be %s of %s", async (local, namespace, reason, words) => {
    const client = open("http://127.0.0.1:9/", { features: [nodeSoap()] });
    const error = await rejection(client.track(1, { extraHeaders: block(local, namespace) }));
    expect(error).toMatchObject({ code: "CONFIGURATION", reason, option: "extraHeaders" });
    expect(error.message).toContain(words);
    client.soap.addSoapHeader(block(local, namespace));
    expect(await rejection(client.track(1))).toMatchObject({ code: "CONFIGURATION", option: "addSoapHeader" });
  });

  test("may be those that the client does not write, or all where addressing is off", async () => {
    const server = await serving(related);
    await open(server.url).track(1, { extraHeaders: block("FaultTo") });
    await open(server.url, { addressing: false }).track(1, { extraHeaders: [block("Action"), block("To", WSA4)] });
    expect(server.requests).toHaveLength(2);
  });

  test("are shown in messages where they are addresses, and not otherwise", async () => {
    const said = "No endpoint listening at urn:elsewhere for tok-12345-secret";
    const fault = `<s:Fault><faultcode>s:Client</faultcode><faultstring>${said}</faultstring></s:Fault>`;
    const server = await serving(() => "", fault, "1.1", "500 X");
    const header = `<w:To xmlns:w="${WSA}">urn:elsewhere</w:To>`;
    const secret = `<x:To xmlns:x="urn:x">tok-12345-secret</x:To>`;
    const byNode = open(server.url, { features: [nodeSoap()], addressing: false });
    byNode.soap.addSoapHeader(header);
    byNode.soap.addSoapHeader(secret);
    for (const call of [
      byNode.track(1),
      open(server.url, { addressing: false }).track(1, { extraHeaders: [header, secret] }),
    ]) {
      expect((await rejection(call)).message).toContain("No endpoint listening at urn:elsewhere for ***");
    }
  });
});

describe("a fault of WS-Addressing", () => {
  const fault12 = (subcodes: readonly string[], detail: string) =>
    `<s:Fault><s:Code><s:Value>s:Sender</s:Value>${subcodes.reduceRight((inner, code) => `<s:Subcode><s:Value xmlns:a="${WSA}">a:${code}</s:Value>${inner}</s:Subcode>`, "")}</s:Code><s:Reason><s:Text xml:lang="en">Refused.</s:Text></s:Reason><s:Detail>${detail}</s:Detail></s:Fault>`;
  const detail = (local: string, content: string) => `<a:${local} xmlns:a="${WSA}">${content}</a:${local}>`;

  test.each([
    [
      "a missing block",
      ["MessageAddressingHeaderRequired"],
      detail("ProblemHeaderQName", "a:MessageID"),
      /requires a header block that the request does not have\. The header block is "MessageID", sent as "urn:uuid:/,
    ],
    [
      "a wrong block",
      ["InvalidAddressingHeader", "InvalidAddress"],
      detail("ProblemHeaderQName", "a:To"),
      /an address in it cannot be used\. The header block is "To", sent as "http:\/\/127/,
    ],
    [
      "an unknown action",
      ["ActionNotSupported"],
      detail("ProblemAction", detail("Action", "urn:example:parcels:track")),
      /does not know the Action of the request\. Action is "urn:example:parcels:track"/,
    ],
    [
      "an unknown address",
      ["DestinationUnreachable"],
      detail("ProblemIRI", "http://other.example/"),
      /does not know the address in To\. The address is "http:\/\/other\.example\/"/,
    ],
    ["an unknown address without detail", ["DestinationUnreachable"], "", /To was sent as "http:\/\/127/],
    [
      "a doubled id",
      ["InvalidAddressingHeader", "DuplicateMessageID"],
      "",
      /an earlier attempt of the call may have been carried out/,
    ],
  ])("says what %s means", async (_name, subcodes, inside, words) => {
    const server = await serving(() => "", fault12(subcodes, inside), "1.2", "400 X");
    const error = await rejection(open(server.url, { soapVersion: "1.2" }).track(1));
    expect(error).toMatchObject({ code: "FAULT" });
    expect(error.message).toMatch(words);
  });

  test("has its detail in a header block over SOAP 1.1", async () => {
    const header = `<a:FaultDetail xmlns:a="${WSA}"><a:ProblemHeaderQName>a:Action</a:ProblemHeaderQName></a:FaultDetail>`;
    const fault = `<s:Fault><faultcode xmlns:a="${WSA}">a:InvalidAddressingHeader</faultcode><faultstring>No</faultstring></s:Fault>`;
    const server = await serving(() => header, fault, "1.1", "500 X");
    const { message } = await rejection(open(server.url).track(1));
    expect(message).toContain('The header block is "Action", sent as "urn:example:parcels:track".');
  });

  test("says that addressing is off where it is", async () => {
    const server = await serving(() => "", fault12(["MessageAddressingHeaderRequired"], ""), "1.2", "500 X");
    const error = await rejection(open(server.url, { soapVersion: "1.2", addressing: false }).track(1));
    expect(error).toMatchObject({
      advice: [{ action: "set", option: "addressing", value: "1.0" }],
      kind: "configuration",
    });
    expect(error.message).toContain('Set addressing: "1.0".');
  });

  test("is not read out of a fault of something else", async () => {
    const server = await serving(
      () => "",
      "<s:Fault><faultcode xmlns:q='urn:q'>q:ActionNotSupported</faultcode><faultstring>No</faultstring></s:Fault>",
      "1.1",
      "500 X",
    );
    expect((await rejection(open(server.url).track(1))).message).not.toContain("WS-Addressing");
  });
});

describe("endpoint", () => {
  const tree = (local: string, namespace: string) => ({ name: { namespace, local }, attributes: [], children: [] });

  test("of a call and of with() is another path of the same origin, in To and on the wire", async () => {
    const server = await serving(related);
    const other = server.url.replace("/service", "/other?shard=7");
    const client = open(server.url);
    await client.track(1, { endpoint: other });
    await client.with({ endpoint: other }).track(1);
    await client.with({ endpoint: other }).track(1, { endpoint: server.url });
    expect(server.requests.map(({ head }) => head.split(" ")[1])).toEqual([
      "/other?shard=7",
      "/other?shard=7",
      "/service",
    ]);
    expect(server.requests.map((request) => textOf(request, "To"))).toEqual([other, other, server.url]);
  });

  test("at another origin is refused, unless allowedOrigins names it", async () => {
    const [server, second] = [await serving(related), await serving(related)];
    const client = open(server.url);
    const error = await rejection(client.track(1, { endpoint: second.url }));
    expect(error).toMatchObject({ code: "CONFIGURATION", reason: "origin-not-allowed", option: "endpoint" });
    expect(error.message).toContain(`allowedOrigins: ["${new URL(second.url).origin}"]`);
    expect(second.requests).toHaveLength(0);
    const trusting = open(server.url, { allowedOrigins: [new URL(second.url).origin] });
    expect(await trusting.track(1, { endpoint: second.url })).toBe("on its way");
    expect(await trusting.with({ endpoint: second.url }).track(1)).toBe("on its way");
    expect([server.requests.length, second.requests.length]).toEqual([0, 2]);
    // The client closes its own connections.
    await trusting.close();
    await second.allClosed();
  });

  test("names the address in errors, without its query", async () => {
    const server = await serve((socket) => socket.write(answer("", "404 X")));
    const error = await rejection(
      open(server.url).track(1, { endpoint: server.url.replace("/service", "/gone?key=1") }),
    );
    expect(error).toMatchObject({ endpoint: server.url.replace("/service", "/gone") });
  });

  test("goes to a transport of the user's", async () => {
    const urls: string[] = [];
    const transport = customTransport({
      send: async ({ url }: { url: string }) => {
        urls.push(url);
        return { status: 202, headers: {}, body: null };
      },
    });
    const client = open("https://first.example/", { transport, allowedOrigins: ["https://second.example"] });
    await client.report(1, { endpoint: "https://second.example/x" });
    expect(urls).toEqual(["https://second.example/x"]);
  });

  test.each([
    ["endpoint", "address", { endpoint: "file:///etc/passwd" }],
    ["endpoint", "origin-not-allowed", { endpoint: "http://elsewhere.example/" }],
    ["endpoint", "address", { endpoint: 5 }],
    ["addressing", "option-value", { addressing: "1.1" }],
    ["addressing", "option-value", { addressing: true }],
    ["referenceParameters", "reference-parameters", { referenceParameters: "<a/>" }],
    ["referenceParameters[0]", "reference-parameter", { referenceParameters: ["<a/>"] }],
    ["referenceParameters[0]", "reference-is-own-block", { referenceParameters: [tree("To", WSA)] }],
    ["referenceParameters", "addressing-off", { addressing: false, referenceParameters: [tree("A", "urn:x")] }],
  ])("%s is checked, %s: %j", async (option, reason, options) => {
    const client = open("http://127.0.0.1:9/service");
    expect(await rejection(client.track(1, options as {}))).toMatchObject({ code: "CONFIGURATION", reason, option });
  });

  test("a reference parameter may not be a header block of the operation", async () => {
    const credentials = { ...tree("Credentials", shelf.targetNamespace), children: ["forged"] };
    const options = { endpoint: "http://127.0.0.1:9/", features: [addressing({ addressing: "1.0" })] };
    const client = new ShelfClient(options);
    atEnd(() => client.close({ force: true }));
    const call = client.getBooks({ ShelfId: 1 }, { referenceParameters: [credentials] } as object);
    expect(await rejection(call)).toMatchObject({
      reason: "reference-is-header",
      option: "referenceParameters[0]",
      message: expect.stringContaining("which is a header block of Get_Books"),
    });
  });

  test.each([
    ["origin-has-path", ["https://a.example/path"]],
    ["address", ["file:///"]],
    ["option-value", "https://a.example"],
  ])("allowedOrigins takes origins, %s: %j", (reason, allowedOrigins) => {
    expect(() => open("http://127.0.0.1:9/", { allowedOrigins })).toThrow(
      expect.objectContaining({ reason, message: expect.stringContaining("allowedOrigins") }),
    );
  });
});

describe("an endpoint reference", () => {
  const name = (local: string, namespace = WSA) => ({ namespace, local });
  const element = (local: string, namespace: string, ...children: readonly (string | XmlElement)[]): XmlElement => ({
    name: name(local, namespace),
    attributes: [],
    children,
  });
  const session = element("Session", "urn:x", "s-1");
  const tree = (namespace: string, ...more: readonly XmlElement[]) =>
    element("EndpointReference", namespace, element("Address", namespace, " http://a.example/x "), ...more);

  test.each([
    [
      "of 1.0",
      tree(WSA, element("ReferenceParameters", WSA, session), element("Metadata", WSA, element("M", "urn:m"))),
    ],
    ["of 2004/08", tree(WSA4, element("ReferenceProperties", WSA4, session))],
    ["in another element", element("OpenResult", "urn:x", tree(WSA, element("ReferenceParameters", WSA, session)))],
    [
      "that is typed",
      {
        Address: { value: "http://a.example/x" },
        ReferenceParameters: { any: [session] },
        Metadata: { any: [element("M", "urn:m")] },
      },
    ],
    ["that is typed and plain", { Address: "http://a.example/x", ReferenceParameters: { Any: session } }],
  ])("%s is read", (_name, value) => {
    expect(endpointReference(value)).toEqual({ endpoint: "http://a.example/x", referenceParameters: [session] });
  });

  test.each([
    ["nothing", undefined, "endpoint-reference"],
    ["a text", "http://a.example/", "endpoint-reference"],
    [
      "an element of something else",
      element("A", "urn:x", element("Address", "urn:x", "http://a.example/")),
      "endpoint-reference",
    ],
    [
      "two addresses",
      element("E", WSA, element("Address", WSA, "http://a.example/"), element("Address", WSA, "http://b.example/")),
      "endpoint-reference",
    ],
    ["the anonymous address", element("E", WSA, element("Address", WSA, `${WSA}/anonymous`)), "endpoint-reference"],
    ["the address of nobody", element("E", WSA, element("Address", WSA, `${WSA}/none`)), "endpoint-reference"],
    ["a file", { Address: "file:///etc/passwd" }, "reference-address"],
    ["a text that is no address", { Address: "here" }, "reference-address"],
    ["no address", { ReferenceParameters: {} }, "endpoint-reference"],
  ])("is not %s", (_name, value, reason) => {
    expect(() => endpointReference(value)).toThrow(expect.objectContaining({ code: "ARGUMENT", reason }));
  });

  test("is where the next requests go, with its reference parameters", async () => {
    const server = await serving(related);
    const reference = endpointReference({
      Address: server.url.replace("service", "s/1"),
      ReferenceParameters: { any: [session] },
    });
    const client = open(server.url).with(reference);
    await client.track(1);
    expect(server.requests[0]?.head).toMatch(/^POST \/s\/1 /);
    expect(blocksOf(server.requests[0]!).Session).toMatch(/IsReferenceParameter="true"[^>]*>s-1</);
    const old = await serving((id) => wsa({ RelatesTo: id }, WSA4));
    await open(old.url, { addressing: "2004/08" }).track(1, { referenceParameters: [session] });
    expect(blocksOf(old.requests[0]!).Session).not.toContain("IsReferenceParameter");
  });

  test("keeps its parameters out of messages", async () => {
    const fault =
      "<s:Fault><faultcode>s:Client</faultcode><faultstring>No session s-1-0001-secret</faultstring></s:Fault>";
    const server = await serving(() => "", fault, "1.1", "500 X");
    const secret = element("Session", "urn:x", "s-1-0001-secret");
    expect((await rejection(open(server.url).track(1, { referenceParameters: [secret] }))).message).toContain(
      "No session ***",
    );
  });
});

describe("quirks.forceSoapVersion", () => {
  const only = {
    ...shelf,
    ports: [shelf.ports[0]!],
    operations: shelf.operations.map((each) => ({ ...each, soapAction: { "1.1": each.soapAction["1.1"] ?? "" } })),
  };
  class Forced extends ServiceClient {
    touch(): PromiseLike<unknown> {
      return this.call(only.operations[2] as never, {} as never);
    }
  }

  test("speaks SOAP 1.2 to a service whose WSDL names SOAP 1.1 alone", async () => {
    const server = await serve((socket) => socket.write(answer("", "202 Accepted")));
    expect(() => new Forced(only, { endpoint: server.url, soapVersion: "1.2" })).toThrow(/soapVersion/);
    const client = new Forced(only, { endpoint: server.url, soapVersion: "1.2", quirks: { forceSoapVersion: true } });
    atEnd(() => client.close({ force: true }));
    await client.touch();
    const [request] = server.requests;
    expect(request?.head).toContain(
      'Content-Type: application/soap+xml; charset=utf-8; action="urn:example:shelf/Touch"',
    );
    expect(request?.body).toContain("http://www.w3.org/2003/05/soap-envelope");
  });
});
