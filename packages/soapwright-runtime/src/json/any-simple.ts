/** `xs:anySimpleType` as `{ $type, value }`, where `xsi:type` names a built-in type. */

import type { SimpleNode } from "../schema/tables/nodes";
import { xs } from "../schema/tables/table-simple";
import { builtInOf, stepsOf } from "../schema/tables/view";
import type { JsonSchema } from "./schema-types";

/** The built-in types by their local names. */
const builtIns: ReadonlyMap<string, SimpleNode> = new Map(
  Object.entries(xs)
    .filter(([key, node]) => node.name?.local === key && key !== "anySimpleType")
    .map(([key, node]) => [key, node]),
);

export const builtInNames: readonly string[] = [...builtIns.keys()].sort();

export function builtInNamed(local: unknown): SimpleNode | undefined {
  return typeof local === "string" ? builtIns.get(local) : undefined;
}

/** Whether an element of the type may name another one with `xsi:type`. */
export function isAnySimple(node: SimpleNode): boolean {
  return builtInOf(node) === "anySimpleType" && stepsOf(node).every(({ facets }) => facets === undefined);
}

/** Whether a value names its type. */
export function isTyped(value: unknown): value is { readonly [key: string]: unknown } {
  return typeof value === "object" && value !== null && !Array.isArray(value) && Object.hasOwn(value, "$type");
}

export const TYPED_VALUE: JsonSchema = {
  type: "object",
  description: "A value of the built-in type $type, in the form that this type has.",
  properties: { $type: { type: "string", enum: builtInNames }, value: {} },
  required: ["$type", "value"],
  additionalProperties: false,
  $comment: "fromJson also checks the form of value.",
};
