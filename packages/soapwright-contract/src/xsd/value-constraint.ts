import { attribute, attributeNode, placeOf, type XmlElement } from "../xml/xml";
import { whyRefused } from "./accepts";
import type { TypeDefinition } from "./components";
import type { SchemaContext } from "./context";
import { textTypeOf } from "./effective-type";

/** Sections 3.2 and 3.3: at most one of `default` and `fixed`. */
interface ValueConstraint {
  readonly default?: string | undefined;
  readonly fixed?: string | undefined;
}

/** Returns the constraint without other properties of the component. */
export function constraintOf({ default: byDefault, fixed }: ValueConstraint): ValueConstraint {
  return { default: fixed === undefined ? byDefault : undefined, fixed };
}

export function valueConstraint(source: XmlElement, context: SchemaContext): ValueConstraint {
  const byDefault = attribute(source, "default");
  const fixed = attributeNode(source, "fixed");
  if (fixed !== undefined && byDefault !== undefined)
    context.diagnostics.error(fixed, "default-and-fixed", "default and fixed exclude each other");
  return constraintOf({ default: byDefault, fixed: fixed?.value });
}

/** Removes an invalid default with a warning, because it would make every response without the value invalid. */
export function dropWrongDefault(
  holder: { default?: string | undefined },
  type: () => TypeDefinition,
  source: XmlElement,
  context: SchemaContext,
): void {
  if (holder.default === undefined) return;
  context.afterwards(() => {
    const wrong = holder.default === undefined ? undefined : wrongValue(type(), holder.default);
    if (wrong === undefined) return;
    context.diagnostics.warning(
      placeOf(source, "default"),
      "default-invalid",
      `default "${holder.default}" is not valid: ${wrong}; it is ignored`,
    );
    holder.default = undefined;
  });
}

/** In characters. Regular expressions of V8 fail on texts of millions of characters. */
const longestExamined = 100_000;

/**
 * Sections 3.2.6 and 3.3.6, Value Constraint Valid: returns the violated facet or type; undefined for a valid value.
 */
function wrongValue(type: TypeDefinition, lexical: string): string | undefined {
  const simple = textTypeOf(type);
  return simple === undefined || lexical.length > longestExamined ? undefined : whyRefused(simple, lexical);
}
