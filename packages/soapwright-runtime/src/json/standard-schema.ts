import type { ValidationMode } from "../client/option-types";
import type { OperationNode } from "../schema/tables/nodes";
import type { Operation } from "../schema/tables/table-operations";
import { jsonSchemaOfType } from "./json-schema";
import { issueText, type JsonType, readJson } from "./json-values";
import type { JsonSchema } from "./schema-types";

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

export interface StandardSchemaOptions {
  /** The `validation` of the client whose results the schema of results takes. Arguments are exact. Default: `standard`. */
  readonly validation?: ValidationMode | undefined;
}

/**
 * Returns the arguments and the result of an operation as Standard Schemas, whose input is the JSON of `toJson`. They
 * report at most 20 issues, and in one more how many others there are.
 */
export function standardSchema<A, R, H, F, P>(
  operation: Operation<A, R, H, F, P>,
  options?: StandardSchemaOptions,
): StandardSchemas<A, R>;
export function standardSchema(operation: OperationNode, options?: StandardSchemaOptions): StandardSchemas;
export function standardSchema(
  { input, output, name }: OperationNode,
  { validation = "standard" }: StandardSchemaOptions = {},
): StandardSchemas {
  return {
    args: schemaOf(input, name, "strict"),
    result: output === undefined ? NOTHING : schemaOf(output, name, validation),
  };
}

const DRAFT = "draft-2020-12";

function schemaOf(type: JsonType, name: string, validation: ValidationMode): StandardSchema {
  const jsonSchema = ({ target }: { readonly target: string }): JsonSchema => {
    if (target !== DRAFT) throw new TypeError(`The JSON Schema has the target ${DRAFT} alone, and not ${target}.`);
    return jsonSchemaOfType(type, { validation });
  };
  return {
    "~standard": {
      version: 1,
      vendor: "soapwright",
      validate(json) {
        const { value, issues } = readJson(type, json, { validation });
        if (issues.count === 0) return { value };
        const kept = issues.kept.map((issue) => ({ message: issueText(issue, name), path: issue.path }));
        return { issues: [...kept, ...issues.more.map((message) => ({ message, path: [] }))] };
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
