import { decode, encode } from "soapwright-testing/schema/feed";
import { ArgumentError } from "../../src/errors/argument-error";
import { Codec } from "../../src/schema/codec";
import { attribute, complex, element, many, nillable, optional, restriction, xs } from "./tables";

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
