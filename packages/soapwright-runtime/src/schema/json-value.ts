/** Converts JSON to values of the tables. Types that JSON lacks are texts in it. */

import { compileSimple } from "./plans/plan-simple";
import type { ComplexNode, NodeRef, SimpleNode } from "./tables/nodes";
import { nodeOf, stepsOf, type TypedProperty, typedPropertiesOf } from "./tables/view";
import { valueOfText } from "./value-of-text";

/**
 * Returns the value of `json` for the type `ref`. Large integers, bytes and similar types are read from their lexical,
 * decimals from numbers too. A value that does not fit is returned unchanged, so that the encoder reports it.
 */
export function valueOfJson(ref: NodeRef, json: unknown): unknown {
  const node = nodeOf(ref);
  switch (node.kind) {
    case "nillable":
      return json === null ? null : valueOfJson(node.type, json);
    case "simple":
      return simpleValue(node, json);
    case "complex":
      return isRecord(json) ? complexValue(node, json) : json;
    case "polymorphic": {
      if (!isRecord(json)) return json;
      const { $type } = json;
      const chosen = node.alternatives.find(({ label, declared }) =>
        $type === undefined ? declared : label === $type,
      );
      if (chosen === undefined) return json;
      if (chosen.wrapped) return { ...json, value: valueOfJson(chosen.type, json.value) };
      const { $type: _, ...rest } = json;
      const value = valueOfJson(chosen.type, rest);
      return $type === undefined || !isRecord(value) ? value : { $type, ...value };
    }
    case "soapArray":
      return Array.isArray(json) ? json.map((item) => valueOfJson(node.item, item)) : json;
    case "anyType":
      return json;
  }
}

/** Takes each item of a list, or the single value of a repeated element. */
export function valueOfProperty({ type, list, element }: TypedProperty, json: unknown): unknown {
  if (list && Array.isArray(json)) return json.map((item) => valueOfJson(type, item));
  return list && element?.array !== true ? json : valueOfJson(type, json);
}

function simpleValue(node: SimpleNode, json: unknown): unknown {
  if (Array.isArray(json)) {
    const { variety } = stepsOf(node).at(-1)!;
    return variety.of === "list" ? json.map((entry) => simpleValue(nodeOf(variety.item), entry)) : json;
  }
  if (typeof json !== "string" && typeof json !== "number") return json;
  const found = valueOfText(node, String(json), "closed");
  if (!("value" in found) || typeof found.value === "number") return json;
  const isText = typeof found.value === "string";
  if (isText && typeof json === "number") return compileSimple(node).builtIns.includes("decimal") ? found.value : json;
  return isText ? json : found.value;
}

type JsonRecord = Readonly<{ [key: string]: unknown }>;

function isRecord(value: unknown): value is JsonRecord {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

function complexValue(node: ComplexNode, json: JsonRecord): JsonRecord {
  const properties = new Map(typedPropertiesOf(node).map((property) => [property.key, property]));
  return Object.fromEntries(
    Object.entries(json).map(([key, value]) => {
      const property = properties.get(key);
      return [key, property === undefined ? value : valueOfProperty(property, value)];
    }),
  );
}
