/**
 * Tests `client/service-client`, `schema/codec` and `schema/own-property` by themselves: no entry point shows them
 * whole.
 */
import { gzipSync } from "node:zlib";
import { formatDocument, parseDocument } from "soapwright-runtime/codecs";
import { ArgumentError, ResponseError } from "soapwright-runtime/errors";
import {
  type ComplexType,
  complexType,
  message,
  namespace,
  type Operation,
  operation,
  type ServiceNode,
} from "soapwright-runtime/tables";
import { type Order, schemas } from "soapwright-testing/golden/cases/schema/index";
import { decode, encode } from "soapwright-testing/schema/feed";
import { atEnd, endAfterEach, rejection, serve } from "soapwright-testing/stage/stage";
import { answer } from "soapwright-testing/transport/raw-server";
import { ServiceClient } from "../../src/client/service-client";
import type { ParseOptions } from "../../src/documents";
import { Codec, valueOfText } from "../../src/schema/codec";
import { ownValue, setOwn } from "../../src/schema/own-property";
import { attribute, complex, element, many, nillable, optional, restriction, xs } from "./tables";

/** Documents of a schema without a service, by the tables of the golden case. */
describe("documents", () => {
  const parseOrder = (document: string | Uint8Array, options?: ParseOptions): Order =>
    parseDocument(schemas.orderElement, document, options);
  const formatOrder = (value: Order): string => formatDocument(schemas.orderElement, value);

  const order: Order = {
    Id: 9007199254740993n,
    Status: "paid",
    Line: [
      { $type: "Line", Item: "Tea & cake", Price: "12.50", number: 1 },
      { $type: "GiftLine", Item: "Cup", Price: "3", number: 2, Card: "To you" },
    ],
  };

  const text = formatOrder(order);

  test("a value comes back from its document, as text and as bytes", () => {
    expect(text).toMatch(/^<Order xmlns="urn:example:orders"[^>]*><Id>9007199254740993<\/Id><Status>paid<\/Status>/);
    expect(text).toContain("<Item>Tea &amp; cake</Item>");
    expect(parseOrder(text)).toEqual(order);
    expect(parseOrder(Buffer.from(text))).toEqual(order);
    expect(
      parseOrder(new Uint8Array(Buffer.from(`<?xml version="1.0" encoding="utf-8"?>\n<!-- by hand -->${text}\n`))),
    ).toEqual(order);
  });

  test("bytes say their encoding, and a byte order mark counts for nothing", () => {
    const document = formatOrder({ ...order, Line: [{ $type: "Line", Item: "Crème", Price: "1", number: 1 }] });
    const wanted = parseOrder(document);
    expect(wanted.Line?.[0]?.Item).toBe("Crème");
    const declared = `<?xml version="1.0" encoding="iso-8859-1"?>${document}`;
    expect(parseOrder(Buffer.from(declared, "latin1"))).toEqual(wanted);
    expect(parseOrder(Buffer.from(`\ufeff${document}`, "utf16le"))).toEqual(wanted);
    expect(parseOrder(Buffer.from(`\ufeff${document}`))).toEqual(wanted);
    expect(parseOrder(`\ufeff${document}`)).toEqual(wanted);
  });

  test("simple and nillable elements", () => {
    expect(formatDocument(schemas.orderStatusElement, "open")).toMatch(
      /^<order-status xmlns="urn:example:orders"[^>]*>open<\/order-status>$/,
    );
    const element = schemas.parseOrderElement;
    expect(parseDocument(element, formatDocument(element, null))).toBe(null);
    expect(parseDocument(element, formatDocument(element, true))).toBe(true);
  });

  test.each([
    ["before the root", `<?xml version="1.0"?>\n<?xml-stylesheet href="orders.xsl" type="text/xsl"?>\n${text}`],
    ["behind it", `${text}<?end?>\n`],
    ["between elements", text.replace("<Status>", "<?a?><?b-1 <Id>2</Id> ?x> ? ??><Status>")],
    ["in a value", text.replace("Tea ", "Te<?sound a?>a<!-- - --><?_?> ")],
  ])("processing instructions %s are passed over", (_where, document) => {
    expect(parseOrder(document)).toEqual(order);
    expect(parseOrder(Buffer.from(document))).toEqual(order);
  });

  function errorOf(run: () => unknown): unknown {
    try {
      run();
    } catch (error) {
      return error;
    }
    throw new Error("Nothing was thrown.");
  }

  test.each([
    ["a wrong value", text.replace("9007199254740993", "many"), "value", "Order/Id"],
    ["a missing element", text.replace("<Item>Cup</Item>", ""), "value", "Order/Line[2]"],
    ["another root", '<Invoice xmlns="urn:example:orders"/>', "value", "Invoice"],
    ["another namespace", "<Order/>", "value", "Order"],
    ["text without an end", text.slice(0, -3), "xml", undefined],
    ["nothing", "", "xml", undefined],
    ["two roots", text + text, "xml", undefined],
    ["a DTD", `<!DOCTYPE Order>${text}`, "xml", undefined],
    ["an instruction without a name", `<? x?>${text}`, "xml", undefined],
    ["an instruction of a reserved name", `<?XML x?>${text}`, "xml", undefined],
    ["an instruction with something behind its name", `<?x?y?>${text}`, "xml", undefined],
    ["an instruction without an end", `${text}<?x y? >`, "xml", undefined],
  ])("%s is a ResponseError with its place", (_name, document, reason, path) => {
    for (const given of [document, Buffer.from(document)]) {
      const error = errorOf(() => parseOrder(given)) as ResponseError;
      expect(error).toBeInstanceOf(ResponseError);
      expect(error.reason).toBe(reason);
      expect(error.message).toMatch(/^The (?:root of the )?document /);
      expect(error.line).toBe(1);
      expect(error.column).toBeGreaterThan(0);
      if (path !== undefined) expect(error.path?.startsWith(path)).toBe(true);
    }
  });

  test("messages speak of a document", () => {
    const messages = [
      () => parseOrder(`<!DOCTYPE Order>${text}`),
      () => parseOrder(`${text}<?x y? >`),
      () => parseOrder(text, { maxNames: 3 }),
      () => parseOrder(text, { maxDepth: 2 }),
      () => parseOrder(Buffer.from(`<?xml version="1.0" encoding="utf-7"?>${text}`)),
    ].map((run) => (errorOf(run) as Error).message);
    expect(messages).toEqual([
      "The document has a document type declaration (DTD), which is not read (line 1, column 1).",
      expect.stringMatching(/^The document is not well-formed XML: it ends inside a processing instruction \(/),
      expect.stringMatching(/^The document has more different names than 3 /),
      expect.stringMatching(/^The document has elements nested deeper than 2 /),
      expect.stringMatching(/^The encoding of the document is wrong: /),
    ]);
  });

  test("limits and validation are those of responses", () => {
    expect(errorOf(() => parseOrder(text, { maxDepth: 2 }))).toMatchObject({ code: "RESPONSE", reason: "limit" });
    const newer = text.replace(">paid<", ">lost<");
    expect(parseOrder(newer).Status).toBe("lost");
    expect(errorOf(() => parseOrder(newer, { validation: "strict" }))).toMatchObject({ reason: "value" });
  });

  test.each([
    ["a value that does not fit", () => formatOrder({ ...order, Id: "x" as never }), "Order.Id"],
    ["no value", () => formatOrder(undefined as never), "Order"],
    ["a document of another kind", () => parseOrder(12 as never), "document"],
    ["an unknown option", () => parseOrder(text, { maxDeph: 1 } as never), "maxDeph"],
    ["a limit of zero", () => parseOrder(text, { maxDepth: 0 }), "maxDepth"],
    ["an unknown validation", () => parseOrder(text, { validation: "loose" as never }), "validation"],
  ])("%s is an ArgumentError", (_name, run, path) => {
    const error = errorOf(run) as ArgumentError;
    expect(error).toBeInstanceOf(ArgumentError);
    expect(error.path).toBe(path);
  });

  test("a wrong value of an option is described as in all messages", () => {
    const error = errorOf(() => parseOrder(text, { maxDepth: [1] as never })) as ArgumentError;
    expect(error.message).toBe("maxDepth takes a whole number from 1, but is a list.");
    expect(error.reason).toBe("document-argument");
  });
});

describe("codec", () => {
  const addressType = restriction(xs.string, { enumeration: ["HomeAddress", "PostAddress"] });
  const address = complex(
    element("Id", xs.int),
    element("Default", xs.boolean),
    optional("Street", xs.string),
    optional("City", xs.string),
    element("Type", addressType),
  );
  const list = element("List", complex(many("Address", address)));

  const xml =
    '<List xmlns="urn:example">\n  <Address><Id>1</Id><Default>true</Default><Street>A &amp; B</Street><Type>HomeAddress</Type></Address>' +
    "<Address><Id> 2 </Id><Default>0</Default><City/><Type>Other</Type></Address></List>";

  test("decodes a list of records", () => {
    expect(decode(list, xml)).toStrictEqual({
      Address: [
        { Id: 1, Default: true, Street: "A & B", Type: "HomeAddress" },
        { Id: 2, Default: false, City: "", Type: "Other" },
      ],
    });
  });

  test("encodes in schema order with the default namespace on the outermost element", () => {
    const call = element(
      "Address_GetList",
      complex(element("EmployeeId", xs.int), element("Period", xs.int), element("Year", xs.int)),
    );
    expect(encode(call, { Year: 2026, Period: 11, EmployeeId: 1 })).toBe(
      '<Address_GetList xmlns="urn:example"><EmployeeId>1</EmployeeId><Period>11</Period><Year>2026</Year></Address_GetList>',
    );
  });

  test("moves namespaces both ways", () => {
    const rename = (namespace: string): string => namespace.replace("urn:example", "urn:moved");
    const codec = new Codec({ validation: "standard", rename });
    const encoded = codec.encode(list, { Address: [] }, "List");
    expect(encoded).toBe('<List xmlns="urn:moved"></List>');
    expect(decode(list, encoded, { rename })).toStrictEqual({ Address: [] });
  });

  test("tells the path and the place of what is wrong", () => {
    const broken = xml.replace("<Id> 2 </Id>", "<Id>2x</Id>");
    expect(() => decode(list, broken, { path: "Envelope/Body" })).toThrow(
      expect.objectContaining({ reason: "value", path: "Envelope/Body/List/Address[2]/Id", line: 2 }) as Error,
    );
  });

  test("names the property in argument errors", () => {
    const value = {
      Address: [
        { Id: 1, Default: true, Type: "HomeAddress" },
        { Id: 1.5, Default: true, Type: "HomeAddress" },
      ],
    };
    expect(() => encode(list, value)).toThrow(ArgumentError);
    expect(() => encode(list, value)).toThrow(
      expect.objectContaining({ path: "List.Address[1].Id", received: "a number with a fraction" }) as Error,
    );
  });

  test("reads and writes nil and attributes", () => {
    const thing = element(
      "Thing",
      complex(element("Code", nillable(xs.int)), attribute("lang", xs.string, { required: true })),
    );
    const encoded = encode(thing, { Code: null, lang: 'a"b' });
    expect(encoded).toBe('<Thing xmlns="urn:example" lang="a&quot;b"><Code xsi:nil="true"></Code></Thing>');
    const standalone = new Codec({ validation: "strict" }).encode(thing, { Code: null, lang: 'a"b' }, "x", {
      selfContained: true,
    });
    expect(decode(thing, standalone, { validation: "strict" })).toStrictEqual({ lang: 'a"b', Code: null });
  });
});

/** Binary data is long by nature: `maxTextLength` applies to other texts. */
describe("long binary", () => {
  endAfterEach();

  const NS = "urn:file";
  const tns = namespace(NS);
  interface File {
    Name: string;
    Bytes: Uint8Array;
  }
  const FileOut: ComplexType<File> = complexType(undefined, [
    tns.element("Name", xs.string),
    tns.element("Bytes", xs.base64Binary),
  ]);
  const Get: ComplexType<{}> = complexType(undefined, []);
  const getFile: Operation<{}, File> = operation({
    name: "Get_File",
    method: "getFile",
    style: "document",
    use: "literal",
    soapAction: { "1.1": NS, "1.2": NS },
    safe: true,
    input: message([tns.element("Get_File", Get)], ["Get_File"]),
    output: message([tns.element("File", FileOut)], ["File"]),
    faults: [],
  });
  const service: ServiceNode = {
    name: "Files",
    targetNamespace: NS,
    ports: [{ name: "P", soapVersion: "1.1", address: "https://files.example/" }],
    operations: [getFile],
  };
  class Files extends ServiceClient {
    getFile() {
      return this.call(getFile, {});
    }
  }

  async function read(name: string, base64: string, options: object = {}) {
    const xml = `<e:Envelope xmlns:e="http://schemas.xmlsoap.org/soap/envelope/"><e:Body><File xmlns="${NS}"><Name>${name}</Name><Bytes>${base64}</Bytes></File></e:Body></e:Envelope>`;
    const bytes = gzipSync(xml, { level: 1 });
    const { url } = await serve((socket) => socket.write(answer(bytes, "200 OK", ["Content-Encoding: gzip"])));
    const client = new Files(service, { endpoint: url, retries: 0, ...options });
    atEnd(() => client.close({ force: true }));
    return client.getFile();
  }

  const MEBI = 2 ** 20;

  test("a file of 9 MiB is read by default", async () => {
    const file = Buffer.alloc(9 * MEBI, 7);
    const { Bytes } = await read("a", file.toString("base64"));
    expect(Buffer.compare(Bytes, file)).toBe(0);
  });

  test("a text of that length is still over the limit", async () => {
    expect(await rejection(read("x".repeat(9 * MEBI), ""))).toMatchObject({
      reason: "limit",
      advice: [{ action: "raise", option: "limits.textLength" }],
    });
  });

  test("a file over the limit of the response is stopped by that", async () => {
    const options = { limits: { responseBytes: 10 * MEBI } };
    expect(await rejection(read("a", "AAAA".repeat(3 * MEBI), options))).toMatchObject({
      reason: "limit",
      advice: [{ action: "raise", option: "limits.responseBytes" }],
    });
  });
});

/** JSON becomes values of the tables, member by member; a value that does not fit stays for the encoder to report. */
describe("values of texts", () => {
  describe("a text outside of a document", () => {
    test("is a value, after its white space is as the type says", () => {
      expect(valueOfText(xs.long, " 1 ", "closed")).toStrictEqual({ value: 1n });
      expect(valueOfText(xs.string, " 1 ", "closed")).toStrictEqual({ value: " 1 " });
    });

    test("or what the type takes", () => {
      expect(valueOfText(xs.int, "x", "closed")).toStrictEqual({ expected: expect.stringContaining("int") as string });
      const few = restriction(xs.string, { enumeration: ["a", "b"] });
      expect(valueOfText(few, "c", "all")).toHaveProperty("expected");
      expect(valueOfText(few, "a", "all")).toStrictEqual({ value: "a" });
    });
  });

  test("properties are the object's own, whatever their name", () => {
    const object = {};
    setOwn(object, "__proto__", 1);
    setOwn(object, "a", 2);
    expect(Object.entries(object)).toEqual([
      ["__proto__", 1],
      ["a", 2],
    ]);
    setOwn(object, "a", 3);
    expect([ownValue(object, "a"), ownValue(object, "__proto__"), ownValue(object, "toString")]).toEqual([
      3,
      1,
      undefined,
    ]);
    expect(Reflect.deleteProperty(object, "a")).toBe(true);
  });
});
