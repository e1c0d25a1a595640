/**
 * Tests parts by themselves, `model/model`, `model/passes/accept-dates` and 15 more: no entry point shows them whole.
 */
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { Codec, XmlReader } from "soapwright-runtime/codecs";
import { runTables } from "soapwright-testing/corpus/generated-tables";
import { slowTest } from "soapwright-testing/stage/slow";
import { expectLinear } from "soapwright-testing/stage/time";
import { generate } from "../../../../soapwright/src/pipeline";
import type { AlternativeModel, PartModel, PolymorphicModel, ValueType } from "../../../src/model/model";
import { acceptDates } from "../../../src/model/passes/accept-dates";
import { closeEnumerations } from "../../../src/model/passes/close-enumerations";
import { flattenGroups } from "../../../src/model/passes/flatten-groups";
import { labelAlternatives } from "../../../src/model/passes/label-alternatives";
import { loosenChoices } from "../../../src/model/passes/loosen-choices";
import { markDirections } from "../../../src/model/passes/mark-directions";
import { mergeOccurrence } from "../../../src/model/passes/merge-occurrence";
import { nameArguments } from "../../../src/model/passes/name-arguments";
import { nameClients } from "../../../src/model/passes/name-clients";
import { nameProperties } from "../../../src/model/passes/name-properties";
import { nameTypes } from "../../../src/model/passes/name-types";
import { openEnumerations } from "../../../src/model/passes/open-enumerations";
import { passes } from "../../../src/model/passes/passes";
import { requireLists } from "../../../src/model/passes/require-lists";
import { unwrapMessages } from "../../../src/model/passes/unwrap-messages";
import type { ComplexType } from "../../../src/xsd/components";
import {
  attribute,
  complex,
  dateTime,
  element,
  enumeration,
  group,
  int,
  message,
  model,
  operation,
  partsOf,
  repeated,
  soapArray,
  typeRef,
} from "../nouns";

describe("accept dates", () => {
  test("a dateTime of a request may be a Date, that of an answer is its text", () => {
    const parts = [element("At", { type: dateTime }), element("Id")];
    const accepted = acceptDates(model([complex(1, parts, { direction: { input: true, output: false } })]));
    expect(partsOf(accepted)).toEqual([element("At", { type: { of: "orDate", type: dateTime } }), element("Id")]);
    expect(partsOf(acceptDates(model([complex(1, parts)])))).toEqual(parts);
  });
});

describe("close enumerations", () => {
  const output = { input: false, output: true };
  const types = [complex(1, [element("A", { type: typeRef(2) })], { direction: output }), enumeration(2, "x")];
  const facets = (enums: "open" | "closed" | undefined) =>
    closeEnumerations(model(types), enums === undefined ? {} : { enums }).types.map(
      (type) => type.kind === "simple" && type.definition.facets,
    );

  test("enumerations of answers say that they are closed, when asked for", () => {
    expect(facets(undefined)).toEqual([false, {}]);
    expect(facets("open")).toEqual([false, {}]);
    expect(facets("closed")).toEqual([false, { closed: true }]);
  });

  /** Returns the decoded response with these values, at the most lenient level. */
  async function decoded(enums: "open" | "closed", color: string, level: string): Promise<unknown> {
    const { files } = await generate(
      join(__dirname, "../../../../soapwright-testing/src/golden/cases/enumerations/service.wsdl"),
      {
        source: "service.wsdl",
        runtime: "runtime",
        extension: "",
        enums,
      },
    );
    const [service] = runTables(files ?? new Map());
    const table = service!.operations[0]!.output!.body[0]!;
    const events: { decoder?: ReturnType<Codec["decoder"]> } = {};
    const reader = new XmlReader({
      startElement: (name, attributes) => events.decoder!.startElement(name, attributes),
      endElement: (name) => events.decoder!.endElement(name),
      text: (text) => events.decoder!.text(text),
    });
    events.decoder = new Codec({ validation: "lenient" }).decoder(table, reader);
    reader.write(
      `<EchoResponse xmlns="urn:example"><Told><Color>${color}</Color><Warm>red</Warm><Level>${level}</Level></Told></EchoResponse>`,
    );
    reader.end();
    return events.decoder.value;
  }

  test("generated with --enums closed, an unknown value is refused at every level", async () => {
    expect(await decoded("open", "mauve", "3")).toMatchObject({ Told: { Color: "mauve", Level: 3 } });
    expect(await decoded("closed", "red", "2")).toMatchObject({ Told: { Color: "red", Level: 2 } });
    await expect(decoded("closed", "mauve", "2")).rejects.toThrow(/Color.*one of red, green/);
    await expect(decoded("closed", "red", "3")).rejects.toThrow(/Level.*one of 1, 2/);
  });
});

describe("flatten groups", () => {
  test("sequences inside sequences are opened, optional ones kept", () => {
    const inner = group("sequence", [element("A"), group("sequence", [element("B")], true)]);
    const flat = flattenGroups(model([complex(1, [group("sequence", [inner, element("C")])])]));
    expect(partsOf(flat)).toEqual([element("A"), group("sequence", [element("B")], true), element("C")]);
  });

  test("a choice of one branch is no choice", () => {
    const flat = flattenGroups(model([complex(1, [group("choice", [element("A")])])]));
    expect(partsOf(flat)).toEqual([element("A")]);
  });

  test("branches stay apart, those of one particle without a sequence around it", () => {
    const one = group("sequence", [element("A")]);
    const two = group("sequence", [element("B"), element("C")]);
    const flat = flattenGroups(model([complex(1, [group("choice", [one, two])])]));
    expect(partsOf(flat)).toEqual([group("choice", [element("A"), two])]);
  });

  test("an empty branch stays a branch", () => {
    const choice = group("choice", [group("sequence", []), element("A")]);
    expect(partsOf(flattenGroups(model([complex(1, [choice])])))).toEqual([choice]);
  });
});

describe("label alternatives", () => {
  function alternative(namespace: string, local: string): AlternativeModel {
    const name = { namespace, local };
    const component = { kind: "complexType", name } as unknown as ComplexType;
    return { label: "", declared: false, xsiType: name, type: int, wrapped: false, component };
  }

  test("alternatives are labelled with the local name, equal ones with a number", () => {
    const any: PolymorphicModel = {
      kind: "polymorphic",
      id: 1,
      name: "Any",
      naming: { after: "alternatives", type: 2 },
      position: { file: "", line: 1, column: 1 },
      direction: { input: true, output: true },
      alternatives: [alternative("urn:a", "Dog"), alternative("urn:b", "Dog"), alternative("urn:a", "Cat")],
      component: {} as ComplexType,
    };
    const [labelled] = labelAlternatives(model([any])).types;
    expect(labelled).toMatchObject({ alternatives: [{ label: "Dog" }, { label: "Dog2" }, { label: "Cat" }] });
  });
});

describe("loosen choices", () => {
  const choice = (at: number) => group("choice", [element(`A${at}`), element(`B${at}`)]);
  const choices = (count: number) => Array.from({ length: count }, (_, at) => choice(at));

  test("choices stay as long as the compiler can name every combination", () => {
    expect(partsOf(loosenChoices(model([complex(1, choices(6))])))).toEqual(choices(6));
  });

  test("with more they are loose, those of a derived type when the base has used them up", () => {
    const loose = (count: number) => choices(count).map((each) => ({ ...each, loose: true }));
    expect(partsOf(loosenChoices(model([complex(1, choices(7))])))).toEqual(loose(7));
    const derived = [complex(1, choices(2), { base: 2 }), complex(2, choices(6))];
    expect(partsOf(loosenChoices(model(derived)))).toEqual(loose(2));
  });
});

describe("mark directions", () => {
  test("a type goes where the messages that reach it go, and so does its base", () => {
    const types = [
      complex(1, [element("A", { type: typeRef(3) })]),
      complex(2, [element("B", { type: { of: "nillable", type: typeRef(4) } })]),
      complex(3, []),
      complex(4, [], { base: 5 }),
      complex(5, [element("Shared", { type: typeRef(3) })]),
      complex(6, []),
    ];
    const get = operation(
      "Get",
      message([element("In", { type: typeRef(1) })]),
      message([element("Out", { type: typeRef(2) })]),
    );
    const marked = markDirections(model(types, [get]));
    expect(marked.types.map(({ direction }) => [direction.input, direction.output])).toEqual([
      [true, false],
      [false, true],
      [true, true],
      [false, true],
      [false, true],
      [false, false],
    ]);
  });

  test("types that contain themselves end", () => {
    const types = [complex(1, [element("Self", { type: typeRef(1) })])];
    const tell = operation("Tell", message([element("In", { type: typeRef(1) })]));
    expect(markDirections(model(types, [tell])).types[0]!.direction).toEqual({ input: true, output: false });
  });
});

describe("merge occurrence", () => {
  test("a repeated group of one element becomes that element repeated", () => {
    const merged = mergeOccurrence(model([complex(1, [repeated(group("sequence", [element("A")]), 1, 5)])]));
    expect(partsOf(merged)).toEqual([element("A", { min: 1, max: 5, presence: "required" })]);
  });

  test("occurrences multiply when every number between can be reached", () => {
    const optional = element("A", { min: 0, max: 3, presence: "optional" });
    const merged = mergeOccurrence(model([complex(1, [repeated(group("choice", [optional]), 2, 2)])]));
    expect(partsOf(merged)).toEqual([element("A", { min: 0, max: 6, presence: "optional" })]);
  });

  test("pairs stay pairs, and so does a group of two elements", () => {
    const pairs = [repeated(group("sequence", [element("A", { min: 2, max: 2 })]))];
    const two = [repeated(group("sequence", [element("A"), element("B")]))];
    for (const parts of [pairs, two]) expect(partsOf(mergeOccurrence(model([complex(1, parts)])))).toEqual(parts);
  });
});

describe("name arguments", () => {
  const names = (types: Parameters<typeof model>[0]): (string | undefined)[] =>
    nameArguments(model(types)).types.map(({ inputName }) => inputName);
  const open = { of: "open", type: typeRef(9) } as const;
  const directions = {
    input: { direction: { input: true, output: false } },
    output: { direction: { input: false, output: true } },
  };

  test("a type of both directions has a form as an argument where one of its values has, at any depth", () => {
    expect(
      names([
        complex(1, [element("At", { type: { of: "nillable", type: dateTime } })]),
        complex(2, [element("Kind", { type: open })]),
        complex(3, [element("One", { type: typeRef(2) })]),
        complex(4, [element("Count", { type: int })], { base: 3 }),
        complex(5, [element("Count", { type: int })]),
        enumeration(9, "A"),
      ]),
    ).toEqual(["T1Input", "T2Input", "T3Input", "T4Input", undefined, undefined]);
  });

  test("a type of one direction has one form", () => {
    const parts = [element("At", { type: dateTime }), element("Kind", { type: open })];
    expect(
      names([complex(1, parts, directions.input), complex(2, parts, directions.output), enumeration(9, "A")]),
    ).toEqual([undefined, undefined, undefined]);
  });

  test("it takes no name from another type", () => {
    const parts = [element("At", { type: dateTime })];
    expect(names([complex(1, parts), complex(2, [], { name: "T1Input" })])).toEqual(["T1Input2", undefined]);
  });

  test("types that contain themselves end", () => {
    expect(names([complex(1, [element("At", { type: dateTime }), element("Self", { type: typeRef(1) })])])).toEqual([
      "T1Input",
    ]);
  });
});

describe("name clients", () => {
  test("operations become methods, overloads and reserved ones distinct", () => {
    const names = ["Get_List", "GetList", "close", "constructor", "getListStream", "get-list-stream", "New"];
    const named = nameClients(
      model(
        [],
        names.map((name) => operation(name, message([]))),
      ),
    );
    expect(named.clients[0]!.operations.map(({ method }) => method)).toEqual([
      "getList",
      "getList2",
      "close_",
      "constructor_",
      "getListStream2",
      "getListStream3",
      "new_",
    ]);
  });

  test("overloads are named after their inputs", () => {
    const inputs: readonly (readonly [name: string, overload?: string])[] = [
      ["Find"],
      ["Find", "FindByName"],
      ["GetV2", "GetByName"],
      ["echo", "in1"],
      ["echo", "in-1"],
    ];
    const operations = inputs.map(([name, overload]) => ({
      ...operation(name, message([])),
      ...(overload === undefined ? {} : { overload }),
    }));
    const named = nameClients(model([], operations));
    expect(named.clients[0]!.operations.map(({ method }) => method)).toEqual([
      "find",
      "findByName",
      "getByName",
      "echoIn1",
      "echoIn12",
    ]);
  });

  test("a class and its tables make way for types", () => {
    const types = [complex(1, [], { name: "Test" }), complex(2, [], { name: "find" })];
    const [client] = nameClients(model(types, [operation("find", message([]))])).clients;
    expect(client).toMatchObject({ className: "TestClient", headersName: "TestClientHeaders", constant: "service" });
    expect(client!.operations[0]).toMatchObject({ method: "find", constant: "findOperation" });
  });

  test("the interfaces of methods are named after the class, and make way for types", () => {
    const [plain] = nameClients(model([], [operation("find", message([]))])).clients;
    expect(plain).toMatchObject({ className: "Test", apiName: "TestApi", streamApiName: "TestStreamApi" });
    const types = [complex(1, [], { name: "TestApi" }), complex(2, [], { name: "TestStreamApi" })];
    const [client] = nameClients(model(types, [operation("find", message([]))])).clients;
    expect(client).toMatchObject({ className: "Test", apiName: "TestApi2", streamApiName: "TestStreamApi2" });
  });

  test("a class keeps its name, whatever is named after another one", () => {
    const { clients } = model([], [operation("find", message([]))]);
    const services = ["Test", "TestApi", "TestHeaders"].map((name) => ({ ...clients[0]!, name }));
    const named = nameClients({ types: [], clients: services }).clients;
    expect(named.map(({ className, headersName, apiName }) => [className, headersName, apiName])).toEqual([
      ["Test", "TestHeaders2", "TestApi2"],
      ["TestApi", "TestApiHeaders", "TestApiApi"],
      ["TestHeaders", "TestHeadersHeaders", "TestHeadersApi"],
    ]);
  });

  test("no operation takes the place of a method of every client", () => {
    const [client] = nameClients(model([], [operation("With", message([])), operation("with", message([]))])).clients;
    expect(client!.operations.map(({ method }) => method)).toEqual(["with_", "with_2"]);
  });
});

describe("name properties", () => {
  function keys(parts: readonly PartModel[]): string[] {
    return parts.flatMap((part) => {
      if (part.kind === "repeated") return [part.key, ...keys(part.particle.particles)];
      return "key" in part
        ? part.kind === "mixed"
          ? [part.key, ...keys(part.particles)]
          : [part.key]
        : keys(part.particles);
    });
  }
  const keysOf = (...parts: PartModel[]) => keys(partsOf(nameProperties(model([complex(1, parts)]))));

  test("properties have the names of the wire", () => {
    expect(keysOf(element("Id"), element("a-b"), attribute("lang"))).toEqual(["Id", "a-b", "lang"]);
  });

  test("an attribute makes way for an element, a second element for the first and for natural names", () => {
    expect(keysOf(attribute("A"), element("A"), element("A"), element("A2"))).toEqual(["AAttribute", "A", "A3", "A2"]);
  });

  test("branches of a choice share what is the same in both", () => {
    const one = group("sequence", [element("Name"), element("Mail")]);
    const two = group("sequence", [element("Name"), element("Phone")]);
    expect(keysOf(group("choice", [one, two]))).toEqual(["Name", "Mail", "Name", "Phone"]);
    const other = group("sequence", [element("Name", { type: dateTime }), element("Phone")]);
    expect(keysOf(group("choice", [one, other]))).toEqual(["Name", "Mail", "Name2", "Phone"]);
  });

  slowTest("a name that many elements have costs no product of them", async () => {
    await expectLinear((count) => {
      const named = keysOf(...Array.from({ length: count }, () => element("A")));
      expect(named.at(-1)).toBe(`A${count}`);
    }, 40_000);
  });

  test("items of a repeated group have properties of their own", () => {
    expect(keysOf(element("A"), repeated(group("choice", [element("A"), element("B")])))).toEqual([
      "A",
      "choice",
      "A",
      "B",
    ]);
  });

  test("one element is one property in mixed content, at any position", () => {
    expect(
      keysOf({ kind: "mixed", key: "", particles: [element("b"), element("b"), element("i")] }, attribute("content")),
    ).toEqual(["content", "b", "b", "i", "contentAttribute"]);
  });

  test("a derived type knows the properties of its base", () => {
    const types = [complex(1, [element("Id")], { base: 2 }), complex(2, [element("Id"), attribute("lang")])];
    expect(keys(partsOf(nameProperties(model(types))))).toEqual(["Id2"]);
  });

  test("no property has the name $type", () => {
    expect(keysOf(element("$type"))).toEqual(["$type2"]);
  });
});

describe("name types", () => {
  const named = (...types: Parameters<typeof model>[0]) => nameTypes(model(types)).types.map(({ name }) => name);

  test("types of the source get their names first, in any order", () => {
    const element = complex(1, [], { naming: { after: "element", local: "Order" } });
    const type = complex(2, [], { naming: { after: "type", local: "Order" } });
    expect(named(element, type)).toEqual(["Order2", "Order"]);
  });

  test("anonymous types are named by their path, alternatives and groups after what they are of", () => {
    const type = complex(1, [], { naming: { after: "type", local: "animal" } });
    const part = complex(2, [], { naming: { after: "path", owner: 1, local: "Leg" } });
    const toe = complex(3, [], { naming: { after: "path", owner: 2, local: "Toe" } });
    const any = complex(4, [], { naming: { after: "alternatives", type: 1 } });
    const head = complex(5, [], { naming: { after: "head", local: "animal" } });
    expect(named(type, part, toe, any, head)).toEqual([
      "animal",
      "animal_Leg",
      "animal_Leg_Toe",
      "AnyAnimal",
      "AnimalElement",
    ]);
  });

  test("reserved names get a mark, equal ones a number", () => {
    const types = ["Date", "class", "Promise", "a-b", "a.b", "constructor", "__proto__", "Open"].map((local, at) =>
      complex(at, [], { naming: { after: "type", local } }),
    );
    expect(named(...types)).toEqual([
      "Date_",
      "class_",
      "Promise_",
      "a_b",
      "a_b2",
      "constructor_",
      "__proto___",
      "Open_",
    ]);
  });
});

describe("open enumerations", () => {
  const open: ValueType = { of: "open", type: typeRef(2) };
  const types = (direction: { input: boolean; output: boolean }) => [
    complex(1, [element("A", { type: typeRef(2) }), element("B", { type: { of: "nillable", type: typeRef(2) } })], {
      direction,
    }),
    enumeration(2, "x"),
  ];
  const valueTypes = (parts: ReturnType<typeof partsOf>) => parts.map((part) => part.kind === "element" && part.type);

  test("enumerations in answers are open, under nil too", () => {
    const opened = openEnumerations(model(types({ input: false, output: true })), {});
    expect(valueTypes(partsOf(opened))).toEqual([open, { of: "nillable", type: open }]);
  });

  test("those in requests are closed, and all of them when asked for", () => {
    const inputOnly = model(types({ input: true, output: false }));
    expect(openEnumerations(inputOnly, {}).types[0]).toEqual(inputOnly.types[0]);
    const outputOnly = model(types({ input: false, output: true }));
    expect(openEnumerations(outputOnly, { enums: "closed" })).toBe(outputOnly);
  });

  test("items of a list without a name are open as well", () => {
    const list: ValueType = {
      of: "inline",
      definition: { variety: { of: "list", item: typeRef(2) }, facets: {} },
    };
    const opened = openEnumerations(model([complex(1, [element("A", { type: list })]), enumeration(2, "x")]), {});
    expect(valueTypes(partsOf(opened))).toEqual([
      { of: "inline", definition: { variety: { of: "list", item: open }, facets: {} } },
    ]);
  });

  test("an answer that is an enumeration itself is open, an argument is not", () => {
    const body = [element("Color", { type: typeRef(2) })];
    const direct = model([enumeration(2, "x")], [operation("Get", message(body), message(body))]);
    const [opened] = openEnumerations(direct, {}).clients[0]!.operations;
    expect([opened!.input.body[0]!.type, opened!.output!.body[0]!.type]).toEqual([typeRef(2), open]);
  });
});

describe("passes", () => {
  const words = (name: string): string => name.replace(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`);

  test("every pass has a file and tests of its name, and is in the list once", () => {
    const names = passes.map((pass) => words(pass.name)).sort();
    const files = readdirSync(join(__dirname, "../../../src/model/passes")).filter((file) => file !== "passes.ts");
    const tests = readFileSync(__filename, "utf8").matchAll(/^describe\("(?!passes")(.+)", /gm);
    expect(files.map((file) => file.replace(".ts", "").replaceAll("-", " ")).sort()).toEqual(names);
    expect([...tests].map(([, name]) => name).sort()).toEqual(names);
  });
});

describe("require lists", () => {
  const list = element("A", { min: 0, max: Infinity, presence: "optional" });
  const output = { direction: { input: false, output: true } };

  test("a list in an answer is always there", () => {
    const required = requireLists(model([complex(1, [list, element("B", { min: 0, presence: "optional" })], output)]));
    expect(partsOf(required)).toEqual([
      { ...list, presence: "required" },
      element("B", { min: 0, presence: "optional" }),
    ]);
  });

  test("not in a choice, an optional group, or a type of requests", () => {
    const parts = [group("choice", [list, element("B")]), group("sequence", [list, element("C")], true)];
    expect(partsOf(requireLists(model([complex(1, parts, output)])))).toEqual(parts);
    expect(partsOf(requireLists(model([complex(1, [list])])))).toEqual([list]);
  });
});

describe("unwrap messages", () => {
  function unwrapped(name: string, ...parts: PartModel[]) {
    const types = [complex(1, parts), complex(2, [element("Item", { min: 0, max: Infinity })]), soapArray(3)];
    const get = operation(
      "Get",
      message([element(name, { type: typeRef(9) })]),
      message([element("GetResponse", { type: typeRef(1) })]),
    );
    const { input, output } = unwrapMessages(model(types, [get])).clients[0]!.operations[0]!;
    return [input.unwrap, output!.unwrap, output!.list];
  }

  test("a wrapped answer is its only child", () => {
    expect(unwrapped("Get", element("GetResult"))).toEqual([["Get"], ["GetResponse", "GetResult"], false]);
  });

  test("and the list in that child, or the child repeated", () => {
    const path = ["GetResponse", "GetResult", "Item"];
    expect(unwrapped("Get", element("GetResult", { type: typeRef(2) }))).toEqual([["Get"], path, "elements"]);
    const many = element("return", { min: 0, max: Infinity });
    expect(unwrapped("Get", many)).toEqual([["Get"], ["GetResponse", "return"], "elements"]);
  });

  test("an array of the SOAP encoding is a list, where it may be nil too", () => {
    const array = element("return", { presence: "optional", type: { of: "nillable", type: typeRef(3) } });
    expect(unwrapped("Get", array)).toEqual([["Get"], ["GetResponse", "return"], "soapArray"]);
  });

  test("so is one that is the whole answer", () => {
    const answer = message([element("All", { type: { of: "nillable", type: typeRef(3) } })]);
    const list = operation("List", message([element("Ask")]), answer);
    const { input, output } = unwrapMessages(model([soapArray(3)], [list])).clients[0]!.operations[0]!;
    expect([input.list, output!.unwrap, output!.list]).toEqual([false, ["All"], "soapArray"]);
  });

  test("an answer of two children, or to a bare request, is given whole", () => {
    expect(unwrapped("Get", element("A"), element("B"))).toEqual([["Get"], ["GetResponse"], false]);
    expect(unwrapped("Ask", element("GetResult"))).toEqual([["Ask"], ["GetResponse"], false]);
  });

  test("several parts are an object of them", () => {
    const two = operation("Get", message([element("A"), element("B")]), message([]));
    const [unwrappedTwo] = unwrapMessages(model([], [two])).clients[0]!.operations;
    expect([unwrappedTwo!.input.unwrap, unwrappedTwo!.output!.unwrap]).toEqual([[], []]);
  });
});
