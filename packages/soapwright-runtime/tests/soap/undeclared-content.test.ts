/** Responses whose headers or XML declaration say something else than their bytes: what is read, noted and refused. */
import { book, books, envelope, fault11, getBooks } from "soapwright-testing/client/shelf";
import type { HttpError } from "../../src/errors/http-error";
import { isHttpError } from "../../src/errors/http-error";
import { isResponseError, type ResponseError } from "../../src/errors/response-error";
import type { ResponseNote } from "../../src/schema/codec";
import { Codec, type Validation } from "../../src/schema/codec";
import { Secrets } from "../../src/soap/mask";
import { ResponsePlan, SOAP_TERMS } from "../../src/soap/operation-plan";
import { ResponseReader } from "../../src/soap/response-reader";
import { ReaderPlan } from "../../src/xml/xml-namespaces";

interface Outcome {
  readonly value?: unknown;
  readonly notes?: readonly ResponseNote[] | undefined;
  readonly error?: unknown;
}

const LEVELS: readonly Validation[] = ["strict", "standard", "lenient"];

/** Reads whole and byte by byte, which have one outcome. */
function read(
  body: string | Buffer,
  type: string | undefined,
  status = 200,
  validation: Validation = "standard",
): Outcome {
  const bytes = Buffer.from(body as string);
  const [whole, single] = [bytes.length, 1].map((chunk): Outcome => {
    const reading = new ReaderPlan({ forgiving: validation !== "strict", lenient: validation === "lenient" });
    const plan = new ResponsePlan(getBooks, new Codec({ validation }), SOAP_TERMS["1.1"], (name) => name);
    const terms = { plan, reading, secrets: new Secrets(), keptText: 0, features: [], onItem: undefined };
    const headers: { [name: string]: string } = type === undefined ? {} : { "content-type": type };
    try {
      const reader = new ResponseReader(terms, { status, headers, header: (name) => headers[name] });
      for (let at = 0; at < bytes.length; at += chunk) reader.bytes(bytes.subarray(at, at + chunk));
      return { value: reader.end(), notes: reader.notes };
    } catch (error) {
      return { error };
    }
  });
  expect(single).toEqual(whole);
  return whole!;
}

const undeclared = (xml: string): string => xml.slice(xml.indexOf("?>") + 2);
const good = undeclared(envelope(books(book(1))));
const value = [{ Id: 1, Title: "Title 1", Price: "1.50" }];
const XML = "text/xml; charset=utf-8";
const fault = undeclared(envelope(fault11("s:Server", "unknown customer")));
const declared = (encoding: string, text = fault) => `<?xml version="1.0" encoding="${encoding}"?>${text}`;

describe("an envelope whose content type says nothing of it", () => {
  const types = [
    ...["text/html", "text/html; charset=UTF-8", "text/plain", "application/octet-stream", "binary/octet-stream"],
    ...[
      "text/xml, text/xml",
      "text/xml; charset=utf-8, text/xml;charset=UTF-8",
      "application/soap+xml, application/soap+xml",
    ],
    ...["text/html, text/html", "Text/XML, text/xml; charset=utf-8"],
  ];
  test.each(types)("is read as %s by standard and lenient, and noted", (type) => {
    for (const validation of ["standard", "lenient"] as const) {
      expect(read(good, type, 200, validation)).toEqual({
        value,
        notes: [{ path: "Envelope", came: type.slice(0, 100), read: "the SOAP envelope in it", count: 1 }],
      });
      expect(read(fault, type, 200, validation).error).toMatchObject({
        code: "FAULT",
        fault: { reason: "unknown customer" },
      });
    }
  });

  test.each(types)("is refused as %s by strict, which names lenient", (type) => {
    const { error } = read(good, type, 200, "strict");
    expect(error).toMatchObject({ code: "RESPONSE", reason: "content-type" });
    const { message } = error as ResponseError;
    expect(message).toContain(
      "which is not that of a SOAP envelope, although its body is one. Lenient validation gives its result.",
    );
    expect(message).toContain('Set validation: "lenient" to accept it');
    expect(message).not.toContain("Title 1");
  });

  test.each([
    ...["text/xml, text/html", "text/xml; charset=utf-8, text/html; charset=utf-8", "text/html, text/xml"],
    ...["text/xml; charset=utf-8, text/xml; charset=iso-8859-1", "application/json", "image/png", "multipart/mixed"],
    'text/xml; x=", text/xml", text/plain',
  ])("is refused at every level as %s", (type) => {
    for (const validation of LEVELS) {
      const { error } = read(good, type, 200, validation);
      expect(error).toMatchObject({ code: "RESPONSE", reason: "content-type" });
    }
  });

  test.each([
    ["a page", "<html><head><title>Sign in</title></head></html>", "Sign in"],
    ["a page that is no XML", "<!DOCTYPE html><html><title>Sign in<br></html>", "Sign in"],
    ["a word", "OK", "OK"],
    ["another document", "<rss>news</rss>", "news"],
    ["an envelope of something else", '<e:Note xmlns:e="urn:e">letter</e:Note>', "letter"],
    ["an Envelope without a namespace", "<Envelope>letter</Envelope>", "is not that of a SOAP envelope. Check"],
    [
      "an Envelope in another namespace",
      '<Envelope xmlns="urn:e">letter</Envelope>',
      "is not that of a SOAP envelope. Check",
    ],
  ])("%s stays an error, and is shown", (_name, body, shown) => {
    for (const type of ["text/html", "text/plain", "text/xml, text/xml"]) {
      for (const validation of LEVELS) {
        const { error } = read(body, type, 200, validation);
        expect(error).toMatchObject({ code: "RESPONSE", reason: "content-type", kind: "configuration" });
        expect((error as Error).message).toContain(`${shown}`);
        expect((error as Error).message).toMatch(/Check endpoint\.$/);
      }
    }
  });

  test("nothing at all stays an error about the type", () => {
    expect(read("", "text/html").error).toMatchObject({ reason: "content-type" });
  });

  test("a long page is not read to its end", () => {
    const page = `<html>${"<p>x</p>".repeat(60_000)}`;
    const bytes = Buffer.from(page);
    expect(bytes.length).toBeGreaterThan(400_000);
    expect(read(page, "text/html").error).toMatchObject({ reason: "content-type" });
  });

  test("what is wrong inside such an envelope is said as of any other", () => {
    const wrong = envelope(books("<Book><Id>12abc</Id><Price>1</Price></Book>"));
    expect(read(wrong, "text/html").error).toMatchObject({ code: "RESPONSE", reason: "value" });
    expect(read(good.slice(0, -5), "text/html").error).toMatchObject({ code: "RESPONSE", reason: "xml" });
  });
});

describe("an envelope whose encoding is said in two ways", () => {
  test("is a fault when the header says UTF-8 and the bytes are UTF-8", () => {
    for (const status of [200, 500]) {
      for (const validation of LEVELS) {
        const { error } = read(declared("ISO-8859-1", fault.replace("customer", "Käufer")), XML, status, validation);
        expect(error).toMatchObject({ code: "FAULT", fault: { reason: "unknown Käufer" } });
      }
    }
  });

  test("is a result, and noted", () => {
    for (const validation of LEVELS) {
      expect(read(declared("ISO-8859-1", good), XML, 200, validation)).toEqual({
        value,
        notes: [
          {
            path: "Envelope",
            came: "the charset parameter says utf-8, the XML declaration iso-8859-1",
            read: "the text in utf-8",
            count: 1,
          },
        ],
      });
    }
  });

  test("has a note of its own beside that of its type", () => {
    expect(read(declared("ISO-8859-1", good), "text/html; charset=utf-8").notes).toHaveLength(2);
  });

  test("is refused where the texts differ, and read by lenient", () => {
    const body = Buffer.from(declared("utf-8", good.replace("Title 1", "Título 1")));
    for (const validation of ["strict", "standard"] as const) {
      const { error } = read(body, "text/xml; charset=iso-8859-1", 200, validation);
      expect((error as Error).message).toContain("the charset parameter says iso-8859-1, the XML declaration utf-8");
    }
    expect(read(body, "text/xml; charset=iso-8859-1", 200, "lenient")).toMatchObject({
      value: [{ Title: "Título 1" }],
      notes: [{ read: "the text in utf-8" }],
    });
  });
});

describe("a fault that cannot be read", () => {
  const unreadable: readonly (readonly [string, string | Buffer, type: string | undefined, Validation])[] = [
    ...["GBK", "GB2312", "Big5", "Shift_JIS", "EUC-JP", "x-none", "utf-7"].map(
      (encoding) => [`declared as ${encoding}`, declared(encoding), "text/xml", "lenient"] as const,
    ),
    ["under a charset that is not supported", fault, "text/xml; charset=Shift_JIS", "lenient"],
    [
      "under a charset and a declaration that are not supported",
      declared("GBK", fault.replace("customer", "Käufer")),
      "text/xml; charset=gbk",
      "lenient",
    ],
    ["under us-ascii", fault.replace("customer", "Käufer"), "text/xml; charset=us-ascii", "lenient"],
    ["in Latin-1 without a word", Buffer.from(fault.replace("customer", "Käufer"), "latin1"), "text/xml", "lenient"],
    [
      "that differs by header and declaration",
      declared("utf-8", fault.replace("customer", "Käufer")),
      "text/xml; charset=latin1",
      "standard",
    ],
    ["in XML 1.1", `<?xml version="1.1"?>${fault}`, XML, "lenient"],
    ["behind a processing instruction", `<?xml-stylesheet href="a"?>${fault}`, XML, "lenient"],
    ["behind two byte order marks", `\ufeff\ufeff${fault}`, XML, "lenient"],
    ["behind a line feed, in strict", `\n${declared("utf-8")}`, XML, "strict"],
    ["declared as UTF-16 over single bytes, in strict", declared("utf-16"), "text/xml", "strict"],
    ["in UTF-16 without a mark", Buffer.from(declared("utf-16"), "utf16le"), "text/xml", "lenient"],
    ["behind a DTD", `<!DOCTYPE a [<!ENTITY b "c">]>${fault}`, XML, "lenient"],
    ["behind a warning of its program", `Notice: x\n${declared("utf-8")}`, "text/xml", "lenient"],
    ["that is not closed", fault.slice(0, -20), XML, "lenient"],
    ["with a control character", fault.replace("customer", "&#x1;"), XML, "lenient"],
    ["without a type", declared("GB2312"), undefined, "lenient"],
    ["with text beside the Body", fault.replace("<s:Body>", "text<s:Body>"), XML, "lenient"],
  ];

  test.each(unreadable)("%s says why with status 500, as with 200", (_name, body, type, validation) => {
    const { error: refusal } = read(body, type, 200, validation);
    if (!isResponseError(refusal)) throw new Error("it was read");
    for (const status of [500, 400]) {
      const { error } = read(body, type, status, validation);
      if (!isHttpError(error)) throw new Error("it was read");
      const { message, cause, advice, excerpt } = error;
      expect(error.reason).toBe("status-unreadable");
      expect(message).toContain(`The service responded with status ${status} and a body that cannot be read. `);
      expect(message).toContain(refusal.message.replace(/ Check endpoint\.$| Tell the owner of the service\.$/, ""));
      expect(message).not.toContain("no SOAP fault");
      expect(message).not.toContain("Call again later");
      expect(advice).toEqual(refusal.advice);
      expect(cause).toMatchObject({ code: "RESPONSE", message: refusal.message });
      expect(excerpt).toBeUndefined();
    }
  });

  test("names an encoding that is not supported, also where header and declaration agree", () => {
    const body = declared("GBK", fault.replace("customer", "Käufer"));
    const { error } = read(body, "text/xml; charset=gbk", 500);
    expect((error as HttpError).message).toContain('name an encoding that is not supported: "gbk"');
  });

  test("keeps the advice of a status that says more", () => {
    const { error } = read(declared("GB2312"), "text/xml", 503);
    expect((error as HttpError).message).toMatch(/"GB2312" .*It is not available at the moment\. Call again later, /);
    expect(error).toMatchObject({ kind: "busy" });
  });

  test.each([
    ["a page", "<!DOCTYPE html><html><br></html>", "text/html"],
    ["a page that claims to be XML", "<html><br></html>", "text/xml"],
    ["a page that shows an envelope", `<html><pre><Envelope></pre></html>`, "text/xml"],
    ["a response with a result", good, XML],
    ["words", "no such book", "text/plain"],
  ])("%s has no fault, and is no such error", (_name, body, type) => {
    const { error } = read(body, type, 500);
    expect((error as HttpError).message).toBe(
      "The service responded with status 500 and no SOAP fault. Call again later.",
    );
    expect((error as HttpError).cause).toBeUndefined();
  });
});
