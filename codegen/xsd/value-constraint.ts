import { attribute, attributeNode } from "../xml/navigate";
import type { XmlElement } from "../xml/tree";
import type { SchemaContext } from "./context";

/** Sections 3.2 and 3.3: at most one of `default` and `fixed`. */
export function valueConstraint(
  source: XmlElement,
  context: SchemaContext,
): { readonly default?: string; readonly fixed?: string } {
  const byDefault = attribute(source, "default");
  const fixed = attributeNode(source, "fixed");
  if (fixed === undefined) return byDefault === undefined ? {} : { default: byDefault };
  if (byDefault !== undefined) context.diagnostics.error(fixed.position, "default and fixed exclude each other");
  return { fixed: fixed.value };
}
