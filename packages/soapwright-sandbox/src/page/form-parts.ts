/** The part fields of a form: attachments of the request that it sends. */

import type { OutgoingParts } from "soapwright-features/wire";
import { simpleTypeOf } from "soapwright-runtime/codecs";
import type { OperationNode } from "soapwright-runtime/tables";
import { html, type Markup } from "soapwright-runtime/xsd";
import { startParts } from "../http/multipart-request";
import { bodyFields, type Field } from "./form-values";
import type { SentForm } from "./sent-form";

/** A field for a file, or for text in its stead. */
interface PartField {
  readonly name: string;
  readonly label: string;
  readonly contentTypes: readonly string[];
  /** The field that gets the URL of the part, or that URL in the XML; undefined for a part that the WSDL declares. */
  readonly referredBy?: string | undefined;
}

export function isReference({ member }: Field): boolean {
  return simpleTypeOf(member.type)?.refersToPart === true;
}

/** A URL by which the XML of a form refers to a part. */
const URLS = /\bcid:[\w.@%-]+/g;

/** `xml` is the Body, if that is edited as XML. */
export function partFieldsOf({ input }: OperationNode, xml: string | undefined): readonly PartField[] {
  const declared = (input.attachments ?? []).map(
    ({ key, name, contentTypes }): PartField => ({ name: `part.${key}`, label: name.local, contentTypes }),
  );
  if (input.refersToParts !== true) return declared;
  if (xml !== undefined) {
    const urls = [...new Set(xml.match(URLS) ?? [])];
    return [
      ...declared,
      ...urls.map((url) => ({ name: `part.${url}`, label: url, contentTypes: [], referredBy: url })),
    ];
  }
  const referring = bodyFields(input)
    .filter(isReference)
    .map(({ name, member }) => ({
      name: `part.${name}`,
      label: member.name.local,
      contentTypes: [member.mediaType ?? []].flat(),
      referredBy: name,
    }));
  return [...declared, ...referring];
}

const TEXT = ".text";

/** Browsers do not let a page restore the files that were chosen. */
export function partsFieldset(
  fields: readonly PartField[],
  form: URLSearchParams | undefined,
  wrong: string | undefined,
): Markup | undefined {
  if (fields.length === 0) return undefined;
  const shown = fields.map(({ name, label, contentTypes }) => {
    const id = `field-${name}`;
    const types = contentTypes.length > 0 && html` accept="${contentTypes.join(",")}"`;
    return html`<label for="${id}"><bdi>${label}</bdi> <span class="soft">${contentTypes.length > 0 ? contentTypes.join(", ") : "a file"}</span></label><input type="file" id="${id}" name="${name}"${types}><label for="${id}${TEXT}" class="soft">or text</label><textarea class="short" id="${id}${TEXT}" name="${name}${TEXT}" rows="2" spellcheck="false">${form?.get(name + TEXT) ?? ""}</textarea>`;
  });
  return html`<fieldset><legend>Attachments</legend>${wrong !== undefined && html`<p class="problem">${wrong}</p>`}<p class="soft">A part without a file and without text is not sent. Together they may be 4 MB long.</p>${shown}</fieldset>`;
}

export function partsOf(
  operation: OperationNode,
  { fields, files }: SentForm,
): { form: URLSearchParams; parts: OutgoingParts } {
  const form = new URLSearchParams(fields);
  const parts = startParts(false);
  for (const { name, label, contentTypes, referredBy } of partFieldsOf(operation, fields.get("xml") ?? undefined)) {
    const text = fields.get(name + TEXT) ?? "";
    const file =
      files.get(name) ?? (text === "" ? undefined : { type: "text/plain; charset=utf-8", octets: Buffer.from(text) });
    if (file === undefined) continue;
    const value = new Blob([file.octets], { type: file.type });
    if (referredBy === undefined) {
      parts.attachPart(label, value, name, contentTypes);
      continue;
    }
    const url = parts.refer(value, name, contentTypes[0]);
    if (typeof url !== "string") continue;
    const xml = form.get("xml");
    const reference = new RegExp(`${escaped(referredBy)}(?![\\w.@%-])`, "g");
    if (xml === null) form.set(referredBy, url);
    else form.set("xml", xml.replaceAll(reference, url));
  }
  return { form, parts };
}

function escaped(text: string): string {
  return text.replace(/[.%-]/g, "\\$&");
}
