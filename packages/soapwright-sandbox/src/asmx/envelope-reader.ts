/** The envelope of a request as ASP.NET reads it, and the errors for requests without one. */

import { type ReceivedParts, XopEvents } from "soapwright-features/wire";
import { XmlReader } from "soapwright-runtime/codecs";
import { isResponseError } from "soapwright-runtime/errors";
import { attributeOf, childOf, elementsOf, TreeBuilder, type TreeElement, type TreeNode } from "./element-tree";
import { envelopeNamespaces, type SoapVersion } from "./envelope-text";
import { finish } from "./slices";

export interface RequestEnvelope {
  readonly version: SoapVersion;
  readonly headers: readonly TreeElement[];
  /** Header blocks after the Body, which ASP.NET ignores. */
  readonly unseenHeaders: readonly TreeElement[];
  /** Elements after the Body other than a Header, which ASP.NET ignores. */
  readonly unseen: readonly TreeElement[];
  readonly body: TreeElement | undefined;
  /** Whether the Body is not where ASP.NET expects it: first in the envelope, or after one Header. */
  readonly hasMisplacedBody: boolean;
}

/** The request is not well-formed XML. */
export class UnreadableRequest extends Error {
  override readonly name = "UnreadableRequest";

  constructor(
    message: string,
    /** Whether the start of the first child of the Body was read. */
    readonly reachedBody: boolean,
  ) {
    super(message);
  }
}

/** The root is not an Envelope of a SOAP version that ASP.NET supports. */
export class UnknownEnvelope extends Error {
  override readonly name = "UnknownEnvelope";
}

/** Throws `UnreadableRequest` or `UnknownEnvelope`. */
export function readEnvelope(text: string, parts?: ReceivedParts): RequestEnvelope {
  return finish(envelopeInSlices(text, parts));
}

/** Throws `UnreadableRequest` or `UnknownEnvelope`. */
export function* envelopeInSlices(text: string, parts?: ReceivedParts): Generator<void, RequestEnvelope> {
  const builder = new TreeBuilder();
  try {
    yield* requestInSlices(text, builder, parts);
  } catch (error) {
    if (!isResponseError(error)) throw error;
    if (error.reason === "attachment") throw new UnreadableRequest(error.message, reachedBody(builder.root));
    const message = `The request is not well-formed XML. Line ${error.line ?? 1}, position ${error.column ?? 1}.`;
    throw new UnreadableRequest(message, reachedBody(builder.root));
  }
  return parseEnvelope(builder.root!);
}

function parseEnvelope(root: TreeElement): RequestEnvelope {
  const { namespace, local } = root.name;
  const version = (["1.1", "1.2"] as const).find((each) => envelopeNamespaces[each] === namespace);
  if (!version || local !== "Envelope") {
    throw new UnknownEnvelope(
      `Possible SOAP version mismatch: Envelope namespace ${namespace} was unexpected. Expecting ${envelopeNamespaces["1.1"]}.`,
    );
  }
  // ASP.NET finds non-blank text where it expects an element.
  const [first, second] = root.children.filter((node) => typeof node !== "string" || /[^ \t\r\n]/.test(node));
  const isOwn = (node: TreeNode | undefined, name: string): node is TreeElement =>
    typeof node === "object" && node.name.namespace === namespace && node.name.local === name;
  const header = isOwn(first, "Header") ? first : undefined;
  const body = header ? second : first;
  // ASP.NET reads nothing after the Body.
  const late = isOwn(second, "Header") ? second : undefined;
  const elements = elementsOf(root);
  const bodyIndex = elements.findIndex((child) => isOwn(child, "Body"));
  return {
    version,
    headers: header ? elementsOf(header) : [],
    unseenHeaders: !header && late ? elementsOf(late) : [],
    unseen: bodyIndex < 0 ? [] : elements.slice(bodyIndex + 1).filter((child) => child !== late),
    body: elements[bodyIndex],
    hasMisplacedBody: !isOwn(body, "Body"),
  };
}

export function mustBeUnderstood(block: TreeElement, version: SoapVersion): boolean {
  return ["1", "true"].includes(attributeOf(block, envelopeNamespaces[version], "mustUnderstand") ?? "");
}

function reachedBody(root: TreeElement | undefined): boolean {
  const body = childOf(root, "Body");
  const first = body && elementsOf(body)[0];
  return first !== undefined && elementsOf(first).length > 0;
}

/** Length of the text that is read in one turn of the event loop, in UTF-16 code units: at most 8,192 elements. */
const SLICE = 32_768;
/** Number of comments and processing instructions that are read in one turn. */
const MOST_NOTES = 4_096;
const HIGH_SURROGATE = /[\uD800-\uDBFF]/;

/** Comments, CDATA sections and processing instructions: the only markup that may contain a `<`. */
const markup = /<!--[\s\S]*?-->|<!\[CDATA\[[\s\S]*?\]\]>|<\?([^\s?>]+)(?:\s[\s\S]*?)?\?>/g;

/**
 * Reads the text as events that include comments and processing instructions, because ASP.NET reads a value that
 * contains one as empty. The client's reader skips comments and refuses processing instructions, as SOAP 1.1, 3
 * requires. Throws the reader's `ResponseError`; `builder` then holds the text before the error. With `parts`,
 * references to parts become base64.
 */
function* requestInSlices(text: string, builder: TreeBuilder, parts?: ReceivedParts): Generator<void, void> {
  const reader = new XmlReader(parts === undefined ? builder : new XopEvents(builder, parts));
  builder.scope = reader;
  let read = 0;
  let notes = 0;
  for (const match of text.matchAll(markup)) {
    const [found, target] = match;
    if (found.startsWith("<![")) continue;
    // The reader itself checks the place of an XML declaration, and refuses names that are reserved for one.
    if (target !== undefined && /^xml/i.test(target)) continue;
    yield* writeInSlices(reader, text, read, match.index);
    builder.note();
    reader.write(target === undefined ? found : asComment(found));
    read = match.index + found.length;
    if (++notes % MOST_NOTES === 0) yield;
  }
  yield* writeInSlices(reader, text, read, text.length);
  reader.end();
}

/** No slice ends within a surrogate pair. */
function* writeInSlices(reader: XmlReader, text: string, start: number, end: number): Generator<void, void> {
  for (let from = start; from < end; ) {
    let to = Math.min(end, from + SLICE);
    if (to < end && HIGH_SURROGATE.test(text.charAt(to - 1))) to--;
    reader.write(text.slice(from, to));
    from = to;
    if (from - start >= SLICE) yield;
  }
}

/** Returns undefined if the document cannot be read. */
export function rootOf(text: string): TreeElement | undefined {
  const builder = new TreeBuilder();
  try {
    finish(requestInSlices(text, builder));
    return builder.root;
  } catch (error) {
    if (isResponseError(error)) return undefined;
    throw error;
  }
}

/** The comment has as many lines, so that later positions stay almost the same. */
function asComment(instruction: string): string {
  return `<!--${instruction.slice(2, -2).replaceAll("-", " ")}-->`;
}
