import type { Operation } from "../schema/tables/table-operations";
import type { OperationNode } from "../schema/tables/nodes";
import { type JsonSchema, jsonSchemaOfType } from "./json-schema";
import { issueText, type JsonType, readJson } from "./json-values";

/** The interface `StandardSchemaV1` of @standard-schema/spec. `Value` is the value of the tables. */
export interface StandardSchema<Value = unknown> {
  readonly "~standard": {
    readonly version: 1;
    readonly vendor: string;
    /** Takes JSON. */
    readonly validate: (json: unknown) => StandardResult<Value>;
    readonly types?: { readonly input: unknown; readonly output: Value } | undefined;
    /** The interface `StandardJSONSchemaV1`: the JSON Schema of the input. Throws for a target other than draft 2020-12. */
    readonly jsonSchema: {
      readonly input: (options: { readonly target: string }) => Record<string, unknown>;
      readonly output: (options: { readonly target: string }) => Record<string, unknown>;
    };
  };
}
export type StandardResult<Value> =
  | { readonly value: Value; readonly issues?: undefined }
  | { readonly issues: readonly StandardIssue[] };
export interface StandardIssue {
  readonly message: string;
  readonly path: readonly (string | number)[];
}

/** The schemas of an operation. `result` validates nothing but undefined for a one-way operation. */
export interface StandardSchemas<Args = unknown, Result = unknown> {
  readonly args: StandardSchema<Args>;
  readonly result: StandardSchema<Result>;
}

/** Returns the arguments and the result of an operation as Standard Schemas, whose input is the JSON of `toJson`. */
export function standardSchema<A, R, H, F, P>(operation: Operation<A, R, H, F, P>): StandardSchemas<A, R>;
export function standardSchema(operation: OperationNode): StandardSchemas;
export function standardSchema({ input, output, name }: OperationNode): StandardSchemas {
  return { args: schemaOf(input, name), result: output === undefined ? NOTHING : schemaOf(output, name) };
}

const DRAFT = "draft-2020-12";

function schemaOf(type: JsonType, name: string): StandardSchema {
  const jsonSchema = ({ target }: { readonly target: string }): JsonSchema => {
    if (target !== DRAFT) throw new TypeError(`The JSON Schema has the target ${DRAFT} alone, and not ${target}.`);
    return jsonSchemaOfType(type);
  };
  return {
    "~standard": {
      version: 1,
      vendor: "soapwright",
      validate(json) {
        const { value, issues } = readJson(type, json, {});
        if (issues.length === 0) return { value };
        return { issues: issues.map((issue) => ({ message: issueText(issue, name), path: issue.path })) };
      },
      jsonSchema: { input: jsonSchema, output: jsonSchema },
    },
  };
}

const NOTHING: StandardSchema = {
  "~standard": {
    version: 1,
    vendor: "soapwright",
    validate: (json) =>
      json === undefined ? { value: undefined } : { issues: [{ message: "The operation has no result.", path: [] }] },
    jsonSchema: { input: () => ({ not: {} }), output: () => ({ not: {} }) },
  },
};
