/** Tests parts by themselves, `errors/fault-error`, `errors/http-error` and 8 more: no entry point shows them whole. */
import {
  addBook,
  book,
  books,
  ENVELOPE,
  envelope,
  fault11,
  fault12,
  getBooks,
  NS,
  touch,
} from "soapwright-testing/client/shelf";
import { slowTest } from "soapwright-testing/stage/slow";
import type { FaultError } from "../../src/errors/fault-error";
import type { HttpError } from "../../src/errors/http-error";
import { Codec, type Validation } from "../../src/schema/codec";
import { soapEncoding } from "../../src/schema/soap-encoding";
import type { ElementNode, NodeRef, OperationNode } from "../../src/schema/tables/nodes";
import { Secrets } from "../../src/soap/mask";
import { ResponsePlan, SOAP_TERMS } from "../../src/soap/operation-plan";
import { ResponseReader } from "../../src/soap/response-reader";
import { REMEDIES } from "../../src/soap/status-words";
import { ReaderPlan } from "../../src/xml/xml-namespaces";
import { complex, element, named, nillable, qname, xs } from "../schema/tables";

describe("response reader", () => {
  interface Options {
    status?: number;
    type?: string | undefined;
    headers?: { [name: string]: string };
    operation?: OperationNode;
    version?: "1.1" | "1.2";
    secret?: string;
    allowControlCharacters?: boolean;
    /** Bytes of a chunk. */
    chunk?: number;
    validation?: Validation;
  }

  let lastNotes: ResponseReader["notes"];

  /** The result, or the error that reading the response threw. */
  function read(body: string | Buffer, options: Options = {}): unknown {
    const { status = 200, version = "1.1", operation = getBooks, chunk = 1 << 20 } = options;
    const type = "type" in options ? options.type : "text/xml; charset=utf-8";
    const secrets = new Secrets();
    secrets.add(options.secret ?? "");
    const terms = {
      plan: new ResponsePlan(
        operation,
        new Codec({ validation: options.validation ?? "standard" }),
        SOAP_TERMS[version],
        (name) => name,
      ),
      reading: new ReaderPlan({ allowControlCharacters: options.allowControlCharacters ?? false }),
      secrets,
      keptText: 0,
      features: [],
      onItem: undefined,
    };
    const bytes = typeof body === "string" ? Buffer.from(body) : body;
    try {
      const headers: { [name: string]: string } = {
        ...(type === undefined ? {} : { "content-type": type }),
        ...options.headers,
      };
      const reader = new ResponseReader(terms, { status, headers, header: (name) => headers[name] });
      for (let at = 0; at < bytes.length; at += chunk) reader.bytes(bytes.subarray(at, at + chunk));
      const result = reader.end();
      lastNotes = reader.notes;
      return result;
    } catch (error) {
      return error;
    }
  }

  const good = envelope(books(book(1)));
  const value = [{ Id: 1, Title: "Title 1", Price: "1.50" }];

  test("reads the result, in one piece and byte by byte", () => {
    expect(read(good)).toEqual(value);
    expect(read(good, { chunk: 1 })).toEqual(value);
  });

  test.each([
    ["text/xml"],
    ["Text/XML; charset=UTF-8"],
    ['text/xml; charset="utf-8"'],
    ["application/soap+xml; charset=utf-8"],
    ["application/xml"],
    [undefined],
  ])("takes content type %s", (type) => {
    expect(read(good, { type })).toEqual(value);
  });

  test.each([["application/json"], ["image/png"], ["multipart/mixed; boundary=x"]])(
    "refuses content type %s with status 200",
    (type) => {
      const error = read(good, { type });
      expect(error).toMatchObject({ code: "RESPONSE", reason: "content-type" });
      expect((error as Error).message).not.toContain("Title 1");
    },
  );

  test("shows how an HTML page begins, control characters escaped", () => {
    const error = read("<html><title>Sign in\u001b[31m</title>", { type: "text/html" });
    expect((error as Error).message).toContain("Sign in\\u001b[31m");
  });

  describe("what helps against a response without a fault", () => {
    const expectsXml =
      "Cannot process the message because the content type 'application/soap+xml; charset=utf-8' was not the expected type 'text/xml; charset=utf-8'.";
    const MULTIPART = 'multipart/related; type="application/xop+xml"; boundary=b';
    /** A case for each row of the table: what came, and what the message says. */
    const rows: readonly (readonly [seen: string, options: Options, body: string, says: RegExp])[] = [
      [
        "a multipart response",
        { type: MULTIPART },
        "--b",
        /Set features: \[attachments\(\)\], of the entry point attachments, to read its parts\.$/,
      ],
      [
        "a multipart response",
        { type: MULTIPART, status: 500 },
        "--b",
        /status 500.* Set features: \[attachments\(\)\]/,
      ],
      [
        "status 400 or 415 without a body",
        { status: 415 },
        "",
        /cannot read a request\. Check soapVersion and endpoint\.$/,
      ],
      [
        "status 407 with other schemes than Basic",
        { status: 407, headers: { "proxy-authenticate": "Negotiate, NTLM" } },
        "no",
        /The proxy offers Negotiate and NTLM \(Proxy-Authenticate\), and the option proxy signs in with Basic alone\. Hand in signIn\(\{ proxy: … \}\) for NTLM or Negotiate, or have the proxy accept Basic\.$/,
      ],
      [
        "status 200",
        { type: "text/html" },
        "<html/>",
        /The response begins: <html\/> Check endpoint\.$|Check endpoint\.$/,
      ],
      ["status 400", { status: 400 }, "x", /Check endpoint\.$/],
      ["status 401", { status: 401 }, "x", /Check the credentials/],
      ["status 403", { status: 403 }, "x", /Check the credentials/],
      ["status 404", { status: 404 }, "x", /Check endpoint\.$/],
      ["status 405", { status: 405 }, "x", /Check endpoint\.$/],
      [
        "status 407",
        { status: 407, headers: { "proxy-authenticate": "Basic realm=x, NTLM" } },
        "x",
        /into proxy, as in/,
      ],
      ["status 410", { status: 410 }, "x", /Check endpoint\.$/],
      ["status 413", { status: 413 }, "x", /too long for the service\. Send less at a time\.$/],
      [
        "status 415",
        { status: 415, type: "text/plain" },
        expectsXml,
        /status 415 and no SOAP fault\. The response begins: Cannot process the message because the content type 'application\/soap\+xml.* Check soapVersion and endpoint\.$/,
      ],
      [
        "status 415",
        { status: 415, type: "text/html" },
        `<!DOCTYPE html><html><head><style>p {}</style></head>\n<body><h1>Error</h1>\n<p>${expectsXml}</p></body></html>`,
        /The response begins: Error Cannot process the message/,
      ],
      ["status 429", { status: 429 }, "x", /Call again later/],
      ["status 500", { status: 500 }, "x", /Call again later/],
      ["status 502", { status: 502 }, "x", /not available at the moment/],
      ["status 503", { status: 503 }, "x", /not available at the moment/],
      ["status 504", { status: 504 }, "x", /not available at the moment/],
    ];

    test.each(rows)("%s %j", (_seen, options, body, says) => {
      const error = read(body, options) as HttpError;
      expect(error.message).toMatch(says);
      expect(JSON.stringify(error)).not.toContain("Cannot process");
    });

    test("each row of the table has a case", () => {
      expect(new Set(rows.map(([seen]) => seen))).toEqual(new Set(REMEDIES.map(({ seen }) => seen)));
    });

    test("the service's sentence shows no credential", () => {
      const error = read("wrong token s3cret-token", { status: 415, type: "text/plain", secret: "s3cret-token" });
      expect((error as Error).message).toContain("wrong token");
      expect((error as Error).message).not.toContain("s3cret-token");
    });
  });

  describe("a fault that has the type of a page", () => {
    test.each([["text/plain"], ["text/plain; charset=utf-8"], ["text/html"], ["application/octet-stream"]])(
      "%s is a fault when its body is an envelope",
      (type) => {
        const body = envelope(fault11("s:Client", "no such book"));
        for (const status of [400, 500]) {
          expect(read(body, { status, type })).toMatchObject({ code: "FAULT", fault: { reason: "no such book" } });
          expect(read("no such book", { status, type })).toMatchObject({ code: "HTTP", excerpt: "no such book" });
        }
      },
    );
  });

  describe("lenient validation", () => {
    const lenient = { validation: "lenient" } as const;
    const wrap = (inside: string): string =>
      `<s:Envelope xmlns:s="${ENVELOPE["1.1"]}"><s:Body>${inside}</s:Body></s:Envelope>`;
    const ADVICE = 'Set validation: "lenient" to accept it, or tell the owner of the service.';

    test("reads an empty Body where all content is optional", () => {
      expect(read(wrap(""), lenient)).toEqual([]);
      expect(lastNotes).toEqual([
        { path: "Envelope/Body/Get_BooksResponse", came: "", read: "the element without content", count: 1 },
      ]);
      const error = read(wrap("")) as Error;
      expect(error.message).toContain(`belongs there. Lenient validation gives the result without content. ${ADVICE}`);
    });

    test("does not read an empty Body where content is required", () => {
      for (const validation of ["standard", "lenient"] as const) {
        const error = read(wrap(""), { validation, operation: addBook }) as Error;
        expect(error).toMatchObject({ reason: "envelope" });
        expect(error.message).not.toContain("enient");
      }
    });

    test("reads a response element without its namespace", () => {
      expect(read(wrap("<Get_BooksResponse/>"), lenient)).toEqual([]);
      expect(lastNotes).toEqual([
        { path: "Envelope/Body", came: "Get_BooksResponse", read: "it as the expected element", count: 1 },
      ]);
      const error = read(wrap("<Get_BooksResponse/>")) as Error;
      expect(error).toMatchObject({ reason: "envelope" });
      expect(error.message).toContain(`Lenient validation gives it as the expected element. ${ADVICE}`);
      const broken = wrap("<Get_BooksResponse>text</Get_BooksResponse>");
      expect(read(broken, lenient)).toMatchObject({ code: "RESPONSE" });
      expect((read(broken) as Error).message).not.toContain("enient");
    });

    test("claims nothing where a later departure is one that it refuses", () => {
      const twice = envelope(books(`<Book><Id>1.0</Id><Id>2</Id><Price>1</Price></Book>`));
      expect(read(twice, lenient)).toMatchObject({ reason: "value" });
      const error = read(twice) as Error;
      expect(error.message).toContain("Book[1]/Id: expected xs:int");
      expect(error.message).not.toContain("enient");
    });

    test("notes are masked and bounded", () => {
      const rows = Array.from({ length: 300 }, () => "<Book><Id>s3cret-token</Id><Price>1</Price></Book>").join("");
      const result = read(envelope(books(rows)), { ...lenient, secret: "s3cret-token" }) as { Id: unknown }[];
      expect(result).toHaveLength(300);
      expect(lastNotes).toMatchObject([{ count: 300, read: "the text as it came" }]);
      expect(JSON.stringify(lastNotes)).not.toContain("s3cret-token");
    });

    test("an element of the Body for each part is required, which lenient validation gives as undefined", () => {
      const response = getBooks.output!.body[0]!;
      const second = element("Extra", xs.int, { name: qname("Extra", NS) });
      const output = { ...getBooks.output!, body: [response, second], unwrap: [] };
      const operation: OperationNode = { ...getBooks, output };
      const whole = envelope(`${books()}<Extra xmlns="${NS}">5</Extra>`);
      expect(read(whole, { operation })).toMatchObject({ Extra: 5 });
      for (const validation of ["strict", "standard"] as const) {
        const error = read(envelope(books()), { operation, validation }) as Error;
        expect(error).toMatchObject({ reason: "envelope" });
        expect(error.message).toContain(`its Body has no {${NS}}Extra. Lenient validation gives undefined for it`);
        expect(error.message).toContain(ADVICE);
      }
      read(envelope(books()), { operation, ...lenient });
      expect(lastNotes).toEqual([{ path: "Envelope/Body/Extra", came: "", read: "undefined", count: 1 }]);
    });

    test("a plain response has no notes", () => {
      read(good, lenient);
      expect(lastNotes).toBeUndefined();
    });
  });

  describe("an envelope that is not the response", () => {
    const wrap = (inside: string): string => `<s:Envelope xmlns:s="${ENVELOPE["1.1"]}">${inside}</s:Envelope>`;
    test.each([
      ["no envelope", books()],
      ["an envelope of no SOAP version", `<Envelope xmlns="urn:x"><Body>${books()}</Body></Envelope>`],
      ["an envelope in lower case", `<envelope xmlns="${ENVELOPE["1.1"]}"/>`],
      ["no Body", wrap("")],
      ["a Header alone", wrap("<s:Header/>")],
      ["two Bodies", wrap(`<s:Body>${books()}</s:Body><s:Body>${books()}</s:Body>`)],
      ["a Header after the Body", wrap(`<s:Body>${books()}</s:Body><s:Header/>`)],
      ["two Headers", wrap(`<s:Header/><s:Header/><s:Body>${books()}</s:Body>`)],
      ["an empty Body", wrap("<s:Body/>")],
      ["two elements in the Body", wrap(`<s:Body>${books()}${books()}</s:Body>`)],
      ["an unknown element after the right one", wrap(`<s:Body>${books()}<x xmlns="urn:x"/></s:Body>`)],
      ["another operation's element", wrap(`<s:Body><Add_BookResponse xmlns="${NS}"/></s:Body>`)],
      ["a fault in no namespace", wrap("<s:Body><Fault/></s:Body>")],
      ["a result and a fault", wrap(`<s:Body>${books()}${fault11("s:Client", "x")}</s:Body>`)],
      ["a fault and a result", wrap(`<s:Body>${fault11("s:Client", "x")}${books()}</s:Body>`)],
      ["text in the Body", wrap(`<s:Body>text${books()}</s:Body>`)],
      ["the result as text", wrap(`<s:Body><![CDATA[${books()}]]></s:Body>`)],
      ["an envelope in the Body", wrap(`<s:Body>${wrap(`<s:Body>${books()}</s:Body>`)}</s:Body>`)],
      ["another SOAP version", envelope(books(), "1.2")],
    ])("%s is a ResponseError(envelope)", (_what, body) => {
      expect(read(body)).toMatchObject({ code: "RESPONSE", reason: "envelope" });
    });

    test("a header that must be understood is a ResponseError(header-not-understood)", () => {
      const error = read(envelope(books(), "1.1", '<h xmlns="urn:h" s:mustUnderstand="1"/>'));
      expect(error).toMatchObject({ code: "RESPONSE", reason: "header-not-understood", received: "{urn:h}h" });
    });

    test("names both elements when it is another operation's", () => {
      const error = read(envelope(`<Add_BookResponse xmlns="${NS}"/>`)) as Error;
      expect(error.message).toContain("Add_BookResponse");
      expect(error.message).toContain("Get_BooksResponse");
    });

    test("names both namespaces and the option when the namespace is another", () => {
      const error = read(envelope('<Get_BooksResponse xmlns="urn:other"/>')) as Error;
      expect(error.message).toContain("{urn:other}Get_BooksResponse");
      expect(error.message).toContain(`{${NS}}Get_BooksResponse`);
      expect(error.message).toContain("Lenient validation gives it as the expected element.");
      expect(error.message).toContain(
        'Set quirks.namespaces to the one that the service uses, set validation: "lenient" to accept it, or tell the owner of the service.',
      );
    });

    test.each([
      [
        "a header block that must be understood",
        (name: string) => envelope(books(), "1.1", `<${name} s:mustUnderstand="1"/>`),
      ],
      [
        "a header block of a known name",
        (name: string) => envelope(books(), "1.1", `<${name.replace("x", "To")} s:mustUnderstand="1"/>`),
      ],
      ["the root", (name: string) => `<${name}/>`],
      ["an element of the Body", (name: string) => envelope(`<${name}/>`)],
      ["an element behind the Body", (name: string) => wrap(`<s:Body>${books()}</s:Body><${name}/>`)],
      [
        "an element of the result",
        (name: string) =>
          wrap(
            `<s:Body><Get_BooksResponse xmlns="${NS}"><${name.replace("x", "Get_BooksResult")}/></Get_BooksResponse></s:Body>`,
          ),
      ],
    ])("shows ends of lines and controls in the namespace of %s as escapes", (_what, make) => {
      const outcome = read(make('x xmlns="urn:&#10;forged line&#x202e;&#x9b;2J"'));
      const message = outcome instanceof Error ? outcome.message : "";
      expect(message).not.toMatch(/[\n\u202e\u009b]/);
      expect(outcome).toMatchObject({ code: "RESPONSE" });
      expect(message).toContain("urn:\\nforged line\\u202e\\u009b2J");
    });

    test("reports its position", () => {
      expect(read(`<s:Envelope xmlns:s="${ENVELOPE["1.1"]}">\n  <x/></s:Envelope>`)).toMatchObject({
        line: 2,
        column: 3,
      });
    });
  });

  test("passes over header blocks that need not be understood", () => {
    expect(read(envelope(books(book(1)), "1.1", '<h xmlns="urn:h" s:mustUnderstand="0"><Body/></h>'))).toEqual(value);
  });

  test("reads a declared header block although it must be understood", () => {
    const header = `<Session xmlns="${NS}" s:mustUnderstand="1"><Number>1</Number></Session>`;
    expect(read(envelope(books(book(1)), "1.1", header))).toEqual(value);
  });

  test("tells a fault although a header block beside it must be understood and is not known", () => {
    const fault = "<s:Fault><faultcode>s:Client</faultcode><faultstring>No such book</faultstring></s:Fault>";
    const told = read(envelope(fault, "1.1", '<h xmlns="urn:h" s:mustUnderstand="1"/>'));
    expect(told).toMatchObject({ code: "FAULT", fault: { reason: "No such book" } });
  });

  describe("faults", () => {
    const codeless = { fault: { code: { namespace: "", local: "" }, reason: "" } };
    test.each([
      ["an empty fault", "<s:Fault/>", codeless],
      [
        "a reason with elements",
        "<s:Fault><faultcode>s:Server</faultcode><faultstring>No <b>book <i>of</i></b> this name</faultstring><faultactor>a</faultactor></s:Fault>",
        { fault: { reason: "No book of this name", actor: "a" } },
      ],
      [
        "a fault without a reason",
        "<s:Fault><faultcode>s:Server</faultcode></s:Fault>",
        {
          fault: { code: { namespace: ENVELOPE["1.1"], local: "Server" }, reason: "" },
        },
      ],
      [
        "a code of the service's own",
        fault11("s:Client.Authentication", "No"),
        {
          fault: { code: { local: "Client.Authentication" } },
        },
      ],
      ["a code without a prefix", fault11("E1003", "No"), { fault: { code: { namespace: "", local: "E1003" } } }],
      [
        "a code with an unbound prefix",
        fault11("q9:E1003", "No"),
        { fault: { code: { namespace: "", local: "q9:E1003" } } },
      ],
    ])("%s is a FaultError", (_what, body, expected) => {
      for (const status of [200, 400, 401, 500]) {
        expect(read(envelope(body), { status })).toMatchObject({ code: "FAULT", httpStatus: status, ...expected });
      }
    });

    test("of the other SOAP version are read too", () => {
      expect(read(envelope(fault12("s:Sender", "No"), "1.2"), { status: 500 })).toMatchObject({
        fault: { code: { local: "Sender" }, reason: "No" },
      });
    });

    test("keep a detail that the WSDL does not declare", () => {
      const error = read(envelope(fault11("s:Server", "No", '<a xmlns="urn:a">x<b c="d"/></a>')), { status: 500 });
      expect(error).toMatchObject({ fault: { detail: { elements: [{ name: { namespace: "urn:a", local: "a" } }] } } });
    });

    test("keep the text of a detail, which PHP sends in place of elements", () => {
      const detail = (content: string): unknown =>
        (read(envelope(fault11("s:Server", "No", content)), { status: 500 }) as FaultError).fault.detail;
      expect(detail("order 5 is closed")).toEqual({ elements: [], text: "order 5 is closed" });
      expect(detail('before<a xmlns="urn:a"/> after')).toMatchObject({ elements: [{}], text: "before after" });
      expect(detail('\n  <a xmlns="urn:a"/>\n')).not.toHaveProperty("text");
      expect(detail(" \n ")).toBeUndefined();
    });

    test("keep a nil detail, which WCF and JAX-WS send for a fault without a value", () => {
      const nil = `<NoShelf xmlns="${NS}" xsi:nil="true" xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance"/>`;
      const error = read(envelope(fault11("s:Server", "No", nil)), { status: 500 });
      const name = { namespace: NS, local: "NoShelf" };
      expect(error).toMatchObject({ code: "FAULT", fault: { reason: "No", detail: { elements: [{ name }] } } });
    });

    test("keep a declared detail that does not fit its declaration as it came", () => {
      const error = read(envelope(fault11("s:Server", "No", `<NoShelf xmlns="${NS}"><ShelfId>x</ShelfId></NoShelf>`)), {
        status: 500,
      });
      expect(error).toMatchObject({ code: "FAULT", fault: { detail: { elements: [{ name: { local: "NoShelf" } }] } } });
      expect((error as { fault: { detail: object } }).fault.detail).not.toHaveProperty("$type");
    });

    test("have credentials taken out of reason, detail and message", () => {
      const error = read(
        envelope(fault11("s:Client", "Bad token hunter2", '<a xmlns="urn:a" b="hunter2">hunter2</a>')),
        {
          status: 500,
          secret: "hunter2",
        },
      );
      expect(JSON.stringify(error)).not.toContain("hunter2");
      expect((error as Error).message).toContain("Bad token ***");
    });

    test("show control characters of their reason as escapes in the message", () => {
      const error = read(envelope(fault11("s:Client", "a\nb\u202ec")), { status: 500 }) as Error;
      expect(error.message).toContain("a\\nb\\u202ec");
      expect(error).toMatchObject({ fault: { reason: "a\nb\u202ec" } });
    });

    test("are cut after 100,000 characters outside their detail, and their message is short", () => {
      const long = "\u202e".repeat(60_000);
      const of11 = read(envelope(fault11(long, `${long}<!-- -->${long}`, "<d/>")), { status: 500 }) as FaultError;
      expect(of11.fault.code.local.length).toBe(60_000);
      expect(of11.fault.reason.length).toBe(40_000);
      expect(of11.fault.detail?.elements).toHaveLength(1);
      expect(of11.message.length).toBeLessThan(2500);
      const texts = `<s:Reason>${`<s:Text xml:lang="${long}">a</s:Text>`.repeat(3)}</s:Reason>`;
      const fault12 = `<s:Fault><s:Code><s:Value>s:Sender</s:Value></s:Code>${texts}</s:Fault>`;
      const of12 = read(envelope(fault12, "1.2"), { status: 500 }) as FaultError;
      expect(of12.fault.reasons?.map(({ lang, text }) => (lang?.length ?? 0) + text.length)).toEqual([
        60_001, 39_991, 0,
      ]);
    });
  });

  describe("statuses", () => {
    test.each([201, 202, 203])("%d with the envelope of a result is a result", (status) => {
      expect(read(good, { status })).toEqual(value);
    });

    test.each([300, 301, 302, 303, 304, 307, 308])("%d is never followed", (status) => {
      const error = read(good, {
        status,
        headers: { location: "https://me:secret@other.example/path?token=secret#x" },
      });
      expect(error).toMatchObject({ code: "HTTP", status, location: "https://other.example/path" });
      expect((error as Error).message).not.toContain("secret");
    });

    test.each([400, 403, 404, 500, 503])(
      "%d with the envelope of a result is an HttpError without an excerpt",
      (status) => {
        expect(read(good, { status })).toMatchObject({ code: "HTTP", status, excerpt: undefined });
      },
    );

    test.each([400, 405, 407, 408, 413, 415, 429, 503])("%d without a body is an HttpError", (status) => {
      expect(read("", { status, type: undefined })).toMatchObject({ code: "HTTP", status, excerpt: undefined });
    });

    test.each([400, 415])("%d without a body carries a hint", (status) => {
      expect((read("", { status }) as Error).message).toContain("soapVersion");
    });

    test("an HTML page with a failed status is shown from its beginning", () => {
      const error = read("<html>Bad\u0007 gateway</html>", { status: 502, type: "text/html" });
      expect(error).toMatchObject({ code: "HTTP", status: 502, excerpt: "<html>Bad\\u0007 gateway</html>" });
    });

    test("HTML that claims to be XML is shown too", () => {
      expect(read("<html><br></html>", { status: 500 })).toMatchObject({ code: "HTTP", excerpt: "<html><br></html>" });
    });

    test("a truncated envelope with a failed status is an HttpError without an excerpt", () => {
      expect(read(good.slice(0, -30), { status: 500 })).toMatchObject({ code: "HTTP", excerpt: undefined });
    });

    test("a long error page is not read to its end", () => {
      const error = read("x".repeat(400_000), { status: 500, type: "text/plain", chunk: 65_536 });
      expect(error).toMatchObject({ code: "HTTP", status: 500 });
      expect((error as { excerpt: string }).excerpt.length).toBeLessThanOrEqual(300);
    });

    test("Retry-After is reported in milliseconds", () => {
      expect(read("", { status: 503, headers: { "retry-after": "7" } })).toMatchObject({ retryAfterMs: 7000 });
      expect(read("", { status: 503, headers: { "retry-after": "-1" } })).toMatchObject({ retryAfterMs: undefined });
      expect(read("", { status: 503, headers: { "retry-after": "Thu, 01 Jan 1970 00:00:00 GMT" } })).toMatchObject({
        retryAfterMs: 0,
      });
    });

    test("an empty response with status 200 is a ResponseError, with 202 an HttpError", () => {
      expect(read("")).toMatchObject({ code: "RESPONSE", reason: "envelope" });
      expect(read("", { status: 202 })).toMatchObject({ code: "HTTP", status: 202 });
    });
  });

  describe("one-way operations", () => {
    test.each([200, 202, 204])("take %d without a body", (status) => {
      expect(read("", { status, operation: touch, type: undefined })).toBeUndefined();
      expect(read("", { status, operation: touch })).toBeUndefined();
    });

    test("take an envelope with an empty Body, and a fault", () => {
      expect(read(envelope(""), { operation: touch })).toBeUndefined();
      expect(read(envelope(fault11("s:Client", "x")), { operation: touch })).toMatchObject({ code: "FAULT" });
    });

    test.each([["text/html"], ["text/plain"], ["text/xml"], [undefined]])("take 202 whatever is in it: %s", (type) => {
      for (const body of ["accepted", "<html><br></html>", "<ok/>", "\r\n"]) {
        for (const chunk of [1, 1000]) {
          expect(read(body, { status: 202, operation: touch, type, chunk })).toBeUndefined();
        }
      }
    });

    test("refuse a Body with something in it", () => {
      expect(read(good, { operation: touch })).toMatchObject({ code: "RESPONSE", reason: "envelope" });
    });
  });

  test.each([
    ["not well-formed", "<a><b></a>"],
    ["a DTD", `<!DOCTYPE a>${good}`],
    ["a processing instruction", good.replace("<s:Body>", "<?x y?><s:Body>")],
    ["truncated", good.slice(0, -5)],
    ["two roots", `${good.slice(good.indexOf("<s:"))}<a/>`],
    ["bytes that are not UTF-8", Buffer.from(good.replace("Title 1", "\u00e9"), "latin1")],
    ["a control character", envelope(books(book(1, "&#x1;")))],
  ])("%s is a ResponseError(xml)", (_what, body) => {
    expect(read(body)).toMatchObject({ code: "RESPONSE", reason: "xml" });
  });

  test("quirks.allowControlCharacters lets references to them through", () => {
    expect(read(envelope(books(book(1, "&#x1;"))), { allowControlCharacters: true })).toMatchObject([
      { Title: "\u0001" },
    ]);
  });

  test("a value that does not fit is a ResponseError(value) with its path and without the value", () => {
    const error = read(envelope(books("<Book><Id>12abc</Id><Price>1</Price></Book>")));
    expect(error).toMatchObject({ code: "RESPONSE", reason: "value" });
    expect((error as { path: string }).path).toContain("Get_BooksResult/Book");
    expect((error as Error).message).not.toContain("12abc");
  });

  test("a single result is unwrapped", () => {
    const body = `<Add_BookResponse xmlns="${NS}"><Add_BookResult>0</Add_BookResult></Add_BookResponse>`;
    expect(read(envelope(body), { operation: addBook })).toBe(0);
  });
});

/** Responses of rpc/encoded operations, whose values may be outside the response element and be referred to. */
describe("encoded body", () => {
  const plain = (key: string, type: NodeRef, more: Partial<ElementNode> = {}) =>
    element(key, type, { name: qname(key, ""), ...more });
  const item = named("Item", plain("Id", xs.int), plain("Name", nillable(xs.string)));
  const items: NodeRef = { kind: "soapArray", item, itemType: qname("Item") };
  const operation: OperationNode = {
    name: "list",
    method: "list",
    style: "rpc",
    use: "encoded",
    soapAction: { "1.1": "" },
    safe: true,
    input: { body: [element("list", complex())], unwrap: ["list"], list: false, headers: [] },
    output: {
      body: [element("listResponse", complex(plain("return", nillable(items), { min: 0 })))],
      unwrap: ["listResponse", "return"],
      list: true,
      headers: [],
    },
    faults: [],
  };

  function read(
    body: string,
    onItem?: (item: unknown) => void,
    of = operation,
    maxTextLength = 8_388_608,
    validation: Validation = "standard",
  ): unknown {
    const terms = {
      plan: new ResponsePlan(of, new Codec({ validation, soapEncoding }), SOAP_TERMS["1.1"], (name) => name),
      reading: new ReaderPlan({ limits: { maxTextLength } }),
      secrets: new Secrets(),
      keptText: 0,
      features: [],
      onItem,
    };
    const envelope =
      '<s:Envelope xmlns:s="http://schemas.xmlsoap.org/soap/envelope/" xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance"' +
      ' xmlns:xsd="http://www.w3.org/2001/XMLSchema" xmlns:soapenc="http://schemas.xmlsoap.org/soap/encoding/" xmlns:t="urn:example">' +
      `<s:Body s:encodingStyle="http://schemas.xmlsoap.org/soap/encoding/">${body}</s:Body></s:Envelope>`;
    const head = {
      status: 200,
      headers: {},
      header: (name: string) => (name === "content-type" ? "text/xml; charset=utf-8" : undefined),
    };
    const reader = new ResponseReader(terms, head);
    // In chunks of a socket's size.
    const bytes = Buffer.from(envelope);
    for (let at = 0; at < bytes.length; at += 65_536) reader.bytes(bytes.subarray(at, at + 65_536));
    return reader.end();
  }

  const inline =
    '<t:listResponse><return xsi:type="soapenc:Array" soapenc:arrayType="t:Item[1]"><x xsi:type="t:Item"><Id xsi:type="xsd:int">1</Id><Name xsi:nil="true"/></x></return></t:listResponse>';
  const referring =
    '<t:listResponse><return href="#a"/></t:listResponse>' +
    '<soapenc:Array id="a" soapenc:arrayType="t:Item[2]"><x href="#i"/><x href="#i"/></soapenc:Array>' +
    '<multiRef id="i" soapenc:root="0" xsi:type="t:Item"><Id xsi:type="xsd:int">7</Id><Name xsi:type="soapenc:string">x</Name></multiRef>';

  test("reads values that stand in their places", () => {
    expect(read(inline)).toStrictEqual([{ Id: 1, Name: null }]);
  });

  test("reads values that stand elsewhere", () => {
    expect(read(referring)).toStrictEqual([
      { Id: 7, Name: "x" },
      { Id: 7, Name: "x" },
    ]);
  });

  test("an array that is nil or not there is an empty list", () => {
    expect(read('<t:listResponse><return xsi:nil="true"/></t:listResponse>')).toStrictEqual([]);
    expect(read("<t:listResponse/>")).toStrictEqual([]);
  });

  test("hands the items of a stream over", () => {
    const seen: unknown[] = [];
    read(referring, (own) => seen.push(own));
    expect(seen).toHaveLength(2);
  });

  test("refuses references that lead nowhere or in circles, with a place", () => {
    for (const body of [referring.replace("#a", "#b"), referring.replace('<x href="#i"/>', '<x href="#a"/>')]) {
      expect(() => read(body)).toThrow(
        expect.objectContaining({ reason: "value", line: 1, column: expect.any(Number) }) as Error,
      );
    }
  });

  describe("hostile content", () => {
    const levels = ["strict", "standard", "lenient"] as const;
    const array = (attributes: string, content: string, beside = ""): string =>
      `<t:listResponse><return xsi:type="soapenc:Array" ${attributes}>${content}</return></t:listResponse>${beside}`;
    const fields = "<Id>1</Id><Name>x</Name>";
    const target = (id: string, content = fields): string =>
      `<m id="${id}" soapenc:root="0" xsi:type="t:Item">${content}</m>`;

    test.each<[what: string, body: string, reason: string, says: RegExp]>([
      ["a missing target", array("", '<x href="#9"/>'), "value", /return\/x: a reference to an id that no element has/],
      ["a target elsewhere", array("", '<x href="http://x.example/1"/>'), "value", /a reference to an id that no/],
      ["a reference to itself", array("", '<x id="1" href="#1"/>'), "value", /a reference to an element that contains/],
      [
        "a circle of references",
        array("", '<x href="#1"/>', '<m id="1" soapenc:root="0" href="#2"/><m id="2" soapenc:root="0" href="#1"/>'),
        "value",
        /a reference to an element that contains it/,
      ],
      [
        "a circle through a member",
        array("", '<x href="#1"/>', target("1", '<Id>1</Id><Name href="#1"/>')),
        "value",
        /x\/Name: a reference to an element that contains it/,
      ],
      [
        "a repeated id",
        array("", '<x href="#1"/>', target("1") + target("1")),
        "value",
        /two elements have the same id/,
      ],
      ["an offset", array('soapenc:offset="[1000000000]"', `<x>${fields}</x>`), "value", /begins at item 1000000000/],
      ["an offset below 0", array('soapenc:offset="[-1]"', ""), "value", /an offset that is no position: \[-1\]/],
      ["an offset of names", array('soapenc:offset="x"', ""), "value", /an offset that is no position: x/],
      [
        "a position outside",
        array('soapenc:arrayType="t:Item[1]"', `<x soapenc:position="[999999999]">${fields}</x>`),
        "value",
        /item 1 has the position \[999999999\], not \[0\]/,
      ],
      [
        "one position twice",
        array("", `<x soapenc:position="[0]">${fields}</x>`.repeat(2)),
        "value",
        /item 2 has the position \[0\], not \[1\]/,
      ],
      ["several dimensions", array('soapenc:arrayType="t:Item[2,2]"', ""), "value", /several dimensions .* it has 2/],
      [
        "a billion by a billion items",
        array('soapenc:arrayType="t:Item[1000000000,1000000000]"', ""),
        "value",
        /several dimensions/,
      ],
    ])("%s is refused at every level", (_, body, reason, says) => {
      for (const validation of levels) {
        const reading = () => read(body, undefined, operation, undefined, validation);
        expect(reading).toThrow(expect.objectContaining({ code: "RESPONSE", reason }) as Error);
        expect(reading).toThrow(says);
        expect(reading).not.toThrow(/lenient/i);
      }
    });

    test.each(["[1000000000]", "[999999999999999]", `[${"9".repeat(400)}]`])(
      "an array that declares %s items takes the room of those that came",
      (size) => {
        const body = array(`soapenc:arrayType="t:Item${size}"`, `<x>${fields}</x>`);
        const isNumber = size.length < 20;
        const before = process.memoryUsage().arrayBuffers;
        if (isNumber)
          for (const validation of ["strict", "standard"] as const)
            expect(() => read(body, undefined, operation, undefined, validation)).toThrow(
              /declares \d+ items and has 1 .* Lenient validation gives the 1 items that came\./,
            );
        expect(read(body, undefined, operation, undefined, "lenient")).toStrictEqual([{ Id: 1, Name: "x" }]);
        expect(process.memoryUsage().arrayBuffers - before).toBeLessThan(16 * 1024 * 1024);
      },
    );

    const limited = expect.objectContaining({ code: "RESPONSE", reason: "limit" }) as Error;

    test("references to one target are limited by the text that they would repeat", () => {
      const references = '<x href="#1"/>'.repeat(100_000);
      const long = target("1", `<Id>1</Id><Name>${"n".repeat(1000)}</Name>`);
      expect(() => read(array("", references, long))).toThrow(limited);
    });

    slowTest("a million references to one target are limited", () => {
      expect(() => read(array("", '<x href="#1"/>'.repeat(1_000_000), target("1")))).toThrow(limited);
    });
  });

  describe("names that are not significant (SOAP 1.1, 7.1)", () => {
    const levels = ["strict", "standard", "lenient"] as const;
    const echo = (use: "encoded" | "literal"): OperationNode => ({
      ...operation,
      use,
      input: {
        ...operation.input,
        body: [element("list", complex(plain("count", xs.int, { min: 0 })))],
      },
      output: {
        body: [
          element(
            "listResponse",
            complex(
              plain("count", xs.int, { min: 0 }),
              plain("return", nillable(xs.string), { min: 0 }),
              plain("note", nillable(xs.string), { min: 0 }),
            ),
          ),
        ],
        unwrap: ["listResponse"],
        list: false,
        headers: [],
      },
    });
    const readAt = (body: string, validation: Validation, of = echo("encoded")): unknown =>
      read(body, undefined, of, undefined, validation);

    test.each(levels)("the return value is found by its place under %s", (validation) => {
      const renamed = inline.replaceAll("return", "s-gensym3");
      expect(read(renamed, undefined, operation, undefined, validation)).toStrictEqual([{ Id: 1, Name: null }]);
      expect(
        readAt(
          "<t:listResponse><t:count>2</t:count><t:s-gensym3>x</t:s-gensym3><t:note>n</t:note></t:listResponse>",
          validation,
        ),
      ).toEqual({ return: "x", note: "n", count: 2 });
    });

    test("an accessor named as the return value is the return value, at any position", () => {
      const body = "<t:listResponse><count>2</count><more>m</more><return>x</return><note>n</note></t:listResponse>";
      expect(readAt(body, "standard")).toEqual({ return: "x", count: 2, note: "n" });
      expect(() => readAt(body, "strict")).toThrow(/does not know here/);
    });

    const response = (content: string): string => `<t:listResponse>${content}</t:listResponse>`;

    test("the position decides where no accessor has a part's name and the counts agree", () => {
      const body = response("<g3>2</g3><g5>x</g5><g7>n</g7>");
      for (const validation of ["standard", "lenient"] as const)
        expect(readAt(body, validation)).toEqual({ count: 2, return: "x", note: "n" });
      expect(() => readAt(body, "strict")).toThrow(
        "Envelope/Body: the 3 accessors of listResponse (g3, g5, g7) are not its 3 parts (count, return, note)",
      );
    });

    test.each([
      ["one of three", "<g3>x</g3>"],
      ["more than there are parts", "<g1>1</g1><g2>2</g2><g3>3</g3><g4>4</g4>"],
      ["beside the name of a part", "<return>x</return><g3>2</g3><note>n</note>"],
      ["two beside a name", "<g1>x</g1><count>2</count><g3>n</g3>"],
      ["in place of the return value and of a part", "<more>m</more><return>x</return>"],
    ])("an accessor that no part has beside a part that no accessor has is refused: %s", (_, content) => {
      for (const validation of levels)
        expect(() => readAt(response(content), validation)).toThrow(
          /accessors of listResponse \(.*\) are not its 3 parts \(count, /,
        );
    });

    test("a part without an accessor is null by its absence, and refused by strict", () => {
      const body = response("<return>x</return><note>t</note>");
      expect(readAt(body, "standard")).toEqual({ return: "x", note: "t" });
      expect(readAt(body, "lenient")).toEqual({ return: "x", note: "t" });
      expect(() => readAt(body, "strict")).toThrow(
        /the 2 accessors of listResponse \(return, note\) are not its 3 parts/,
      );
    });

    test("lenient reads an accessor in another case as its part", () => {
      const body = response("<Return>x</Return><count>2</count><note>n</note>");
      expect(readAt(body, "lenient")).toEqual({ return: "x", count: 2, note: "n" });
    });

    test("a second response, and a value to which nothing refers, are not dropped in silence", () => {
      const whole = response("<count>1</count><return>x</return><note>n</note>");
      const value = { return: "x", count: 1, note: "n" };
      for (const validation of ["strict", "standard"] as const)
        expect(() => readAt(`${whole}${whole}`, validation)).toThrow(/is beside .*, and nothing refers to it/);
      expect(readAt(`${whole}${whole}`, "lenient")).toEqual(value);
      const spare = `${whole}<multiRef id="9" soapenc:root="0">z</multiRef>`;
      expect(readAt(spare, "standard")).toEqual(value);
      expect(() => readAt(spare, "strict")).toThrow(/nothing refers to it/);
    });

    test("the result element of SOAP 1.2 names the return value, and is none", () => {
      const body =
        '<t:listResponse xmlns:rpc="http://www.w3.org/2003/05/soap-rpc"><rpc:result>t:x</rpc:result><t:x>x</t:x></t:listResponse>';
      expect(readAt(body, "standard")).toEqual({ return: "x" });
    });

    test("a value in the result element of SOAP 1.2 is not dropped in silence", () => {
      const body =
        '<t:listResponse xmlns:rpc="http://www.w3.org/2003/05/soap-rpc"><rpc:result>5</rpc:result></t:listResponse>';
      for (const validation of ["strict", "standard", "lenient"] as const)
        expect(() => readAt(body, validation)).toThrow("rpc:result names an accessor that is not in it");
    });

    test.each(["encoded", "literal"] as const)("the response may have any name, rpc/%s", (use) => {
      for (const name of ["list", "otherResponse"]) {
        for (const namespace of ["urn:example", "urn:other"]) {
          const body = `<o:${name} xmlns:o="${namespace}"><return>x</return></o:${name}>`;
          expect(readAt(body, "standard", echo(use))).toEqual({ return: "x" });
          expect(readAt(body, "lenient", echo(use))).toEqual({ return: "x" });
          expect(() => readAt(body, "strict", echo(use))).toThrow(
            expect.objectContaining({ reason: "envelope" }) as Error,
          );
        }
      }
    });

    test("values that are referred to may stand before the response", () => {
      const body =
        '<multiRef id="1" soapenc:root="0" xsi:type="xsd:string">x</multiRef><o:list xmlns:o="urn:other"><r href="#1"/><count>1</count><note>n</note></o:list>';
      expect(readAt(body, "standard")).toEqual({ return: "x", count: 1, note: "n" });
      const alone = '<multiRef id="1" soapenc:root="0">x</multiRef>';
      expect(() => readAt(alone, "standard")).toThrow(/listResponse/);
    });
  });

  test("another document's response is refused", () => {
    const literal: OperationNode = { ...operation, style: "document", use: "literal" };
    expect(() => read(inline.replaceAll("listResponse", "otherResponse"), undefined, literal)).toThrow(
      expect.objectContaining({ reason: "envelope" }) as Error,
    );
  });

  describe("binary data, which limits.textLength is not for", () => {
    const most = 200_000;
    const bytes = Buffer.alloc(most, 7);
    const file: OperationNode = {
      ...operation,
      output: {
        body: [
          element(
            "fileResponse",
            complex(plain("return", nillable(xs.base64Binary), { min: 0 }), plain("name", xs.string, { min: 0 })),
          ),
        ],
        unwrap: ["fileResponse", "return"],
        list: false,
        headers: [],
      },
    };
    const base64 = bytes.toString("base64");

    test.each([
      ["in its place", `<t:fileResponse><return xsi:type="xsd:base64Binary">${base64}</return></t:fileResponse>`],
      ["as SOAP's base64", `<t:fileResponse><return xsi:type="soapenc:base64">${base64}</return></t:fileResponse>`],
      ["without a type", `<t:fileResponse><return>${base64.replaceAll("Bw", "Bw\n")}</return></t:fileResponse>`],
      [
        "referred to",
        `<t:fileResponse><return href="#b"/></t:fileResponse><b id="b" xsi:type="xsd:base64Binary">${base64}</b>`,
      ],
    ])("%s", (_where, body) => {
      expect(Buffer.compare(read(body, undefined, file, most) as Uint8Array, bytes)).toBe(0);
    });

    test.each([
      ["of another type", `<name xsi:type="xsd:string">${base64}</name>`],
      ["without a type, and not base64's", `<name>${"no base64, ".repeat(30_000)}</name>`],
      ["that goes on as something else", `<name>${base64}${"no base64, ".repeat(10_000)}</name>`],
    ])("a text %s is over the limit", (_what, name) => {
      expect(() => read(`<t:fileResponse>${name}</t:fileResponse>`, undefined, file, most)).toThrow(
        /limits\.textLength/,
      );
    });
  });

  test("an encoded operation of tables that do not bring the SOAP encoding is refused when its client is made", () => {
    const plan = () =>
      new ResponsePlan(operation, new Codec({ validation: "standard" }), SOAP_TERMS["1.1"], (name) => name);
    expect(plan).toThrow(
      "The tables have the encoded operation list, but not soapEncoding, the code for it. Generate them again",
    );
  });
});
