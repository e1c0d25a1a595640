import { whyRefused } from "../element-graph/accepts";
import { attribute, attributeNode, placeOf, type XmlElement } from "../xml/xml";
import type { TypeDefinition } from "./components";
import type { SchemaContext } from "./context";

/** Sections 3.2 and 3.3: at most one of `default` and `fixed`. */
interface ValueConstraint {
  readonly default?: string;
  readonly fixed?: string;
}

/** Returns the constraint without other properties of the component. */
export function constraintOf(component: ValueConstraint): ValueConstraint {
  if (component.fixed !== undefined) return { fixed: component.fixed };
  return component.default === undefined ? {} : { default: component.default };
}

export function valueConstraint(source: XmlElement, context: SchemaContext): ValueConstraint {
  const byDefault = attribute(source, "default");
  const fixed = attributeNode(source, "fixed");
  if (fixed === undefined) return byDefault === undefined ? {} : { default: byDefault };
  if (byDefault !== undefined) context.diagnostics.error(fixed, "default and fixed exclude each other");
  return { fixed: fixed.value };
}

/** Removes an invalid default with a warning, because it would make every response without the value invalid. */
export function dropWrongDefault(
  holder: { default?: string },
  type: () => TypeDefinition,
  source: XmlElement,
  context: SchemaContext,
): void {
  if (holder.default === undefined) return;
  context.afterwards(() => {
    const wrong = holder.default === undefined ? undefined : wrongValue(type(), holder.default);
    if (wrong === undefined) return;
    const { position } = placeOf(source, "default");
    context.diagnostics.warning(position, `default "${holder.default}" is not valid: ${wrong}; it is ignored`);
    delete holder.default;
  });
}

/** In characters. Regular expressions of V8 fail on texts of millions of characters. */
const longestExamined = 100_000;

/**
 * Sections 3.2.6 and 3.3.6, Value Constraint Valid: returns the violated facet or type; undefined for a valid value.
 */
function wrongValue(type: TypeDefinition, lexical: string): string | undefined {
  const simple = type.kind === "simpleType" ? type : type.content.kind === "simple" ? type.content.type : undefined;
  return simple === undefined || lexical.length > longestExamined ? undefined : whyRefused(simple, lexical);
}
