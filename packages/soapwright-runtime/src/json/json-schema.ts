import type { ValidationMode } from "../client/option-types";
import type { OperationNode } from "../schema/tables/nodes";
import { type Json, type JsonType, validationOf } from "./json-values";
import { Definitions } from "./schema-definitions";
import type { JsonSchema, SchemaTexts } from "./schema-types";

/** Options of the schema of one type. */
export interface TypeSchemaOptions {
  readonly documentation?: SchemaTexts | undefined;
  /**
   * The schema of values that a client with this `validation` has read from a response: it has values outside of
   * enumerations and facets, and with `lenient` whatever else a client reads. `strict` is exact, as arguments are.
   * Default: `standard` for the result of an operation, else `strict`.
   */
  readonly validation?: ValidationMode | undefined;
  /**
   * False for validators of other drafts, for example Fastify's: without `$schema`, and without `default`, which they
   * would write into the value. Default: true.
   */
  readonly $schema?: boolean | undefined;
}

export interface JsonSchemaOptions extends TypeSchemaOptions {
  /** The `validation` of the client whose results the schema is for. Arguments are exact. Default: `standard`. */
  readonly validation?: ValidationMode | undefined;
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
  const { documentation, examples, validation = "standard" } = options;
  const description = documentation?.operations?.[name];
  const schemaOf = (type: JsonType, level: ValidationMode, what: string, samples: readonly Json[] = []): JsonSchema =>
    documentOf(type, { ...options, validation: level }, (schema) => ({
      title: `${what} of ${name}`,
      ...(description === undefined ? {} : { description }),
      ...schema,
      ...(samples.length === 0 ? {} : { examples: samples }),
    }));
  return {
    args: schemaOf(input, "strict", "Arguments", examples?.args),
    ...(output === undefined ? {} : { result: schemaOf(output, validation, "Result", examples?.result) }),
  };
}

/** Returns the JSON Schema of one type. */
export function jsonSchemaOfType(type: JsonType, options: TypeSchemaOptions = {}): JsonSchema {
  return documentOf(type, options, (schema) => schema);
}

function documentOf(
  type: JsonType,
  { documentation, validation = validationOf(type), $schema = true }: TypeSchemaOptions,
  root: (schema: JsonSchema) => JsonSchema,
): JsonSchema {
  const definitions = new Definitions({ texts: documentation, defaults: $schema, isValidated: true });
  const { schemas, defs } = definitions.finish([{ type, level: validation }]);
  return {
    ...($schema ? { $schema: DRAFT } : {}),
    ...root(schemas[0]!),
    ...(Object.keys(defs).length === 0 ? {} : { $defs: defs }),
  };
}

/** A type of a document of schemas, which is at `#/$defs/<name>`. */
export interface NamedSchema {
  readonly name: string;
  readonly type: JsonType;
  /** As in the options of `jsonSchemaOfType`. */
  readonly validation?: ValidationMode | undefined;
  readonly description?: string | undefined;
  readonly examples?: readonly Json[] | undefined;
}

/**
 * Returns one document with several types, which share their definitions. The names are unique. A type that is different
 * in results has a definition of its own there, with `.result` behind its name. With `numbers`, decimals and large integers
 * of results may be numbers too, as in JSON that a person writes.
 */
export function jsonSchemaDocument(
  title: string,
  types: readonly NamedSchema[],
  texts?: SchemaTexts,
  { numbers }: { readonly numbers?: boolean } = {},
): JsonSchema {
  const definitions = new Definitions({ texts, defaults: true, numbers });
  for (const { name } of types) definitions.reserve(name);
  const { schemas, defs } = definitions.finish(
    types.map(({ type, validation = validationOf(type) }) => ({ type, level: validation })),
  );
  const named = types.map(({ name, description, examples = [] }, at) => [
    name,
    {
      ...(description === undefined ? {} : { description }),
      ...schemas[at]!,
      ...(examples.length === 0 ? {} : { examples }),
    },
  ]);
  return { $schema: DRAFT, title, $defs: { ...Object.fromEntries(named), ...defs } };
}
