/** How places and types are called in findings. */
import type { QName } from "../xml/qname";
import type { TextShape } from "./shape";

/** Which message a type is in. */
export interface Message {
  readonly direction: "request" | "response";
  readonly operation: string;
}

/** `Price of Order, in the response of Order_Get,` */
export function fieldPlace(owner: string, field: { readonly name: QName }, message: Message): string {
  return `${field.name.local} of ${owner}, in the ${messageWords(message)},`;
}

/** `response of Order_Get` */
export function messageWords({ direction, operation }: Message): string {
  return `${direction} of ${operation}`;
}

/** Name of what a text is of. */
export function textWords(text: TextShape): string {
  const types = [...new Set(text.builtIns)].map((name) => `xs:${name}`);
  const one = types.length === 1 ? types[0]! : `a union of ${types.join(", ")}`;
  return text.isList ? `a list of ${one}` : one;
}

/** Values of an enumeration, a few of them. */
export function valueWords(values: readonly string[]): string {
  const shown = values.slice(0, 5).map((value) => JSON.stringify(value.slice(0, 60)));
  return values.length > 5 ? `${shown.join(", ")} and ${values.length - 5} more` : shown.join(", ");
}
