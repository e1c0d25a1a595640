/** The entry point `soapwright-runtime/json`: values of the tables as JSON, and their types as JSON Schema. */

export { jsonSchemaDocument, jsonSchemaOf, jsonSchemaOfType, type NamedSchema } from "./json/json-schema";
export { parseJsonText } from "./json/json-text";
export { fromJson, type Json, type JsonType, toJson } from "./json/json-values";
export type { JsonSchema, SchemaTexts } from "./json/schema-types";
export { type StandardSchema, standardSchema } from "./json/standard-schema";
