/** ds:SignedInfo, read from its canonical text, which the signature covers: XML Signature 1.1, 4.4. */

import type { XmlAttributeEvent, XmlName } from "soapwright-runtime/codecs";
import { XmlReader } from "soapwright-runtime/codecs";
import { DS, EXCLUSIVE } from "./security-namespaces";

export interface SignedReference {
  readonly uri: string | undefined;
  digestMethod: string;
  digest: string;
  /** The canonical form declares these prefixes even if unused; `""` is `#default`. */
  prefixes: readonly string[];
}

export interface SignedInfo {
  readonly shape: readonly string[];
  readonly algorithms: readonly { readonly at: string; readonly uri: string }[];
  readonly references: readonly SignedReference[];
  readonly prefixes: readonly string[];
}

/** No element of a message needs a longer PrefixList, in UTF-16 code units. */
const LONGEST_LIST = 10_000;

const PREFIXES: { readonly [namespace: string]: string } = { [DS]: "ds:", [EXCLUSIVE]: "ec:" };

/** Returns undefined if a PrefixList is too long. */
export function readSignedInfo(xml: string): SignedInfo | undefined {
  const shape: string[] = [];
  const algorithms: { at: string; uri: string }[] = [];
  const references: SignedReference[] = [];
  let prefixList: readonly string[] = [];
  let isTooLong = false;
  const path: string[] = [];
  const reader = new XmlReader({
    startElement({ namespace, local }: XmlName, attributes: readonly XmlAttributeEvent[]) {
      path.push(`${PREFIXES[namespace] ?? ""}${local}`);
      if (path.length === 1) return;
      // No accepted element is nested deeper.
      const at = path.length > 6 ? "" : path.slice(1).join("/");
      shape.push(at);
      const value = (name: string): string | undefined =>
        attributes.find((each) => each.name.local === name && each.name.namespace === "")?.value;
      const uri = value("Algorithm");
      if (uri !== undefined) algorithms.push({ at, uri });
      const reference = references.at(-1);
      if (at === "ds:Reference") references.push({ uri: value("URI"), digestMethod: "", digest: "", prefixes: [] });
      else if (local === "DigestMethod" && reference !== undefined) reference.digestMethod = uri ?? "";
      else if (local === "InclusiveNamespaces") {
        const list = value("PrefixList") ?? "";
        isTooLong ||= list.length > LONGEST_LIST;
        const prefixes = list.slice(0, LONGEST_LIST).match(/\S+/g) ?? [];
        const read = prefixes.map((prefix) => (prefix === "#default" ? "" : prefix));
        if (reference === undefined) prefixList = read;
        else reference.prefixes = read;
      }
    },
    text(text) {
      const reference = references.at(-1);
      if (reference !== undefined && path.at(-1) === "ds:DigestValue") reference.digest += text;
    },
    endElement() {
      path.pop();
    },
  });
  reader.write(xml);
  reader.end();
  return isTooLong ? undefined : { shape, algorithms, references, prefixes: prefixList };
}
