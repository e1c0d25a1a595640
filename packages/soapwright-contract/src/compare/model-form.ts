/** A canonical text of a model, equal for models that produce the same code, regardless of declaration order. */
import type { Model } from "../model/model";

/** Properties that no generated file shows, or that follow from others. */
const hidden = new Set(["position", "component", "naming", "typeLabel", "direction"]);
/** Lists whose order has no meaning for a caller. */
const unordered = new Set(["types", "clients", "ports", "operations", "faults", "headers", "values", "enumeration"]);

export function formOf(model: Model, withDocumentation: boolean): string {
  const names = new Map(model.types.map((type) => [type.id, type.name]));
  const form = (value: unknown, key: string): unknown => {
    if (key === "id" || key === "base") return typeof value === "number" ? names.get(value) : value;
    if (Array.isArray(value)) {
      const items = value.map((item) => form(item, key === "parts" || key === "particles" ? key : ""));
      return unordered.has(key) ? items.map((item) => JSON.stringify(item)).sort() : attributesLast(items);
    }
    if (typeof value !== "object" || value === null) return value === Number.POSITIVE_INFINITY ? "unbounded" : value;
    const entries = Object.entries(value)
      .filter(([name]) => !hidden.has(name) && (withDocumentation || name !== "documentation"))
      .map(([name, inner]) => [name, form(inner, name)] as const)
      // An empty action and an absent action are the same on the wire.
      .filter(([name, inner]) => inner !== undefined && !(inner === "" && (name === "1.1" || name === "1.2")));
    return Object.fromEntries(entries.sort(([one], [other]) => (one < other ? -1 : 1)));
  };
  return JSON.stringify(form(model, ""));
}

/** XML 1.0, 3.1: the order of attributes has no meaning. */
function attributesLast(items: readonly unknown[]): unknown[] {
  const isAttribute = (item: unknown): boolean =>
    typeof item === "object" && item !== null && "kind" in item && item.kind === "attribute";
  const attributes = items.filter(isAttribute).map((item) => JSON.stringify(item));
  return [...items.filter((item) => !isAttribute(item)), ...attributes.sort()];
}
