/** The decoder apart from its values: streams, paths, names with a meaning in JavaScript. */

import { decode, decoderFor, feed } from "soapwright-testing/schema/feed";
import { expectLinear } from "soapwright-testing/stage/time";
import { ResponseError } from "../../../src/errors/response-error";
import { Codec } from "../../../src/schema/codec";
import { soapEncoding } from "../../../src/schema/soap-encoding";
import { any, attribute, complex, element, group, many, named, optional, qname, repeated, xs } from "../tables";

const record = complex(element("Id", xs.int), optional("Name", xs.string));
const response = element("Response", complex(optional("Result", complex(many("Item", record)))));
const wrap = (content: string): string => `<Response xmlns="urn:example"><Result>${content}</Result></Response>`;
const records = Array.from({ length: 5 }, (_, index) => `<Item><Id>${index}</Id></Item>`).join("");

describe("streams", () => {
  function streamed(xml: string, path: readonly string[], node = response): { items: unknown[]; value: unknown } {
    const items: unknown[] = [];
    const { value } = decoderFor(node, xml, { stream: { path, onItem: (item) => items.push(item) } });
    return { items, value };
  }

  test("hand the items over and keep none", () => {
    const { items, value } = streamed(wrap(records), ["Result", "Item"]);
    expect(items).toStrictEqual(Array.from({ length: 5 }, (_, Id) => ({ Id })));
    expect(value).toStrictEqual({ Result: { Item: [] } });
  });

  test("hand items over as soon as they have ended", () => {
    const codec = new Codec({ validation: "standard", soapEncoding });
    const items: unknown[] = [];
    const name = (local: string) => ({ ...qname(local), raw: local });
    const scope = { resolvePrefix: () => undefined, position: () => ({ line: 1, column: 1 }) };
    const decoder = codec.decoder(response, scope, {
      stream: { path: ["Result", "Item"], onItem: (item) => items.push(item) },
    });
    for (const local of ["Response", "Result", "Item", "Id"]) decoder.startElement(name(local), []);
    decoder.text("1");
    decoder.endElement(name("Id"));
    expect(items).toStrictEqual([]);
    decoder.endElement(name("Item"));
    expect(items).toStrictEqual([{ Id: 1 }]);
    expect(decoder.done).toBe(false);
  });

  test("of simple values, and from the outermost element", () => {
    const list = element("Response", complex(many("N", xs.int)));
    expect(streamed('<Response xmlns="urn:example"><N>1</N><N>2</N></Response>', ["N"], list)).toStrictEqual({
      items: [1, 2],
      value: { N: [] },
    });
  });

  test("are empty where the list is absent, nil or empty", () => {
    expect(streamed('<Response xmlns="urn:example"/>', ["Result", "Item"])).toStrictEqual({ items: [], value: {} });
    expect(streamed(wrap(""), ["Result", "Item"])).toStrictEqual({ items: [], value: { Result: { Item: [] } } });
    const nil =
      '<Response xmlns="urn:example"><Result xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance" xsi:nil="true"/></Response>';
    expect(streamed(nil, ["Result", "Item"])).toStrictEqual({ items: [], value: {} });
  });

  test("do not take lists of the same name elsewhere", () => {
    const node = element("Response", complex(many("Item", complex(many("Item", xs.int)))));
    const { items } = streamed(
      '<Response xmlns="urn:example"><Item><Item>1</Item><Item>2</Item></Item></Response>',
      ["Item"],
      node,
    );
    expect(items).toStrictEqual([{ Item: [1, 2] }]);
  });

  test("work in the end where the order decides what a child is", () => {
    const node = element(
      "Response",
      complex(element("A", xs.int), many("Item", xs.int), element("A2", xs.int, { name: qname("A") })),
    );
    const { items } = streamed(
      '<Response xmlns="urn:example"><A>1</A><Item>1</Item><Item>2</Item><A>2</A></Response>',
      ["Item"],
      node,
    );
    expect(items).toStrictEqual([1, 2]);
  });

  test("of SOAP arrays and of the value itself", () => {
    const node = element("Response", { kind: "soapArray", item: xs.int, itemType: qname("int") });
    expect(streamed('<Response xmlns="urn:example"><a>1</a><b>2</b></Response>', [], node).items).toStrictEqual([1, 2]);
    expect(streamed('<Response xmlns="urn:example"><a>1</a></Response>', ["nothing"], node).items).toStrictEqual([]);
  });

  test("count on in the paths of errors", () => {
    expect(() => streamed(wrap(`${records}<Item><Id>x</Id></Item>`), ["Result", "Item"])).toThrow(
      expect.objectContaining({ path: "Response/Result/Item[6]/Id" }) as Error,
    );
  });
});

describe("paths", () => {
  const pathOf = (node: Parameters<typeof decode>[0], xml: string, path?: string): unknown => {
    try {
      decode(node, xml, path === undefined ? {} : { path });
    } catch (error) {
      expect(error).toBeInstanceOf(ResponseError);
      expect((error as Error).message).toContain(` ${(error as ResponseError).path}: `);
      return (error as ResponseError).path;
    }
    return undefined;
  };

  test("lead to the element that is wrong", () => {
    expect(pathOf(response, wrap(`${records}<Item><Id/></Item>`), "Envelope/Body")).toBe(
      "Envelope/Body/Response/Result/Item[6]/Id",
    );
    expect(pathOf(response, wrap("<Item/>"))).toBe("Response/Result/Item[1]/Id");
    expect(pathOf(response, wrap("x"))).toBe("Response/Result");
    expect(pathOf(response, wrap("<Item>x</Item>"))).toBe("Response/Result/Item[1]");
    expect(pathOf(response, '<Other xmlns="urn:example"/>', "Envelope/Body")).toBe("Envelope/Body");
    expect(pathOf(response, wrap("<Item><Id>1</Id><Name><b/></Name></Item>"))).toBe("Response/Result/Item[1]/Name");
  });

  test("count in content of every kind", () => {
    const items = element("R", complex(repeated("x", group("choice", element("A", xs.int), element("B", xs.int)))));
    expect(pathOf(items, '<R xmlns="urn:example"><A>1</A><B>1</B><A>x</A></R>')).toBe("R/A");
    const mixed = element("R", complex({ kind: "mixed", key: "c", particles: [many("A", xs.int)] }));
    expect(pathOf(mixed, '<R xmlns="urn:example"><A>1</A>t<A>x</A></R>')).toBe("R/A[2]");
    const positional = element(
      "R",
      complex(many("A", xs.int), element("B", xs.int), many("A2", xs.int, { name: qname("A") })),
    );
    expect(pathOf(positional, '<R xmlns="urn:example"><A>1</A><B>1</B><A>x</A></R>')).toBe("R/A[2]");
    const text = element("R", complex(element("P", complex({ kind: "simpleContent", key: "value", type: xs.int }))));
    expect(pathOf(text, '<R xmlns="urn:example"><P>x</P></R>')).toBe("R/P");
  });

  test("tell the place in the text", () => {
    try {
      decode(response, wrap("\n<Item>\n <Id>x</Id></Item>"));
    } catch (error) {
      expect(error).toMatchObject({ line: 3 });
      expect(String(error)).toMatch(/\(line 3, column \d+\)\.$/);
    }
    expect.assertions(2);
  });
});

describe("names that mean something to JavaScript", () => {
  const names = [
    "__proto__",
    "constructor",
    "prototype",
    "toString",
    "valueOf",
    "hasOwnProperty",
    "__defineGetter__",
    "then",
    "toJSON",
    "length",
  ];
  const before = JSON.stringify(Object.getOwnPropertyNames(Object.prototype));
  afterAll(() => {
    expect(JSON.stringify(Object.getOwnPropertyNames(Object.prototype))).toBe(before);
    expect(({} as { polluted?: unknown }).polluted).toBeUndefined();
  });

  test.each(names)("%s as an unknown element or attribute changes nothing", (name) => {
    const xml = wrap(`<Item ${name}="1"><Id>1</Id><${name}><polluted>1</polluted></${name}></Item>`);
    const value = decode(response, xml) as { Result: { Item: object[] } };
    expect(value).toStrictEqual({ Result: { Item: [{ Id: 1 }] } });
    expect(Object.getPrototypeOf(value.Result.Item[0])).toBe(Object.prototype);
  });

  test.each(names)("%s as a declared element is a property like others", (name) => {
    const node = element(
      "Thing",
      complex(element(name, xs.int), many(`${name}s`, xs.int), attribute(`a${name}`, xs.int)),
    );
    const value = decode(node, `<Thing xmlns="urn:example"><${name}>1</${name}></Thing>`) as object;
    expect(Object.getOwnPropertyDescriptor(value, name)).toStrictEqual({
      value: 1,
      writable: true,
      enumerable: true,
      configurable: true,
    });
    expect(Object.getPrototypeOf(value)).toBe(Object.prototype);
    const codec = new Codec({ validation: "strict", soapEncoding });
    expect(codec.encode(node, value, "x")).toBe(`<Thing xmlns="urn:example"><${name}>1</${name}></Thing>`);
  });

  test.each(names)("%s as list, attribute, repeated group and mixed content", (name) => {
    const list = element("Thing", complex(many(name, xs.int)));
    expect(
      Object.entries(
        decode(list, `<Thing xmlns="urn:example"><${name}>1</${name}><${name}>2</${name}></Thing>`) as object,
      ),
    ).toStrictEqual([[name, [1, 2]]]);
    expect(Object.entries(decode(list, '<Thing xmlns="urn:example"/>') as object)).toStrictEqual([[name, []]]);
    const attributes = element("Thing", complex(attribute(name, xs.int, { required: true })));
    expect(Object.entries(decode(attributes, `<Thing xmlns="urn:example" ${name}="1"/>`) as object)).toStrictEqual([
      [name, 1],
    ]);
    expect(() => decode(attributes, '<Thing xmlns="urn:example"/>')).toThrow(ResponseError);
    expect(() => decode(element("Thing", complex(element(name, xs.int))), '<Thing xmlns="urn:example"/>')).toThrow(
      /is missing/,
    );
    const groups = element(
      "Thing",
      complex(repeated(name, group("sequence", many(name, xs.int, { max: 2 }), optional("x", xs.int)))),
    );
    const grouped = decode(groups, `<Thing xmlns="urn:example"><${name}>1</${name}></Thing>`);
    expect(JSON.stringify(grouped)).toBe(`{"${name}":[{"${name}":[1]}]}`);
    const wild = element("Thing", complex(any(name)));
    expect(Object.keys(decode(wild, '<Thing xmlns="urn:example"><a/></Thing>') as object)).toStrictEqual([name]);
  });

  test("work when Object.prototype is frozen or has setters", () => {
    const prototype = Object.prototype as { Id?: unknown };
    Object.defineProperty(prototype, "Id", {
      configurable: true,
      set: () => {
        throw new Error("reached");
      },
    });
    try {
      const codec = new Codec({ validation: "standard", soapEncoding });
      const node = element("Thing", complex(element("Id", xs.int)));
      const decoder = feed('<Thing xmlns="urn:example"><Id>1</Id></Thing>', (scope) => codec.decoder(node, scope));
      expect(Object.getOwnPropertyDescriptor(decoder.value as object, "Id")?.value).toBe(1);
    } finally {
      delete prototype.Id;
    }
  });
});

describe("events that no reader gives", () => {
  const scope = { resolvePrefix: () => undefined, position: () => ({ line: 1, column: 1 }) };
  const name = (local: string) => ({ ...qname(local), raw: local });
  const start = () => new Codec({ validation: "standard", soapEncoding }).decoder(response, scope);

  test("are refused", () => {
    expect(() => start().text("x")).toThrow(/text where an element was expected/);
    expect(() => start().endElement(name("Response"))).toThrow(/ends that did not start/);
    const twice = start();
    twice.text(" ");
    twice.startElement(name("Response"), []);
    twice.endElement(name("Response"));
    expect(twice).toMatchObject({ done: true, value: {} });
    expect(() => twice.startElement(name("Response"), [])).toThrow(/a second element/);
  });
});

test("one codec serves any number of decoders at once", () => {
  const codec = new Codec({ validation: "standard", soapEncoding });
  const scope = { resolvePrefix: () => undefined, position: () => ({ line: 1, column: 1 }) };
  const name = (local: string) => ({ ...qname(local), raw: local });
  const decoders = [0, 1, 2].map(() => codec.decoder(response, scope));
  for (const local of ["Response", "Result", "Item", "Id"])
    for (const decoder of decoders) decoder.startElement(name(local), []);
  for (const [index, decoder] of decoders.entries()) decoder.text(String(index));
  for (const local of ["Id", "Item", "Result", "Response"])
    for (const decoder of decoders) decoder.endElement(name(local));
  expect(decoders.map(({ value }) => value)).toStrictEqual([0, 1, 2].map((Id) => ({ Result: { Item: [{ Id }] } })));
});

test("nesting costs no stack", () => {
  const tree = named(
    "Tree",
    optional("Child", () => tree),
  );
  const node = element("Child", tree);
  const depth = 20_000;
  const scope = { resolvePrefix: () => undefined, position: () => ({ line: 1, column: 1 }) };
  for (const target of [node, element("Child", { kind: "anyType" }), element("Child", complex())]) {
    const decoder = new Codec({ validation: "standard", soapEncoding }).decoder(target, scope);
    const child = { ...qname("Child"), raw: "Child" };
    for (let index = 0; index < depth; index++) decoder.startElement(child, []);
    for (let index = 0; index < depth; index++) decoder.endElement(child);
    expect(decoder.done).toBe(true);
  }
});

test("time grows with the size of the answer, not faster", async () => {
  const node = element("R", complex(repeated("x", group("sequence", element("A", xs.int), optional("B", xs.int)))));
  const mixed = element("R", complex({ kind: "mixed", key: "c", particles: [many("A", xs.int), any("o")] }));
  const xml = (count: number): string => `<R xmlns="urn:example">${"<A>1</A>".repeat(count)}</R>`;
  for (const target of [node, mixed]) await expectLinear((count) => decode(target, xml(count)), 40_000);
});
