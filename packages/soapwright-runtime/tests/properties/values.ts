/** Random values of the tables' types. */
import fc from "fast-check";
import type {
  BuiltInName,
  ComplexNode,
  ElementNode,
  NodeRef,
  ParticleNode,
  SimpleNode,
  SimpleRef,
  TypeNode,
  WildcardNode,
} from "../../src/schema/tables/nodes";
import { qname } from "../schema/tables";

/** Objects with the prototype of literals. */
function record<T>(model: { [K in keyof T]: fc.Arbitrary<T[K]> }): fc.Arbitrary<T> {
  return fc.record(model, { noNullPrototype: true });
}

const xmlText = fc.string({
  unit: fc.oneof(
    fc.constantFrom(" ", "<", ">", "&", "]]>", '"', "'", "\t", "\n", "\r", "\u0085", "\u2028", "é", "\u{1F600}", "x:y"),
    fc.string({ minLength: 1, maxLength: 1 }).filter((unit) => unit >= " " && unit !== "\u007f"),
  ),
  maxLength: 12,
});
/** Replaces `fc.stringMatching`, which takes more time than all tests that use it. */
const letters = "abcdefghijklmnopqrstuvwxyz";
const textOf = (units: string, minLength: number, maxLength: number) =>
  fc.string({ unit: fc.constantFrom(...units), minLength, maxLength });
const ncName = fc
  .tuple(
    textOf(`${letters}${letters.toUpperCase()}_`, 1, 1),
    textOf(`${letters}${letters.toUpperCase()}0123456789._-`, 0, 6),
  )
  .map(([first, rest]) => first + rest);
const words = fc
  .tuple(textOf(`${letters}<&`, 1, 3), fc.array(textOf(letters, 1, 3), { maxLength: 2 }))
  .map(([first, rest]) => [first, ...rest].join(" "));
const token = fc.oneof({ weight: 4, arbitrary: words }, { weight: 1, arbitrary: fc.constant("") });
const int = (min: number, max: number) =>
  fc.oneof(
    fc.constantFrom(min, max, ...(min <= 0 ? [0] : [])),
    fc.integer({ min: Math.max(min, -(2 ** 31)), max: Math.min(max, 2 ** 31 - 1) }),
  );
const big = (min: bigint, max: bigint) => fc.oneof(fc.constantFrom(min, max), fc.bigInt({ min, max }));
const digits = (length: number) => textOf("0123456789", 1, length);
const decimal = fc.oneof(
  fc
    .tuple(fc.constantFrom("", "-", "+"), digits(20), fc.option(digits(20)))
    .map(([sign, whole, rest]) => `${sign}${whole}${rest === null ? "" : `.${rest}`}`),
  fc.constantFrom(".5", "5.", "-0"),
);
const zone = fc.constantFrom("", "Z", "+14:00", "-05:30");
const two = (max: number, min = 1) => fc.integer({ min, max }).map((number) => String(number).padStart(2, "0"));
const year = fc.constantFrom("2026", "0001", "-0044", "12026", "1999");
const date = fc.tuple(year, two(12), two(28)).map((parts) => parts.join("-"));
const time = fc
  .tuple(two(23, 0), two(59, 0), two(59, 0), fc.constantFrom("", ".5", ".123456789", ".000"))
  .map(([h, m, s, f]) => `${h}:${m}:${s}${f}`);
const joined = (...parts: fc.Arbitrary<string>[]) => fc.tuple(...parts).map((texts) => texts.join(""));
const qName = record({ namespace: fc.constantFrom("", "urn:example", "urn:a", "urn:b&<\"'"), local: ncName });
const bytes = fc.uint8Array({ maxLength: 10 }).map((octets) => new Uint8Array(octets));
const names = fc.array(ncName, { minLength: 1, maxLength: 3 });
const L = 2n ** 63n;
const huge = 10n ** 40n;

const builtIns: { readonly [name in BuiltInName]: fc.Arbitrary<unknown> } = {
  anySimpleType: xmlText,
  string: xmlText,
  normalizedString: xmlText.map((text) => text.replace(/[\t\n\r]/g, " ")),
  token,
  language: fc.constantFrom("en", "nl-NL", "x-a-b"),
  Name: ncName,
  NCName: ncName,
  NMTOKEN: ncName,
  NMTOKENS: names,
  ID: ncName,
  IDREF: ncName,
  IDREFS: names,
  ENTITY: ncName,
  ENTITIES: names,
  anyURI: fc.constantFrom("", "urn:a", "http://h/p?a=1&b=2#f"),
  QName: qName,
  NOTATION: qName,
  boolean: fc.boolean(),
  decimal,
  decimalNumber: fc.integer().map((number) => number / 8),
  float: fc.constantFrom(0, -0, 1.5, NaN, Infinity, -Infinity, 3e38, 1e-45),
  double: fc.double(),
  integer: big(-huge, huge),
  nonPositiveInteger: big(-huge, 0n),
  negativeInteger: big(-huge, -1n),
  nonNegativeInteger: big(0n, huge),
  positiveInteger: big(1n, huge),
  long: big(-L, L - 1n),
  int: int(-(2 ** 31), 2 ** 31 - 1),
  short: int(-32768, 32767),
  byte: int(-128, 127),
  unsignedLong: big(0n, 2n * L - 1n),
  unsignedInt: int(0, 2 ** 32 - 1),
  unsignedShort: int(0, 65535),
  unsignedByte: int(0, 255),
  dateTime: joined(date, fc.constant("T"), time, zone),
  date: joined(date, zone),
  time: joined(time, zone),
  duration: fc.constantFrom("P1D", "-P1Y2M3DT4H5M6.7S", "PT0S", "P0Y"),
  gYear: joined(year, zone),
  gYearMonth: joined(year, fc.constant("-"), two(12), zone),
  gMonth: joined(fc.constant("--"), two(12), zone),
  gMonthDay: joined(fc.constant("--"), two(12), fc.constant("-"), two(28), zone),
  gDay: joined(fc.constant("---"), two(31), zone),
  base64Binary: bytes,
  hexBinary: bytes,
};

function resolve<T>(ref: T | (() => T)): T {
  return typeof ref === "function" ? (ref as () => T)() : ref;
}

export function simpleValue(ref: SimpleRef): fc.Arbitrary<unknown> {
  const { variety, facets } = resolve<SimpleNode>(ref);
  switch (variety.of) {
    case "atomic":
      return builtIns[variety.builtIn];
    case "restriction": {
      if (facets?.enumeration !== undefined) return fc.constantFrom(...facets.enumeration);
      const base = simpleValue(variety.base);
      if (facets?.maxLength !== undefined) return textOf(letters, 1, 5);
      return facets?.minInclusive === undefined ? base : fc.integer({ min: -5, max: 4 });
    }
    case "list":
      return fc.array(
        simpleValue(variety.item).filter((item) => typeof item !== "string" || /^\S+$/.test(item)),
        { maxLength: 3 },
      );
    case "union":
      // Limited to these members.
      return fc.oneof(
        fc.integer({ min: 2, max: 2 ** 31 - 1 }),
        fc.boolean().map((value) => value),
        fc.constantFrom("red", "green"),
        fc.array(fc.constantFrom("a", "b"), { minLength: 2, maxLength: 3 }),
      );
  }
}

const attributeName = record({ namespace: fc.constantFrom("", "urn:a"), local: ncName });
const treeAttributes = fc.uniqueArray(record({ name: attributeName, value: xmlText }), {
  maxLength: 2,
  selector: ({ name }) => `${name.namespace} ${name.local}`,
});
const treeText = xmlText.filter((text) => text !== "" && !/[\p{L}_]:/u.test(text));

function tree(name: fc.Arbitrary<{ namespace: string; local: string }>, depth = 2): fc.Arbitrary<unknown> {
  const child = depth === 0 ? fc.constant([]) : fc.array(tree(attributeName, depth - 1), { maxLength: 2 });
  return fc
    .tuple(
      name,
      treeAttributes.map((list) => list.filter(({ value }) => !/[\p{L}_]:/u.test(value))),
      child,
      treeText,
      fc.boolean(),
    )
    .map(([own, attributes, elements, text, leading]) => ({
      name: own,
      attributes,
      children: leading ? [text, ...elements] : elements,
    }));
}

function wildcardValue({ namespaces }: WildcardNode): fc.Arbitrary<unknown> {
  const namespace =
    namespaces.allow === "list" ? fc.constantFrom(...namespaces.of) : fc.constantFrom("urn:o", "urn:p&");
  return tree(record({ namespace, local: ncName }));
}

/** A value of the type at the end of `ref`. `name` is the name of the parent element, which trees carry. */
export function valuesOf(ref: NodeRef, name = qname("x"), depth = 3): fc.Arbitrary<unknown> {
  const node = resolve<TypeNode>(ref);
  switch (node.kind) {
    case "simple":
      return simpleValue(node);
    case "nillable":
      return fc.oneof(
        { weight: 1, arbitrary: fc.constant(null) },
        { weight: 4, arbitrary: valuesOf(node.type, name, depth) },
      );
    case "complex":
      return objectOf(node, depth);
    case "polymorphic":
      return fc.oneof(
        ...node.alternatives.map(({ label, wrapped, type }) =>
          valuesOf(type, name, depth).map((value) =>
            wrapped ? { $type: label, value } : { $type: label, ...(value as object) },
          ),
        ),
      );
    case "soapArray":
      return fc.array(valuesOf(node.item, name, depth), { maxLength: 3 });
    case "anyType":
      return tree(fc.constant(name));
  }
}

function merged(parts: readonly fc.Arbitrary<object>[]): fc.Arbitrary<object> {
  return fc.tuple(...parts).map((objects) => {
    const target = {};
    for (const object of objects) Object.defineProperties(target, Object.getOwnPropertyDescriptors(object));
    return target;
  });
}

function property(key: string, value: fc.Arbitrary<unknown>): fc.Arbitrary<object> {
  return value.map((own) =>
    Object.defineProperty({}, key, { value: own, enumerable: true, writable: true, configurable: true }),
  );
}
const nothing = fc.constant({});

function objectOf(node: ComplexNode, depth: number): fc.Arbitrary<object> {
  const parts = node.parts.map((part): fc.Arbitrary<object> => {
    switch (part.kind) {
      case "extension":
        return objectOf(resolve(part.base), depth);
      case "attribute": {
        const own = property(part.key, simpleValue(part.type));
        return part.required ? own : fc.oneof(own, nothing);
      }
      case "simpleContent":
        return property(part.key, simpleValue(part.type));
      case "anyAttribute":
        return property(
          part.key,
          fc.uniqueArray(
            record({
              name: record({ namespace: fc.constantFrom("urn:a", "urn:b"), local: ncName }),
              value: xmlText,
            }),
            { maxLength: 2, selector: ({ name }) => `${name.namespace} ${name.local}` },
          ),
        );
      case "mixed":
        return property(part.key, mixedItems(part.particles, depth));
      default:
        return particleValue(part, depth, false);
    }
  });
  return merged(parts);
}

/** Items of the one mixed type in the tables: its choice accepts either any number of `b` or one `i`. */
function mixedItems(_particles: readonly ParticleNode[], _depth: number): fc.Arbitrary<unknown> {
  const text = xmlText.filter((own) => own !== "");
  const bs = fc
    .array(fc.tuple(xmlText, text), { maxLength: 3 })
    .map((pairs) => pairs.flatMap(([b, after]) => [{ b }, after]));
  return fc.oneof(
    bs,
    fc.tuple(text, fc.integer({ min: 0, max: 9 })).map(([before, i]) => [before, { i }]),
  );
}

/** With `inChoice`, an empty list is absent. */
function particleValue(particle: ParticleNode, depth: number, inChoice: boolean): fc.Arbitrary<object> {
  switch (particle.kind) {
    case "element":
      return elementValue(particle, depth, inChoice);
    case "any":
      return property(particle.key, fc.array(wildcardValue(particle), { maxLength: 2 }));
    case "repeated":
      return property(
        particle.key,
        fc.array(particleValue(particle.particle, depth, false), {
          minLength: particle.min,
          maxLength: Math.min(particle.max, 3),
        }),
      );
    case "choice": {
      const branches = particle.particles.map((branch) => particleValue(branch, depth, true));
      return fc.oneof(...branches, ...(particle.optional ? [nothing] : []));
    }
    default: {
      const all = merged(
        particle.particles.map((member) => particleValue(member, depth, inChoice || particle.optional)),
      );
      return particle.optional ? fc.oneof(all, nothing) : all;
    }
  }
}

function elementValue(node: ElementNode, depth: number, inChoice: boolean): fc.Arbitrary<object> {
  const { key, name, type, min, array } = node;
  const tooDeep = depth === 0 && min === 0;
  if (tooDeep) return array ? property(key, fc.constant([])) : nothing;
  const value = fc.constant(0).chain(() => valuesOf(type, name, depth - 1));
  if (array && inChoice) {
    const some = property(key, fc.array(value, { minLength: 1, maxLength: 3 }));
    return min === 0 ? fc.oneof(some, nothing) : some;
  }
  if (array) return property(key, fc.array(value, { minLength: min, maxLength: 2 }));
  // Large types are mostly left out, to keep a run short.
  const present = { weight: 1, arbitrary: property(key, value) };
  return min === 0 && !inChoice ? fc.oneof(present, { weight: 2, arbitrary: nothing }) : present.arbitrary;
}
