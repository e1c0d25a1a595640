/** The envelope of a request as ASP.NET reads it, and the errors for requests without one. */
import { isResponseError } from "soapwright-runtime";
import type { ReceivedParts } from "soapwright-runtime/internal";
import { attributeOf, childOf, elementsOf, TreeBuilder, type TreeElement, type TreeNode } from "./element-tree";
import { envelopeNamespaces, type SoapVersion } from "./envelope-text";
import { readRequestText } from "./request-text";

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
  /** Whether the start of the first child of the Body was read. */
  readonly reachedBody: boolean;

  constructor(message: string, reachedBody: boolean) {
    super(message);
    this.reachedBody = reachedBody;
  }
}

/** The root is not an Envelope of a SOAP version that ASP.NET supports. */
export class UnknownEnvelope extends Error {
  override readonly name = "UnknownEnvelope";
}

/** Throws `UnreadableRequest` or `UnknownEnvelope`. */
export function readEnvelope(text: string, parts?: ReceivedParts): RequestEnvelope {
  const builder = new TreeBuilder();
  try {
    readRequestText(text, builder, parts);
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
  const version = versionOf(namespace);
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

function versionOf(namespace: string): SoapVersion | undefined {
  if (namespace === envelopeNamespaces["1.1"]) return "1.1";
  return namespace === envelopeNamespaces["1.2"] ? "1.2" : undefined;
}

function reachedBody(root: TreeElement | undefined): boolean {
  const body = childOf(root, "Body");
  const first = body && elementsOf(body)[0];
  return first !== undefined && elementsOf(first).length > 0;
}
