/** Namespaces in XML 1.0. */
import type { QName } from "./qname";
import type { XmlElement } from "./tree";

export const xmlNamespace = "http://www.w3.org/XML/1998/namespace";
export const xmlnsNamespace = "http://www.w3.org/2000/xmlns/";

/** Returns the namespace of a prefix, undefined if unbound; for `""` the default namespace, or `""` without one. */
export function resolvePrefix(element: XmlElement, prefix: string): string | undefined {
  if (prefix === "xml") return xmlNamespace;
  for (let at: XmlElement | undefined = element; at !== undefined; at = at.parent) {
    const namespace = at.declaredPrefixes.get(prefix);
    if (namespace !== undefined) return prefix !== "" && namespace === "" ? undefined : namespace;
  }
  return prefix === "" ? "" : undefined;
}

/** Every declaration in scope, by prefix. */
export function prefixesInScope(element: XmlElement): Map<string, string> {
  const scope = new Map<string, string>();
  for (let at: XmlElement | undefined = element; at !== undefined; at = at.parent) {
    for (const [prefix, namespace] of at.declaredPrefixes) if (!scope.has(prefix)) scope.set(prefix, namespace);
  }
  return scope;
}

/** Returns undefined if `lexical` is not a QName. White space around it is ignored. */
export function splitQName(lexical: string): { readonly prefix: string; readonly local: string } | undefined {
  const match = qname.exec(lexical);
  return match === null ? undefined : { prefix: match[1] ?? "", local: match[2] ?? "" };
}

const start = "\\p{L}\\p{Nl}_";
const part = `${start}\\p{M}\\p{N}\\p{Pc}\\u00b7\\u0387\\u06dd\\u06de.\\-\\u200c\\u200d\\u2070-\\u218f`;
const ncname = `[${start}\\u2070-\\u218f\\u3021-\\u3029][${part}]*`;
const qname = new RegExp(`^[\\t\\r\\n ]*(?:(${ncname}):)?(${ncname})[\\t\\r\\n ]*$`, "u");
const wholeNcname = new RegExp(`^${ncname}$`, "u");

export function isNCName(text: string): boolean {
  return wholeNcname.test(text);
}

/** Resolves a QName in content or in an attribute value (XML Schema Part 2, 3.2.18): the default namespace applies. */
export function resolveQName(
  element: XmlElement,
  lexical: string,
): QName | { readonly unboundPrefix: string } | undefined {
  const parts = splitQName(lexical);
  if (parts === undefined) return undefined;
  const namespace = resolvePrefix(element, parts.prefix);
  return namespace === undefined ? { unboundPrefix: parts.prefix } : { namespace, local: parts.local };
}
