import type { XmlElement } from "soapwright-runtime/tables";
import { type AnyTypeMap, type Arrival, types } from "soapwright-testing/golden/cases/any-types/index";
import * as plain from "soapwright-testing/golden/cases/choices/index";

const name = { namespace: "urn:example:rpc", local: "value" };

test.each<[keyof AnyTypeMap, AnyTypeMap[keyof AnyTypeMap]]>([
  ["Arrival", { At: "2026-11-21T08:30:00Z", Gate: "A1" }],
  ["LateArrival", { At: "2026-11-21T08:30:00Z", Gate: "A1", Minutes: 20 }],
  ["Gates", ["A1", "B2"]],
  ["State", "open"],
])("the generated types write a value of %s with its xsi:type, and read it", (type, value) => {
  const sent = types.encode(type, value as Arrival, name);
  expect(sent.attributes[0]).toMatchObject({ name: { local: "type" }, value: `t:${type}` });
  expect(types.decode(sent)).toEqual({ $type: type, value });
});

test("a derived type is known by $type, with its own properties", () => {
  const read = types.decode(types.encode("LateArrival", { At: "2026-11-21T08:30:00Z", Gate: "A1", Minutes: 20 }, name));
  if (!("$type" in read) || read.$type !== "LateArrival") throw new Error("expected a LateArrival");
  const minutes: number | undefined = read.value?.Minutes;
  expect(minutes).toBe(20);
  // @ts-expect-error An abstract type has no values.
  expect(() => types.encode("Event_", { At: "2026-11-21T08:30:00Z" }, name)).toThrow(/abstract/);
});

test("a SOAP array names the type of its items, and is read from the items of another stack", () => {
  const XSI = "http://www.w3.org/2001/XMLSchema-instance";
  const element: XmlElement = {
    name,
    attributes: [{ name: { namespace: XSI, local: "type" }, value: "m:Gates" }],
    children: ["A1", "B2"].map((gate) => ({
      name: { namespace: "", local: "item" },
      attributes: [],
      children: [gate],
    })),
    prefixes: { m: "urn:example" },
  };
  expect(types.decode(element)).toEqual({ $type: "Gates", value: ["A1", "B2"] });
});

test("a client whose messages have no element of any type exports none of it", () => {
  expect(Object.keys(plain)).not.toContain("types");
});
