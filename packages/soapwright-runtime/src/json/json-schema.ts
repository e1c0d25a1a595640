import type { QName } from "../xml/xml-names";
import type { AlternativeNode, ComplexNode, ElementNode, Facets, GroupNode, NodeRef, PolymorphicNode, SimpleNode, SimpleRef, TypeNode } from "../schema/tables/nodes";
import { allPartsOf, nodeOf, type OwnPart, stepsOf } from "../schema/tables/view";
import { valueOfText } from "../schema/value-of-text";
import type { OperationNode } from "../schema/tables/nodes";
import { builtInOf } from "../xsd/built-in-table";
import { jsonPattern } from "./json-pattern";
import { jsonKindOf, SPECIAL_NUMBERS, simpleToJson, varietyOf } from "./json-simple";
import { groupMembers, type Json, type JsonType, type Member, membersOf, propertyOf, valuesOf } from "./json-values";

/** A JSON Schema, as an object that JSON.stringify writes. */
export interface JsonSchema {
  readonly [keyword: string]: unknown;
}

/** Texts of a WSDL. Names of types and elements are in the form `{namespace}local`. */
export interface SchemaTexts {
  readonly operations?: Readonly<Record<string, string>>;
  readonly types?: Readonly<Record<string, string>>;
  /** Texts of properties by the table of their type. */
  readonly properties?: ReadonlyMap<object, Readonly<Record<string, string>>>;
}

export interface JsonSchemaOptions {
  readonly documentation?: SchemaTexts | undefined;
  /** Examples of the arguments and of the result, as JSON. */
  readonly examples?: { readonly args?: readonly Json[]; readonly result?: readonly Json[] } | undefined;
}

/** The schemas of one operation. Each is a document of its own. */
export interface OperationSchemas {
  readonly args: JsonSchema;
  /** Absent for a one-way operation. */
  readonly result?: JsonSchema;
}

const DRAFT = "https://json-schema.org/draft/2020-12/schema";

/**
 * Returns the JSON Schemas of the arguments and of the result of an operation. Facets that JSON Schema cannot express are
 * in `$comment`; `fromJson` checks them.
 */
export function jsonSchemaOf(operation: OperationNode, options: JsonSchemaOptions = {}): OperationSchemas {
  const { input, output, name } = operation;
  const description = options.documentation?.operations?.[name];
  const schemaOf = (type: JsonType, what: string, examples: readonly Json[] = []): JsonSchema => {
    const definitions = new Definitions(options.documentation);
    const schema = definitions.type(type);
    const defs = definitions.finish();
    return {
      $schema: DRAFT,
      title: `${what} of ${name}`,
      ...(description === undefined ? {} : { description }),
      ...schema,
      ...(examples.length === 0 ? {} : { examples }),
      ...(Object.keys(defs).length === 0 ? {} : { $defs: defs }),
    };
  };
  return {
    args: schemaOf(input, "Arguments", options.examples?.args),
    ...(output === undefined ? {} : { result: schemaOf(output, "Result", options.examples?.result) }),
  };
}

/** A type of a document of schemas, which is at `#/$defs/<name>`. */
export interface NamedSchema {
  readonly name: string;
  readonly type: JsonType;
  readonly description?: string | undefined;
  readonly examples?: readonly Json[] | undefined;
}

/** Returns one document with several types, which share their definitions. The names are unique. */
export function jsonSchemaDocument(title: string, types: readonly NamedSchema[], texts?: SchemaTexts): JsonSchema {
  const definitions = new Definitions(texts);
  for (const { name } of types) definitions.reserve(name);
  const roots = types.map(({ name, type, description, examples = [] }) => [
    name,
    {
      ...(description === undefined ? {} : { description }),
      ...definitions.type(type),
      ...(examples.length === 0 ? {} : { examples }),
    },
  ]);
  return { $schema: DRAFT, title, $defs: { ...Object.fromEntries(roots), ...definitions.finish() } };
}

/** Returns the JSON Schema of one type. */
export function jsonSchemaOfType(type: JsonType, documentation?: SchemaTexts): JsonSchema {
  const definitions = new Definitions(documentation);
  const schema = definitions.type(type);
  const defs = definitions.finish();
  return { $schema: DRAFT, ...schema, ...(Object.keys(defs).length === 0 ? {} : { $defs: defs }) };
}

/** The definitions of the types that schemas refer to. Types are taken from a queue, because chains of them are long. */
class Definitions {
  readonly #names = new Map<object, string>();
  readonly #taken = new Set<string>();
  readonly #waiting: (() => void)[] = [];
  readonly #defs: Record<string, JsonSchema> = {};

  constructor(private readonly texts: SchemaTexts = {}) {}

  reserve(name: string): string {
    let free = name;
    for (let number = 2; this.#taken.has(free); number++) free = `${name}_${number}`;
    this.#taken.add(free);
    return free;
  }

  finish(): Readonly<Record<string, JsonSchema>> {
    for (let at = 0; at < this.#waiting.length; at++) this.#waiting[at]!();
    return this.#defs;
  }

  type(type: JsonType): JsonSchema {
    const property = propertyOf(type);
    const { type: ref, list } = valuesOf(property);
    const schema = this.#schema(ref, property.element?.key || "value");
    return list ? arrayOf(schema, property.element) : schema;
  }

  /** `holder` names an anonymous type. */
  #schema(ref: NodeRef, holder: string): JsonSchema {
    const node = nodeOf(ref);
    switch (node.kind) {
      case "nillable":
        return { anyOf: [this.#schema(node.type, holder), { type: "null" }] };
      case "simple":
        return isNamed(node) ? this.#reference(node, node.name!.local, () => this.#simple(node)) : this.#simple(node);
      case "complex":
        return this.#reference(node, node.name?.local ?? holder, () => this.#complex(node));
      case "polymorphic":
        return this.#reference(node, `${declaredName(node) ?? holder}.any`, () => this.#polymorphic(node, holder));
      case "soapArray":
        return { type: "array", items: this.#schema(node.item, "item") };
      case "anyType":
        return xmlText("The XML text of one element.");
    }
  }

  #reference(key: object, name: string, make: () => JsonSchema): JsonSchema {
    let own = this.#names.get(key);
    if (own === undefined) {
      own = this.reserve(name);
      this.#names.set(key, own);
      const reserved = own;
      this.#defs[reserved] = {};
      this.#waiting.push(() => {
        this.#defs[reserved] = make();
      });
    }
    return { $ref: `#/$defs/${pointer(own)}` };
  }

  #textOf(name: QName | undefined): { readonly description?: string } {
    const text = name && this.texts.types?.[`{${name.namespace}}${name.local}`];
    return text === undefined ? {} : { description: text };
  }

  #complex(node: ComplexNode): JsonSchema {
    if (node.abstract === true) return { ...this.#textOf(node.name), not: {} };
    return { ...this.#textOf(node.name), ...this.#object(node, undefined) };
  }

  #object(node: ComplexNode, alternative: AlternativeNode | undefined): JsonSchema {
    const members = membersOf(node);
    const label = alternative === undefined ? [] : [["$type", { const: alternative.label }] as const];
    const choices = members.size > 0 ? choicesOf(allPartsOf(node), members) : [];
    const isLabelled = alternative !== undefined && !alternative.declared;
    return this.#properties(members, label, isLabelled ? ["$type"] : [], choices, node);
  }

  #properties(
    members: ReadonlyMap<string, readonly Member[]>,
    more: readonly (readonly [string, JsonSchema])[],
    moreRequired: readonly string[],
    choices: readonly JsonSchema[],
    owner: ComplexNode | undefined,
  ): JsonSchema {
    const texts = owner && this.texts.properties?.get(owner);
    const own = [...members].map(([key, candidates]) => {
      const schemas = candidates.map((candidate) => this.#member(candidate));
      const schema = schemas.length === 1 ? schemas[0]! : { anyOf: schemas };
      const text = texts !== undefined && Object.hasOwn(texts, key) ? texts[key] : undefined;
      return [key, text === undefined ? schema : { description: text, ...schema }] as const;
    });
    const required = [...moreRequired, ...[...members].flatMap(([key, [member]]) => (member!.required ? [key] : []))];
    return {
      type: "object",
      // A property may be called __proto__, which fromEntries takes as any other.
      properties: Object.fromEntries([...more, ...own]),
      ...(required.length === 0 ? {} : { required }),
      additionalProperties: false,
      ...(choices.length === 0 ? {} : { allOf: choices }),
    };
  }

  #member({ part }: Member): JsonSchema {
    switch (part.kind) {
      case "element": {
        const schema = { ...this.#schema(part.type, part.key), ...declaredValue(part) };
        return part.array ? arrayOf(schema, part) : schema;
      }
      case "attribute":
        return { ...this.#schema(part.type, part.key), ...declaredValue(part) };
      case "simpleContent":
        return this.#schema(part.type, part.key);
      case "any": {
        const schema = xmlText("The XML text of one element.");
        return part.array ? arrayOf(schema, part) : schema;
      }
      case "repeated":
        return { type: "array", items: this.#reference(part, part.key, () => this.#group(part.particle)) };
      case "anyAttribute":
        return { type: "array", items: ATTRIBUTE };
      case "mixed":
        return xmlText("Text and elements, as XML text.");
    }
  }

  #group(group: GroupNode): JsonSchema {
    const members = groupMembers(group);
    return this.#properties(members, [], [], choicesOf([{ ...group, optional: false }], members), undefined);
  }

  #polymorphic({ alternatives }: PolymorphicNode, holder: string): JsonSchema {
    if (alternatives.length === 0) return { not: {} };
    return {
      anyOf: alternatives.map((alternative) => {
        const node = nodeOf(alternative.type);
        if (!alternative.wrapped && node.kind === "complex")
          return this.#reference(alternative, `${alternative.label}.variant`, () => ({
            ...this.#textOf(node.name),
            ...(node.abstract === true ? { not: {} } : this.#object(node, alternative)),
          }));
        return {
          type: "object",
          properties: { $type: { const: alternative.label }, value: this.#schema(node, holder) },
          required: alternative.declared ? ["value"] : ["$type", "value"],
          additionalProperties: false,
        };
      }),
    };
  }

  #simple(node: SimpleNode): JsonSchema {
    return { ...this.#textOf(node.name), ...simpleSchema(node) };
  }
}

/** A JSON pointer in a URI fragment (RFC 6901, 6). */
function pointer(name: string): string {
  return encodeURIComponent(name.replaceAll("~", "~0").replaceAll("/", "~1"));
}

function isNamed({ name, facets, variety }: SimpleNode): boolean {
  return name !== undefined && (facets !== undefined || variety.of !== "atomic");
}

function declaredName({ alternatives }: PolymorphicNode): string | undefined {
  const declared = alternatives.find((each) => each.declared);
  const node: TypeNode | undefined = declared && nodeOf(declared.type);
  return node !== undefined && "name" in node ? node.name?.local : undefined;
}

function xmlText(description: string): JsonSchema {
  return { type: "string", contentMediaType: "application/xml", description };
}

const ATTRIBUTE: JsonSchema = {
  type: "object",
  properties: { name: nameSchema(), value: { type: "string" } },
  required: ["name", "value"],
  additionalProperties: false,
};

function nameSchema(): JsonSchema {
  return {
    type: "object",
    properties: { namespace: { type: "string" }, local: { type: "string" } },
    required: ["namespace", "local"],
    additionalProperties: false,
  };
}

function arrayOf(
  items: JsonSchema,
  occurrence: { readonly min: number; readonly max: number } | undefined,
): JsonSchema {
  return {
    type: "array",
    items,
    ...(occurrence === undefined || occurrence.min === 0 ? {} : { minItems: occurrence.min }),
    ...(occurrence === undefined || occurrence.max === Infinity ? {} : { maxItems: occurrence.max }),
  };
}

/** The default or the fixed value, if it has a JSON form. */
function declaredValue({
  type,
  default: byDefault,
  fixed,
}: Pick<ElementNode, "type" | "default" | "fixed">): JsonSchema {
  const node = nodeOf(type);
  const text = fixed ?? byDefault;
  if (text === undefined || node.kind !== "simple") return {};
  const found = valueOfText(node, text, "closed");
  return "value" in found ? { default: simpleToJson(node, found.value) } : {};
}

// Choices whose branches are one element each; what is beyond them, the encoder checks.

function choicesOf(parts: readonly OwnPart[], members: ReadonlyMap<string, readonly Member[]>): JsonSchema[] {
  return parts.flatMap((part) => {
    if (part.kind === "sequence" || part.kind === "all") return part.optional ? [] : choicesOf(part.particles, members);
    if (part.kind !== "choice") return [];
    const branches = part.particles.map((branch) =>
      branch.kind === "element" && branch.min > 0 && !branch.array && members.get(branch.key)?.length === 1
        ? branch.key
        : undefined,
    );
    const keys = branches.filter((key) => key !== undefined);
    if (keys.length < branches.length || new Set(keys).size < keys.length || keys.length === 0) return [];
    const has = (key: string): JsonSchema => ({ type: "object", properties: { [key]: true }, required: [key] });
    const none = { not: { anyOf: keys.map(has) } };
    return [{ oneOf: [...keys.map(has), ...(part.optional ? [none] : [])] }];
  });
}

// Simple types.

const DIGITS = "^[+-]?[0-9]+$";
const DECIMAL = String.raw`^[+-]?(?:[0-9]+(?:\.[0-9]*)?|\.[0-9]+)$`;

/** Facets by name, the nearest of the steps; patterns of all steps. */
interface AllFacets {
  readonly facets: Omit<Facets, "patterns">;
  readonly patterns: readonly (readonly string[])[];
}

function facetsOf(ref: SimpleRef): AllFacets {
  const steps = stepsOf(ref).map(({ facets = {} }) => facets);
  return {
    facets: Object.assign(
      {},
      ...[...steps].reverse().map(({ patterns: _, compilePattern: _compile, ...others }) => others),
    ),
    patterns: steps.flatMap(({ patterns = [] }) => (patterns.length === 0 ? [] : [patterns])),
  };
}

function simpleSchema(node: SimpleNode): JsonSchema {
  const variety = varietyOf(node);
  const all = facetsOf(node);
  switch (variety.of) {
    case "list":
      return noted({ type: "array", items: itemSchema(variety.item), ...lengths(all.facets, "Items") }, all, [
        "length",
      ]);
    case "union":
      return noted({ anyOf: variety.members.map(memberSchema) }, all, []);
    case "atomic":
      return atomicSchema(node, variety.builtIn, all);
  }
}

function itemSchema(ref: SimpleRef): JsonSchema {
  return simpleSchema(nodeOf(ref));
}

/** In a union, octets are the lexical of their type. */
function memberSchema(ref: SimpleRef): JsonSchema {
  const { contentEncoding: _, ...schema } = simpleSchema(nodeOf(ref));
  return schema;
}

function atomicSchema(node: SimpleNode, builtIn: Parameters<typeof jsonKindOf>[0], all: AllFacets): JsonSchema {
  const local = builtIn === "decimalNumber" ? "decimal" : builtIn;
  const { facets } = all;
  switch (jsonKindOf(builtIn)) {
    case "text": {
      const { primitive } = builtInOf(local);
      const isText = primitive === "string" || primitive === "anyURI";
      const values = isText ? enumOf(node, all) : {};
      const schema = { type: "string", ...(isText ? { ...values, ...lengths(facets, "Length") } : {}) };
      const known: Said[] = isText ? ["length", "pattern", "enumeration"] : ["pattern"];
      return noted(
        patterned(schema, all),
        all,
        known,
        isText && builtInOf(local).base === undefined ? undefined : local,
      );
    }
    case "digits": {
      const pattern = builtInOf(local).integer === true ? DIGITS : DECIMAL;
      return noted(patterned({ type: "string", pattern }, all), all, ["pattern"], local);
    }
    case "number": {
      const { min, max } = builtInOf(local);
      const bounds = { minimum: Number(min), maximum: Number(max), ...boundsOf(facets) };
      return noted({ type: "integer", ...bounds, ...enumOf(node, all) }, all, ["bounds", "enumeration"]);
    }
    case "float": {
      const number = { type: "number", ...boundsOf(facets) };
      return noted({ anyOf: [number, { enum: [...SPECIAL_NUMBERS.keys()] }] }, all, ["bounds"]);
    }
    case "boolean":
      return noted({ type: "boolean" }, all, []);
    case "octets":
      return noted({ type: "string", contentEncoding: "base64" }, all, []);
    case "name":
      return noted(nameSchema(), all, []);
    case "names":
      return noted({ type: "array", items: { type: "string" }, minItems: 1, ...lengths(facets, "Items") }, all, [
        "length",
      ]);
  }
}

function enumOf(node: SimpleNode, { facets: { enumeration } }: AllFacets): JsonSchema {
  if (enumeration === undefined) return {};
  const values = enumeration.flatMap((text) => {
    const found = valueOfText(node, text, "closed");
    return "value" in found ? [simpleToJson(node, found.value)] : [];
  });
  return values.length === 0 ? {} : { enum: [...new Set(values)] };
}

function lengths({ length, minLength = length, maxLength = length }: AllFacets["facets"], what: "Items" | "Length") {
  return {
    ...(minLength === undefined ? {} : { [`min${what}`]: minLength }),
    ...(maxLength === undefined ? {} : { [`max${what}`]: maxLength }),
  };
}

const BOUNDS = [
  ["minInclusive", "minimum"],
  ["maxInclusive", "maximum"],
  ["minExclusive", "exclusiveMinimum"],
  ["maxExclusive", "exclusiveMaximum"],
] as const;

function boundsOf(facets: AllFacets["facets"]): JsonSchema {
  return Object.fromEntries(
    BOUNDS.flatMap(([facet, keyword]) => {
      const bound = Number(facets[facet]);
      return facets[facet] === undefined || !Number.isFinite(bound) ? [] : [[keyword, bound]];
    }),
  );
}

/** One of the patterns of each step has to match. */
function patterned(schema: JsonSchema, { patterns }: AllFacets): JsonSchema {
  const own = patterns.flatMap((step) => {
    const translated = step.map(jsonPattern);
    if (translated.includes(undefined)) return [];
    return [
      translated.length === 1 ? translated[0]! : `^(?:${translated.map((each) => each!.slice(1, -1)).join("|")})$`,
    ];
  });
  const [first, ...others] = "pattern" in schema ? [schema.pattern, ...own] : own;
  if (first === undefined) return schema;
  const more = others.map((pattern) => ({ type: "string", pattern }));
  return { ...schema, pattern: first, ...(more.length === 0 ? {} : { allOf: more }) };
}

type Said = "length" | "pattern" | "enumeration" | "bounds";

const facetKinds: readonly (readonly [Said | undefined, keyof Facets])[] = [
  ["length", "length"],
  ["length", "minLength"],
  ["length", "maxLength"],
  ["bounds", "minInclusive"],
  ["bounds", "maxInclusive"],
  ["bounds", "minExclusive"],
  ["bounds", "maxExclusive"],
  [undefined, "totalDigits"],
  [undefined, "fractionDigits"],
  ["enumeration", "enumeration"],
];

/** Names in `$comment` what the schema cannot say: `local`, whose lexical form it lacks, and facets beside `said`. */
function noted(schema: JsonSchema, { facets, patterns }: AllFacets, said: readonly Said[], local?: string): JsonSchema {
  const others = facetKinds.flatMap(([kind, name]) => {
    const value = facets[name as keyof typeof facets];
    if (value === undefined || (kind !== undefined && said.includes(kind))) return [];
    return [`${name} ${Array.isArray(value) ? value.slice(0, 20).join(", ") : value}`];
  });
  const untold = patterns.flatMap((step) =>
    said.includes("pattern") && !step.some((each) => jsonPattern(each) === undefined)
      ? []
      : [`pattern ${step.join(" or ")}`],
  );
  const notes = [...(local === undefined ? [] : [`the form of xs:${local}`]), ...others, ...untold];
  return notes.length === 0 ? schema : { ...schema, $comment: `fromJson also checks ${notes.join("; ")}.` };
}
