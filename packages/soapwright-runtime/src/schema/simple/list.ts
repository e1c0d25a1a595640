/** Lists (XML Schema Part 2, 2.5.1.2), which are arrays in TypeScript. */

import { kindOf } from "../../kind-of";
import { splitList } from "../../xsd/built-ins";
import { Mismatch } from "./mismatch";
import type { EncodeScope, SimpleTypeCodec } from "./simple-type";

/** `minItems` is 1 for the built-in list types. */
export function listOf(item: SimpleTypeCodec, minItems = 0): SimpleTypeCodec {
  const expected = `list of ${item.expected}`;
  const { compare, forgive, otherText } = item;
  return {
    expected,
    whiteSpace: "collapse",
    variety: "list",
    item,
    builtIns: ["anySimpleType"],
    identifies: item.identifies,
    parse(text, scope) {
      const items = splitList(text).map((token) => item.parse(token, scope));
      if (items.length < minItems) throw new Mismatch(`${expected} with at least one item`);
      return items;
    },
    forgive: forgive && ((text) => splitList(text).map(forgive).join(" ")),
    format(value, scope) {
      if (!Array.isArray(value)) throw new Mismatch(expected, undefined);
      if (value.length < minItems) throw new Mismatch(`${expected} with at least one item`, "an empty list");
      // Array.from treats a hole as an absent item.
      return Array.from(value, (entry: unknown, index) => formatItem(item, entry, index, scope)).join(" ");
    },
    otherText: otherText && ((text) => splitList(text).map(otherText).join(" ")),
    check(value, text, level) {
      const tokens = splitList(text);
      (value as readonly unknown[]).forEach((entry, index) => {
        item.check(entry, tokens[index]!, level);
      });
    },
    lengthOf: (value) => (value as readonly unknown[]).length,
    compare:
      compare && ((left, right) => compareLists(left as readonly unknown[], right as readonly unknown[], compare)),
  };
}

function formatItem(item: SimpleTypeCodec, entry: unknown, index: number, scope: EncodeScope): string {
  let token: string;
  try {
    token = item.format(entry, scope);
  } catch (error) {
    if (error instanceof Mismatch)
      throw new Mismatch(`${error.expected} at index ${index}`, error.received ?? kindOf(entry), error.cause);
    throw error;
  }
  // An item with white space would be decoded as two items.
  if (token === "" || /[\t\n\r ]/.test(token)) {
    throw new Mismatch(`${item.expected} without white space at index ${index}`, "a string that a list cannot hold");
  }
  return token;
}

/** Lists have no order. */
function compareLists(
  left: readonly unknown[],
  right: readonly unknown[],
  compare: (left: unknown, right: unknown) => number | undefined,
): number | undefined {
  const same = left.length === right.length && left.every((item, index) => compare(item, right[index]) === 0);
  return same ? 0 : undefined;
}
