/** Nested code, and how it is broken into lines. */

/** Text, or items between `head` and `tail`: on one line when they fit, otherwise one item per line. */
export type Code = string | Block;
export interface Block {
  readonly head: string;
  readonly items: readonly Code[];
  readonly tail: string;
  /** Types have no comma after the last of several lines; a union has `|` before each member instead of commas. */
  readonly of?: "types" | "union";
}

/** The longest line of generated code. */
export const width = 120;

/** `head(items)`. */
export function call(head: string, items: readonly Code[]): Block {
  return { head: `${head}(`, items, tail: ")" };
}
/** `[items]`. */
export function array(items: readonly Code[]): Block {
  return { head: "[", items, tail: "]" };
}
/** `{ key: value }`, or `{ key }` for a value of that name, without absent values. */
export function object(properties: { readonly [key: string]: Code | undefined }): Block {
  const items = Object.entries(properties).flatMap(([key, value]) =>
    value === undefined ? [] : [value === key && !key.startsWith('"') ? key : prefixed(`${key}: `, value)],
  );
  return { head: "{", items, tail: "}" };
}
/** `head<items>`, of types. */
export function typeArguments(head: string, items: readonly Code[]): Block {
  return { head: `${head}<`, items, tail: ">", of: "types" };
}
/** `A | B`, of types. */
export function unionOf(items: readonly Code[]): Block {
  return { head: "", items, tail: "", of: "union" };
}
export function prefixed(text: string, code: Code): Code {
  return typeof code === "string" ? text + code : { ...code, head: text + code.head };
}

/** Returns the text of `code`, starting at `column` of a line indented by `indent`. */
export function lay(code: Code, indent = 0, column = indent): string {
  if (typeof code === "string") return code;
  const flat = flatten(code);
  if (flat !== undefined && column + flat.length <= width) return flat;
  const { head, items, tail } = code;
  if (items.length === 0) return head + tail;
  if (code.of === "union") return items.map((item) => `| ${lay(item, indent)}`).join(`\n${" ".repeat(indent)}`);
  // The last argument of a call stays on the line of the head if it can be broken itself: `foo(bar, [` and `foo([`.
  const last = items[items.length - 1]!;
  if (typeof last !== "string" && last.of === undefined && head.endsWith("(")) {
    const leading = items.slice(0, -1).map(flatten);
    const start = head + leading.map((item) => `${item}, `).join("");
    const isFlat = leading.every((item) => item !== undefined);
    if (isFlat && indent + start.length + last.head.length <= width)
      return `${start}${lay(last, indent, width + 1)}${tail}`;
  }
  const inner = indent + 2;
  const lines = items.map((item, at) => {
    const comma = code.of === "types" && at === items.length - 1 ? "" : ",";
    return `${" ".repeat(inner)}${lay(item, inner, inner + 1)}${comma}`;
  });
  return `${head}\n${lines.join("\n")}\n${" ".repeat(indent)}${tail}`;
}

/** Returns the code on one line; undefined if it does not fit. */
function flatten(code: Code): string | undefined {
  if (typeof code === "string") return code.includes("\n") ? undefined : code;
  const space = code.head.endsWith("{") && code.items.length > 0 ? " " : "";
  let text = code.head + space;
  let separator = "";
  for (const item of code.items) {
    const flat = flatten(item);
    if (flat === undefined) return undefined;
    text += separator + flat;
    if (text.length > width) return undefined;
    separator = code.of === "union" ? " | " : ", ";
  }
  text += space + code.tail;
  return text.length > width ? undefined : text;
}
