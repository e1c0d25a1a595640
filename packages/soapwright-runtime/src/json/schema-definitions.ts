import type { ValidationMode } from "../client/option-types";
import type {
  AlternativeNode,
  AttributeNode,
  ComplexNode,
  ElementNode,
  NodeRef,
  SimpleNode,
  SimpleRef,
  WildcardNode,
} from "../schema/tables/nodes";
import {
  type Group,
  isGroup,
  leavesOf,
  type Member,
  membersOf,
  type Part,
  type PartVisitor,
  visitPart,
} from "../schema/tables/parts";
import { complexTypeOf, isAnyType, isNillable, simpleTypeOf, typeNameOf } from "../schema/tables/view";
import { type TypeVisitor, visit } from "../schema/tables/visit";
import { valueOfText } from "../schema/value-of-text";
import type { QName } from "../xml/xml-names";
import { isAnySimple, TYPED_VALUE } from "./any-simple";
import { type JsonParts, jsonPartsOf } from "./json-parts";
import { simpleToJson } from "./json-simple";
import { type JsonType, propertyOf, valuesOf } from "./json-values";
import { SchemaEntries } from "./schema-entries";
import type { JsonSchema, SchemaTexts } from "./schema-types";
import { definitionName, NAME, type SimpleTerms, simpleDefinition, simpleSchema } from "./simple-schema";

interface DocumentTerms {
  /**
   * Whether the schema is for validators, some of which (Ajv) take what every object inherits for a property of its own.
   * Types are made of properties alone.
   */
  readonly isValidated?: boolean;
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
class TypeSchemas implements TypeVisitor<JsonSchema, string>, PartVisitor<JsonSchema, undefined> {
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
    const schema = visit(ref, this, holder);
    return isNillable(ref) ? { anyOf: [schema, NULL] } : schema;
  }

  simple(type: SimpleNode): JsonSchema {
    if (isAnySimple(type)) return { anyOf: [{ type: "string" }, TYPED_VALUE] };
    return simpleSchema(type, this.#simple);
  }

  complex(type: ComplexNode, holder: string): JsonSchema {
    return this.#reference(type, type.name?.local ?? holder, () => this.#complex(type));
  }

  alternatives(alternatives: readonly AlternativeNode[], holder: string): JsonSchema {
    const name = `${declaredName(alternatives) ?? holder}.any`;
    return this.#reference(alternatives, name, () => this.#anyOf(alternatives, holder));
  }

  array(item: NodeRef): JsonSchema {
    return this.#array(this.#schema(item, "item"), undefined);
  }

  tree(): JsonSchema {
    return xmlText("The XML text of one element.");
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
    const parts = jsonPartsOf(node);
    const texts = this.terms.texts?.properties?.get(node);
    const own = [...parts].map(([key, candidates]) => {
      const schemas = candidates.map(({ part }) => visitPart(part, this, undefined));
      const schema = schemas.length === 1 ? schemas[0]! : { anyOf: schemas };
      const text = texts !== undefined && Object.hasOwn(texts, key) ? texts[key] : undefined;
      return [key, text === undefined ? schema : described({ description: text }, schema)] as const;
    });
    const isLenient = this.level === "lenient";
    const declared = isLenient ? [] : [...parts].flatMap(([key, [part]]) => (part!.required ? [key] : []));
    const required = [...(alternative === undefined || alternative.declared ? [] : ["$type"]), ...declared];
    const label = alternative === undefined ? [] : [["$type", { const: alternative.label }] as const];
    const inherited = this.terms.isValidated ? own.filter(([key]) => isInherited(key)) : [];
    const patterns = inherited.map(([key, schema]) => [`^${key}$`, schema] as const);
    return {
      type: "object",
      // A property may be called __proto__, which fromEntries takes as any other.
      properties: Object.fromEntries([...label, ...own.filter((each) => !inherited.includes(each))]),
      ...(patterns.length === 0 ? {} : { patternProperties: Object.fromEntries(patterns) }),
      ...(required.length === 0 ? {} : { required }),
      additionalProperties: false,
      ...this.#choices(membersOf(node), parts),
    };
  }

  element(element: ElementNode): JsonSchema {
    const own = this.#schema(element.type, element.key);
    const schema = { ...this.#typed(element.type, own), ...this.#default(element) };
    return element.array ? this.#array(schema, element) : this.#orNull(schema);
  }

  attribute(attribute: AttributeNode): JsonSchema {
    return { ...simpleSchema(attribute.type, this.#simple), ...this.#default(attribute) };
  }

  text(type: SimpleRef): JsonSchema {
    return simpleSchema(type, this.#simple);
  }

  wildcard(wildcard: WildcardNode): JsonSchema {
    return wildcard.array ? this.#array(this.tree(), wildcard) : this.tree();
  }

  repeated(type: ComplexNode, _: undefined, part: Part): JsonSchema {
    return { type: "array", items: this.complex(type, part.key), ...occurrenceComment(part) };
  }

  anyAttributes(): JsonSchema {
    return { type: "array", items: ATTRIBUTE };
  }

  mixed(): JsonSchema {
    return xmlText("Text and elements, as XML text.");
  }

  /** `xs:anyType` may be written with a built-in type in place of XML text. */
  #typed(type: NodeRef, schema: JsonSchema): JsonSchema {
    if (this.level !== "strict" || !isAnyType(type)) return schema;
    return { anyOf: [...((schema.anyOf as readonly JsonSchema[] | undefined) ?? [schema]), TYPED_VALUE] };
  }

  #choices(members: readonly Member[], parts: JsonParts): JsonSchema {
    if (this.level === "lenient" || parts.size === 0) return {};
    const choices = choicesIn(members, parts, (key) => this.terms.isValidated === true && isInherited(key));
    const rules = choices.flatMap(({ rule }) => (rule === undefined ? [] : [rule]));
    const untold = choices.flatMap(({ untold: text }) => (text === undefined ? [] : [text]));
    return {
      ...(rules.length === 0 ? {} : { allOf: rules }),
      ...(untold.length === 0 ? {} : { $comment: `fromJson also checks ${untold.join("; ")}.` }),
    };
  }

  /** The default or the fixed value, if it has a JSON form. */
  #default({ type, default: byDefault, fixed }: Pick<ElementNode, "type" | "default" | "fixed">): JsonSchema {
    const simple = isNillable(type) ? undefined : simpleTypeOf(type);
    const text = fixed ?? byDefault;
    if (!this.terms.defaults || text === undefined || simple === undefined) return {};
    const found = valueOfText(simple, text, "closed");
    return "value" in found ? { default: simpleToJson(simple, found.value) } : {};
  }

  #anyOf(alternatives: readonly AlternativeNode[], holder: string): JsonSchema {
    if (alternatives.length === 0) return { not: {} };
    return {
      anyOf: alternatives.map((alternative) => {
        const { label, declared, wrapped, type } = alternative;
        const complex = wrapped || isNillable(type) ? undefined : complexTypeOf(type);
        if (complex !== undefined)
          return this.#reference(alternative, `${label}.variant`, () => ({
            ...this.#textOf(complex.name),
            ...(complex.abstract === true ? { not: {} } : this.#object(complex, alternative)),
          }));
        return {
          type: "object",
          properties: { $type: { const: label }, value: this.#schema(type, holder) },
          required: declared ? ["value"] : ["$type", "value"],
          additionalProperties: false,
        };
      }),
    };
  }
}

/** `constructor`, `toString` and the like, of which a validator asks `data.constructor === undefined`. */
function isInherited(key: string): boolean {
  return key in Object.prototype;
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

function declaredName(alternatives: readonly AlternativeNode[]): string | undefined {
  const declared = alternatives.find((each) => each.declared);
  return declared && typeNameOf(declared.type)?.local;
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

/** `isUntold` names the properties that no rule can ask for. */
function choicesIn(members: readonly Member[], parts: JsonParts, isUntold: (key: string) => boolean): Choice[] {
  return members.filter(isGroup).flatMap((group): Choice[] => {
    const { choice, optional, members: branches } = group;
    if (!choice) {
      const inside = choicesIn(branches, parts, isUntold);
      // Nothing inside is required where the whole sequence may be absent.
      return optional ? inside.map(() => ({ untold: namesText("the optional sequence of", group, ", ") })) : inside;
    }
    const keys = branches.flatMap((branch) =>
      !isGroup(branch) &&
      branch.element &&
      branch.min > 0 &&
      !branch.element.array &&
      !isUntold(branch.key) &&
      parts.get(branch.key)?.length === 1
        ? [branch.key]
        : [],
    );
    if (keys.length < branches.length || new Set(keys).size < keys.length || keys.length === 0)
      return [{ untold: namesText("the choice of", group, " | ") }];
    const has = (key: string): JsonSchema => ({ type: "object", properties: { [key]: true }, required: [key] });
    const none = { not: { anyOf: keys.map(has) } };
    return [{ rule: { oneOf: [...keys.map(has), ...(optional ? [none] : [])] } }];
  });
}

function namesText(what: string, group: Group, separator: string): string {
  const keys = [...new Set(leavesOf(group.members).map(({ key }) => key))];
  return `${what} ${keys.slice(0, MOST_NAMES).join(separator)}${keys.length > MOST_NAMES ? " …" : ""}`;
}
