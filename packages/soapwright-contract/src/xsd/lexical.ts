/** Typed attribute values of schema documents. A wrong one is reported, and the default applies. */
import type { Diagnostics } from "../diagnostics";
import { attributeNode } from "../xml/navigate";
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

/** Returns the value if it is one of `words`, or undefined. */
export function wordAttribute<Word extends string>(
  source: XmlElement,
  name: string,
  words: readonly Word[],
  diagnostics: Diagnostics,
): Word | undefined {
  const found = attributeNode(source, name);
  if (found === undefined) return undefined;
  const value = found.value.trim();
  const word = words.find((candidate) => candidate === value);
  if (word === undefined) {
    diagnostics.error(found, `${name}="${found.value}" is not allowed`, {
      hint: `write ${words.join(" or ")}`,
    });
  }
  return word;
}

/** Returns the listed values among `words`, or all of them for `#all`. */
export function wordListAttribute<Word extends string>(
  source: XmlElement,
  name: string,
  fallback: string,
  words: readonly Word[],
): Word[] {
  const value = attributeNode(source, name)?.value ?? fallback;
  const written = value.split(/[\t\r\n ]+/);
  return written.includes("#all") ? [...words] : words.filter((word) => written.includes(word));
}
