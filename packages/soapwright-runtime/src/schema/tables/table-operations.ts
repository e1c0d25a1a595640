/** Builders of operations and services (WSDL 1.1). */
import type { AttachmentNode, ElementNode, FaultNode, MessageNode, OperationNode } from "./nodes";
import type { ServiceNode } from "./service-node";
import type { Flat, NoHeaders } from "./table-values";
import { mark } from "./typed";

export declare const takes: unique symbol;
export declare const returns: unique symbol;
export declare const headers: unique symbol;
export declare const responseHeaders: unique symbol;
export declare const fails: unique symbol;
declare const inferred: unique symbol;

/**
 * An operation that takes `Args` and returns `Result`. `Headers` has a property for each header block of requests, and
 * `ResponseHeaders` for each header block of responses. `Faults` is the union of the declared details.
 */
export interface Operation<Args, Result, Headers = NoHeaders, Faults = never, ResponseHeaders = NoHeaders>
  extends OperationNode {
  readonly [takes]: <X>() => X extends Args ? 1 : 2;
  readonly [returns]: <X>() => X extends Result ? 1 : 2;
  readonly [headers]: <X>() => X extends Flat<Headers> ? 1 : 2;
  readonly [responseHeaders]: <X>() => X extends Flat<ResponseHeaders> ? 1 : 2;
  readonly [fails]: <X>() => X extends Faults ? 1 : 2;
  /** Used only for type inference. */
  readonly [inferred]?: (args: Args, headers: Headers) => [Result, Faults, ResponseHeaders];
}

/**
 * Builds a message from the elements of the Body, the keys from there to the caller's value, the header blocks, each
 * built by `optional`, and the parts beside the envelope, each built by `attached`.
 */
export function message(
  body: readonly ElementNode[],
  unwrap: readonly string[],
  headerBlocks: readonly ElementNode[] = [],
  attachments?: readonly AttachmentNode[],
): MessageNode {
  // The property is set even when it is empty, so that a property on Object.prototype does not become part of a
  // message.
  return {
    body,
    unwrap,
    list: false,
    headers: headerBlocks,
    attachments,
    refersToParts: undefined,
    isResult: undefined,
  };
}
/** Returns the message, marked as having values that refer to parts. */
export function referring(plain: MessageNode): MessageNode {
  return { ...plain, refersToParts: true };
}
/** Builds a part of a message beside the envelope, with its allowed media types. */
export function attached(element: ElementNode, ...contentTypes: readonly string[]): AttachmentNode {
  return { ...element, contentTypes };
}
/** Builds a message whose content is a list, which is empty when any step of the path is absent or nil. */
export function listMessage(
  body: readonly ElementNode[],
  unwrap: readonly string[],
  headerBlocks: readonly ElementNode[] = [],
): MessageNode {
  return { ...message(body, unwrap, headerBlocks), list: true };
}
/** Builds a fault that an operation declares. */
export function fault(name: string, detail: ElementNode): FaultNode {
  return { name, detail };
}
/** Builds an operation with a response. */
export function operation<T extends OperationNode>(parts: OperationNode & { readonly output: MessageNode }): T {
  return mark<OperationNode, T>({ ...parts, output: { ...parts.output, isResult: true } });
}
/** Builds an operation without a response, which may still declare faults. */
export function oneWay<T extends OperationNode>(parts: OperationNode & { readonly output?: never }): T {
  return mark<OperationNode, T>(parts);
}
/**
 * Builds a service. Its operations are a tuple, because for an array type the compiler would compare each of a thousand
 * operations with every other one.
 */
export function serviceOf<const O extends readonly OperationNode[]>(
  parts: Omit<ServiceNode, "operations"> & { readonly operations: O },
): ServiceNode {
  return parts;
}
