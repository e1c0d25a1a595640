/** Error messages about a response that does not fit: place and reason, never the value. */

import { decode } from "soapwright-testing/schema/feed";
import { ResponseError } from "../../../src/errors/response-error";
import type { MixedNode, NodeRef, PartNode } from "../../../src/schema/tables/nodes";
import {
  any,
  attribute,
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
  xs,
} from "../tables";

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

/** The content model of R, the content of R, the path and the message at the strictest level. */
const rows: readonly (readonly [readonly PartNode[], string, string, string])[] = [
  [[a], "", "R/A", "the element is missing"],
  [[any("w", { min: 1, max: 1 })], "", "R", "missing: any element"],
  [[a], "<A>x</A>", "R/A", INT],
  [[a], "<A/>", "R/A", INT],
  [[a], "<A>1</A><A>1</A>", "R/A", "the element appears twice"],
  [[a, b], "<B>1</B><A>1</A>", "R/A", "the element is out of order"],
  [[a], "<A>1</A><B/>", "R", "an element that the schema does not know here: {urn:example}B"],
  [[a], "<A>1<B/></A>", "R/A", "an element inside text: B"],
  [[a], "x<A>1</A>", "R", "text between elements"],
  [[a], "<A>1</A>x", "R", "text between elements"],
  [[a], "<A xsi:nil='1'/>", "R/A", "nil is not allowed here"],
  [[element("A", nillable(xs.int))], "<A xsi:nil='1'>1</A>", "R/A", "a nil element has content"],
  [[element("A", nillable(xs.int))], "<A xsi:nil='1'><B/></A>", "R/A", "a nil element has content"],
  [[element("A", nillable(xs.int))], "<A xsi:nil='x'>1</A>", "R/A", "expected xsi:nil to be true or false"],
  [[element("A", complex(attribute("i", xs.int)))], "<A i='x'/>", "R/A", INT],
  [[element("A", complex(attribute("i", xs.int, { required: true })))], "<A/>", "R/A", "the attribute i is missing"],
  [[element("A", complex())], "<A i='1'/>", "R/A", "an attribute that the schema does not know: i"],
  [[element("A", abstract)], "<A/>", "R/A", "its type is abstract"],
  [[element("A", alternatives)], "<A/>", "R/A", "its type is abstract"],
  [[element("A", alternatives)], "<A xsi:type='Other'/>", "R/A", "xsi:type names a type that is not allowed here"],
  [[a], "<A xsi:type='Other'>1</A>", "R/A", "xsi:type names another type than the declared one"],
  [[many("A", xs.int, { min: 2 })], "<A>1</A>", "R", "A appears 1 times, at least 2 are required"],
  [[many("A", xs.int, { max: 2 })], "<A>1</A><A>1</A><A>1</A>", "R", "A appears 3 times, at most 2 are allowed"],
  [[group("choice", a, b)], "<A>1</A><B>1</B>", "R", "only one of A and B is allowed"],
  [[group("choice", a, b)], "", "R", "missing: A or B"],
  [[mixed], "x", "R/B", "the element is missing"],
  [[mixed], "<B>1</B><A>1</A>", "R", "A is not allowed here"],
  [[repeated("r", group("sequence", a, b))], "<A>1</A><A>1</A>", "R/B", "the element is missing"],
  [[optionalGroup("sequence", a, b)], "<A>1</A>", "R/B", "the element is missing"],
];

test.each(rows)("%#: %j %s", (parts, content, path, message) => {
  const xml = `<R xmlns="urn:example" xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance">${content}</R>`;
  let error: unknown;
  try {
    decode(element("R", complex(...parts)), xml, { validation: "strict" });
  } catch (thrown) {
    error = thrown;
  }
  expect(error).toBeInstanceOf(ResponseError);
  const { reason, path: place, message: told, line, column } = error as ResponseError;
  expect([reason, place, told]).toEqual([
    "value",
    path,
    `The response does not match the schema at ${path}: ${message} (line ${line}, column ${column}).`,
  ]);
});
