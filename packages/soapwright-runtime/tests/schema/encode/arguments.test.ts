/**
 * Tests `errors/argument-error`, `schema/codec` and `schema/tables/nodes` by themselves: no entry point shows them
 * whole.
 */
import { encode } from "soapwright-testing/schema/feed";
import { FOR_EVER_MS, processorMs } from "soapwright-testing/stage/time";
import { ArgumentError } from "../../../src/errors/argument-error";
import { Codec, type EncodedText } from "../../../src/schema/codec";
import type {
  AnyAttributeNode,
  ComplexNode,
  ElementNode,
  MixedNode,
  NodeRef,
  ParticleNode,
  PartNode,
  SoapArrayNode,
} from "../../../src/schema/tables/nodes";
import {
  any,
  attribute,
  builtIn,
  complex,
  element,
  group,
  listOf,
  many,
  nillable,
  optional,
  optionalGroup,
  qname,
  repeated,
  unionOf,
  xs,
} from "../tables";

/** Objects that a caller may pass as arguments, and objects that are refused. */
describe("arguments", () => {
  const call = element("Call", complex(element("Id", xs.int), optional("Name", xs.string), many("Codes", xs.string)));
  const sent = '<Call xmlns="urn:example"><Id>1</Id></Call>';

  function errorOf(value: unknown): ArgumentError {
    try {
      encode(call, value);
    } catch (error) {
      expect(error).toBeInstanceOf(ArgumentError);
      return error as ArgumentError;
    }
    throw new Error("it was taken");
  }

  test.each([
    ["undefined", undefined, "absent"],
    ["null", null, "null"],
    ["a string", "x", "a string"],
    ["a number", 1, "a number"],
    ["an array", [{ Id: 1 }], "a list"],
    ["a function", Object.assign(() => 1, { Id: 1 }), "a function"],
    ["a Date", new Date(), "a Date"],
    ["a Map", new Map([["Id", 1]]), "an object"],
    ["a Set", new Set(), "an object"],
    ["a boxed number", Object(1), "an object"],
    ["a promise", Promise.resolve({ Id: 1 }), "an object"],
    ["an error", new Error("x"), "an object"],
    ["a Uint8Array", new Uint8Array(1), "a Uint8Array"],
    ["a regular expression", /x/, "an object"],
  ])("refuses %s as arguments", (_, value, received) => {
    expect(errorOf(value)).toMatchObject({ path: "Call", received });
  });

  test("takes plain, frozen and prototype-less objects and instances of classes", () => {
    class Arguments {
      Id = 1;
    }
    expect(encode(call, { Id: 1 })).toBe(sent);
    expect(encode(call, Object.freeze({ Id: 1 }))).toBe(sent);
    expect(encode(call, Object.assign(Object.create(null) as object, { Id: 1 }))).toBe(sent);
    expect(encode(call, new Arguments())).toBe(sent);
    expect(encode(call, new Proxy({ Id: 1 }, {}))).toBe(sent);
  });

  test("does not read what is inherited, and does not drop it in silence", () => {
    expect(errorOf(Object.create({ Id: 1 }))).toMatchObject({ path: "Call.Id", received: "an inherited property" });
    class Person {
      Id = 1;
      get Name(): string {
        return "x";
      }
    }
    expect(errorOf(new Person())).toMatchObject({ path: "Call.Name", received: "an inherited property" });
  });

  test("is not fooled by a polluted Object.prototype", () => {
    const polluted = Object.prototype as { Name?: string; Id?: number };
    try {
      polluted.Name = "polluted";
      polluted.Id = 7;
      expect(encode(call, { Id: 1 })).toBe(sent);
      expect(
        encode(
          call,
          new (class {
            Id = 1;
          })(),
        ),
      ).toBe(sent);
      expect(errorOf({})).toMatchObject({ path: "Call.Id", received: "absent" });
    } finally {
      delete polluted.Name;
      delete polluted.Id;
    }
  });

  test("refuses properties that the schema does not know, with those it knows", () => {
    expect(errorOf({ Id: 1, name: "x" })).toMatchObject({
      path: "Call",
      expected: "only Id, Name, Codes (did you mean Name?)",
      received: "the unknown property name",
    });
    expect(errorOf({ Id: 1, Nmae: "x" }).expected).toContain("did you mean Name?");
    expect(errorOf({ Id: 1, Quantity: "x" }).expected).toBe("only Id, Name, Codes");
    expect(errorOf({ Id: 1, Other: undefined })).toMatchObject({ received: "the unknown property Other" });
    for (const key of [
      "$xml",
      "_xml",
      "attributes",
      "$value",
      "$attributes",
      "soap:Id",
      "$type",
      ":Id",
      "toString",
      "constructor",
    ]) {
      expect(errorOf({ Id: 1, [key]: "<a/>" })).toMatchObject({ path: "Call" });
    }
    expect(errorOf(JSON.parse('{"Id":1,"__proto__":{"Name":"x"}}'))).toMatchObject({
      received: "the unknown property __proto__",
    });
    expect(errorOf({ Id: 1, "Name><evil/": "x" })).toMatchObject({ received: "an unknown property" });
    expect(() => encode(element("Call", complex()), { Id: 1 })).toThrow(
      "Call: expected no properties, received the unknown property Id",
    );
  });

  test("reads every property once", () => {
    const reads: string[] = [];
    const value = {
      get Id() {
        reads.push("Id");
        return reads.length;
      },
      get Name() {
        reads.push("Name");
        return `${reads.length}`;
      },
      get Codes() {
        reads.push("Codes");
        return ["a"];
      },
    };
    expect(encode(call, value)).toBe('<Call xmlns="urn:example"><Id>1</Id><Name>2</Name><Codes>a</Codes></Call>');
    expect(reads).toStrictEqual(["Id", "Name", "Codes"]);
  });

  test("reads every item once", () => {
    let reads = 0;
    const codes = new Proxy(["a", "b"], {
      get(target, key, receiver) {
        if (key === "0" || key === "1") reads++;
        return Reflect.get(target, key, receiver) as unknown;
      },
    });
    encode(call, { Id: 1, Codes: codes });
    expect(reads).toBe(2);
  });

  test("what the caller's code throws is the cause", () => {
    const cause = new Error("boom");
    const boom = (): never => {
      throw cause;
    };
    expect(errorOf(Object.defineProperty({}, "Id", { get: boom, enumerable: true }))).toMatchObject({
      path: "Call.Id",
      cause,
    });
    expect(errorOf(new Proxy({}, { ownKeys: boom }))).toMatchObject({ path: "Call", cause });
    expect(errorOf(new Proxy({ Id: 1 }, { getOwnPropertyDescriptor: boom }))).toMatchObject({ cause });
    expect(errorOf(new Proxy({ Id: 1 }, { getPrototypeOf: boom }))).toMatchObject({ cause });
    expect(errorOf(new Proxy({ Id: 1 }, { get: boom }))).toMatchObject({ cause });
    expect(errorOf({ Id: 1, Codes: new Proxy(["a"], { get: boom }) })).toMatchObject({ path: "Call.Codes", cause });
    const revoked = Proxy.revocable({}, {});
    revoked.revoke();
    expect(errorOf(revoked.proxy).code).toBe("ARGUMENT");
  });

  test("arrays are arrays, without holes", () => {
    const holes = ["a", "b", "c"];
    delete holes[1];
    expect(errorOf({ Id: 1, Codes: holes })).toMatchObject({ path: "Call.Codes[1]", received: "absent" });
    for (const codes of ["a", { 0: "a", length: 1 }, new Set(["a"]), null, ["a", null], [["a"]], new Array(1)]) {
      expect(errorOf({ Id: 1, Codes: codes }).path).toMatch(/^Call\.Codes/);
    }
    class Codes extends Array<string> {}
    expect(encode(call, { Id: 1, Codes: Codes.from(["a"]) })).toContain("<Codes>a</Codes>");
  });

  test("toJSON, valueOf and toString are not called", () => {
    const odd = { toJSON: () => 1, valueOf: () => 1, toString: () => "1" };
    expect(errorOf({ Id: odd })).toMatchObject({ path: "Call.Id", received: "an object" });
  });

  describe("an array that claims four billion items and has few of them", () => {
    const holes = (...items: unknown[]): unknown[] => {
      items.length = 2 ** 32 - 1;
      return items;
    };
    const tree = (children: unknown, attributes: unknown = []) => ({
      name: { namespace: "u", local: "t" },
      attributes,
      children,
    });
    const inner = complex(many("Codes", xs.string));
    const mixed = complex({ kind: "mixed", key: "items", particles: [] });
    const soapArray = { kind: "soapArray", item: xs.int, itemType: xs.int.name! } as const;
    const open = { kind: "anyAttribute", key: "more", namespaces: { allow: "any" } } as const;

    test.each([
      ["of elements", complex(many("Codes", xs.string)), { Codes: holes() }, "Call.Codes[0]"],
      ["after its first item", complex(many("Codes", xs.string)), { Codes: holes("a") }, "Call.Codes[1]"],
      [
        "inside of another",
        complex(many("Rows", inner)),
        { Rows: [{ Codes: [] }, { Codes: holes("a") }] },
        "Call.Rows[1].Codes[1]",
      ],
      [
        "of occurrences of a group",
        complex(repeated("Rows", group("sequence", element("A", xs.int)))),
        { Rows: holes() },
        "Call.Rows[0]",
      ],
      ["of mixed content", mixed, { items: holes("a") }, "Call.items[1]"],
      ["for xs:list", complex(element("L", listOf(xs.int))), { L: holes(1) }, "Call.L"],
      ["for an attribute of xs:list", complex(attribute("l", listOf(xs.int))), { l: holes() }, "Call.l"],
      ["of open attributes", complex(open), { more: holes() }, "Call.more[0]"],
      ["of the SOAP encoding", complex(element("L", soapArray)), { L: holes(1, 2) }, "Call.L[2]"],
      ["of elements that a wildcard lets in", complex(any("rest")), { rest: holes() }, "Call.rest[0]"],
      ["of children of a tree", complex(any("rest")), { rest: [tree(holes("a"))] }, "Call.rest[0].children[1]"],
      ["of attributes of a tree", complex(any("rest")), { rest: [tree([], holes())] }, "Call.rest[0].attributes[0]"],
    ])("is refused at the first hole: %s", async (_, type, value, path) => {
      const took = await processorMs(() =>
        expect(() => encode(element("Call", type), value)).toThrow(
          expect.objectContaining({ name: "ArgumentError", path }) as Error,
        ),
      );
      expect(took).toBeLessThan(FOR_EVER_MS);
    });

    test("is refused in place of another value", () => {
      expect(errorOf(holes())).toMatchObject({ path: "Call", received: "a list" });
      expect(errorOf({ Id: holes() })).toMatchObject({ path: "Call.Id", received: "a list" });
    });

    test("is refused when its length is none", () => {
      const proxy = (length: unknown) =>
        new Proxy([], { get: (target, key) => (key === "length" ? length : Reflect.get(target, key)) });
      for (const length of [-1, 1.5, Number.NaN, Number.POSITIVE_INFINITY, "2", undefined]) {
        expect(errorOf({ Id: 1, Codes: proxy(length) })).toMatchObject({
          path: "Call.Codes",
          received: "a list without a length",
        });
      }
    });
  });
});

/** Error messages about an argument that does not fit: the whole message, without the value. */
describe("argument messages", () => {
  const other = { allow: "other", than: "urn:example" } as const;
  const anyAttribute: AnyAttributeNode = { kind: "anyAttribute", key: "more", namespaces: other };
  const mixed: MixedNode = { kind: "mixed", key: "content", particles: [optional("A", xs.int), optional("B", xs.int)] };
  const array: SoapArrayNode = { kind: "soapArray", item: xs.int, itemType: qname("int") };
  const anyType: NodeRef = { kind: "anyType" };
  const abstract = { ...complex(element("A", xs.int)), abstract: true };
  const alternatives: NodeRef = {
    kind: "polymorphic",
    alternatives: [
      { label: "Base", declared: true, type: complex(element("A", xs.int)), wrapped: false },
      { label: "int", declared: false, xsiType: qname("int"), type: xs.int, wrapped: true },
    ],
  };

  const tree = (parts: object): object => ({ name: qname("E", "urn:o"), attributes: [], children: [], ...parts });
  const open = { name: qname("x", "urn:o"), value: "1" };
  const throwing = new Proxy([1], {
    get() {
      throw new Error("x");
    },
  });

  const rows: readonly (readonly [PartNode, unknown, string])[] = [
    [
      element("A", xs.dateTime),
      { A: "2026-02-30T08:30:00Z" },
      ".A: expected xs:dateTime that exists in the calendar, for example 2026-11-21T08:30:00Z, received a string",
    ],
    [element("A", xs.int), {}, ".A: expected xs:int from -2147483648 to 2147483647, but it is missing"],
    [element("A", complex()), {}, ".A: expected a value for A, but it is missing"],
    [element("A", complex()), { A: null }, ".A: expected an object, received null"],
    [element("A", complex()), { A: 1 }, ".A: expected an object, received a number"],
    [element("A", complex()), { A: [] }, ".A: expected a plain object, received a list"],
    [
      element("A", abstract),
      { A: {} },
      ".A: expected a type derived from the declared one, which is abstract, received a value of the abstract type",
    ],
    [any("w", { min: 1, max: 1 }), {}, ".w: expected a value for any element, but it is missing"],
    [many("A", xs.int, { min: 1 }), {}, ".A: expected a list, but it is missing"],
    [many("A", xs.int), { A: 1 }, ".A: expected a list, received a number"],
    [many("A", xs.int), { A: [undefined] }, ".A[0]: expected an item, but it is missing"],
    [many("A", xs.int), { A: throwing }, ".A: expected a list that can be read, received a list whose reading throws"],
    [many("A", xs.int, { min: 2 }), { A: [1] }, ".A: expected at least 2 items, received a list of 1"],
    [many("A", xs.int, { max: 2 }), { A: [1, 2, 3] }, ".A: expected at most 2 items, received a list of 3"],
    [repeated("r", group("sequence", element("A", xs.int)), 1), {}, ".r: expected a list, but it is missing"],
    [repeated("r", group("sequence", element("A", xs.int))), { r: {} }, ".r: expected a list, received an object"],
    [
      repeated("r", group("sequence", element("A", xs.int)), 0, 1),
      { r: [{ A: 1 }, { A: 2 }] },
      ".r: expected at most 1 items, received a list of 2",
    ],
    [
      element("A", xs.string, { default: "x" }),
      { A: "" },
      ".A: expected a value that is not empty: an empty element means the default, received an empty value",
    ],
    [element("A", xs.int, { fixed: "7" }), { A: 8 }, ".A: expected the fixed value 7, received another value"],
    [
      attribute("a", xs.int, { required: true }),
      {},
      ".a: expected xs:int from -2147483648 to 2147483647, but it is missing",
    ],
    [anyAttribute, { more: 1 }, ".more: expected a list of attributes, received a number"],
    [
      anyAttribute,
      { more: [{ ...open, name: qname("x") }] },
      ".more[0]: expected an attribute that the wildcard allows, received another attribute",
    ],
    [anyAttribute, { more: [open, open] }, ".more[1]: expected each attribute once, received an attribute twice"],
    [anyAttribute, { more: [{ name: open.name, value: 1 }] }, ".more[0].value: expected a string, received a number"],
    [anyAttribute, { more: [{ name: 1, value: "" }] }, ".more[0].name: expected an object, received a number"],
    [mixed, { content: 1 }, ".content: expected a list of texts and elements, received a number"],
    [mixed, { content: [{}] }, ".content[0]: expected a text, or an object with one property, received an object"],
    [
      mixed,
      { content: [{ A: 1, B: 2 }] },
      ".content[0]: expected a text, or an object with one property, received an object",
    ],
    [
      mixed,
      { content: ["a\0"] },
      ".content[0]: expected text of characters that XML allows, received a string with another at index 1",
    ],
    [element("A", array), { A: 1 }, ".A: expected a list, received a number"],
    [
      element("A", alternatives),
      { A: { $type: "x" } },
      ".A.$type: expected one of Base | int, received another string",
    ],
    [element("A", alternatives), { A: { $type: 1 } }, ".A.$type: expected one of Base | int, received a number"],
    [element("A", alternatives), { A: { $type: "int" } }, ".A.value: expected a value, but it is missing"],
    [element("A", anyType), { A: tree({}) }, ".A.name: expected the element {urn:example}A, received another element"],
    [
      element("A", anyType),
      { A: tree({ name: qname("A", "urn:o") }) },
      ".A.name: expected the element {urn:example}A, received another element",
    ],
    [
      element("A", anyType),
      { A: tree({ name: qname("B") }) },
      ".A.name: expected the element {urn:example}A, received another element",
    ],
    [
      any("w", { max: 1, namespaces: other }),
      { w: tree({ name: qname("E") }) },
      ".w.name: expected an element that the wildcard allows, received one of another namespace",
    ],
    [
      any("w", { max: 1 }),
      { w: tree({ name: qname("1") }) },
      ".w.name: expected the name of an element or attribute, received another name",
    ],
    [
      any("w", { max: 1 }),
      { w: tree({ children: 1 }) },
      ".w.children: expected a list of texts and elements, received a number",
    ],
    [
      any("w", { max: 1 }),
      { w: tree({ children: ["a\0"] }) },
      ".w.children[0]: expected a string of characters that XML allows, received a string with another at index 1",
    ],
    [
      any("w", { max: 1 }),
      { w: tree({ attributes: 1 }) },
      ".w.attributes: expected a list of attributes, received a number",
    ],
    [
      any("w", { max: 1 }),
      { w: tree({ attributes: [open, open] }) },
      ".w.attributes[1]: expected each attribute once, received an attribute twice",
    ],
    [
      any("w", { max: 1 }),
      { w: tree({ prefixes: { p: "" } }) },
      ".w.prefixes: expected a prefix and its namespace, received another binding",
    ],
  ];

  test.each(rows)("%#: %j", (part, value, message) => {
    expect(() => encode(element("Call", complex(part)), value)).toThrow(
      expect.objectContaining({ message: `The argument does not match the schema at Call${message}.` }),
    );
  });

  test("a value of too many levels says so", () => {
    const type = complex(optional("A", () => type));
    const nested = (depth: number): object => (depth === 0 ? {} : { A: nested(depth - 1) });
    expect(encode(element("Call", type), nested(255))).toContain("<A></A>");
    expect(() => encode(element("Call", type), nested(256))).toThrow(
      /\.A: expected a value of at most 256 levels, received a deeper or circular value\.$/,
    );
  });

  const a = element("A", xs.int);
  const b = element("B", xs.int);
  const c = element("C", xs.int);
  const sequence = (...particles: ParticleNode[]) => group("sequence", ...particles);
  const all = (...particles: ParticleNode[]) => group("all", ...particles);
  const choice = (...particles: ParticleNode[]) => group("choice", ...particles);

  /** Branches that have all properties of the value; only the last one has its required ones. */
  test.each([
    ["a sequence", [sequence(a, b), sequence(a)], { A: 1 }, "<A>1</A>"],
    ["all", [all(a, b), all(a)], { A: 1 }, "<A>1</A>"],
    [
      "a sequence of an optional group",
      [sequence(a, b), sequence(a, optionalGroup("sequence", b, c))],
      { A: 1 },
      "<A>1</A>",
    ],
    ["a sequence of a choice", [sequence(a, choice(b, c)), sequence(a)], { A: 1 }, "<A>1</A>"],
    ["a choice in a sequence", [sequence(a, b, c), sequence(a, choice(b, c))], { A: 1, C: 3 }, "<A>1</A><C>3</C>"],
    [
      "a repeated group",
      [sequence(a, repeated("r", sequence(b), 1)), sequence(a, repeated("r", sequence(b)))],
      { A: 1 },
      "<A>1</A>",
    ],
    ["a wildcard", [sequence(a, any("w", { min: 1, max: 1 })), sequence(a)], { A: 1 }, "<A>1</A>"],
  ])("the branch that is complete is the one that goes out: %s", (_name, branches, value, content) => {
    expect(encode(element("Call", complex(choice(...branches))), value)).toBe(
      `<Call xmlns="urn:example">${content}</Call>`,
    );
  });
});

/** The texts that an encoder reports in addition to the XML that it writes. */
describe("texts", () => {
  const codec = new Codec({ validation: "standard" });

  function textsOf(node: ElementNode, value: unknown, encoding?: "1.1" | "1.2"): readonly string[] {
    const texts: EncodedText[] = [];
    const xml = codec.encode(node, value, "Call", { texts, encoding });
    expect(codec.encode(node, value, "Call", { encoding })).toBe(xml);
    return texts.map(({ name, text }) => `${name}=${text}`);
  }

  const price: ComplexNode = complex(
    { kind: "simpleContent", key: "value", type: xs.decimal },
    attribute("currency", xs.string),
  );

  test("are those of elements and attributes, in document order and as they were before they were escaped", () => {
    const call = element(
      "Call",
      complex(
        element("Id", xs.int),
        optional("Name", xs.string),
        many("Price", price),
        element("Tags", listOf(xs.token)),
        element("When", unionOf(xs.int, xs.dateTime)),
        element("Octets", builtIn("base64Binary")),
        attribute("lang", xs.string),
      ),
    );
    const value = {
      Id: 7,
      Name: "<a & 'b'>\r",
      Price: [{ value: "1.50", currency: '"EUR"' }, { value: "2" }],
      Tags: ["x", "y"],
      When: new Date("2026-11-21T08:30:00Z"),
      Octets: new Uint8Array([1, 2, 3]),
      lang: "nl",
    };
    expect(textsOf(call, value)).toEqual([
      "lang=nl",
      "Id=7",
      "Name=<a & 'b'>\r",
      'currency="EUR"',
      "Price=1.50",
      "Price=2",
      "Tags=x y",
      "When=2026-11-21T08:30:00Z",
      "Octets=AQID",
    ]);
  });

  test("are there for mixed content and for trees, with the name of the element around them", () => {
    const note = element("Note", complex({ kind: "mixed", key: "items", particles: [optional("b", xs.string)] }));
    expect(textsOf(note, { items: ["one ", { b: "two" }, " three"] })).toEqual(["Note=one ", "b=two", "Note= three"]);
    const tree = {
      name: { namespace: "u", local: "t" },
      attributes: [{ name: { namespace: "v", local: "a" }, value: "1" }],
      children: ["x", { name: { namespace: "u", local: "s" }, attributes: [], children: ["y"] }, "z"],
      prefixes: { p: "w" },
    };
    expect(textsOf(element("Call", complex(any("rest"))), { rest: [tree] })).toEqual(["a=1", "t=x", "s=y", "t=z"]);
    const openAttributes = complex({ kind: "anyAttribute", key: "more", namespaces: { allow: "any" } });
    expect(
      textsOf(element("Call", openAttributes), { more: [{ name: { namespace: "", local: "k" }, value: "v" }] }),
    ).toEqual(["k=v"]);
  });

  test("are there for what says how a value is to be read", () => {
    const call = element("Call", complex(element("Id", nillable(xs.int))));
    expect(textsOf(call, { Id: null })).toEqual(["nil=true"]);
    expect(textsOf(call, { Id: 1 }, "1.2")).toEqual([
      "encodingStyle=http://www.w3.org/2003/05/soap-encoding",
      "type=xsd:int",
      "Id=1",
    ]);
  });

  test("are there for an empty value, and for a fixed one as the schema writes it", () => {
    const call = element("Call", complex(element("Name", xs.string), element("Rate", xs.decimal, { fixed: "1.0" })));
    expect(textsOf(call, { Name: "", Rate: "1.00" })).toEqual(["Name=", "Rate=1.0"]);
  });

  test("are those that were written before an error", () => {
    const texts: EncodedText[] = [];
    const call = element("Call", complex(element("Name", xs.string), element("Id", xs.int)));
    expect(() => codec.encode(call, { Name: "a", Id: "b" }, "Call", { texts })).toThrow("Call.Id");
    expect(texts).toEqual([{ name: "Name", text: "a" }]);
  });
});
