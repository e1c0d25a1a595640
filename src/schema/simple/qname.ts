/** XML Schema Part 2, 3.2.18 and 3.2.19: QName and NOTATION, as `{ namespace, local }`. */

import { isNCName } from "../../xsd/names";
import type { PrefixScope } from "../scope";
import type { QName } from "../tables/values";
import { Mismatch } from "./mismatch";
import type { Primitive, SimpleType } from "./simple-type";
import { requireText } from "./strings";

/** The name that `text` means where `scope` stands. Throws `Mismatch` when it is none or its prefix is not bound. */
export function resolveQName(text: string, scope: PrefixScope, expected = "xs:QName"): QName {
  const colon = text.indexOf(":");
  const prefix = colon < 0 ? "" : text.slice(0, colon);
  const local = text.slice(colon + 1);
  if (!isNCName(local) || (colon >= 0 && !isNCName(prefix))) throw new Mismatch(expected);
  const namespace = scope.resolvePrefix(prefix) ?? (prefix === "" ? "" : undefined);
  if (namespace === undefined) throw new Mismatch(`${expected} whose prefix is declared`);
  return { namespace, local };
}

function qualifiedName(name: string): Primitive {
  const expected = `xs:${name}, as { namespace, local }`;
  return {
    expected,
    parse: (text, scope) => resolveQName(text, scope, `xs:${name}`),
    format(value, scope) {
      const { namespace, local } = partsOf(value, expected);
      if (!isNCName(local)) throw new Mismatch(`${expected} with an NCName as local`);
      const prefix = scope.prefixFor(namespace);
      return prefix === "" ? local : `${prefix}:${local}`;
    },
  };
}

/** Both properties, each read once. */
function partsOf(value: unknown, expected: string): QName {
  if (
    typeof value !== "object" ||
    value === null ||
    !Object.hasOwn(value, "namespace") ||
    !Object.hasOwn(value, "local")
  ) {
    throw new Mismatch(expected);
  }
  let namespace: unknown;
  let local: unknown;
  try {
    ({ namespace, local } = value as { namespace: unknown; local: unknown });
  } catch (cause) {
    throw new Mismatch(expected, "object whose getter throws", cause);
  }
  return { namespace: requireText(namespace, expected), local: requireText(local, expected) };
}

/** Whether `text`, as the schema writes it, may be a name: what its prefix means there is not known in a document. */
export function mayBeName(type: SimpleType, text: string): boolean {
  if (type.variety !== "atomic") return text.includes(":");
  return type.builtIns.some((name) => name === "QName" || name === "NOTATION");
}

export const qNameType = qualifiedName("QName");
export const notationType = qualifiedName("NOTATION");
