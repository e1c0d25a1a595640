/**
 * Checks the parts of a fault, because handlers in JavaScript and JSON of the control endpoint may contain any value.
 */
import { checkBoolean, checkObject, type NumberRange, wrongOption } from "soapwright-runtime/extend";
import { kindOf } from "soapwright-runtime/xsd";
import { attributeOf, elementsOf, namespaceIn, type TreeElement } from "../asmx/element-tree";
import { rootOf } from "../asmx/envelope-reader";
import { instance } from "../asmx/envelope-text";
import { type Check, checkedObject, checkString, within } from "../service/checked-object";

export const status: NumberRange = { least: 200, most: 599, unit: "HTTP status" };

/** Declarations of the prefixes that every envelope declares. */
const declarations = `xmlns:soap="urn:any" ${instance}`;
const XSI = "http://www.w3.org/2001/XMLSchema-instance";

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
    else {
      const root = rootOf(`<detail ${declarations}>${value}</detail>`);
      if (root === undefined) throw wrongOption(option, "well-formed XML, or an object", "a string with other content");
      checkTypes(option, root);
    }
  },
  withoutDetail: checkBoolean,
  status: within(status),
  cause: () => undefined,
};

/** Throws a `ConfigurationError` that names the first wrong part of a fault. */
export function checkFaultParts(option: string, value: unknown): void {
  checkedObject(option, value, parts, ["reason"]);
}

/** Every name of a type has a prefix that the text or the envelope declares. */
function checkTypes(option: string, element: TreeElement): void {
  const [prefix = "", local] = (attributeOf(element, XSI, "type") ?? "").trim().split(":");
  if (local !== undefined && namespaceIn(element, prefix) === undefined)
    throw wrongOption(option, "XML that declares the prefix of each xsi:type", `XML that does not declare ${prefix}`);
  for (const child of elementsOf(element)) checkTypes(option, child);
}

/** Namespaces in XML, 3: no other prefix may be bound to these. */
const unbindable = new Set(["http://www.w3.org/XML/1998/namespace", "http://www.w3.org/2000/xmlns/"]);

function checkName(option: string, value: unknown): void {
  if (typeof value === "string") return;
  if (typeof value !== "object") throw wrongOption(option, "a name, or an object with its namespace", kindOf(value));
  checkStrings(option, value, ["namespace", "local"]);
  if (unbindable.has(String(Reflect.get(value ?? {}, "namespace"))))
    throw wrongOption(`${option}.namespace`, "the namespace of a service", "one that is reserved for XML itself");
}

/** Throws a `ConfigurationError` unless `value` is an object of strings with exactly these names. */
function checkStrings(option: string, value: unknown, names: readonly string[]): void {
  checkedObject(option, value, Object.fromEntries(names.map((name) => [name, checkString])), names);
}
