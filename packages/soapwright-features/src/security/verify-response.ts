/** Accepts a response by its ds:Signature, and returns only the signed parts (WS-Security 1.1, 8). */

import { attributeOf, endOfElement } from "soapwright-runtime/codecs";
import { ResponseError } from "soapwright-runtime/errors";
import type { ReceivedAttachment } from "soapwright-runtime/extend";
import { canonicalValue } from "./canonical-writer";
import { elementsAt, isPath } from "./element-path";
import type { ElementPath } from "./encryption/encryption-options";
import { blocksOf, type EnvelopePart, isAssertion, isForReceiver, isNamed, readSecured } from "./envelope-parts";
import type { VerifyingTerms } from "./read-options";
import type { Refuse } from "./refusal";
import { type ResponseOutline, readOutline } from "./response-outline";
import type { SecuredMessage } from "./secure-message";
import { DS, WSSE, WSSE11, WSU, XENC } from "./security-namespaces";
import type { MessagePart } from "./security-options";
import { isAttachmentPart } from "./signed-attachments";
import { readTimestamp } from "./signed-timestamp";
import { type Elements, type Signed, signedParts } from "./verify-signature";

export interface ReceivedMessage {
  readonly text: string;
  /** The operation of a response; undefined for a request. */
  readonly operation: string | undefined;
  /** The blocks are understood in addition to those of the WSDL, as `{namespace}name`. */
  readonly understood: ReadonlySet<string>;
  readonly sent: SecuredMessage | undefined;
  /** The parts beside the envelope that no element of it stands for. */
  readonly attachments?: readonly ReceivedAttachment[] | undefined;
  /** Whether parts may still be encrypted, which are decrypted after the signature was verified. */
  readonly mayBeEncrypted?: boolean | undefined;
}

/**
 * The envelope consists of verified parts only. Rejects with a `ResponseError` whose `reason` is `security`, and with
 * `NotWellFormed`.
 */
export async function verifyResponse(terms: VerifyingTerms, message: ReceivedMessage, refuse: Refuse): Promise<string> {
  const { text, operation } = message;
  const outline = await readOutline(text);
  if (outline.soap === undefined) {
    const subject = operation === undefined ? "request" : `response to ${operation}`;
    throw new ResponseError(`The ${subject} is no SOAP envelope.`, { reason: "envelope" });
  }
  requireOneBody(outline, refuse);
  const isUnsigned = outline.securityBlocks < 2 && !outline.hasSignature;
  const allowsUnsigned = isFault(outline) && terms.faults === "allow-unsigned" && !message.attachments?.length;
  if (isUnsigned && allowsUnsigned) return text;
  requireForm(outline, refuse);
  const parts: Elements = { ...readSecured(text, refuse), attachments: message.attachments ?? [] };
  const { soap, body, blocks, security, tokens } = parts;
  // The Body or the signature may be encrypted (XML Encryption 1.0, 3.4).
  if (
    message.mayBeEncrypted !== true &&
    (outline.firstInBody === `{${XENC}}EncryptedData` || tokens.some((token) => isNamed(token, XENC, "EncryptedData")))
  ) {
    throw refuse("it is encrypted, which this client cannot read without security.decryption. Set it");
  }
  const [signature, other] = tokens.filter((token) => isNamed(token, DS, "Signature"));
  if (other !== undefined) throw refuse("its wsse:Security header block has more than one ds:Signature");
  if (signature === undefined) {
    if (!isFault(outline)) {
      throw refuse("it is not signed", {
        reason: "not-signed",
        callerRemedy: "Ask the service to sign responses, or leave verify out of security()",
      });
    }
    if (allowsUnsigned) return text;
    throw refuse("it is a fault that is not signed, so that anybody may have written it", {
      callerRemedy: 'To receive such faults, set security.verify.faults: "allow-unsigned"',
    });
  }
  const covered = await signedParts(terms, parts, signature, outline, refuse);
  const { texts } = covered;
  requireParts(terms, texts, parts, refuse);
  requireAttachments(terms, covered, parts, refuse);
  const signed = [...blocks, ...tokens].filter(({ start }) => texts.has(start));
  for (const part of signed) {
    if (isNamed(part, WSU, "Timestamp")) readTimestamp(texts.get(part.start)!, terms, refuse);
  }
  requireConfirmation(signed, message, terms, refuse);
  for (const block of blocks) {
    const isProcessed = block === security || texts.has(block.start) || !isForReceiver(block, soap);
    const must = isProcessed ? undefined : attributeOf(block, soap, "mustUnderstand")?.trim();
    if ((must !== "1" && must !== "true") || message.understood.has(`{${block.namespace}}${block.local}`)) continue;
    throw refuse(`its header block ${block.local} must be understood (mustUnderstand), and is not signed`);
  }
  const header = blocks.map(({ start }) => texts.get(start) ?? "").join("");
  return `<soapenv:Envelope xmlns:soapenv="${canonicalValue(soap)}"><soapenv:Header>${header}</soapenv:Header>${texts.get(body.start)}</soapenv:Envelope>`;
}

/** Elements and attributes of a Header are searched before the signature is verified. */
const LARGEST_HEADER = 10_000;

const WRONG_ENVELOPE = "its Envelope is not one Header and one Body";

/** Throws unless the Envelope has one Body, and beside it at most a Header. */
export function requireOneBody({ soap, children }: ResponseOutline, refuse: Refuse): void {
  const [body, header, ...others] = [...children].sort();
  const hasHeader = header === undefined || header === `{${soap}}Header`;
  if (body !== `{${soap}}Body` || !hasHeader || others.length > 0) throw refuse(WRONG_ENVELOPE);
}

/** Throws unless the Header is before the Body, and of limited size. */
function requireForm({ soap, children, headerSize }: ResponseOutline, refuse: Refuse): void {
  if (children.at(-1) !== `{${soap}}Body`) throw refuse(WRONG_ENVELOPE);
  if (headerSize > LARGEST_HEADER) {
    throw refuse(`its Header has more than ${LARGEST_HEADER.toLocaleString("en-US")} elements and attributes`);
  }
}

function isFault({ soap, firstInBody }: ResponseOutline): boolean {
  return firstInBody === `{${soap}}Fault`;
}

const EXPECTED = { callerRemedy: "What has to be signed is set by security.verify.parts" };

/** Returns whether an element is signed, or is inside of one that is. */
function coveredIn(texts: ReadonlyMap<number, string>, { text, ...parts }: Elements): (part: EnvelopePart) => boolean {
  const { header, body, blocks, tokens } = parts;
  const wholes = [body, ...(header === undefined ? [] : [header]), ...blocks, ...tokens];
  const ranges = wholes
    .filter(({ start }) => texts.has(start))
    .map(({ start, tag }) => [start, endOfElement(text, tag)]);
  return ({ start }) => texts.has(start) || ranges.some(([from = 0, to = 0]) => start >= from && start < to);
}

function missing(label: string, refuse: Refuse): Error {
  return refuse(`it has no ${label}, which has to be signed`, { reason: "signed-part-missing", ...EXPECTED });
}

/** Throws unless every required part is present and signed. */
function requireParts(
  terms: VerifyingTerms,
  texts: ReadonlyMap<number, string>,
  elements: Elements,
  refuse: Refuse,
): void {
  const isSignedPart = ({ start }: EnvelopePart): boolean => texts.has(start);
  for (const part of terms.parts) {
    if (isAttachmentPart(part)) continue;
    if (isPath(part)) {
      const isIn = coveredIn(texts, elements);
      if (!elementsAt(elements.text, elements, part).every(isIn))
        throw refuse(`its ${part.path} is not signed`, EXPECTED);
      continue;
    }
    const found = elementsOf(part, elements);
    const label = typeof part === "string" ? part : `{${part.namespace}}${part.name}`;
    const isOptional = typeof part === "string" ? part === "Addressing" || part === "Headers" : part.optional === true;
    if (found.length === 0 && !isOptional) throw missing(label, refuse);
    if (!found.every(isSignedPart)) throw refuse(`its ${label} is not signed`, EXPECTED);
    if (part === "Timestamp" && found.length > 1) throw refuse("it has more than one Timestamp");
  }
  // The Body is always required, because values come from it.
  if (!isSignedPart(elements.body)) throw refuse("its Body is not signed");
}

/** Throws unless every attachment is signed, and in the order of the signature: some stacks name them by their order. */
function requireAttachments(
  { parts }: VerifyingTerms,
  { attachments: signed }: Signed,
  { attachments }: Elements,
  refuse: Refuse,
): void {
  const wanted = parts.find(isAttachmentPart);
  if (wanted !== undefined && attachments.length === 0) throw missing("attachment", refuse);
  const inOrder = [...signed.keys()];
  for (const [index, attachment] of attachments.entries()) {
    const transform = signed.get(attachment);
    if (transform === undefined) {
      throw refuse("it has attachments that its signature does not cover", {
        remedy: "Ask the service to sign them, or for responses without them",
      });
    }
    if (wanted === "CompleteAttachments" && transform !== wanted) {
      throw refuse("the headers of its attachments are not signed", EXPECTED);
    }
    if (inOrder[index] !== attachment) throw refuse("its attachments are in another order than in its signature");
  }
}

function elementsOf(part: Exclude<MessagePart, ElementPath>, elements: Elements): readonly EnvelopePart[] {
  if (part === "Body") return [elements.body];
  if (typeof part !== "string" || part === "Addressing" || part === "Headers") return blocksOf(part, elements);
  const { tokens } = elements;
  if (part === "SamlAssertion") return tokens.filter(isAssertion);
  return tokens.filter((each) => isNamed(each, part === "Timestamp" ? WSU : WSSE, part));
}

/** Throws unless a response that confirms a signature confirms that of this request (WS-Security 1.1, 8.5). */
function requireConfirmation(
  signed: readonly EnvelopePart[],
  { sent }: ReceivedMessage,
  { signatureConfirmation }: VerifyingTerms,
  refuse: Refuse,
): void {
  const confirmed = signed.filter((part) => isNamed(part, WSSE11, "SignatureConfirmation"));
  if (confirmed.length === 0) {
    if (signatureConfirmation) throw refuse("it does not confirm the signature of its request");
    return;
  }
  const values = confirmed.map((part) => attributeOf(part, "", "Value")?.replace(/\s/g, ""));
  if (values.includes(sent?.signatureValue)) return;
  throw refuse("it confirms the signature of another request (wsse11:SignatureConfirmation)");
}
