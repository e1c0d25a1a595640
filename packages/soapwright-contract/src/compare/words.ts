/** How places and types are called in findings. */
import { shapeOf } from "../element-graph/graph-shape";
import type { SimpleType } from "../xsd/components";

/** Which message a type is in. */
export interface Message {
  readonly direction: "request" | "response";
  readonly operation: string;
}

/** `response of Order_Get` */
export function messageWords({ direction, operation }: Message): string {
  return `${direction} of ${operation}`;
}

/** What a text is of. */
export function textWords(type: SimpleType): string {
  const { variety } = shapeOf(type);
  if (variety.of === "atomic") return `xs:${variety.name}`;
  if (variety.of === "list") return `a list of ${textWords(variety.item)}`;
  const members = [...new Set(variety.members.map(textWords))];
  return members.length === 1 ? members[0]! : `a union of ${members.join(", ")}`;
}

/** Values of an enumeration, a few of them. */
export function valueWords(values: readonly string[]): string {
  const shown = values.slice(0, 5).map((value) => JSON.stringify(value.slice(0, 60)));
  return values.length > 5 ? `${shown.join(", ")} and ${values.length - 5} more` : shown.join(", ");
}
