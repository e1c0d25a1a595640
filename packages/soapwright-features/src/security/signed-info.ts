/** ds:SignedInfo, read from its canonical text, which the signature covers: XML Signature 1.1, 4.4. */

import type { XmlAttributeEvent, XmlName } from "soapwright-runtime/codecs";
import { XmlReader } from "soapwright-runtime/codecs";
import type { Inclusive } from "./canonical-writer";
import { DS, EXCLUSIVE, INCLUSIVE, STR_TRANSFORM, WSSE } from "./security-namespaces";
import { ATTACHMENT_TRANSFORMS, type AttachmentPart } from "./signed-attachments";

export interface SignedReference {
  readonly uri: string | undefined;
  digestMethod: string;
  digest: string;
  prefixes: Inclusive;
  /** Whether the element names a token, which is signed in its place. */
  isOfToken: boolean;
  /** Set for a part beside the envelope. */
  attachment: AttachmentPart | undefined;
}

export interface SignedInfo {
  readonly shape: readonly string[];
  readonly algorithms: readonly { readonly at: string; readonly uri: string }[];
  readonly references: readonly SignedReference[];
  readonly prefixes: Inclusive;
}

/** No element of a message needs a longer PrefixList, in UTF-16 code units. */
const LONGEST_LIST = 10_000;

const PREFIXES: { readonly [namespace: string]: string } = { [DS]: "ds:", [EXCLUSIVE]: "ec:", [WSSE]: "wsse:" };

const NO_TRANSFORM = { prefixes: [], isOfToken: false, attachment: undefined } as const;

function ofAttachment(uri: string | undefined): AttachmentPart | undefined {
  return (["Attachments", "CompleteAttachments"] as const).find((part) => ATTACHMENT_TRANSFORMS[part] === uri);
}

/** Returns undefined if a PrefixList is too long. */
export function readSignedInfo(xml: string): SignedInfo | undefined {
  const shape: string[] = [];
  const algorithms: { at: string; uri: string }[] = [];
  const references: SignedReference[] = [];
  let prefixList: Inclusive = [];
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
      const setPrefixes = (read: Inclusive): void => {
        if (reference === undefined) prefixList = read;
        else reference.prefixes = read;
      };
      if (at === "ds:Reference") {
        references.push({ uri: value("URI"), digestMethod: "", digest: "", ...NO_TRANSFORM });
      } else if (uri === INCLUSIVE) setPrefixes("all");
      else if (uri === STR_TRANSFORM && reference !== undefined) reference.isOfToken = true;
      else if (ofAttachment(uri) !== undefined && reference !== undefined) reference.attachment = ofAttachment(uri);
      else if (local === "DigestMethod" && reference !== undefined) reference.digestMethod = uri ?? "";
      else if (local === "InclusiveNamespaces") {
        const list = value("PrefixList") ?? "";
        isTooLong ||= list.length > LONGEST_LIST;
        const prefixes = list.slice(0, LONGEST_LIST).match(/\S+/g) ?? [];
        setPrefixes(prefixes.map((prefix) => (prefix === "#default" ? "" : prefix)));
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
