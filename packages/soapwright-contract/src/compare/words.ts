/** The wording of places and types in findings. */
import { shapeOf } from "../element-graph/graph-shape";
import type { SimpleType } from "../xsd/components";

/** The message that a type occurs in. */
export interface Message {
  readonly direction: "request" | "response";
  readonly operation: string;
}

/** Returns `response of Order_Get`. */
export function messageWords({ direction, operation }: Message): string {
  return `${direction} of ${operation}`;
}

/** Returns `xs:int`, `a list of xs:int` or a union. */
export function textWords(type: SimpleType): string {
  const { variety } = shapeOf(type);
  if (variety.of === "atomic") return `xs:${variety.name}`;
  if (variety.of === "list") return `a list of ${textWords(variety.item)}`;
  const members = [...new Set(variety.members.map(textWords))];
  return members.length === 1 ? members[0]! : `a union of ${members.join(", ")}`;
}

/** The first five values of an enumeration, and the number of others. */
export function valueWords(values: readonly string[]): string {
  const shown = values.slice(0, 5).map((value) => JSON.stringify(value.slice(0, 60)));
  return values.length > 5 ? `${shown.join(", ")} and ${values.length - 5} more` : shown.join(", ");
}
