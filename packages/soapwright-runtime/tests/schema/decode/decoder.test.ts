/** Tests parts by themselves, `errors/response-error`, `schema/codec` and 5 more: no entry point shows them whole. */
import { decode, decoderFor, feed } from "soapwright-testing/schema/feed";
import { expectLinear } from "soapwright-testing/stage/time";
import { isResponseError, ResponseError } from "../../../src/errors/response-error";
import { Codec, type Validation } from "../../../src/schema/codec";
import { soapEncoding } from "../../../src/schema/soap-encoding";
import type { ElementNode, MixedNode, NodeRef, PartNode } from "../../../src/schema/tables/nodes";
import type { XmlEvents } from "../../../src/xml/events";
import { XmlReader } from "../../../src/xml/reader";
import { ReaderPlan } from "../../../src/xml/xml-namespaces";
import {
  any,
  attribute,
  builtIn,
  complex,
  element,
  group,
  many,
  named,
  nillable,
  optional,
  optionalGroup,
  qname,
  repeated,
  restriction,
  xs,
} from "../tables";

/** The decoder apart from its values: streams, paths, names with a meaning in JavaScript. */
describe("decoder", () => {
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
      expect(streamed('<Response xmlns="urn:example"><a>1</a><b>2</b></Response>', [], node).items).toStrictEqual([
        1, 2,
      ]);
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
});

/** Error messages about a response that does not fit: place and reason, never the value. */
describe("response messages", () => {
  const mixed: MixedNode = { kind: "mixed", key: "content", particles: [optional("A", xs.int), element("B", xs.int)] };
  const a = element("A", xs.int);
  const b = element("B", xs.int);
  const alternatives: NodeRef = {
    kind: "polymorphic",
    alternatives: [
      { label: "Base", declared: true, type: { ...named("Base"), abstract: true }, wrapped: false },
      { label: "Sub", declared: false, xsiType: qname("Sub"), type: complex(a), wrapped: false },
    ],
  };
  const abstract = { ...named("T"), abstract: true };
  const INT = "expected xs:int from -2147483648 to 2147483647";

  /**
   * The content model of R, the content of R, the path and the message at the strictest level, and what lenient
   * validation gives, where it reads the content.
   */
  const rows: readonly (readonly [readonly PartNode[], string, string, string, string?])[] = [
    [[a], "", "R/A", "the element is missing", "undefined"],
    [[any("w", { min: 1, max: 1 })], "", "R", "missing: any element", "undefined"],
    [[a], "<A>x</A>", "R/A", INT],
    [[a], "<A/>", "R/A", INT],
    [[a], "<A>1</A><A>1</A>", "R/A", "the element appears twice"],
    [[a, b], "<B>1</B><A>1</A>", "R/A", "the element is out of order", "it in its property"],
    [[a], "<A>1</A><B/>", "R", "an element that the schema does not know here: {urn:example}B", "the value without it"],
    [[a], "<A>1<B/></A>", "R/A", "an element inside text: B"],
    [[a], "x<A>1</A>", "R", "text between elements"],
    [[a], "<A>1</A>x", "R", "text between elements"],
    [[a], "<A xsi:nil='1'/>", "R/A", "nil is not allowed here", "null"],
    [[element("A", nillable(xs.int))], "<A xsi:nil='1'>1</A>", "R/A", "a nil element has content"],
    [[element("A", nillable(xs.int))], "<A xsi:nil='1'><B/></A>", "R/A", "a nil element has content"],
    [[element("A", nillable(xs.int))], "<A xsi:nil='x'>1</A>", "R/A", "expected xsi:nil to be true or false"],
    [[element("A", complex(attribute("i", xs.int)))], "<A i='x'/>", "R/A", INT],
    [
      [element("A", complex(attribute("i", xs.int, { required: true })))],
      "<A/>",
      "R/A",
      "the attribute i is missing",
      "undefined",
    ],
    [
      [element("A", complex())],
      "<A i='1'/>",
      "R/A",
      "an attribute that the schema does not know: i",
      "the value without it",
    ],
    [[element("A", abstract)], "<A/>", "R/A", "its type is abstract"],
    [[element("A", alternatives)], "<A/>", "R/A", "its type is abstract"],
    [
      [element("A", alternatives)],
      "<A xsi:type='Other'/>",
      "R/A",
      "xsi:type names the type {urn:example}Other, which is not allowed here ({urn:example}Base, {urn:example}Sub)",
    ],
    [
      [a],
      "<A xsi:type='Other'>1</A>",
      "R/A",
      "xsi:type names the type {urn:example}Other, which is another one than the declared {http://www.w3.org/2001/XMLSchema}int",
      "a value of the declared type",
    ],
    [
      [many("A", xs.int, { min: 2 })],
      "<A>1</A>",
      "R",
      "A appears 1 times, at least 2 are required",
      "the items that came",
    ],
    [
      [many("A", xs.int, { max: 2 })],
      "<A>1</A><A>1</A><A>1</A>",
      "R",
      "A appears 3 times, at most 2 are allowed",
      "the items that came",
    ],
    [[group("choice", a, b)], "<A>1</A><B>1</B>", "R", "only one of A and B is allowed"],
    [[group("choice", a, b)], "", "R", "missing: A or B", "undefined"],
    [[mixed], "x", "R/B", "the element is missing", "the items as they came"],
    [[mixed], "<B>1</B><A>1</A>", "R", "A is not allowed here", "the items as they came"],
    [[repeated("r", group("sequence", a, b))], "<A>1</A><A>1</A>", "R/B", "the element is missing", "undefined"],
    [[optionalGroup("sequence", a, b)], "<A>1</A>", "R/B", "the element is missing", "undefined"],
  ];

  const complete = rows.map(
    ([parts, content, path, message, gives = ""]) => [parts, content, path, message, gives] as const,
  );

  test.each(complete)("%#: %j %s", (parts, content, path, message, gives) => {
    const xml = `<R xmlns="urn:example" xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance">${content}</R>`;
    let error: unknown;
    try {
      decode(element("R", complex(...parts)), xml, { validation: "strict" });
    } catch (thrown) {
      error = thrown;
    }
    expect(error).toBeInstanceOf(ResponseError);
    const { reason, path: place, message: told, line, column } = error as ResponseError;
    const advised =
      gives === ""
        ? ""
        : ` Lenient validation gives ${gives}. Set validation: "lenient" to accept it, or tell the owner of the service.`;
    expect([reason, place, told]).toEqual([
      "value",
      path,
      `The response does not match the schema at ${path}: ${message} (line ${line}, column ${column}).${advised}`,
    ]);
    // What the message says about lenient validation is true.
    const lenient = (): unknown => decode(element("R", complex(...parts)), xml, { validation: "lenient" });
    if (gives === "") expect(lenient).toThrow(ResponseError);
    else expect(lenient).not.toThrow();
  });
});

/** Leaves that a reader reports as one event: they decode as if each came as separate events. */
describe("leaves", () => {
  /** The value or the error, and the number of leaves in one event. */
  interface Outcome {
    readonly value?: unknown;
    readonly error?: string;
  }
  interface Run {
    readonly outcome: Outcome;
    readonly items: readonly unknown[];
    readonly taken: number;
  }

  interface Reading {
    readonly validation: Validation;
    readonly leaves: boolean;
    readonly plan: ReaderPlan;
    readonly stream?: readonly string[];
  }

  function run(codec: Codec, node: ElementNode, xml: string, { leaves, plan, stream }: Reading): Run {
    let taken = 0;
    const items: unknown[] = [];
    const target = stream && { path: stream, onItem: (item: unknown) => void items.push(item) };
    const scope = {
      resolvePrefix: (prefix: string) => reader.resolvePrefix(prefix),
      position: () => reader.position(),
    };
    const decoder = codec.decoder(node, scope, { stream: target });
    const events: XmlEvents = {
      startElement: (name, attributes) => decoder.startElement(name, attributes),
      endElement: (name) => decoder.endElement(name),
      text: (text) => decoder.text(text),
      ...(leaves && {
        leaf(name, text) {
          const isTaken = decoder.leaf!(name, text);
          if (isTaken) taken++;
          return isTaken;
        },
      }),
    };
    const reader: XmlReader = new XmlReader(events, plan);
    try {
      reader.write(xml);
      reader.end();
      return { outcome: { value: decoder.value }, items, taken };
    } catch (error) {
      if (!isResponseError(error)) throw error;
      return { outcome: { error: `${error.message} ${error.path} ${error.line}:${error.column}` }, items, taken };
    }
  }

  const LEVELS: readonly Validation[] = ["strict", "standard", "lenient"];

  /** Reads `xml` with and without leaves, by readers that have met such elements, and at every validation level. */
  function outcomes(node: ElementNode, xml: string, stream?: readonly string[]): readonly Outcome[] {
    return LEVELS.map((validation) => {
      const codec = new Codec({ validation });
      const plan = new ReaderPlan();
      const reading = { validation, plan, ...(stream && { stream }) };
      const slow = run(new Codec({ validation }), node, xml, { ...reading, plan: new ReaderPlan(), leaves: false });
      for (let round = 0; round < 3; round++) {
        const fast = run(codec, node, xml, { ...reading, leaves: true });
        expect([validation, round, fast.outcome, fast.items]).toEqual([validation, round, slow.outcome, slow.items]);
      }
      return slow.outcome;
    });
  }

  const kind = restriction(xs.string, { enumeration: ["A", "B"] });
  const closed = restriction(xs.string, { enumeration: ["A", "B"], closed: true });
  const record = complex(
    element("Id", xs.int),
    optional("Name", xs.string),
    optional("Flag", xs.boolean),
    element("Kind", kind),
    optional("Closed", closed),
    optional("Code", nillable(xs.int)),
    optional("Level", xs.int, { default: "7" }),
    optional("Rate", xs.decimal, { fixed: "1.0" }),
    optional("Token", xs.token),
    optional("Link", builtIn("QName")),
  );
  const list = element("List", complex(many("Record", record)));
  const good = "<Record><Id>1</Id><Name>n</Name><Kind>A</Kind><Level>2</Level></Record>";
  const listOf = (...records: readonly string[]) =>
    `<List xmlns="urn:example">\n${good.repeat(4)}\n${records.join("\n")}\n${good}</List>`;

  test("leaves are taken", () => {
    const reading = { validation: "standard", leaves: true, plan: new ReaderPlan() } as const;
    const { taken } = run(new Codec({ validation: "standard" }), list, listOf(good.repeat(9)), reading);
    expect(taken).toBeGreaterThan(20);
  });

  test.each([
    ["all that there may be", "<Id>1</Id><Name/><Flag>true</Flag><Kind>B</Kind><Code>3</Code><Token> a  b </Token>"],
    ["an empty element with a default", "<Id>1</Id><Kind>A</Kind><Level/>"],
    ["an empty element with a fixed value", "<Id>1</Id><Kind>A</Kind><Rate></Rate>"],
    ["a value that is as the fixed one", "<Id>1</Id><Kind>A</Kind><Rate>1.00</Rate>"],
    ["white space around values", "<Id> 1\n</Id><Name> n </Name><Kind>A</Kind>"],
    ["references", "<Id>&#49;</Id><Name>a &amp; b</Name><Kind>A</Kind>"],
    ["a name with the default namespace", "<Id>1</Id><Kind>A</Kind><Link>x</Link>"],
  ])("a record may have %s", (_, content) => {
    for (const outcome of outcomes(list, listOf(`<Record>${content}</Record>`.repeat(3)))) {
      expect(outcome.error).toBeUndefined();
    }
  });

  test.each([
    ["is no number", "<Id>x</Id><Kind>A</Kind>", /Record\[5\]\/Id: expected xs:int/],
    ["is no boolean", "<Id>1</Id><Flag>maybe</Flag><Kind>A</Kind>", /Record\[5\]\/Flag: expected xs:boolean/],
    ["is empty where a number is", "<Id/><Kind>A</Kind>", /Record\[5\]\/Id: expected xs:int/],
    [
      "is not one of a closed enumeration",
      "<Id>1</Id><Kind>A</Kind><Closed>C</Closed>",
      /Record\[5\]\/Closed: expected/,
    ],
    [
      "occurs twice",
      "<Id>1</Id><Id>2</Id><Kind>A</Kind>",
      /Record\[5\]\/Id: the element (appears twice|is out of order)/,
    ],
    ["has an unbound prefix", "<Id>1</Id><Kind>A</Kind><Link>p:x</Link>", /Record\[5\]\/Link: expected xs:QName/],
    [
      "has an element inside",
      "<Id>1</Id><Name>a<i/></Name><Kind>A</Kind>",
      /Record\[5\]\/Name: an element inside text/,
    ],
  ])("an element that %s is reported with its place", (_, content, message) => {
    for (const outcome of outcomes(list, listOf(`<Record>${content}</Record>`))) expect(outcome.error).toMatch(message);
  });

  test.each([
    ["an unknown value of an enumeration", "<Id>1</Id><Kind>C</Kind>", "Kind"],
    ["another value than the fixed one", "<Id>1</Id><Kind>A</Kind><Rate>2</Rate>", "Rate"],
    ["another order", "<Kind>A</Kind><Id>1</Id>", "Id"],
    ["an unknown element", "<Id>1</Id><Kind>A</Kind><New>x</New>", "New"],
  ])("%s is an error under strict alone", (_, content, name) => {
    const [strict, standard, lenient] = outcomes(list, listOf(`<Record>${content}</Record>`.repeat(3)));
    expect(strict?.error).toContain(name);
    expect([standard?.error, lenient?.error]).toEqual([undefined, undefined]);
  });

  test("a missing element is reported, except under lenient", () => {
    const [strict, standard, lenient] = outcomes(list, listOf("<Record><Id>1</Id><Name>n</Name></Record>"));
    expect([strict?.error, standard?.error]).toEqual([
      expect.stringContaining("Kind: the element is missing"),
      expect.stringContaining("Kind: the element is missing"),
    ]);
    expect(lenient?.error).toBeUndefined();
  });

  const inner = "<In><A>1</A><B>2</B></In>";
  test.each<[string, ElementNode, string]>([
    ["lists of leaves", element("L", complex(many("A", xs.int), many("B", xs.string))), "<A>1</A><B>x</B>"],
    ["choices", element("L", complex(group("choice", element("A", xs.int), element("B", xs.int)))), "<A>1</A>"],
    [
      "two branches of a choice",
      element("L", complex(group("choice", element("A", xs.int), element("B", xs.int)))),
      "<A>1</A><B>2</B>",
    ],
    [
      "optional groups",
      element("L", complex(optionalGroup("sequence", element("A", xs.int), element("B", xs.int)))),
      "<A>1</A><B>2</B>",
    ],
    [
      "groups in any order",
      element("L", complex(group("all", element("A", xs.int), element("B", xs.int)))),
      "<B>1</B><A>2</A>",
    ],
    [
      "repeated groups",
      element("L", complex(repeated("items", group("sequence", element("A", xs.int), element("B", xs.int))))),
      "<A>1</A><B>2</B><A>3</A><B>4</B>",
    ],
    [
      "a name in two places",
      element(
        "L",
        complex(
          element("A", xs.int),
          element("B", xs.int),
          optional("C", xs.int, { name: { namespace: "urn:example", local: "A" } }),
        ),
      ),
      "<A>1</A><B>2</B>",
    ],
    ["wildcards", element("L", complex(element("A", xs.int), any("rest"))), "<A>1</A><B>2</B>"],
    [
      "mixed content",
      element("L", complex({ kind: "mixed", key: "items", particles: [element("A", xs.int), element("B", xs.int)] })),
      "<A>1</A><B>2</B>",
    ],
    ["any content", element("L", { kind: "anyType" }), "<A>1</A><B>p:x</B>"],
    ["simple content", element("L", complex({ kind: "simpleContent", key: "value", type: xs.int })), "1"],
    [
      "elements between",
      element(
        "L",
        complex(
          element("A", xs.int),
          element("In", complex(element("A", xs.int), element("B", xs.int))),
          element("B", xs.int),
        ),
      ),
      `<A>1</A>${inner}<B>2</B>`,
    ],
    [
      "attributes on it",
      element("L", complex(element("A", xs.int), element("B", xs.int), attribute("x", xs.int))),
      "<A>1</A><B>2</B>",
    ],
  ])("leaves in %s are decoded as ever", (_, leaf, content) => {
    const all = element("All", complex(many("L", typeOf(leaf))));
    const xml = `<All xmlns="urn:example">${`<L>${content}</L>`.repeat(6)}<L><A>1</A></L><L><B>x</B></L></All>`;
    outcomes(all, xml);
    outcomes(all, `<All xmlns="urn:example">${`<L>${content}</L>`.repeat(6)}</All>`);
  });

  function typeOf({ type }: ElementNode): ElementNode["type"] {
    return type;
  }

  test("records of more than 31 elements are decoded as ever", () => {
    const names = Array.from({ length: 40 }, (_, index) => `E${index}`);
    const wide = element("List", complex(many("Record", complex(...names.map((name) => optional(name, xs.int))))));
    const wideRecord = (step: number) =>
      `<Record>${names.map((name, index) => (index % step === 0 ? `<${name}>${index}</${name}>` : "")).join("")}</Record>`;
    const xml = `<List xmlns="urn:example">${[1, 1, 1, 2, 3, 1].map(wideRecord).join("")}</List>`;
    for (const { error } of outcomes(wide, xml)) expect(error).toBeUndefined();
  });

  test("streamed records are handed over as they come", () => {
    outcomes(list, listOf(good, "<Record><Id>2</Id><Kind>A</Kind></Record>"), ["Record"]);
    outcomes(list, listOf(good, "<Record><Id>x</Id><Kind>A</Kind></Record>"), ["Record"]);
    const names = element("List", complex(element("Head", xs.int), many("Name", xs.string)));
    outcomes(names, '<List xmlns="urn:example"><Head>1</Head><Name>a</Name><Name>b</Name></List>', ["Name"]);
  });

  test("unknown records are read past", () => {
    const unknown = "<Other><A>1</A><B>2</B><C>x &amp; y</C></Other>".repeat(5);
    const [strict, standard] = outcomes(list, `<List xmlns="urn:example">${unknown}${good}</List>`);
    expect(strict?.error).toContain("Other");
    expect(standard?.error).toBeUndefined();
  });
});
