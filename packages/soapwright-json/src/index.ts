/** The entry point `soapwright-json`: values of the tables as JSON, and their types as JSON Schema. */

export {
  type JsonSchema,
  type JsonSchemaOptions,
  jsonSchemaDocument,
  jsonSchemaOf,
  jsonSchemaOfType,
  type NamedSchema,
  type OperationSchemas,
  type SchemaTexts,
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
export {
  type StandardIssue,
  type StandardResult,
  type StandardSchema,
  type StandardSchemas,
  standardSchema,
} from "./standard-schema";
