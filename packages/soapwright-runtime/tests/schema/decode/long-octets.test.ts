/** Tests `schema/codec`, `schema/tables/nodes` and `xml/reader` by themselves: no entry point shows them whole. */
import { Codec, ResponseNotes, type Validation } from "../../../src/schema/codec";
import type { NodeRef } from "../../../src/schema/tables/nodes";
import { XmlReader } from "../../../src/xml/reader";
import { complex, element, nillable, restriction, xs } from "../tables";

const CHUNK = 60_000;
const octets = Buffer.from(Array.from({ length: 1_000_000 }, (_, index) => (index * 31) % 251));

/** Reads the text of an element in chunks, as a response arrives. Returns the value and the lengths decoded at once. */
function read(text: string, type: NodeRef, validation: Validation = "standard", chunk = CHUNK) {
  const decoded: number[] = [];
  const from = Buffer.from.bind(Buffer);
  const spy = jest.spyOn(Buffer, "from").mockImplementation(((value: string, encoding: BufferEncoding) => {
    if (encoding === "base64" || encoding === "hex") decoded.push(value.length);
    return from(value, encoding);
  }) as typeof Buffer.from);
  try {
    const xml = `<Out xmlns="urn:example"><Data>${text}</Data></Out>`;
    let reader: XmlReader | undefined;
    const out = element("Out", complex(element("Data", type)));
    const scope = {
      resolvePrefix: (prefix: string) => reader!.resolvePrefix(prefix),
      position: () => reader!.position(),
    };
    const decoder = new Codec({ validation }).decoder(out, scope, { notes: new ResponseNotes() });
    reader = new XmlReader(decoder);
    for (let at = 0; at < xml.length; at += chunk) reader.write(xml.slice(at, at + chunk));
    reader.end();
    return { value: (decoder.value as { Data: unknown }).Data, longest: Math.max(...decoded) };
  } finally {
    spy.mockRestore();
  }
}

const base64 = octets.toString("base64");
const hex = octets.toString("hex");
const limited = restriction(xs.base64Binary, { maxLength: 2_000_000 });

test.each<[string, string, NodeRef]>([
  ["base64", base64, xs.base64Binary],
  ["base64 in lines", base64.replaceAll(/.{76}/g, "$&\r\n"), xs.base64Binary],
  ["base64 between blanks", ` \n${base64}\n `, xs.base64Binary],
  ["base64 of a nillable element", base64, nillable(xs.base64Binary)],
  ["base64 with facets", base64, limited],
  ["hex", hex, xs.hexBinary],
  ["hex between blanks", `\n ${hex.toUpperCase()} \t`, xs.hexBinary],
])("a long text of %s is decoded as it arrives", (_what, text, type) => {
  for (const chunk of [CHUNK, CHUNK + 1, 65_533]) {
    const { value, longest } = read(text, type, "standard", chunk);
    expect(value).toBeInstanceOf(Uint8Array);
    expect(octets.equals(value as Uint8Array)).toBe(true);
    // The first pieces are decoded together, once the text is known to be long.
    expect(longest).toBeLessThan(131_072 + 2 * CHUNK);
  }
});

test("its value has a buffer of its own, of its length", () => {
  const value = read(base64, xs.base64Binary).value as Uint8Array;
  expect([value.byteOffset, value.buffer.byteLength]).toEqual([0, octets.length]);
});

test.each<[string, string, NodeRef, Validation]>([
  ["a letter of another alphabet", `${base64.slice(0, 900_001)}!${base64.slice(900_002)}`, xs.base64Binary, "standard"],
  ["padding in the middle", `${base64.slice(0, 400_000)}AA==${base64}`, xs.base64Binary, "standard"],
  ["padding between pieces", `${base64.slice(0, 179_998)}==${base64}`, xs.base64Binary, "standard"],
  ["an incomplete group", base64.slice(0, -1), xs.base64Binary, "standard"],
  ["a blank in hex", `${hex.slice(0, 400_000)} ${hex}`, xs.hexBinary, "standard"],
  ["another white space before hex", `\u00a0${hex}`, xs.hexBinary, "standard"],
  ["an odd hex digit", `${hex}a`, xs.hexBinary, "standard"],
  ["too many octets under strict", base64, restriction(xs.base64Binary, { maxLength: 10 }), "strict"],
])("a long text is refused for %s", (_what, text, type, validation) => {
  expect(() => read(text, type, validation)).toThrow(/Out\/Data: expected xs:(base64|hex)Binary/);
});

test("lenient reads a long text without padding, and of the alphabet of URLs", () => {
  const text = base64.replaceAll("+", "-").replaceAll("/", "_").replace(/=+$/, "");
  expect(octets.equals(read(text, xs.base64Binary, "lenient").value as Uint8Array)).toBe(true);
});

test("a second long text, and a short one after a long one, have their own octets", () => {
  const out = element(
    "Out",
    complex(element("A", xs.base64Binary), element("B", xs.base64Binary), element("C", xs.base64Binary)),
  );
  let reader: XmlReader | undefined;
  const decoder = new Codec({ validation: "strict" }).decoder(out, {
    resolvePrefix: (prefix) => reader!.resolvePrefix(prefix),
    position: () => reader!.position(),
  });
  reader = new XmlReader(decoder);
  const second = Buffer.alloc(300_000, 9);
  const xml = `<Out xmlns="urn:example"><A>${base64}</A><B>${second.toString("base64")}</B><C>AAAA</C></Out>`;
  for (let at = 0; at < xml.length; at += CHUNK) reader.write(xml.slice(at, at + CHUNK));
  const { A, B, C } = decoder.value as { A: Uint8Array; B: Uint8Array; C: Uint8Array };
  expect([octets.equals(A), second.equals(B), C.length]).toEqual([true, true, 3]);
});
