/**
 * Checks the parts of a fault, because handlers in JavaScript and JSON of the control endpoint may contain any value.
 */
import { checkBoolean, checkObject, kindOf, type NumberRange, wrongOption } from "soapwright-runtime/internal";
import { type Check, checkedObject, checkString, within } from "./checked-object";
import { rootOf } from "./envelope-reader";

export const status: NumberRange = { least: 200, most: 599, unit: "HTTP status" };

/** Declarations of the prefixes that every envelope declares. */
const declarations = ["soap", "xsi", "xsd"].map((prefix) => `xmlns:${prefix}="urn:any"`).join(" ");

const parts: Readonly<Record<string, Check>> = {
  reason(option, value) {
    if (typeof value === "string") return;
    if (!Array.isArray(value) || value.length === 0) {
      throw wrongOption(option, "a text, or a list of texts with their languages", kindOf(value));
    }
    for (const [index, one] of value.entries()) checkStrings(`${option}[${index}]`, one, ["lang", "text"]);
  },
  code: checkName,
  subcodes(option, value) {
    if (!Array.isArray(value)) throw wrongOption(option, "a list", kindOf(value));
    for (const [index, one] of value.entries()) checkName(`${option}[${index}]`, one);
  },
  lang: checkString,
  actor: checkString,
  node: checkString,
  role: checkString,
  detail(option, value) {
    if (typeof value !== "string") checkObject(option, value);
    else if (rootOf(`<detail ${declarations}>${value}</detail>`) === undefined)
      throw wrongOption(option, "well-formed XML, or an object", "a string with other content");
  },
  withoutDetail: checkBoolean,
  status: within(status),
  cause: () => undefined,
};

/** Throws a `ConfigurationError` that names the first wrong part of a fault. */
export function checkFaultParts(option: string, value: unknown): void {
  checkedObject(option, value, parts, ["reason"]);
}

function checkName(option: string, value: unknown): void {
  if (typeof value === "string") return;
  if (typeof value !== "object") throw wrongOption(option, "a name, or an object with its namespace", kindOf(value));
  checkStrings(option, value, ["namespace", "local"]);
}

/** Throws a `ConfigurationError` unless `value` is an object of strings with exactly these names. */
function checkStrings(option: string, value: unknown, names: readonly string[]): void {
  checkedObject(option, value, Object.fromEntries(names.map((name) => [name, checkString])), names);
}
