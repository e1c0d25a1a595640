/** Typed attribute values of schema documents. A wrong value is reported, and the default applies. */
import type { Diagnostics } from "../diagnostics";
import { attributeNode, listItems } from "../xml/navigate";
import type { XmlElement } from "../xml/tree";

export function booleanAttribute(source: XmlElement, name: string, diagnostics: Diagnostics): boolean {
  const found = attributeNode(source, name);
  if (found === undefined) return false;
  const value = found.value.trim();
  if (value === "true" || value === "1") return true;
  if (value !== "false" && value !== "0") {
    diagnostics.error(found, `${name}="${found.value}" is not a boolean`, { hint: "write true or false" });
  }
  return false;
}

export function enumeratedAttribute<Value extends string>(
  source: XmlElement,
  name: string,
  allowed: readonly Value[],
  diagnostics: Diagnostics,
): Value | undefined {
  const found = attributeNode(source, name);
  if (found === undefined) return undefined;
  const value = found.value.trim();
  const match = allowed.find((candidate) => candidate === value);
  if (match === undefined) {
    diagnostics.error(found, `${name}="${found.value}" is not allowed`, {
      hint: `write ${allowed.join(" or ")}`,
    });
  }
  return match;
}

/** Returns the listed values, or all allowed values for `#all`. */
export function enumeratedListAttribute<Value extends string>(
  source: XmlElement,
  name: string,
  fallback: string,
  allowed: readonly Value[],
): Value[] {
  const value = attributeNode(source, name)?.value ?? fallback;
  const written = listItems(value);
  return written.includes("#all") ? [...allowed] : allowed.filter((candidate) => written.includes(candidate));
}
