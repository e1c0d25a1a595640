/** The fields of an operation's form: filled from a request, checked, and written as the XML of a request. */

import { readParts } from "soapwright-features/wire";
import type { ElementNode, MessageNode } from "soapwright-runtime/codecs";
import {
  builtInOf,
  endOfElement,
  enumerationOf,
  escapeAttribute,
  escapeText,
  NotWellFormed,
  plainElements,
  readTag,
  scopeIn,
  simpleTypeOf,
  valueOfText,
} from "soapwright-runtime/codecs";
import type { OperationNode } from "soapwright-runtime/tables";
import { isNamed } from "../asmx/asmx-request-reader";
import { elementsOf, type TreeElement, textOf } from "../asmx/element-tree";
import { type RequestEnvelope, readEnvelope, UnknownEnvelope, UnreadableRequest } from "../asmx/envelope-reader";
import { openRequest } from "../http/multipart-request";
import type { RecordedExchange } from "../record/exchange-log";
import type { HostedService } from "../service/hosted-service";

/** A field: a simple value at the top of the Body's element, or of a header block. */
export interface Field {
  readonly name: string;
  readonly member: ElementNode;
}

/** Returns undefined for an element with other content than simple values. */
export function fieldsOf(element: ElementNode, prefix: string): readonly Field[] | undefined {
  const members = plainElements(element.type);
  if (members === undefined || !members.every((member) => simpleTypeOf(member.type) !== undefined)) return undefined;
  return members.map((member) => ({ name: `${prefix}.${member.key}`, member }));
}

/** A Body that fields cannot hold has none. */
export function allFields({ input }: OperationNode): readonly Field[] {
  return [...input.headers.flatMap((block) => fieldsOf(block, `header.${block.key}`) ?? []), ...bodyFields(input)];
}

export function bodyFields({ body: [body, ...more] }: MessageNode): readonly Field[] {
  return body === undefined || more.length > 0 ? [] : (fieldsOf(body, "body") ?? []);
}

const hints: readonly (readonly [RegExp, string, string])[] = [
  [/int|long|short|byte$/i, "\\s*[+\\-]?\\d+\\s*", "Write a whole number."],
  [
    /decimal|float|double/i,
    "\\s*([+\\-]?(\\d+(\\.\\d*)?|\\.\\d+)([eE][+\\-]?\\d+)?|[+\\-]?INF|NaN)\\s*",
    "Write a number.",
  ],
  [/^boolean$/, "\\s*(true|false|0|1)\\s*", "Write true or false."],
  [/^date$/, "\\s*-?\\d{4,}-\\d\\d-\\d\\d.*", "Write a date, for example 2026-11-21."],
  [
    /^dateTime$/,
    "\\s*-?\\d{4,}-\\d\\d-\\d\\dT\\d\\d:\\d\\d:\\d\\d.*",
    "Write a date and time, for example 2026-11-21T09:00:00.",
  ],
];

export function hintOf(member: ElementNode): { readonly pattern?: string; readonly problem: string } {
  const builtIn = builtInOf(member.type) ?? "string";
  const found = enumerationOf(member.type) ? undefined : hints.find(([kind]) => kind.test(builtIn));
  return found ? { pattern: found[1], problem: found[2] } : { problem: "Fill this in." };
}

/** Where the element may repeat, each line is one text. */
function textsOf(member: ElementNode, text: string): readonly string[] {
  return member.array ? text.split(/\r?\n/).filter((line) => line !== "") : [text];
}

/** Problems by field name; empty when the form can be sent. */
export function problemsOf(fields: readonly Field[], form: URLSearchParams): ReadonlyMap<string, string> {
  const problems = new Map<string, string>();
  for (const { name, member } of fields) {
    const text = form.get(name) ?? "";
    const type = simpleTypeOf(member.type);
    // An empty field leaves out an optional element or a header block.
    if (type === undefined || (text === "" && (member.min === 0 || name.startsWith("header.")))) continue;
    for (const one of textsOf(member, text)) {
      const outcome = valueOfText(type, one, "all");
      if (!("expected" in outcome)) continue;
      const { pattern, problem } = hintOf(member);
      const isOfKind = pattern === undefined || new RegExp(`^(?:${pattern})$`, "u").test(one);
      problems.set(name, isOfKind ? `Expected ${outcome.expected}.` : problem);
    }
  }
  return problems;
}

/** Returns an empty string when no field was filled in and the element may be missing. */
export function elementText(
  hosted: HostedService,
  element: ElementNode,
  prefix: string,
  form: URLSearchParams,
): string {
  const namespace = hosted.rename(element.name.namespace);
  const wrapped = ({ name }: ElementNode, around: string, content: string): string => {
    const own = hosted.rename(name.namespace);
    const xmlns = own === around ? "" : ` xmlns="${escapeAttribute(own)}"`;
    return `<${name.local}${xmlns}>${content}</${name.local}>`;
  };
  const children = (fieldsOf(element, prefix) ?? []).map(({ name, member }) => {
    const value = form.get(name);
    if (value === null || (value === "" && member.min === 0)) return "";
    return textsOf(member, value)
      .map((text) => wrapped(member, namespace, escapeText(text)))
      .join("");
  });
  if (prefix !== "body" && children.every((child) => child === "")) return "";
  return wrapped(element, "", children.join(""));
}

export function formOf(hosted: HostedService, { input }: OperationNode, exchange: RecordedExchange): URLSearchParams {
  const form = new URLSearchParams();
  // Files cannot be restored: the user chooses them again.
  const opened = openRequest(exchange.requestHeaders["content-type"], Buffer.from(exchange.requestBody));
  const text = Buffer.from(opened.body).toString();
  let envelope: RequestEnvelope;
  try {
    envelope = readEnvelope(text);
  } catch (error) {
    // A request that is truncated, or no envelope, fills no form.
    if (error instanceof UnreadableRequest || error instanceof UnknownEnvelope) return form;
    throw error;
  }
  form.set("version", envelope.version);
  const [body] = input.body;
  const content = envelope.body && elementsOf(envelope.body)[0];
  if (body && content) fill(form, fieldsOf(body, "body") ?? [], content);
  for (const block of input.headers) {
    const sent = envelope.headers.find((each) => isNamed(hosted.rename, block, each));
    if (sent) fill(form, fieldsOf(block, `header.${block.key}`) ?? [], sent);
  }
  form.set("xml", bodyText(text));
  return form;
}

function fill(form: URLSearchParams, fields: readonly Field[], element: TreeElement): void {
  for (const { name, member } of fields) {
    const sent = elementsOf(element).filter((child) => child.name.local === member.name.local);
    form.set(name, sent.map(textOf).join("\n"));
  }
}

/** The text keeps its form, with the prefixes that its ancestors declare. It is empty where the Body is misplaced. */
function bodyText(text: string): string {
  try {
    return contentOfBody(text);
  } catch (error) {
    if (error instanceof NotWellFormed) return "";
    throw error;
  }
}

function contentOfBody(text: string): string {
  const { body } = readParts(text);
  const end = endOfElement(text, body.tag);
  const content = body.tag.isEmpty ? "" : text.slice(body.tag.end, text.lastIndexOf("</", end - 1)).trim();
  if (!content.startsWith("<") || /^<[!?]/.test(content)) return content;
  const root = readTag(content, 0);
  const own = new Set(root.attributes);
  const used = [...scopeIn(body.tag, body.scope)].filter(
    ([prefix]) => prefix !== "" && prefix !== "xml" && content.includes(`${prefix}:`) && !own.has(`xmlns:${prefix}`),
  );
  const declarations = used.map(([prefix, namespace]) => ` xmlns:${prefix}="${escapeAttribute(namespace)}"`);
  return `<${root.name}${declarations.join("")}${content.slice(root.name.length + 1)}`;
}
