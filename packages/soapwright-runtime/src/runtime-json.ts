/** The entry point `soapwright-runtime/json`: values of the tables as JSON, and their types as JSON Schema. */

export {
  type JsonSchemaOptions,
  jsonSchemaDocument,
  jsonSchemaOf,
  jsonSchemaOfType,
  type NamedSchema,
  type OperationSchemas,
  type TypeSchemaOptions,
} from "./json/json-schema";
export { parseJsonText } from "./json/json-text";
export {
  type FromJsonOptions,
  fromJson,
  type Json,
  type JsonOptions,
  type JsonType,
  type TypedTable,
  toJson,
} from "./json/json-values";
export type { JsonSchema, SchemaTexts } from "./json/schema-types";
export {
  type StandardIssue,
  type StandardResult,
  type StandardSchema,
  type StandardSchemaOptions,
  type StandardSchemas,
  standardSchema,
} from "./json/standard-schema";
