/** Documents of a schema without a service, by the tables of the golden case. */

import { type Order, schemas } from "soapwright-testing/golden/cases/schema/index";
import { ArgumentError, formatDocument, type ParseOptions, parseDocument, ResponseError } from "../../src";

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
});
