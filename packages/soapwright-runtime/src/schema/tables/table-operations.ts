/** Builders of operations and services: WSDL 1.1. */
import type { AttachmentNode, ElementNode, FaultNode, MessageNode, OperationNode, ServiceNode } from "./nodes";
import type { Flat, NoHeaders } from "./table-values";
import { mark } from "./typed";

export declare const takes: unique symbol;
export declare const returns: unique symbol;
export declare const headers: unique symbol;
export declare const responseHeaders: unique symbol;
export declare const fails: unique symbol;
declare const inferred: unique symbol;

/**
 * An operation that takes `Args` and returns `Result`. `Headers` has a property for each header block that may be
 * sent, `ResponseHeaders` for each that may come back; `Faults` is the union of the details that it declares.
 */
export interface Operation<Args, Result, Headers = NoHeaders, Faults = never, ResponseHeaders = NoHeaders>
  extends OperationNode {
  readonly [takes]: <X>() => X extends Args ? 1 : 2;
  readonly [returns]: <X>() => X extends Result ? 1 : 2;
  readonly [headers]: <X>() => X extends Flat<Headers> ? 1 : 2;
  readonly [responseHeaders]: <X>() => X extends Flat<ResponseHeaders> ? 1 : 2;
  readonly [fails]: <X>() => X extends Faults ? 1 : 2;
  /** For inference alone. */
  readonly [inferred]?: (args: Args, headers: Headers) => [Result, Faults, ResponseHeaders];
}

/**
 * A message: the elements of the Body, the keys from there to the value that a caller sees, the header blocks,
 * each made by `optional`, and what travels beside the envelope, each made by `attached`.
 */
export function message(
  body: readonly ElementNode[],
  unwrap: readonly string[],
  headerBlocks: readonly ElementNode[] = [],
  attachments?: readonly AttachmentNode[],
): MessageNode {
  // A property of its own where there are none too: what is on Object.prototype is no part of a message.
  return { body, unwrap, list: false, headers: headerBlocks, attachments, refersToParts: undefined };
}
/** The message, with values in it that refer to parts. */
export function referring(plain: MessageNode): MessageNode {
  return { ...plain, refersToParts: true };
}
/** A part of a message that travels beside the envelope, with the media types that it may have. */
export function attached(element: ElementNode, ...contentTypes: readonly string[]): AttachmentNode {
  return { ...element, contentTypes };
}
/** A message whose content is a list: empty where anything on the way to it is absent or nil. */
export function listMessage(
  body: readonly ElementNode[],
  unwrap: readonly string[],
  headerBlocks: readonly ElementNode[] = [],
): MessageNode {
  return { body, unwrap, list: true, headers: headerBlocks, attachments: undefined, refersToParts: undefined };
}
/** A fault that an operation declares. */
export function fault(name: string, detail: ElementNode): FaultNode {
  return { name, detail };
}
/** An operation with a response. */
export function operation<T extends OperationNode>(parts: OperationNode & { readonly output: MessageNode }): T {
  return mark<OperationNode, T>(parts);
}
/** An operation without a response; its faults may still be declared. */
export function oneWay<T extends OperationNode>(parts: OperationNode & { readonly output?: never }): T {
  return mark<OperationNode, T>(parts);
}
/** A service. A tuple: the compiler would compare each of a thousand operations with every other to make one type of them. */
export function serviceOf<const O extends readonly OperationNode[]>(
  parts: Omit<ServiceNode, "operations"> & { readonly operations: O },
): ServiceNode {
  return parts;
}
