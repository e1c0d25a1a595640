/**
 * Tests parts by themselves, `schema/tables/nodes`, `schema/tables/table-complex` and 4 more: no entry point shows
 * them whole.
 */
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { text } from "node:stream/consumers";
import { isFaultOf } from "soapwright-runtime";
import { startServiceSandbox } from "soapwright-sandbox";
import type {
  ComplexNode,
  ElementNode,
  NodeRef,
  ParticleNode,
  PartNode,
  SimpleNode,
} from "../../../src/schema/tables/nodes";
import {
  childOf,
  contentOf,
  declarationsOf,
  plainElements,
  propertiesOf,
  typedPropertiesOf,
} from "../../../src/schema/tables/properties";
import {
  abstractType,
  anyAttribute,
  anyType,
  complexType,
  declared,
  declaredValue,
  extension,
  mixed,
  namespace,
  nillable,
  polymorphic,
  simpleContent,
  soapArray,
  variant,
  variantValue,
} from "../../../src/schema/tables/table-complex";
import { fault, listMessage, message, oneWay, operation, referring } from "../../../src/schema/tables/table-operations";
import {
  all,
  any,
  anyList,
  choice,
  looseChoice,
  looseOptionalChoice,
  optionalAll,
  optionalAny,
  optionalAnyList,
  optionalChoice,
  optionalRepeated,
  optionalSequence,
  repeated,
  sequence,
} from "../../../src/schema/tables/table-particles";
import {
  enumeration,
  open,
  orDate,
  partReference,
  restriction,
  simpleList,
  union,
  xs,
} from "../../../src/schema/tables/table-simple";
import {
  allPartsOf,
  alternativesOf,
  builtInOf,
  complexTypeOf,
  enumerationOf,
  isNillable,
  simpleTypeOf,
  stepsOf,
  withoutNil,
} from "../../../src/schema/tables/view";
import { LibraryPort, ListPort, schemas } from "./generated-by-0.1.0/index";

describe("builders", () => {
  const t = namespace("urn:t");
  const none = namespace("");
  const a = t.element("a", xs.string);
  const element = { kind: "element", key: "a", name: t("a"), type: xs.string, min: 1, max: 1, array: false };
  const sequenceOfA = { kind: "sequence", optional: false, particles: [a] };
  const other = { allow: "other", than: "urn:t" } as const;
  const base = complexType(t("Base"), [a]);
  const later = () => base;
  const int = { of: "restriction", base: xs.int } as const;

  /** A built table, and the expected node. */
  /** The properties of a message without parts beside the envelope. */
  const without = { attachments: undefined, isResult: undefined, refersToParts: undefined };

  const built: readonly (readonly [string, unknown, unknown])[] = [
    ["an element", a, element],
    [
      "another name",
      t.element("a", xs.string, { name: "b" }),
      { ...element, name: { namespace: "urn:t", local: "b" } },
    ],
    ["a default", t.element("a", xs.string, { default: "x" }), { ...element, default: "x" }],
    ["a fixed value", t.element("a", xs.string, { fixed: "" }), { ...element, fixed: "" }],
    ["no namespace", none.element("a", xs.string), { ...element, name: { namespace: "", local: "a" } }],
    ["an optional element", t.optional("a", xs.string), { ...element, min: 0 }],
    ["a list", t.list("a", xs.string), { ...element, min: 0, max: Infinity, array: true }],
    ["a list from 2 to 3", t.list("a", xs.string, { min: 2, max: 3 }), { ...element, min: 2, max: 3, array: true }],
    ["a list of one", t.list("a", xs.string, { max: 1 }), { ...element, min: 0, max: 1 }],
    ["an optional list", t.optionalList("a", xs.string), { ...element, min: 0, max: Infinity, array: true }],

    ["a sequence", sequence([a]), sequenceOfA],
    ["an optional sequence", optionalSequence([a]), { kind: "sequence", optional: true, particles: [a] }],
    ["all", all([a]), { kind: "all", optional: false, particles: [a] }],
    ["an optional all", optionalAll([a]), { kind: "all", optional: true, particles: [a] }],
    ["a choice", choice([a]), { kind: "choice", optional: false, particles: [a] }],
    ["an optional choice", optionalChoice([a]), { kind: "choice", optional: true, particles: [a] }],
    ["a loose choice", looseChoice([a]), { kind: "choice", optional: false, particles: [a] }],
    ["a loose optional choice", looseOptionalChoice([a]), { kind: "choice", optional: true, particles: [a] }],
    [
      "a repeated group",
      repeated("r", sequence([a])),
      { kind: "repeated", key: "r", min: 0, max: Infinity, particle: sequenceOfA },
    ],
    [
      "an optional repeated group",
      optionalRepeated("r", sequence([a]), { min: 1, max: 2 }),
      { kind: "repeated", key: "r", min: 1, max: 2, particle: sequenceOfA },
    ],
    ["a wildcard", any("w", other), { kind: "any", key: "w", min: 1, max: 1, array: false, namespaces: other }],
    [
      "an optional wildcard",
      optionalAny("w", other),
      { kind: "any", key: "w", min: 0, max: 1, array: false, namespaces: other },
    ],
    [
      "wildcards",
      anyList("w", other),
      { kind: "any", key: "w", min: 0, max: Infinity, array: true, namespaces: other },
    ],
    [
      "wildcards from 1 to 2",
      anyList("w", other, { min: 1, max: 2 }),
      { kind: "any", key: "w", min: 1, max: 2, array: true, namespaces: other },
    ],
    [
      "optional wildcards",
      optionalAnyList("w", other),
      { kind: "any", key: "w", min: 0, max: Infinity, array: true, namespaces: other },
    ],
    [
      "optional wildcards from 1 to 2",
      optionalAnyList("w", other, { min: 1, max: 2 }),
      { kind: "any", key: "w", min: 1, max: 2, array: true, namespaces: other },
    ],

    [
      "an attribute",
      none.attribute("a", xs.int),
      { kind: "attribute", key: "a", name: none("a"), type: xs.int, required: true },
    ],
    [
      "an optional attribute of another name with a default",
      t.optionalAttribute("a", xs.int, { name: "b", default: "1" }),
      { kind: "attribute", key: "a", name: t("b"), type: xs.int, required: false, default: "1" },
    ],
    [
      "a fixed attribute",
      t.attribute("a", xs.int, { fixed: "1" }),
      { kind: "attribute", key: "a", name: t("a"), type: xs.int, required: true, fixed: "1" },
    ],
    ["any attributes", anyAttribute("w", other), { kind: "anyAttribute", key: "w", namespaces: other }],
    ["a complex type", complexType(t("T"), [a]), { kind: "complex", name: t("T"), parts: [a] }],
    ["an anonymous type", complexType(undefined, [a]), { kind: "complex", parts: [a] }],
    ["an abstract type", abstractType(t("T"), [a]), { kind: "complex", name: t("T"), abstract: true, parts: [a] }],
    ["an extension", extension(later), { kind: "extension", base: later }],
    ["simple content", simpleContent("value", xs.int), { kind: "simpleContent", key: "value", type: xs.int }],
    ["mixed content", mixed("content", [a]), { kind: "mixed", key: "content", particles: [a] }],
    ["a nillable type", nillable(xs.int), { kind: "nillable", type: xs.int }],
    [
      "an encoded array",
      soapArray(t("L"), xs.int, t("int")),
      { kind: "soapArray", name: t("L"), item: xs.int, itemType: t("int") },
    ],
    ["any type", anyType, { kind: "anyType" }],
    [
      "alternatives",
      polymorphic([declared("Base", base), variant("Sub", base, { xsiType: t("Sub") })]),
      {
        kind: "polymorphic",
        alternatives: [
          { label: "Base", declared: true, type: base, wrapped: false },
          { label: "Sub", declared: false, xsiType: t("Sub"), type: base, wrapped: false },
        ],
      },
    ],
    [
      "alternatives that are not complex",
      polymorphic([declaredValue("int", xs.int), variantValue("b", xs.byte, { element: t("b") })]),
      {
        kind: "polymorphic",
        alternatives: [
          { label: "int", declared: true, type: xs.int, wrapped: true },
          { label: "b", declared: false, element: t("b"), type: xs.byte, wrapped: true },
        ],
      },
    ],

    ["a restriction", restriction(t("R"), xs.int), { kind: "simple", name: t("R"), variety: int }],
    [
      "a restriction with facets",
      restriction(undefined, xs.int, { totalDigits: 2 }),
      { kind: "simple", variety: int, facets: { totalDigits: 2 } },
    ],
    [
      "an enumeration",
      enumeration(t("E"), xs.token, ["x", "y"], { closed: true }),
      {
        kind: "simple",
        name: t("E"),
        variety: { of: "restriction", base: xs.token },
        facets: { closed: true, enumeration: ["x", "y"] },
      },
    ],
    [
      "a list type",
      simpleList(t("L"), xs.int),
      { kind: "simple", name: t("L"), variety: { of: "list", item: xs.int, type: expect.any(Function) } },
    ],
    [
      "a union",
      union(t("U"), [xs.int, xs.string]),
      {
        kind: "simple",
        name: t("U"),
        variety: { of: "union", members: [xs.int, xs.string], type: expect.any(Function) },
      },
    ],
    ["an open enumeration", open(xs.string), xs.string],
    ["a type that takes dates", orDate(xs.dateTime), xs.dateTime],

    ["a message", message([a], ["a"]), { body: [a], unwrap: ["a"], list: false, headers: [], ...without }],
    [
      "a message with a header block",
      message([a], [], [t.optional("h", xs.int)]),
      { body: [a], unwrap: [], list: false, headers: [t.optional("h", xs.int)], ...without },
    ],
    ["a message of a list", listMessage([a], ["a"]), { body: [a], unwrap: ["a"], list: true, headers: [], ...without }],
    [
      "a message of a list with a header block",
      listMessage([a], [], [t.optional("h", xs.int)]),
      { body: [a], unwrap: [], list: true, headers: [t.optional("h", xs.int)], ...without },
    ],
    [
      "a message with values that refer to parts",
      referring(message([a], ["a"])),
      {
        body: [a],
        unwrap: ["a"],
        list: false,
        headers: [],
        attachments: undefined,
        isResult: undefined,
        refersToParts: true,
      },
    ],
    [
      "a type of references to parts",
      partReference(t("R")),
      {
        kind: "simple",
        name: t("R"),
        variety: { of: "restriction", base: expect.objectContaining({ name: xs.base64Binary.name }) },
        refersToPart: true,
      },
    ],
    ["a fault", fault("F", a), { name: "F", detail: a }],
  ];

  test.each(built)("%s is the node that codecs read", (_name, table, node) => {
    expect(table).toStrictEqual(node);
  });

  test("built-in types have their names", () => {
    for (const [name, type] of Object.entries(xs)) {
      const [, large, form] = /^(.*(?:nteger|ong))(Number|String)$/.exec(name) ?? [];
      const local = large ?? (name === "decimalNumber" ? "decimal" : name);
      expect(type).toStrictEqual({
        kind: "simple",
        name: { namespace: "http://www.w3.org/2001/XMLSchema", local },
        variety: {
          of: "atomic",
          builtIn: large ?? name,
          ...(form !== undefined && { as: form.toLowerCase() }),
          type: expect.any(Function),
        },
      });
    }
  });

  test("an operation is the table that describes it", () => {
    const input = message([a], ["a"]);
    const parts = {
      name: "Do",
      method: "do",
      style: "document",
      use: "literal",
      soapAction: {},
      safe: false,
      input,
      faults: [],
    } as const;
    expect(oneWay(parts)).toBe(parts);
    // The same message may be the input of another operation, so the output is a table of its own.
    expect(operation({ ...parts, output: input })).toStrictEqual({ ...parts, output: { ...input, isResult: true } });
    expect(input.isResult).toBeUndefined();
  });
});

describe("view", () => {
  const name = (local: string) => ({ namespace: "urn:t", local });
  const { int, string: text } = xs;
  const nil = (type: NodeRef): NodeRef => ({ kind: "nillable", type });
  const complex = (...parts: PartNode[]): ComplexNode => ({ kind: "complex", parts });
  function element(key: string, type: NodeRef = int, min = 1, max = 1): ElementNode {
    return { kind: "element", key, name: name(key), type, min, max, array: max > 1 };
  }
  const group = (kind: "sequence" | "choice" | "all", particles: ParticleNode[], optional = false) =>
    ({ kind, optional, particles }) as const;
  const attribute = { kind: "attribute", key: "id", name: name("id"), type: text, required: true } as const;
  const anyAttribute = { kind: "anyAttribute", key: "more", namespaces: { allow: "any" } } as const;
  const any = { kind: "any", key: "any", min: 1, max: 1, array: false, namespaces: { allow: "any" } } as const;
  const soapArray: NodeRef = { kind: "soapArray", item: int, itemType: name("int") };
  const summary = (ref: NodeRef) =>
    propertiesOf(ref).map(
      ({ key, type, required, list }) =>
        `${key}${required ? "" : "?"}${list ? "[]" : ""}${type === undefined ? " open" : ""}`,
    );

  const kinds: readonly NodeRef[] = [
    int,
    complex(),
    nil(int),
    { kind: "polymorphic", alternatives: [] },
    soapArray,
    { kind: "anyType" },
  ];

  test("nil, thunks and nil of nil are looked through", () => {
    const lazy: NodeRef = () => ({ kind: "nillable", type: () => ({ kind: "nillable", type: () => int }) });
    expect([withoutNil(lazy), simpleTypeOf(lazy), isNillable(lazy), isNillable(int)]).toEqual([int, int, true, false]);
  });

  test("each kind of type is found by one question alone", () => {
    expect(kinds.map((kind) => simpleTypeOf(kind) !== undefined)).toEqual([true, false, true, false, false, false]);
    expect(kinds.map((kind) => complexTypeOf(kind) !== undefined)).toEqual([false, true, false, false, false, false]);
    expect(kinds.flatMap(alternativesOf)).toEqual([]);
  });

  test("facets are those of the type or of the nearest type that it restricts", () => {
    const listed: SimpleNode = {
      kind: "simple",
      variety: { of: "restriction", base: () => text },
      facets: { enumeration: ["a", "b"] },
    };
    const shorter: SimpleNode = { kind: "simple", variety: { of: "restriction", base: listed }, facets: { length: 1 } };
    expect(stepsOf(shorter)).toEqual([shorter, listed, text]);
    expect([builtInOf(nil(shorter)), enumerationOf(nil(shorter)), enumerationOf(text)]).toEqual([
      "string",
      ["a", "b"],
      undefined,
    ]);
    const list = simpleList(undefined, int);
    expect([builtInOf(list), builtInOf(complex()), enumerationOf(complex())]).toEqual([
      undefined,
      undefined,
      undefined,
    ]);
  });

  describe("the properties of a complex type", () => {
    const base = complex(element("First"), attribute);
    const derived = complex({ kind: "extension", base: () => base }, element("Last"));

    test("begin with those of its base, each with the type that declares it", () => {
      expect(propertiesOf(derived).map(({ key, owner }) => [key, owner])).toEqual([
        ["First", base],
        ["id", base],
        ["Last", derived],
      ]);
      expect(allPartsOf(derived)).toEqual([...base.parts, derived.parts[1]]);
    });

    test("are required where nothing around them may be left out", () => {
      const inner = group("sequence", [element("B"), element("C", int, 0)]);
      const type = complex(group("sequence", [element("A"), group("choice", [inner, element("D")])]), element("E"));
      expect(summary(type)).toEqual(["A", "B?", "C?", "D?", "E"]);
      expect(summary(complex(group("sequence", [element("A")], true)))).toEqual(["A?"]);
      expect(summary(complex(group("all", [element("A"), element("B", int, 0)])))).toEqual(["A", "B?"]);
    });

    test("are there once where branches of a choice share them", () => {
      const branch = (key: string) => group("sequence", [element("Same"), element(key)]);
      expect(summary(complex(group("choice", [branch("A"), branch("B")])))).toEqual(["Same?", "A?", "B?"]);
    });

    test("are arrays of elements, of repeated groups, and of the SOAP encoding", () => {
      const repeated = {
        kind: "repeated",
        key: "rows",
        min: 1,
        max: 9,
        particle: group("choice", [element("R")], true),
      } as const;
      const type = complex(element("Many", text, 0, Infinity), repeated, element("Encoded", nil(soapArray)));
      expect(summary(type)).toEqual(["Many?[]", "rows[]", "Encoded[]"]);
      expect(childOf(type, "Encoded")?.type).toBe(int);
      expect(summary(childOf(type, "rows")!.type)).toEqual(["R?"]);
      expect(childOf(type, "R")).toBeUndefined();
    });

    test("have no type for wildcards and mixed content", () => {
      const mixed = { kind: "mixed", key: "content", particles: [element("M")] } as const;
      const type = complex(any, mixed, anyAttribute, { kind: "simpleContent", key: "value", type: text });
      expect(summary(type)).toEqual(["any open", "content?[] open", "more?[] open", "value"]);
      expect(typedPropertiesOf(type).map(({ key }) => key)).toEqual(["value"]);
    });
  });

  test("a type with derived types has the properties of all of them, none of them required, and $type", () => {
    const alternative = (label: string, type: NodeRef, wrapped = false) => ({ label, declared: false, type, wrapped });
    const type: NodeRef = {
      kind: "polymorphic",
      alternatives: [
        alternative("A", complex(element("Id"), element("A"))),
        alternative("B", complex(element("Id", text), element("B"))),
        alternative("C", int, true),
      ],
    };
    expect(summary(type)).toEqual(["$type?", "Id?", "A?", "B?", "value?"]);
    expect(childOf(type, "Id")?.type).toBe(int);
    expect(declarationsOf(type).elements.map(({ key }) => key)).toEqual(["Id", "A", "Id", "B"]);
    expect(declarationsOf(type).text).toBe(int);
  });

  test("only a sequence of elements is plain", () => {
    const keys = (...parts: PartNode[]) => plainElements(nil(complex(...parts)))?.map(({ key }) => key);
    expect(keys(element("A"), group("all", [element("B")]), attribute, anyAttribute)).toEqual(["A", "B"]);
    expect(keys({ kind: "extension", base: complex(element("A")) }, element("B"))).toEqual(["A", "B"]);
    const mixed = { kind: "mixed", key: "content", particles: [] } as const;
    const repeated = { kind: "repeated", key: "rows", min: 1, max: 2, particle: group("sequence", []) } as const;
    for (const part of [
      any,
      mixed,
      repeated,
      group("choice", [element("A")]),
      group("sequence", [element("A")], true),
    ]) {
      expect(keys(part)).toBeUndefined();
    }
    for (const type of kinds.filter((kind) => complexTypeOf(kind) === undefined))
      expect(plainElements(type)).toBeUndefined();
  });

  test("what a message comes down to is at the end of its keys, or an object of its elements", () => {
    const list = complex(element("Item", nil(text), 0, Infinity));
    const body = [element("Response", complex(element("Result", nil(list), 0)))];
    const message = (unwrap: string[]) => contentOf({ body, unwrap, list: false, headers: [] });
    expect(message(["Response", "Result", "Item"])).toMatchObject({ key: "Item", type: nil(text), list: true });
    expect(message(["Response", "Result"])).toMatchObject({ key: "Result", type: nil(list), list: false });
    expect(summary(message([]).type)).toEqual(["Response"]);
    expect(contentOf({ body: [], unwrap: [], list: false, headers: [] })).toMatchObject({
      list: false,
      type: complex(),
    });
  });
});

/**
 * The output of version 0.1.0 with the current runtime. The files beside this test are its output for `library.wsdl`:
 * never regenerate them.
 */
describe("generated by 0.1.0", () => {
  const NS = "urn:example:library";
  const soap = "http://schemas.xmlsoap.org/soap/envelope/";
  const envelope = (body: string) => `<s:Envelope xmlns:s="${soap}"><s:Body>${body}</s:Body></s:Envelope>`;
  const found = (content: string) => envelope(`<FindBooksResponse xmlns="${NS}">${content}</FindBooksResponse>`);

  let server: Server;
  let endpoint: string;
  let request = "";
  let response = "";

  beforeAll(async () => {
    server = createServer(async (incoming, outgoing) => {
      request = await text(incoming);
      const status = response.includes("Fault>") ? 500 : 200;
      outgoing.writeHead(status, { "content-type": "text/xml; charset=utf-8" }).end(response);
    });
    await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
    endpoint = `http://127.0.0.1:${(server.address() as AddressInfo).port}/`;
  });
  afterAll(() => {
    server.closeAllConnections();
    server.close();
  });

  const bookXml =
    '<Book lang="en"><Id>9007199254740993</Id><Kind>Comic</Kind><Price currency="EUR">12.50</Price><Tags>a b</Tags>' +
    "<Page>1</Page><Note>n</Note><Page>2</Page></Book>";
  const book = {
    Id: 9007199254740993n,
    lang: "en",
    Kind: "Comic",
    Price: { value: "12.50", currency: "EUR" },
    Tags: ["a", "b"],
  };

  test("a list is read whole and item by item, and sent what it was asked for", async () => {
    await using client = new LibraryPort({ endpoint, headers: { Credentials: { Key: "k" } } });
    response = found(
      `<FindBooksResult>${bookXml}<Book xmlns:i="http://www.w3.org/2001/XMLSchema-instance" i:nil="true"/></FindBooksResult>`,
    );
    const books = await client.findBooks({ Shelf: 3, Author: "A & B" });
    expect(books).toEqual([expect.objectContaining(book), null]);
    expect(request).toContain(`<FindBooks xmlns="${NS}"><Shelf>3</Shelf><Author>A &amp; B</Author></FindBooks>`);
    expect(request).toContain("<Key>k</Key>");
    const streamed: unknown[] = [];
    for await (const item of client.findBooksStream({ Shelf: 3, Title: "T" })) streamed.push(item);
    expect(streamed).toEqual(books);
  });

  test.each([
    ["empty", "<FindBooksResult/>"],
    ["nil", '<FindBooksResult xmlns:i="http://www.w3.org/2001/XMLSchema-instance" i:nil="true"/>'],
    ["absent", ""],
  ])("a list that is %s is an empty one", async (_how, content) => {
    await using client = new LibraryPort({ endpoint });
    response = found(content);
    await expect(client.findBooks({ Shelf: 1, Title: "T" })).resolves.toEqual([]);
  });

  test("a value, an absent value and a declared fault come back", async () => {
    await using client = new LibraryPort({ endpoint });
    const opened = (content: string) => envelope(`<OpenShelfResponse xmlns="${NS}">${content}</OpenShelfResponse>`);
    response = opened("<OpenShelfResult>true</OpenShelfResult>");
    await expect(client.openShelf({ Shelf: 1 })).resolves.toBe(true);
    response = opened("");
    await expect(client.openShelf({ Shelf: 1 })).resolves.toBeUndefined();
    response = envelope(
      `<s:Fault><faultcode>s:Server</faultcode><faultstring>No</faultstring><detail><ShelfFault xmlns="${NS}"><Shelf>1</Shelf></ShelfFault></detail></s:Fault>`,
    );
    const error: unknown = await client.openShelf({ Shelf: 1 }).catch((reason: unknown) => reason);
    expect(isFaultOf(error, schemas.openShelf) && error.fault.detail).toMatchObject({
      $type: "ShelfFault",
      value: { Shelf: 1 },
    });
  });

  test("an array of the SOAP encoding is a list, an empty one where it is nil or absent", async () => {
    await using client = new ListPort({ endpoint });
    const listed = (content: string) => envelope(`<n:listResponse xmlns:n="${NS}">${content}</n:listResponse>`);
    const array = 'soapenc:arrayType="n:Item[1]" xmlns:soapenc="http://schemas.xmlsoap.org/soap/encoding/"';
    response = listed(`<return ${array}><item><n:Id>7</n:Id></item></return>`);
    await expect(client.list({ shelf: 1 })).resolves.toEqual([expect.objectContaining({ Id: 7n })]);
    response = listed('<return xmlns:i="http://www.w3.org/2001/XMLSchema-instance" i:nil="true"/>');
    await expect(client.list()).resolves.toEqual([]);
    response = listed("");
    await expect(client.list()).resolves.toEqual([]);
  });

  test("a sandbox serves the tables, and makes values for them", async () => {
    const sandbox = await startServiceSandbox({
      services: [{ service: schemas.libraryPortService, path: "/library", declaredBaseUrl: "https://service.example" }],
    });
    try {
      await using client = new LibraryPort({ endpoint: `${sandbox.url}/library` });
      const books = await client.findBooks({ Shelf: 1, Title: "T" });
      expect(books.every((each) => each === null || typeof each.Id === "bigint")).toBe(true);
    } finally {
      await sandbox.close();
    }
  });
});
