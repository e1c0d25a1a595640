/** The envelope of a request: the parts that an `.asmx` stack finds in it, and its errors when it finds none. */
import { isResponseError } from "soapwright-runtime";
import type { ReceivedParts } from "soapwright-runtime/internal";
import { attributeOf, childOf, elementsOf, TreeBuilder, type TreeElement, type TreeNode } from "./element-tree";
import { envelopeNamespaces, type SoapVersion } from "./envelope-text";
import { readRequestText } from "./request-text";

export interface RequestEnvelope {
  readonly version: SoapVersion;
  /** Header blocks before the Body. */
  readonly headers: readonly TreeElement[];
  /** Header blocks behind the Body, where the stack does not look. */
  readonly unseenHeaders: readonly TreeElement[];
  /** Elements behind the Body other than a Header; the stack does not look at them. */
  readonly unseen: readonly TreeElement[];
  readonly body: TreeElement | undefined;
  /** The Body is not where the parameters are read: first in the envelope, or behind one Header. */
  readonly hasMisplacedBody: boolean;
}

/** The request is not well-formed XML. */
export class UnreadableRequest extends Error {
  override readonly name = "UnreadableRequest";
  /** Whether the start of the first body child had been read. */
  readonly reachedBody: boolean;

  constructor(message: string, reachedBody: boolean) {
    super(message);
    this.reachedBody = reachedBody;
  }
}

/** The root is not an Envelope of a SOAP version that the stack knows. */
export class UnknownEnvelope extends Error {
  override readonly name = "UnknownEnvelope";
}

/** Reads a request. Throws `UnreadableRequest` or `UnknownEnvelope`. */
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
  // Non-blank text counts where the stack looks for an element.
  const [first, second] = root.children.filter((node) => typeof node !== "string" || /[^ \t\r\n]/.test(node));
  const isOwn = (node: TreeNode | undefined, name: string): node is TreeElement =>
    typeof node === "object" && node.name.namespace === namespace && node.name.local === name;
  const header = isOwn(first, "Header") ? first : undefined;
  const body = header ? second : first;
  // The stack reads nothing behind the Body.
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

/** Whether a header block is marked `mustUnderstand`. */
export function mustBeUnderstood(block: TreeElement, version: SoapVersion): boolean {
  return ["1", "true"].includes(attributeOf(block, envelopeNamespaces[version], "mustUnderstand") ?? "");
}

function versionOf(namespace: string): SoapVersion | undefined {
  if (namespace === envelopeNamespaces["1.1"]) return "1.1";
  return namespace === envelopeNamespaces["1.2"] ? "1.2" : undefined;
}

/** Whether a truncated tree goes past the first child of the Body. */
function reachedBody(root: TreeElement | undefined): boolean {
  const body = childOf(root, "Body");
  const first = body && elementsOf(body)[0];
  return first !== undefined && elementsOf(first).length > 0;
}
