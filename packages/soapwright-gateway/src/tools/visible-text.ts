/** Texts of a WSDL and of the service as an assistant gets them: without characters that people do not see. */
import { printable } from "soapwright-runtime/xsd";

/**
 * Characters without a shape of their own: zero widths, bidi controls, variation selectors, Unicode tags (UAX 44,
 * Default_Ignorable_Code_Point), and marks of annotations. They write text that people do not see, and assistants read.
 */
const HIDDEN = /[\p{DI}\ufff9-\ufffb]/gu;

/** Returns the text without hidden characters, with controls escaped. */
export function visible(text: string): string {
  return printable(text.replace(HIDDEN, ""));
}

/** Returns the beginning of a text, visible, with a mark where it is cut. */
export function visibleStart(text: string, most: number): string {
  const shown = visible(text.slice(0, most));
  return text.length > most ? `${shown} …` : shown;
}

/** Returns JSON whose texts and names are visible. */
export function visibleJson(json: unknown): unknown {
  if (typeof json === "string") return visible(json);
  if (Array.isArray(json)) return json.map(visibleJson);
  if (typeof json !== "object" || json === null) return json;
  return Object.fromEntries(Object.entries(json).map(([key, value]) => [visible(key), visibleJson(value)]));
}

/** Whether a text has a hidden character. */
export function hidesText(text: string): boolean {
  // The expression is global, so that `test` would go on where it was.
  return text.search(HIDDEN) >= 0;
}
