/** One table with every construct, for properties. */
import type {
  AlternativeNode,
  BuiltInName,
  ComplexNode,
  ElementNode,
  NodeRef,
  SimpleNode,
} from "../../src/schema/tables/nodes";
import {
  any,
  attribute,
  builtIn,
  complex,
  element,
  group,
  listOf,
  many,
  named,
  nillable,
  optional,
  optionalGroup,
  qname,
  repeated,
  restriction,
  unionOf,
  xs,
} from "../schema/tables";

export const builtInNames: readonly BuiltInName[] = [
  "anySimpleType",
  "string",
  "normalizedString",
  "token",
  "language",
  "Name",
  "NCName",
  "NMTOKEN",
  "NMTOKENS",
  "ID",
  "IDREF",
  "IDREFS",
  "ENTITY",
  "ENTITIES",
  "anyURI",
  "QName",
  "boolean",
  "decimal",
  "decimalNumber",
  "float",
  "double",
  "integer",
  "nonPositiveInteger",
  "negativeInteger",
  "nonNegativeInteger",
  "positiveInteger",
  "long",
  "int",
  "short",
  "byte",
  "unsignedLong",
  "unsignedInt",
  "unsignedShort",
  "unsignedByte",
  "dateTime",
  "date",
  "time",
  "duration",
  "gYear",
  "gYearMonth",
  "gMonth",
  "gMonthDay",
  "gDay",
  "base64Binary",
  "hexBinary",
];

const color: SimpleNode = restriction(xs.string, { enumeration: ["red", "green", "__proto__"] }, qname("Color"));
const other = (local: string) => qname(local, "urn:other");

/** Every built-in type, as an element and as an attribute. */
const scalars = named(
  "Scalars",
  ...builtInNames.map((name, index) =>
    index % 3 === 0
      ? element(`e_${name}`, builtIn(name))
      : index % 3 === 1
        ? optional(`o_${name}`, nillable(builtIn(name)))
        : many(`m_${name}`, builtIn(name)),
  ),
  ...builtInNames.map((name, index) => attribute(`a_${name}`, builtIn(name), { required: index % 2 === 0 })),
);

const base = named("Base", element("Id", xs.int), attribute("base", xs.string));
const derived = named("Derived", { kind: "extension", base: () => base }, optional("Extra", xs.long));
const further = named("Further", { kind: "extension", base: derived }, element("More", color, { name: other("More") }));
const alternatives: AlternativeNode[] = [
  { label: "Base", declared: true, wrapped: false, type: base },
  { label: "Derived", declared: false, wrapped: false, xsiType: qname("Derived"), type: derived },
  { label: "Further", declared: false, wrapped: false, xsiType: qname("Further"), type: () => further },
];
const family: NodeRef = { kind: "polymorphic", alternatives };
const substitution: NodeRef = {
  kind: "polymorphic",
  alternatives: [
    { label: "head", declared: true, wrapped: false, type: base },
    { label: "text", declared: false, wrapped: true, element: other("text"), type: xs.string },
    { label: "number", declared: false, wrapped: true, element: qname("number"), type: nillable(xs.int) },
  ],
};

const choices = named(
  "Choices",
  group(
    "choice",
    element("A", xs.int),
    group("sequence", element("B", xs.string), optional("C", xs.string)),
    element("D", complex()),
  ),
  optionalGroup("choice", element("E", xs.int), many("F", xs.boolean, { min: 1 })),
  optionalGroup("sequence", element("G", xs.string), optional("H", xs.int)),
  element("Last", xs.boolean, { name: qname("Last", "") }),
);
const rounds = named(
  "Rounds",
  repeated(
    "items",
    group(
      "choice",
      element("A", xs.int),
      element("B", xs.string),
      group("sequence", element("C", xs.int), many("D", xs.int)),
    ),
  ),
  element("Between", xs.string),
  repeated("pairs", group("sequence", element("K", xs.string), optional("V", nillable(xs.decimal))), 1, 4),
);
const positional = named(
  "Positional",
  element("A", xs.int),
  optional("B", xs.string),
  element("A2", xs.int, { name: qname("A") }),
  any("wild", { namespaces: { allow: "other", than: "urn:example" } }),
  any("local", { namespaces: { allow: "list", of: [""] } }),
);
const mixed = named(
  "Mixed",
  { kind: "mixed", key: "content", particles: [group("choice", many("b", xs.string), optional("i", xs.int))] },
  attribute("lang", xs.string),
);
const text = named(
  "Text",
  { kind: "simpleContent", key: "value", type: xs.decimal },
  attribute("unit", color, { required: true }),
  {
    kind: "anyAttribute",
    key: "others",
    namespaces: { allow: "other", than: "urn:example" },
  },
);
const members = named(
  "Members",
  group("all", element("X", xs.int), optional("Y", xs.string), element("Z", listOf(xs.int))),
);
const odd = named("Odd", ...["__proto__", "constructor", "toString", "then"].map((name) => optional(name, xs.string)));
const tree: ComplexNode = named(
  "Tree",
  optional("Label", xs.token),
  many("Child", () => tree),
);
const strings: NodeRef = {
  kind: "soapArray",
  item: nillable(xs.string),
  itemType: qname("string", "http://www.w3.org/2001/XMLSchema"),
};

/** The outermost element of the table. */
export const everything: ElementNode = element(
  "Everything",
  complex(
    optional("Scalars", scalars),
    many("Family", family),
    many("Substitution", substitution, { name: qname("head") }),
    optional("Choices", choices),
    optional("Rounds", rounds),
    optional("Positional", positional),
    optional("Mixed", mixed),
    many("Text", nillable(text)),
    optional("Members", members),
    optional("Odd", odd),
    optional("Tree", tree),
    optional("Any", { kind: "anyType" }),
    optional("Strings", strings),
    optional("Union", unionOf(xs.int, xs.boolean, color, listOf(xs.token))),
    many("Color", color),
    optional("Short", restriction(xs.string, { maxLength: 5, minLength: 1 })),
    optional("Bounded", restriction(xs.int, { minInclusive: "-5", maxExclusive: "5" })),
    any("rest", { namespaces: { allow: "other", than: "urn:example" } }),
  ),
);
