/** WS-I Attachments Profile 1.0, 4.4: `swaRef`, the type of a URL that refers to a MIME part of the message. */
import type { SimpleType } from "./components";

const NAMESPACE = "http://ws-i.org/profiles/basic/1.1/xsd";

/** Returns whether `type` is `swaRef` itself. */
export function isPartReference({ name }: SimpleType): boolean {
  return name?.local === "swaRef" && name.namespace === NAMESPACE;
}

/** Returns whether `type` is `swaRef`, or a restriction of it. */
export function refersToPart(type: SimpleType): boolean {
  return isPartReference(type) || (type.variety.of === "restriction" && refersToPart(type.variety.base));
}
