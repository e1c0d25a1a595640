/** XML Schema Part 2, 3.2.4 and 3.2.5: float and double. */
import { compareNumbers } from "./compare";
import { Mismatch } from "./mismatch";
import type { Primitive } from "./primitive";

const LEXICAL = /^[+-]?(?:[0-9]+(?:\.[0-9]*)?|\.[0-9]+)(?:[eE][+-]?[0-9]+)?$/;
const MAX_FLOAT = 3.4028235677973366e38;

/** `max` is the least magnitude that rounds to infinity: a text or number beyond it is refused, not turned into one. */
function floatingPoint(name: string, max: number): Primitive {
  const expected = `xs:${name}`;
  return {
    expected,
    whiteSpace: "collapse",
    parse(text) {
      if (text === "INF") return Number.POSITIVE_INFINITY;
      if (text === "-INF") return Number.NEGATIVE_INFINITY;
      if (text === "NaN") return Number.NaN;
      if (!LEXICAL.test(text)) throw new Mismatch(expected);
      const value = Number(text);
      if (Math.abs(value) >= max) throw new Mismatch(`${expected} in range`);
      return value;
    },
    format(value) {
      if (typeof value !== "number") throw new Mismatch(expected);
      if (Number.isNaN(value)) return "NaN";
      if (!Number.isFinite(value)) return value > 0 ? "INF" : "-INF";
      if (Math.abs(value) >= max) throw new Mismatch(`${expected} in range`, "number out of range");
      return Object.is(value, -0) ? "-0" : String(value);
    },
    compare: compareNumbers,
  };
}

export const floatType = floatingPoint("float", MAX_FLOAT);
export const doubleType = floatingPoint("double", Number.POSITIVE_INFINITY);
