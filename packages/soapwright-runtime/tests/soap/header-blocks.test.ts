/** Tests `errors/fault-error` and `soap/mask` by themselves: no entry point shows them whole. */
import { BasicAuthSecurity, WSSecurity } from "soap";
import { nodeSoap } from "soapwright-node-soap";
import { isFaultError } from "soapwright-runtime/errors";
import { book, books, ENVELOPE, envelope, fault11, NS } from "soapwright-testing/client/shelf";
import { bookList } from "soapwright-testing/stage/responses";
import { callOptions, endAfterEach, open, rejection, serve } from "soapwright-testing/stage/stage";
import { expectLinear } from "soapwright-testing/stage/time";
import { answer, type RawHandler } from "soapwright-testing/transport/raw-server";
import type { Fault } from "../../src/errors/fault-error";
import { maskAddress, maskEnvelope, maskHeaders } from "../../src/soap/mask";

/** Header blocks: understood ones of a response, visible ones for a call, and the ones that a request sends. */
describe("header blocks", () => {
  endAfterEach();

  const ask = { ShelfId: 1 };
  const WSA = "http://www.w3.org/2005/08/addressing";
  const WSSE = "http://docs.oasis-open.org/wss/2004/01/oasis-200401-wss-wssecurity-secext-1.0.xsd";
  const WSU = "http://docs.oasis-open.org/wss/2004/01/oasis-200401-wss-wssecurity-utility-1.0.xsd";

  /** A response as WCF writes it: its prefixes, an Action that must be understood. */
  const WCF = `<s:Envelope xmlns:s="${ENVELOPE["1.2"]}" xmlns:a="${WSA}"><s:Header><a:Action s:mustUnderstand="1" u:Id="_2" xmlns:u="${WSU}">${NS}/Shelf/Get_BooksResponse</a:Action><a:RelatesTo>urn:uuid:5c1f</a:RelatesTo></s:Header><s:Body>${books(book(1))}</s:Body></s:Envelope>`;

  /** A response as WSS4J writes it in a service of CXF: a timestamp that must be understood. */
  const WSS4J = `<soap:Envelope xmlns:soap="${ENVELOPE["1.1"]}"><soap:Header><wsse:Security xmlns:wsse="${WSSE}" xmlns:wsu="${WSU}" soap:mustUnderstand="1"><wsu:Timestamp wsu:Id="TS-1"><wsu:Created>2026-11-22T10:00:00.000Z</wsu:Created><wsu:Expires>2026-11-22T10:05:00.000Z</wsu:Expires></wsu:Timestamp></wsse:Security></soap:Header><soap:Body>${books(book(1))}</soap:Body></soap:Envelope>`;

  /** A response as Metro writes it: default namespaces in the blocks, and the prefix S. */
  const METRO = `<?xml version='1.0' encoding='UTF-8'?><S:Envelope xmlns:S="${ENVELOPE["1.1"]}"><S:Header><To xmlns="${WSA}">${WSA}/anonymous</To><Action xmlns="${WSA}" xmlns:S="${ENVELOPE["1.1"]}" S:mustUnderstand="1">${NS}/Shelf/Get_BooksResponse</Action><MessageID xmlns="${WSA}">uuid:8f3a</MessageID><RelatesTo xmlns="${WSA}">uuid:77</RelatesTo></S:Header><S:Body>${books(book(1))}</S:Body></S:Envelope>`;

  async function answering(text: string, options: object = {}) {
    const server = await serve((socket) => socket.write(answer(text)));
    return { server, client: open({ endpoint: server.url, retries: 0, ...options }) };
  }

  const must = (version: "1.1" | "1.2", value: string, role = "") =>
    envelope(
      books(book(1)),
      version,
      `<x:Note xmlns:x="urn:x" s:mustUnderstand="${value}"${role === "" ? "" : ` s:${version === "1.1" ? "actor" : "role"}="${role}"`}>Hi</x:Note>`,
    );

  describe("a block that must be understood", () => {
    test.each([
      ["WCF", WCF, "1.2", WSA, "Action"],
      ["WSS4J", WSS4J, "1.1", WSSE, "Security"],
      ["Metro", METRO, "1.1", WSA, "Action"],
    ] as const)(
      "is reported with its name and the option that accepts it: %s",
      async (_name, text, soapVersion, namespace, name) => {
        const { client, server } = await answering(text, { soapVersion });
        const error = await rejection(client.getBooks(ask));
        expect(error).toMatchObject({
          code: "RESPONSE",
          reason: "header-not-understood",
          received: `{${namespace}}${name}`,
          advice: [{ action: "set", option: "understands" }],
        });
        expect(error.message).toContain(`{${namespace}}${name}`);
        const line = /understands: (\[.*?\])/.exec(error.message)?.[1] ?? "";
        const understands: unknown = JSON.parse(line.replace(/(namespace|name):/g, '"$1":'));
        expect(understands).toEqual([{ namespace, name }]);
        expect(await client.with({ understands: understands as [] }).getBooks(ask)).toHaveLength(1);
        expect(await open({ endpoint: server.url, soapVersion, understands }).getBooks(ask)).toHaveLength(1);
        // `with` leaves the parent client unchanged.
        expect(await rejection(client.getBooks(ask))).toMatchObject({ code: "RESPONSE" });
      },
    );

    test("is reported before the error of an empty Body", async () => {
      const header = `<x:Note xmlns:x="urn:x" s:mustUnderstand="1">Hi</x:Note>`;
      const { client } = await answering(envelope("", "1.1", header));
      const error = await rejection(client.getBooks(ask));
      expect(error.message).toContain("its header block {urn:x}Note must be understood");
      expect(error.message).not.toContain("Body is empty");
    });

    test("passes when it is wsse:Security and a security object is set, which the log says once", async () => {
      const lines: unknown[][] = [];
      const write = (...line: unknown[]) => void lines.push(line);
      const { client } = await answering(WSS4J, {
        logger: { info() {}, warn: write, error: write },
        features: [nodeSoap()],
      });
      client.soap.setSecurity(new WSSecurity("user", "secret"));
      for (let n = 0; n < 3; n++) expect(await client.getBooks(ask)).toHaveLength(1);
      expect(lines).toEqual([
        [
          "Responses have a wsse:Security header block, which is read and not verified.",
          expect.objectContaining({ operation: "Get_Books" }),
        ],
      ]);
      client.soap.setSecurity(null);
      expect(await rejection(client.getBooks(ask))).toMatchObject({ code: "RESPONSE" });
    });

    test.each([
      ["1.1", "1", "", false],
      ["1.1", "true", "", false],
      ["1.1", " 1 ", "", false],
      ["1.1", "0", "", true],
      ["1.1", "false", "", true],
      ["1.1", "1", "http://schemas.xmlsoap.org/soap/actor/next", false],
      ["1.1", "1", "urn:another-node", true],
      ["1.2", "true", "", false],
      ["1.2", "false", "", true],
      ["1.2", "1", `${ENVELOPE["1.2"]}/role/next`, false],
      ["1.2", "1", `${ENVELOPE["1.2"]}/role/ultimateReceiver`, false],
      ["1.2", "1", `${ENVELOPE["1.2"]}/role/none`, true],
      ["1.2", "1", "urn:another-node", true],
    ] as const)("SOAP %s, mustUnderstand %j, for %j: passes is %p", async (soapVersion, value, role, passes) => {
      const { client } = await answering(must(soapVersion, value, role), { soapVersion });
      const call = client.getBooks(ask);
      if (passes) expect(await call).toHaveLength(1);
      else expect((await rejection(call)).message).toContain('understands: [{ namespace: "urn:x", name: "Note" }]');
    });

    test("has a fault beside it: the fault is reported", async () => {
      const header = '<x:Note xmlns:x="urn:x" s:mustUnderstand="1"/>';
      const server = await serve((socket) =>
        socket.write(answer(envelope(fault11("s:Server", "Closed."), "1.1", header), "500 X")),
      );
      expect(await rejection(open({ endpoint: server.url, retries: 0 }).getBooks(ask))).toMatchObject({
        code: "FAULT",
      });
    });
  });

  describe("a name like that of a declared block", () => {
    const reading = async (block: string, validation?: string) => {
      const { client } = await answering(envelope(books(book(1)), "1.1", block), { ...(validation && { validation }) });
      return client.getBooks(ask).withResponse();
    };

    test.each([
      [
        "without its namespace",
        "<Session><x:Number xmlns:x='NS'>7</x:Number></Session>",
        "Session",
        "of that name in another namespace",
      ],
      [
        "in another case",
        "<x:session xmlns:x='NS'><x:Number>7</x:Number></x:session>",
        `{${NS}}session`,
        "whose name differs in case",
      ],
    ])("%s is refused, and lenient validation reads it", async (_what, block, came, differs) => {
      const text = block.replaceAll("NS", NS);
      for (const validation of [undefined, "strict"]) {
        const error = await rejection(reading(text, validation));
        expect(error).toMatchObject({ code: "RESPONSE", reason: "value" });
        expect(error.message).toContain(
          `at Envelope/Header: a header block that the contract does not know: ${came} (the contract has one ${differs}: {${NS}}Session)`,
        );
        expect(error.message).toContain(`Lenient validation gives it as {${NS}}Session. Set validation: "lenient"`);
      }
      const { headers, notes } = await reading(text, "lenient");
      expect(headers).toEqual({ Session: { Number: 7 } });
      expect(notes).toEqual([
        { path: expect.stringMatching(/^Envelope\/Header/), came, read: `{${NS}}Session`, count: 1 },
      ]);
    });

    test("in a foreign namespace is a block of its own", async () => {
      const { headers } = await reading('<x:Session xmlns:x="urn:x">7</x:Session>', "strict");
      expect(headers["{urn:x}Session"]).toMatchObject({ children: ["7"] });
    });

    test("is not understood by it", async () => {
      for (const validation of ["strict", "standard", "lenient"])
        expect((await rejection(reading('<Session s:mustUnderstand="1"/>', validation))).message).toContain(
          "its header block Session must be understood",
        );
    });
  });

  describe("withResponse", () => {
    test("shows every block: declared, not declared, and several of one name", async () => {
      const header = `<Session xmlns="${NS}"><Number>7</Number></Session><x:Note xmlns:x="urn:x" kind="a">one</x:Note><x:Note xmlns:x="urn:x">two<x:B/></x:Note><Plain/>`;
      const { client } = await answering(envelope(books(book(1)), "1.1", header));
      const { headers } = await client.getBooks(ask).withResponse();
      const name = (local: string, namespace = "urn:x") => ({ namespace, local });
      expect(headers).toEqual({
        Session: { Number: 7 },
        "{urn:x}Note": [
          { name: name("Note"), attributes: [{ name: name("kind", ""), value: "a" }], children: ["one"] },
          { name: name("Note"), attributes: [], children: ["two", { name: name("B"), attributes: [], children: [] }] },
        ],
        Plain: { name: name("Plain", ""), attributes: [], children: [] },
      });
    });

    test("shows a declared block that comes twice as a list, and __proto__ as a name", async () => {
      const header = `<Session xmlns="${NS}"><Number>7</Number></Session><Session xmlns="${NS}"><Number>8</Number></Session><__proto__/>`;
      const { client } = await answering(envelope(books(book(1)), "1.1", header));
      const { headers } = await client.getBooks(ask).withResponse();
      expect(headers.Session).toEqual([{ Number: 7 }, { Number: 8 }]);
      expect(Object.keys(headers)).toEqual(["Session", "__proto__"]);
    });

    test("has none where the response has none", async () => {
      const { client } = await answering(envelope(books(book(1))));
      expect((await client.getBooks(ask).withResponse()).headers).toEqual({});
    });
  });

  test("the blocks of a stream are limited by limits.responseBytes, its items are not", async () => {
    const many = books(...Array.from({ length: 200 }, (_, index) => book(index)));
    const long = await serve((socket) => {
      const text = answer(envelope(many, "1.1", `<Session xmlns="${NS}"><Number>7</Number></Session>`));
      // The Header arrives alone.
      const end = text.indexOf("</s:Header>");
      socket.write(text.subarray(0, end));
      setTimeout(() => socket.write(text.subarray(end)), 50);
    });
    let count = 0;
    for await (const _ of open({ endpoint: long.url, limits: { responseBytes: 1_000 } }).getBooksStream(ask)) count++;
    expect(count).toBe(200);
    const error = await rejection(
      open({ endpoint: long.url, limits: { responseBytes: 100 } })
        .getBooksStream(ask)
        .next(),
    );
    expect(error).toMatchObject({ code: "RESPONSE", reason: "limit" });
    expect(error.message).toContain("limits.responseBytes");
  });

  describe("headers", () => {
    test.each([
      [{ Security: { Token: "hunter22" } }, "the service (it has Credentials)"],
      [{ Credential: { User: "hunter22" } }, "the service (did you mean Credentials?)"],
    ])("that no operation of the service has are refused when the client is made: %j", async (headers, says) => {
      const option = `headers.${Object.keys(headers)[0]}`;
      let thrown: unknown;
      try {
        open({ headers });
      } catch (error) {
        thrown = error;
      }
      expect(thrown).toMatchObject({ code: "CONFIGURATION", option });
      expect(String(thrown)).toContain(`${option} is not a header block of ${says}`);
      expect(String(thrown)).toContain("extraHeaders");
      expect(String(thrown)).not.toContain("hunter22");
      const client = open({});
      expect(() => client.with({ headers } as never)).toThrow(expect.objectContaining({ option }));
    });

    test("that a function returns, or a call gives, are refused by the call, and nothing is sent", async () => {
      const { client, server } = await answering(envelope(books()));
      const headers = { Security: { Token: "hunter22" } };
      expect(await rejection(client.getBooks(ask, callOptions({ headers })))).toMatchObject({
        option: "headers.Security",
      });
      expect(await rejection(client.getBooks(ask, callOptions({ headers: () => headers })))).toMatchObject({
        option: "headers.Security",
      });
      const credentials = { Credentials: { User: "me" } };
      const error = await rejection(client.touch({}, callOptions({ headers: credentials })));
      expect(error).toMatchObject({
        code: "CONFIGURATION",
        reason: "header-unknown",
        option: "headers.Credentials",
        attempts: 0,
      });
      expect(error.message).toContain("the operation Touch (it has none)");
      expect(server.requests).toHaveLength(0);
    });

    test("for all calls go out where the operation takes them, and a call leaves one out by undefined", async () => {
      const server = await serve((socket) => socket.write(answer("", "202 Accepted")));
      const client = open({ endpoint: server.url, headers: { Credentials: { User: "me" } } });
      await client.touch({});
      await client.touch({}, callOptions({ headers: { Credentials: undefined } }));
      expect(server.requests.map(({ body }) => body.includes("Credentials"))).toEqual([false, false]);
    });
  });

  describe("extraHeaders", () => {
    const header = (body: string): string => /<soap:Header>(.*)<\/soap:Header>/.exec(body)?.[1] ?? "";
    const tree = {
      name: { namespace: "urn:t", local: "Tenant" },
      attributes: [{ name: { namespace: ENVELOPE["1.1"], local: "mustUnderstand" }, value: "1" }],
      children: ["acme & co"],
    };
    const text = `<w:Ticket xmlns:w="urn:w" xmlns:e="${ENVELOPE["1.1"]}" e:mustUnderstand="1" e:actor="urn:node">hunter22hunter22</w:Ticket>`;

    test("sends elements and text as they are, behind declared blocks", async () => {
      const { client, server } = await answering(envelope(books()), {
        headers: { Credentials: { User: "me" } },
        extraHeaders: [tree, text],
      });
      await client.getBooks(ask);
      const sent = header(server.requests[0]?.body ?? "");
      expect(sent).toContain(text);
      expect(sent).toMatch(
        /<Credentials .*<\/Credentials><Tenant xmlns="urn:t" .*mustUnderstand="1".*>acme &amp; co<\/Tenant><w:Ticket/,
      );
    });

    test("of a call are in the place of the client's, of with too, and a function learns the operation", async () => {
      const { client, server } = await answering(envelope(books()), { extraHeaders: '<A xmlns="urn:a"/>' });
      await client.getBooks(ask);
      await client.with({ extraHeaders: '<B xmlns="urn:a"/>' }).getBooks(ask);
      await client.getBooks(ask, { extraHeaders: async ({ operation }) => `<C xmlns="urn:a">${operation}</C>` });
      await client.getBooks(ask, { extraHeaders: () => undefined });
      await client.getBooks(ask, { extraHeaders: [] });
      expect(server.requests.map(({ body }) => header(body))).toEqual([
        '<A xmlns="urn:a"/>',
        '<B xmlns="urn:a"/>',
        '<C xmlns="urn:a">Get_Books</C>',
        "",
        "",
      ]);
    });

    test.each([
      ["no XML", "hunter22", "outside of its elements", "extra-headers-xml"],
      ["nothing", "", "no element", "extra-headers-xml"],
      ["a prefix that is not declared", "<soap:X/>", "Declare every prefix", "extra-headers-xml"],
      [
        "an array's type with a prefix that is not declared",
        '<X xmlns:e="http://schemas.xmlsoap.org/soap/encoding/" e:arrayType="zz:int[2]"/>',
        "the prefix zz of a type or a value is not declared in it. Declare every prefix",
        "extra-headers-xml",
      ],
      [
        "a QName with a prefix that is not declared",
        '<X xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance" xsi:type="xsd:QName">zz:x</X>',
        "the prefix zz of a type or a value is not declared in it. Declare every prefix",
        "extra-headers-xml",
      ],
      ["an end of the Header", "<A/></Header><Header><B/>", "not well-formed", "extra-headers-xml"],
      ["a document type", "<!DOCTYPE A><A/>", "not well-formed", "extra-headers-xml"],
      ["half an element", "<A", "not well-formed", "extra-headers-xml"],
      ["a number", 5, "but is a number", "extra-headers"],
      ["an element without a name", { attributes: [], children: [] }, "extraHeaders", "header-value"],
      ["a list in a list", [["<A/>"]], "extraHeaders[0]", "extra-headers"],
    ])("refuses %s", async (_what, extraHeaders, says, reason) => {
      expect(() => open({ extraHeaders })).toThrow(expect.objectContaining({ code: "CONFIGURATION", reason }));
      const { client, server } = await answering(envelope(books()));
      const error = await rejection(client.getBooks(ask, callOptions({ extraHeaders: () => extraHeaders })));
      expect(error).toMatchObject({ code: "CONFIGURATION", reason, attempts: 0 });
      expect(error.message).toContain(says);
      expect(error.message).not.toContain("hunter22");
      expect(server.requests).toHaveLength(0);
    });

    test("that a function throws or rejects with is the cause, and the deadline holds for it", async () => {
      const { client } = await answering(envelope(books()));
      const failing = () => Promise.reject(new Error("vault"));
      expect(await rejection(client.getBooks(ask, { extraHeaders: failing }))).toMatchObject({
        code: "CONFIGURATION",
        option: "extraHeaders",
        cause: { message: "vault" },
      });
      const never = () => new Promise<string>(() => {});
      expect(await rejection(client.getBooks(ask, { extraHeaders: never, deadlineMs: 30 }))).toMatchObject({
        code: "TIMEOUT",
      });
    });

    test("are masked where the service repeats them", async () => {
      const server = await serve((socket) =>
        socket.write(answer(envelope(fault11("s:Server", "hunter22hunter22 of acme &amp; co is unknown.")), "500 X")),
      );
      const client = open({ endpoint: server.url, retries: 0, extraHeaders: [tree, text] });
      const error = await rejection(client.getBooks(ask));
      expect(error.message).not.toContain("hunter22");
      expect(error.message).toContain("*** of ***");
    });
  });

  describe("understands", () => {
    test.each([
      ["text", "understands"],
      [[5], "understands[0]"],
      [[{ name: "A" }], "understands[0].namespace"],
      [[{ namespace: "urn:a", name: "p:A" }], "understands[0].name"],
      [[{ namespace: "urn:a", local: "A" }], "local"],
    ])("refuses %j", (understands, option) => {
      expect(() => open({ understands })).toThrow(expect.objectContaining({ code: "CONFIGURATION", option }));
    });
  });
});

/** The parts of a SOAP 1.2 fault beside its code: all languages of its reason, and its header blocks. */
describe("fault blocks", () => {
  endAfterEach();

  const SOAP_12 = ENVELOPE["1.2"];

  async function faultOf(version: "1.1" | "1.2", header: string, fault: string): Promise<Fault<unknown>> {
    const xml = `<e:Envelope xmlns:e="${ENVELOPE[version]}" xmlns:n="urn:n"><e:Header>${header}</e:Header><e:Body>${fault}</e:Body></e:Envelope>`;
    const { url } = await serve((socket) => socket.write(answer(xml, "500 X")));
    const error = await rejection(open({ endpoint: url, soapVersion: version }).getBooks({ ShelfId: 1 }));
    if (!isFaultError(error)) throw error;
    return error.fault;
  }

  const fault12 = (code: string, reasons: string): string =>
    `<e:Fault><e:Code><e:Value>e:${code}</e:Value></e:Code><e:Reason>${reasons}</e:Reason></e:Fault>`;

  test("every language of the reason is kept, the first one is the reason", async () => {
    const texts = '<e:Text xml:lang="nl">Nee</e:Text><e:Text xml:lang="en-GB">No</e:Text><e:Text>?</e:Text>';
    expect(await faultOf("1.2", "", fault12("Sender", texts))).toMatchObject({
      reason: "Nee",
      reasons: [
        { lang: "nl", text: "Nee" },
        { lang: "en-GB", text: "No" },
        { lang: undefined, text: "?" },
      ],
    });
  });

  test("header blocks that were not understood are named, with prefixes of their own too", async () => {
    const blocks = '<e:NotUnderstood qname="n:A"/><e:NotUnderstood qname="m:B" xmlns:m="urn:m"/><e:NotUnderstood/>';
    expect(await faultOf("1.2", blocks, fault12("MustUnderstand", "<e:Text>No</e:Text>"))).toMatchObject({
      notUnderstood: [
        { namespace: "urn:n", local: "A" },
        { namespace: "urn:m", local: "B" },
      ],
    });
  });

  test("the envelopes that the service understands are named, in an envelope of SOAP 1.1", async () => {
    const block = `<u:Upgrade xmlns:u="${SOAP_12}"><u:SupportedEnvelope qname="u:Envelope"/></u:Upgrade>`;
    const fault = "<e:Fault><faultcode>e:VersionMismatch</faultcode><faultstring>No</faultstring></e:Fault>";
    expect(await faultOf("1.1", block, fault)).toMatchObject({
      reason: "No",
      upgrade: [{ namespace: SOAP_12, local: "Envelope" }],
    });
  });

  test("a thousand of each are cut, and nothing is there where nothing came", async () => {
    const many = "<e:Text xml:lang='x'>No</e:Text>".repeat(1_000);
    const blocks = '<e:NotUnderstood qname="n:A"/>'.repeat(1_000);
    const fault = await faultOf("1.2", blocks, fault12("Sender", many));
    expect([fault.reasons?.length, fault.notUnderstood?.length]).toEqual([64, 64]);
    const plain = await faultOf(
      "1.1",
      "",
      "<e:Fault><faultcode>e:Client</faultcode><faultstring>No</faultstring></e:Fault>",
    );
    expect(Object.keys(plain)).not.toEqual(expect.arrayContaining(["reasons"]));
    expect("upgrade" in plain || "notUnderstood" in plain).toBe(false);
  });
});

/** Security objects: the properties that they may set, and that each request of a call uses them anew. */
describe("security objects", () => {
  endAfterEach();

  const good: RawHandler = (socket) => socket.write(bookList(book(1)));

  describe("a security object", () => {
    test.each(["Content-Length", "content-length", "Transfer-Encoding", "TRANSFER-ENCODING"])(
      "that sets %s is refused, and nothing is sent",
      async (name) => {
        const server = await serve(good);
        const client = open({ endpoint: server.url, features: [nodeSoap()], retries: 0 });
        client.soap.setSecurity({
          addHeaders: (headers) => {
            headers[name] = name.toLowerCase() === "content-length" ? "5" : "chunked";
          },
        });
        const error = await rejection(client.getBooks({ ShelfId: 1 }));
        expect(error).toMatchObject({ code: "CONFIGURATION", attempts: 0 });
        expect(error.message).toMatch(new RegExp(name, "i"));
        expect(error.message).toMatch(/\.$/);
        expect(server.requests).toHaveLength(0);
        client.soap.setSecurity(null);
        expect(await client.getBooks({ ShelfId: 1 })).toHaveLength(1);
      },
    );
  });

  describe("a retry", () => {
    /** Busy for the first two requests. */
    const busyTwice: RawHandler = (socket, { number }) =>
      socket.write(number <= 2 ? answer("", "503 Busy") : bookList(book(1)));

    test("has a nonce of its own in its security header", async () => {
      const server = await serve(busyTwice);
      const client = open({ endpoint: server.url, features: [nodeSoap()], retries: { max: 2, delayMs: 1 } });
      client.soap.setSecurity(new WSSecurity("ws-user", "ws-pass", { hasNonce: true, passwordType: "PasswordDigest" }));
      expect(await client.getBooks({ ShelfId: 1 })).toHaveLength(1);
      const nonces = server.requests.map(({ body }) => /<wsse:Nonce [^>]*>([^<]+)</.exec(body)?.[1]);
      expect(nonces).toHaveLength(3);
      expect(nonces).not.toContain(undefined);
      expect(new Set(nonces).size).toBe(3);
      // The arguments stay.
      for (const { body } of server.requests) expect(body).toMatch(/<ShelfId>1<|ShelfId>1</);
    });

    test("asks the security object anew for HTTP headers and the whole envelope", async () => {
      const server = await serve(busyTwice);
      const client = open({ endpoint: server.url, features: [nodeSoap()], retries: { max: 2, delayMs: 1 } });
      let asked = 0;
      client.soap.setSecurity({
        addHeaders: (headers) => {
          headers["X-Asked"] = String(++asked);
        },
        postProcess: (xml) => xml.replace("</soap:Envelope>", `<!-- ${asked} --></soap:Envelope>`),
      });
      expect(await client.getBooks({ ShelfId: 1 })).toHaveLength(1);
      const sent = server.requests.map(({ head, body }) => [
        /^x-asked: (.*)$/im.exec(head)?.[1],
        /<!-- (\d) -->/.exec(body) !== null,
      ]);
      expect(sent).toEqual([
        ["1", true],
        ["2", true],
        ["3", true],
      ]);
      expect(new Set(server.requests.map(({ body }) => /<!-- (\d) -->/.exec(body)?.[1])).size).toBe(3);
    });

    test("has a length that fits what the security object makes of it", async () => {
      const server = await serve(busyTwice);
      const client = open({ endpoint: server.url, features: [nodeSoap()], retries: { max: 2, delayMs: 1 } });
      let times = 0;
      client.soap.setSecurity({ toXML: () => `<t:Times xmlns:t="urn:t">${"x".repeat(++times * 700)}</t:Times>` });
      expect(await client.getBooks({ ShelfId: 1 })).toHaveLength(1);
      const lengths = server.requests.map(({ body }) => /<t:Times[^>]*>(x+)</.exec(body)?.[1]?.length);
      // The number of calls for one request is not specified, but each request makes some.
      expect(lengths).not.toContain(undefined);
      expect(new Set(lengths).size).toBe(3);
    });

    test("that a security object fails is a ConfigurationError, with what it threw", async () => {
      const server = await serve(busyTwice);
      const client = open({ endpoint: server.url, features: [nodeSoap()], retries: { max: 2, delayMs: 1 } });
      let asked = 0;
      client.soap.setSecurity({
        addHeaders: () => {
          if (++asked === 2) throw new Error("no more tokens");
        },
      });
      expect(await rejection(client.getBooks({ ShelfId: 1 }))).toMatchObject({
        code: "CONFIGURATION",
        cause: { message: "no more tokens" },
      });
      expect(server.requests).toHaveLength(1);
    });

    test("carries the same credentials where they do not change", async () => {
      const server = await serve(busyTwice);
      const client = open({ endpoint: server.url, features: [nodeSoap()], retries: { max: 2, delayMs: 1 } });
      client.soap.setSecurity(new BasicAuthSecurity("me", "pass"));
      await client.getBooks({ ShelfId: 1 });
      expect(new Set(server.requests.map(({ head }) => /^authorization: (.*)$/im.exec(head)?.[1])).size).toBe(1);
    });

    test("is earned by faults that the service answers, as by results", async () => {
      // Twenty faults, and then a service that is busy for one request.
      const fault = answer(envelope(fault11("s:Client", "No such shelf.")), "500 Error");
      const server = await serve((socket, { number }) => {
        if (number <= 2) socket.write(answer("", "503 Busy"));
        else if (number <= 32) socket.write(fault);
        else socket.write(number === 33 ? answer("", "503 Busy") : bookList(book(1)));
      });
      const client = open({ endpoint: server.url, retries: { max: 1, budget: 1, delayMs: 1 }, connections: 1 });
      // The one retry of the budget is spent at once.
      await expect(client.getBooks({ ShelfId: 1 })).rejects.toMatchObject({ status: 503, attempts: 2 });
      for (let n = 0; n < 30; n++)
        await expect(client.getBooks({ ShelfId: 1 })).rejects.toMatchObject({ code: "FAULT" });
      const { result, http } = await client.getBooks({ ShelfId: 1 }).withResponse();
      expect([result.length, http.attempts]).toEqual([1, 2]);
    });
  });
});

describe("mask", () => {
  test.each<[string, (length: number) => string]>([
    ["a name without a value", (length) => `<a b="1" ${"x".repeat(length)}>`],
    ["names without values", (length) => `<a b="1" ${"x ".repeat(length / 2)}>`],
    ["names and equals signs", (length) => `<a ${"x=".repeat(length / 2)}>`],
    ["values that do not end", (length) => `<a ${'x="'.repeat(length / 3)}>`],
    ["blanks", (length) => `<a b="1" x${" ".repeat(length)}>`],
    ["starts", (length) => "<".repeat(length)],
    ["sections", (length) => "<![CDATA[".repeat(length / 9)],
  ])("an envelope is masked in time that grows with it: %s", (_what, text) =>
    expectLinear((length) => maskEnvelope(text(length)), 60_000),
  );

  test("of an envelope stay elements and namespaces", () => {
    expect(maskEnvelope(`<a xmlns="urn:a" b = "secret" c='x'>text<b/><!-- secret --><![CDATA[secret]]></a>`)).toBe(
      `<a xmlns="urn:a" b="***" c="***">***<b/>***</a>`,
    );
  });

  test("of the headers of an answer stay technical values", () => {
    expect(
      maskHeaders({
        "content-type": "text/xml; charset=utf-8",
        "content-length": "12",
        date: "Sat, 21 Nov 2026 12:00:00 GMT",
        connection: "keep-alive",
        "retry-after": "secret",
        "x-echo": "secret",
        "set-cookie": "session=secret",
      }),
    ).toEqual({
      "content-type": "text/xml; charset=utf-8",
      "content-length": "12",
      date: "Sat, 21 Nov 2026 12:00:00 GMT",
      connection: "keep-alive",
      "retry-after": "***",
      "x-echo": "***",
      "set-cookie": "***",
    });
  });

  test("an address is masked when it has a secret in it, encoded or not", () => {
    const mask = (text: string) => text.replaceAll("s e/cret", "***").replaceAll("hunter22", "***");
    expect(maskAddress("https://h/a%20b/hunter22", mask)).toBe("https://h/a b/***");
    expect(maskAddress("https://h/s%20e%2fcret/%68unter22", mask)).toBe("https://h/***/***");
    expect(maskAddress("https://h/a%20b", mask)).toBe("https://h/a%20b");
  });
});
