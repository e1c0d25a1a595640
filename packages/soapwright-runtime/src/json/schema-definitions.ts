import type { ValidationMode } from "../client/option-types";
import type {
  AlternativeNode,
  ComplexNode,
  ElementNode,
  GroupNode,
  NodeRef,
  PolymorphicNode,
  SimpleNode,
  TypeNode,
} from "../schema/tables/nodes";
import { allPartsOf, leavesOf, nodeOf, type OwnPart, withoutNil } from "../schema/tables/view";
import { valueOfText } from "../schema/value-of-text";
import type { QName } from "../xml/xml-names";
import { isAnySimple, TYPED_VALUE } from "./any-simple";
import { simpleToJson } from "./json-simple";
import { groupMembers, type JsonType, type Member, membersOf, propertyOf, valuesOf } from "./json-values";
import { SchemaEntries } from "./schema-entries";
import type { JsonSchema, SchemaTexts } from "./schema-types";
import { definitionName, NAME, type SimpleTerms, simpleDefinition, simpleSchema } from "./simple-schema";

interface DocumentTerms {
  readonly texts?: SchemaTexts | undefined;
  /** Whether schemas have `default`. */
  readonly defaults: boolean;
  /** As in `SimpleTerms`. */
  readonly numbers?: boolean | undefined;
}

/** The types of one document. */
export class Definitions {
  readonly #entries = new SchemaEntries();

  constructor(private readonly terms: DocumentTerms) {}

  reserve(name: string): void {
    this.#entries.reserve(name);
  }

  /** Exact types come first, so that the others can be compared with them. */
  finish(types: readonly { readonly type: JsonType; readonly level: ValidationMode }[]) {
    const schemas = new Map<number, JsonSchema>();
    for (const level of ["strict", "standard", "lenient"] as const) {
      const made = new TypeSchemas(level, this.#entries, this.terms);
      types.forEach((each, at) => {
        if (each.level === level) schemas.set(at, made.type(each.type));
      });
      this.#entries.make();
    }
    return this.#entries.finish(types.map((_, at) => schemas.get(at)!));
  }
}

/** The schemas of types at one level. */
class TypeSchemas {
  readonly #simple: SimpleTerms;

  constructor(
    private readonly level: ValidationMode,
    private readonly entries: SchemaEntries,
    private readonly terms: DocumentTerms,
  ) {
    this.#simple = { level, numbers: terms.numbers, refer: (node) => this.#referToSimple(node) };
  }

  type(type: JsonType): JsonSchema {
    const property = propertyOf(type);
    const { type: ref, list } = valuesOf(property);
    const schema = this.#schema(ref, property.element?.key || "value");
    return list ? this.#array(schema, property.element) : this.#orNull(schema);
  }

  #referToSimple(node: SimpleNode): JsonSchema {
    // The tables have several nodes for a built-in type, by the TypeScript type of its values.
    const name = definitionName(node);
    const key = name.startsWith("xs.") ? name : node;
    return this.entries.refer(this.level, key, name, () =>
      described(this.#textOf(node.name), simpleDefinition(node, this.#simple)),
    );
  }

  /** Lenient reads nil everywhere. */
  #orNull(schema: JsonSchema): JsonSchema {
    const { anyOf } = schema;
    if (this.level !== "lenient") return schema;
    if (Array.isArray(anyOf)) return anyOf.some(isNull) ? schema : { ...schema, anyOf: [...anyOf, NULL] };
    return { anyOf: [schema, NULL] };
  }

  #array(items: JsonSchema, occurrence: { readonly min: number; readonly max: number } | undefined): JsonSchema {
    const isExact = this.level !== "lenient" && occurrence !== undefined;
    return {
      type: "array",
      items: this.#orNull(items),
      ...(isExact && occurrence.min > 0 ? { minItems: occurrence.min } : {}),
      ...(isExact && occurrence.max < Number.POSITIVE_INFINITY ? { maxItems: occurrence.max } : {}),
    };
  }

  /** `holder` names an anonymous type. */
  #schema(ref: NodeRef, holder: string): JsonSchema {
    const node = nodeOf(ref);
    switch (node.kind) {
      case "nillable":
        return { anyOf: [this.#schema(node.type, holder), NULL] };
      case "simple":
        if (isAnySimple(node)) return { anyOf: [{ type: "string" }, TYPED_VALUE] };
        return simpleSchema(node, this.#simple);
      case "complex":
        return this.#reference(node, node.name?.local ?? holder, () => this.#complex(node));
      case "polymorphic":
        return this.#reference(node, `${declaredName(node) ?? holder}.any`, () => this.#polymorphic(node, holder));
      case "soapArray":
        return this.#array(this.#schema(node.item, "item"), undefined);
      case "anyType":
        return xmlText("The XML text of one element.");
    }
  }

  #reference(key: object, name: string, make: () => JsonSchema): JsonSchema {
    return this.entries.refer(this.level, key, name, make);
  }

  #textOf(name: QName | undefined): { readonly description?: string } {
    const text = name && this.terms.texts?.types?.[`{${name.namespace}}${name.local}`];
    return text === undefined ? {} : { description: text };
  }

  #complex(node: ComplexNode): JsonSchema {
    if (node.abstract === true) return { ...this.#textOf(node.name), not: {} };
    return { ...this.#textOf(node.name), ...this.#object(node, undefined) };
  }

  #object(node: ComplexNode, alternative: AlternativeNode | undefined): JsonSchema {
    const members = membersOf(node);
    const label = alternative === undefined ? [] : [["$type", { const: alternative.label }] as const];
    const choices = this.#choices(allPartsOf(node), members);
    const isLabelled = alternative !== undefined && !alternative.declared;
    return this.#properties(members, label, isLabelled ? ["$type"] : [], choices, node);
  }

  #properties(
    members: ReadonlyMap<string, readonly Member[]>,
    more: readonly (readonly [string, JsonSchema])[],
    moreRequired: readonly string[],
    choices: JsonSchema,
    owner: ComplexNode | undefined,
  ): JsonSchema {
    const texts = owner && this.terms.texts?.properties?.get(owner);
    const own = [...members].map(([key, candidates]) => {
      const schemas = candidates.map((candidate) => this.#member(candidate));
      const schema = schemas.length === 1 ? schemas[0]! : { anyOf: schemas };
      const text = texts !== undefined && Object.hasOwn(texts, key) ? texts[key] : undefined;
      return [key, text === undefined ? schema : described({ description: text }, schema)] as const;
    });
    const isLenient = this.level === "lenient";
    const declared = isLenient ? [] : [...members].flatMap(([key, [member]]) => (member!.required ? [key] : []));
    const required = [...moreRequired, ...declared];
    return {
      type: "object",
      // A property may be called __proto__, which fromEntries takes as any other.
      properties: Object.fromEntries([...more, ...own]),
      ...(required.length === 0 ? {} : { required }),
      additionalProperties: false,
      ...choices,
    };
  }

  #member({ part }: Member): JsonSchema {
    switch (part.kind) {
      case "element": {
        const own = this.#schema(part.type, part.key);
        const schema = { ...this.#typed(part.type, own), ...this.#default(part) };
        return part.array ? this.#array(schema, part) : this.#orNull(schema);
      }
      case "attribute":
        return { ...simpleSchema(part.type, this.#simple), ...this.#default(part) };
      case "simpleContent":
        return simpleSchema(part.type, this.#simple);
      case "any": {
        const schema = xmlText("The XML text of one element.");
        return part.array ? this.#array(schema, part) : schema;
      }
      case "repeated":
        return {
          type: "array",
          items: this.#reference(part, part.key, () => this.#group(part.particle)),
          ...occurrenceComment(part),
        };
      case "anyAttribute":
        return { type: "array", items: ATTRIBUTE };
      case "mixed":
        return xmlText("Text and elements, as XML text.");
    }
  }

  /** `xs:anyType` may be written with a built-in type in place of XML text. */
  #typed(type: NodeRef, schema: JsonSchema): JsonSchema {
    if (this.level !== "strict" || withoutNil(type).kind !== "anyType") return schema;
    return { anyOf: [...((schema.anyOf as readonly JsonSchema[] | undefined) ?? [schema]), TYPED_VALUE] };
  }

  #group(group: GroupNode): JsonSchema {
    const members = groupMembers(group);
    return this.#properties(members, [], [], this.#choices([{ ...group, optional: false }], members), undefined);
  }

  #choices(parts: readonly OwnPart[], members: ReadonlyMap<string, readonly Member[]>): JsonSchema {
    if (this.level === "lenient" || members.size === 0) return {};
    const choices = choicesIn(parts, members);
    const rules = choices.flatMap(({ rule }) => (rule === undefined ? [] : [rule]));
    const untold = choices.flatMap(({ untold: text }) => (text === undefined ? [] : [text]));
    return {
      ...(rules.length === 0 ? {} : { allOf: rules }),
      ...(untold.length === 0 ? {} : { $comment: `fromJson also checks ${untold.join("; ")}.` }),
    };
  }

  /** The default or the fixed value, if it has a JSON form. */
  #default({ type, default: byDefault, fixed }: Pick<ElementNode, "type" | "default" | "fixed">): JsonSchema {
    const node = nodeOf(type);
    const text = fixed ?? byDefault;
    if (!this.terms.defaults || text === undefined || node.kind !== "simple") return {};
    const found = valueOfText(node, text, "closed");
    return "value" in found ? { default: simpleToJson(node, found.value) } : {};
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
}

const NULL: JsonSchema = { type: "null" };

function isNull({ type }: JsonSchema): boolean {
  return type === "null";
}

/** Text of the WSDL, and what the schema itself says. */
function described({ description: text }: { readonly description?: string }, schema: JsonSchema): JsonSchema {
  const { description: own, ...others } = schema;
  const sentences = [text, own].filter((each) => each !== undefined);
  return sentences.length === 0 ? schema : { description: sentences.join(" "), ...others };
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
  properties: { name: NAME, value: { type: "string" } },
  required: ["name", "value"],
  additionalProperties: false,
};

function occurrenceComment({ min, max }: { readonly min: number; readonly max: number }): JsonSchema {
  if (min === 0 && max === Number.POSITIVE_INFINITY) return {};
  const most = max === Number.POSITIVE_INFINITY ? "" : ` and at most ${max}`;
  return { $comment: `fromJson also checks that there are at least ${min}${most} items.` };
}

/** A choice between single elements, as a rule; any other one, as a text. */
interface Choice {
  readonly rule?: JsonSchema;
  readonly untold?: string;
}

const MOST_NAMES = 12;

function choicesIn(parts: readonly OwnPart[], members: ReadonlyMap<string, readonly Member[]>): Choice[] {
  return parts.flatMap((part): Choice[] => {
    if (part.kind === "sequence" || part.kind === "all") {
      const inside = choicesIn(part.particles, members);
      // Nothing inside is required where the whole sequence may be absent.
      return part.optional ? inside.map(() => ({ untold: namesText("the optional sequence of", part, ", ") })) : inside;
    }
    if (part.kind !== "choice") return [];
    const keys = part.particles.flatMap((branch) =>
      branch.kind === "element" && branch.min > 0 && !branch.array && members.get(branch.key)?.length === 1
        ? [branch.key]
        : [],
    );
    if (keys.length < part.particles.length || new Set(keys).size < keys.length || keys.length === 0)
      return [{ untold: namesText("the choice of", part, " | ") }];
    const has = (key: string): JsonSchema => ({ type: "object", properties: { [key]: true }, required: [key] });
    const none = { not: { anyOf: keys.map(has) } };
    return [{ rule: { oneOf: [...keys.map(has), ...(part.optional ? [none] : [])] } }];
  });
}

function namesText(what: string, part: OwnPart, separator: string): string {
  const keys = [...new Set(leavesOf(part).map(({ key }) => key))];
  return `${what} ${keys.slice(0, MOST_NAMES).join(separator)}${keys.length > MOST_NAMES ? " …" : ""}`;
}
