/** Objects that a caller may pass as arguments, and objects that are refused. */

import { encode } from "soapwright-testing/schema/feed";
import { FOR_EVER_MS, processorMs } from "soapwright-testing/stage/time";
import { ArgumentError } from "../../../src/errors/argument-error";
import { any, attribute, complex, element, group, listOf, many, optional, repeated, xs } from "../tables";

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
