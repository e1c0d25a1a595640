import type { JsonSchema } from "soapwright-runtime/json";
import { visible } from "./visible-text";

/** A schema whose root is an object. */
export interface ObjectSchema extends JsonSchema {
  readonly type: "object";
  readonly properties?: Readonly<Record<string, JsonSchema>>;
  readonly required?: readonly string[];
}

const DEFS = "#/$defs/";

/** Returns the schema with the definition that its root refers to in place of the reference. */
export function withoutRootReference(schema: JsonSchema): JsonSchema {
  // Title and description are those of the tool.
  const { $ref, $defs = {}, title: _, description: __, ...root } = schema;
  if (typeof $ref !== "string") return withDefinitions(root, $defs as Definitions);
  const definition = (($defs as Definitions)[nameOf($ref)] ?? {}) as JsonSchema;
  return withDefinitions({ ...root, ...definition }, $defs as Definitions);
}

type Definitions = Readonly<Record<string, JsonSchema>>;

/** The name of the definition that a reference points to (RFC 6901, 6). */
function nameOf(reference: string): string {
  return decodeURIComponent(reference.slice(DEFS.length)).replaceAll("~1", "/").replaceAll("~0", "~");
}

/** Returns the schema with the definitions that it reaches. */
function withDefinitions(schema: JsonSchema, definitions: Definitions): JsonSchema {
  const reached = new Map<string, JsonSchema>();
  const waiting: unknown[] = [schema];
  for (const value of waiting) {
    if (typeof value !== "object" || value === null) continue;
    for (const [key, inner] of Object.entries(value)) {
      const name = key === "$ref" && typeof inner === "string" ? nameOf(inner) : undefined;
      if (name === undefined) waiting.push(inner);
      else if (!reached.has(name) && Object.hasOwn(definitions, name)) {
        reached.set(name, definitions[name]!);
        waiting.push(definitions[name]);
      }
    }
  }
  return reached.size === 0 ? schema : { ...schema, $defs: Object.fromEntries(reached) };
}

/** Whether the schema is that of an object with its properties, to which further ones can be added. */
export function isObject(schema: JsonSchema): schema is ObjectSchema {
  return schema.type === "object" && typeof schema.properties === "object" && schema.not === undefined;
}

/** Returns the schema of an object with one property. */
export function holding(key: string, schema: JsonSchema, isRequired: boolean): ObjectSchema {
  const { $schema, $defs, ...inner } = schema;
  return {
    ...($schema === undefined ? {} : { $schema }),
    type: "object",
    properties: Object.fromEntries([[key, inner]]),
    ...(isRequired ? { required: [key] } : {}),
    additionalProperties: false,
    ...($defs === undefined ? {} : { $defs }),
  };
}

/** Returns the schema with a further property. */
export function withProperty(schema: ObjectSchema, key: string, property: JsonSchema): ObjectSchema {
  return { ...schema, properties: Object.fromEntries([...Object.entries(schema.properties ?? {}), [key, property]]) };
}

/**
 * Returns the schema without the property at `path`, which goes through objects alone; undefined if it has none. An object
 * on the way is no longer required.
 */
export function withoutProperty(schema: ObjectSchema, path: readonly string[]): ObjectSchema | undefined {
  const definitions = (schema.$defs ?? {}) as Definitions;
  const without = (object: JsonSchema, [key, ...rest]: readonly string[]): JsonSchema | undefined => {
    if (!isObject(object) || !Object.hasOwn(object.properties ?? {}, key!)) return undefined;
    const { required = [], ...others } = object;
    const left = required.filter((name) => name !== key);
    const requiring = left.length === 0 ? {} : { required: left };
    const entries = Object.entries(object.properties!);
    if (rest.length === 0) {
      const properties = Object.fromEntries(entries.filter(([name]) => name !== key));
      return { ...others, properties, ...requiring };
    }
    const inner = without(objectOf(object.properties![key!]!, definitions), rest);
    if (inner === undefined) return undefined;
    const replaced = entries.map(([name, value]) => [name, name === key ? inner : value] as const);
    return { ...others, properties: Object.fromEntries(replaced), ...requiring };
  };
  const { $defs: _, ...root } = schema;
  const result = without(root, path);
  return result && (withDefinitions(result, definitions) as ObjectSchema);
}

/** The object that a property refers to, of a nillable one too. */
function objectOf({ $ref, anyOf, ...others }: JsonSchema, definitions: Definitions): JsonSchema {
  if (typeof $ref === "string") return { ...definitions[nameOf($ref)], ...others };
  const [first] = Array.isArray(anyOf) && anyOf.length === 2 ? (anyOf as readonly JsonSchema[]) : [];
  return first === undefined ? others : objectOf({ ...first, ...others }, definitions);
}

/** Keywords that assistants refuse beside the object at the root of a tool's arguments. */
const NOT_AT_ROOT = new Set(["allOf", "anyOf", "oneOf", "not", "if", "then", "else", "enum", "const"]);

/** Returns the schema with an object alone at its root, and the sentences about what it cannot say. */
export function withoutChoices(schema: ObjectSchema, sentences: readonly string[]): ObjectSchema {
  const root = Object.entries(schema).filter(([keyword]) => !NOT_AT_ROOT.has(keyword));
  const description = sentences.length === 0 ? [] : [["description", sentences.join(" ")] as const];
  return Object.fromEntries([...root, ...description]) as unknown as ObjectSchema;
}

const SUBSCHEMAS = ["anyOf", "oneOf", "allOf"];

/** Whether values of the schema have a list that is in no other one. */
export function hasList(schema: JsonSchema): boolean {
  const definitions = (schema.$defs ?? {}) as Definitions;
  const seen = new Set<string>();
  const search = (inner: unknown): boolean => {
    if (typeof inner !== "object" || inner === null) return false;
    const { type, $ref, properties, ...others } = inner as JsonSchema;
    if (type === "array") return true;
    if (typeof $ref === "string") {
      const name = nameOf($ref);
      if (seen.has(name)) return false;
      seen.add(name);
      return search(definitions[name]);
    }
    if (Object.values((properties ?? {}) as Definitions).some(search)) return true;
    return SUBSCHEMAS.some((keyword) => Array.isArray(others[keyword]) && others[keyword].some(search));
  };
  return search(schema);
}

/** Returns `name`, or the first of `name_2`, `name_3` … that is not taken. */
export function freeName(name: string, taken: readonly string[]): string {
  let free = name;
  for (let number = 2; taken.includes(free); number++) free = `${name}_${number}`;
  return free;
}

/** Keywords whose members are values, and no schemas. */
const VALUES = new Set(["default", "examples", "const", "enum", "required"]);

/** Returns a schema with what `change` makes of each of its schemas, the inner ones first. */
function mapSchema(schema: JsonSchema, change: (schema: JsonSchema) => JsonSchema): JsonSchema {
  const inner = (value: unknown): unknown => {
    if (Array.isArray(value)) return value.map(inner);
    return typeof value === "object" && value !== null ? mapSchema(value as JsonSchema, change) : value;
  };
  const named = (members: unknown): unknown =>
    Object.fromEntries(Object.entries(members as Definitions).map(([name, each]) => [name, inner(each)]));
  return change(
    Object.fromEntries(
      Object.entries(schema).map(([keyword, value]) => {
        if (keyword === "properties" || keyword === "$defs") return [keyword, named(value)];
        return [keyword, VALUES.has(keyword) ? value : inner(value)];
      }),
    ),
  );
}

/** Returns the schema without the least counts of lists and texts, which a result that is cut does not have. */
export function withoutLeast(schema: JsonSchema): JsonSchema {
  return mapSchema(schema, ({ minItems: _, minLength: __, ...others }) => others);
}

/** Returns the schema with visible texts. Names and values have to be as they are. */
export function visibleSchema(schema: JsonSchema): JsonSchema {
  return mapSchema(schema, (inner) =>
    Object.fromEntries(
      Object.entries(inner).map(([keyword, value]) => [
        keyword,
        TEXTS.has(keyword) && typeof value === "string" ? visible(value) : value,
      ]),
    ),
  );
}

const TEXTS = new Set(["title", "description", "$comment"]);

/**
 * Returns the schema with the types that are nearest to its root, in at most `most` characters. The others accept any
 * value; the call checks arguments by the types of the service. `own` are the properties that the tool adds.
 */
export function cutSchema(schema: JsonSchema, most: number, own: readonly (string | undefined)[] = []): JsonSchema {
  if (JSON.stringify(schema).length <= most) return schema;
  const { $defs = {}, ...whole } = schema;
  const root = cutRoot(whole, most, own);
  // The definitions are in the order in which the root reaches them: `withDefinitions`.
  const ordered = (withDefinitions(root, $defs as Definitions).$defs ?? {}) as Definitions;
  let room = most - JSON.stringify(root).length;
  const kept = Object.entries(ordered).map(([name, definition]) => {
    const length = JSON.stringify(definition).length + name.length + 4;
    if (length > room) return [name, LEFT_OUT] as const;
    room -= length;
    return [name, definition] as const;
  });
  return withDefinitions(root, Object.fromEntries(kept));
}

/**
 * Returns the root with the names of all its properties, and the shortest of their schemas. The names may be longer than
 * `most`: an assistant has to know them.
 */
function cutRoot(root: JsonSchema, most: number, own: readonly (string | undefined)[]): JsonSchema {
  if (!isObject(root) || JSON.stringify(root).length <= most) return root;
  const { properties = {}, additionalProperties, ...others } = root;
  const described = withSentence(others, LEFT_OUT_ROOT);
  const entries = Object.entries(properties).map(([name, schema]) => {
    const { length } = JSON.stringify(schema);
    return { name, schema, length: own.includes(name) ? 0 : length, least: JSON.stringify(name).length + 4 };
  });
  const frame = JSON.stringify(described).length + 60;
  let room = most - entries.reduce((sum, { least }) => sum + least, frame);
  const whole = new Set<string>();
  for (const { name, length } of [...entries].sort((one, other) => one.length - other.length)) {
    room -= length;
    if (room < 0 && length > 0) break;
    whole.add(name);
  }
  const kept = entries.map(({ name, schema }) => [name, whole.has(name) ? schema : {}] as const);
  return {
    ...described,
    properties: Object.fromEntries(kept),
    ...(additionalProperties === false && { additionalProperties }),
  };
}

function withSentence(schema: JsonSchema, sentence: string): JsonSchema {
  const { description } = schema;
  return { ...schema, description: typeof description === "string" ? `${description} ${sentence}` : sentence };
}

const LEFT_OUT_ROOT = "Properties of any value are left out of this schema, which would be too long.";
const LEFT_OUT: JsonSchema = { description: "Left out of this schema, which would be too long." };

/** Returns the schema of what is left out of a result. */
export function cutTextSchema(): JsonSchema {
  return { type: "string", description: "What is left out of this result, because it would be too long." };
}

/** Returns the schema of a page of the list that `schema` describes; undefined if it describes none. */
export function pageSchema(schema: JsonSchema): ObjectSchema | undefined {
  const { $schema, $defs, anyOf } = schema;
  const { type, items } = Array.isArray(anyOf) ? (anyOf as readonly JsonSchema[])[0]! : schema;
  if (type !== "array" || items === undefined) return undefined;
  return {
    ...($schema === undefined ? {} : { $schema }),
    type: "object",
    properties: {
      items: { type: "array", items },
      total: { type: "integer", minimum: 0, description: "How many items the whole list has. Absent if unknown." },
      cut: cutTextSchema(),
    },
    required: ["items"],
    additionalProperties: false,
    ...($defs === undefined ? {} : { $defs }),
  };
}
