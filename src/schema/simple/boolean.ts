/** XML Schema Part 2, 3.2.2. */
import { Mismatch } from "./mismatch";
import type { Primitive } from "./simple-type";

export const booleanType: Primitive = {
  expected: "xs:boolean",
  parse(text) {
    if (text === "true" || text === "1") return true;
    if (text === "false" || text === "0") return false;
    throw new Mismatch("xs:boolean (true, false, 1 or 0)");
  },
  format(value) {
    if (typeof value !== "boolean") throw new Mismatch("xs:boolean");
    return value ? "true" : "false";
  },
};
