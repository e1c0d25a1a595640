/** The entry point `soapwright-json`: values of the tables as JSON, and their types as JSON Schema. */

export {
  type JsonSchemaOptions,
  jsonSchemaDocument,
  jsonSchemaOf,
  jsonSchemaOfType,
  type NamedSchema,
  type OperationSchemas,
  type TypeSchemaOptions,
} from "./json-schema";
export { parseJsonText } from "./json-text";
export {
  type FromJsonOptions,
  fromJson,
  type Json,
  type JsonOptions,
  type JsonType,
  type TypedTable,
  toJson,
} from "./json-values";
export type { JsonSchema, SchemaTexts } from "./schema-types";
export {
  type StandardIssue,
  type StandardResult,
  type StandardSchema,
  type StandardSchemaOptions,
  type StandardSchemas,
  standardSchema,
} from "./standard-schema";
