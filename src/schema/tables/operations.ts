/** Builders of operations and services: WSDL 1.1. */
import type { ElementNode, FaultNode, MessageNode, OperationNode, ServiceNode } from "./nodes";
import type { AnyPart, Part, ShapeOf } from "./particles";
import { mark } from "./typed";
import type { DeclaredFault, Flat, NoHeaders } from "./values";

declare const content: unique symbol;
declare const blocks: unique symbol;
declare const detail: unique symbol;
declare const takes: unique symbol;
declare const answers: unique symbol;
declare const headers: unique symbol;
declare const responseHeaders: unique symbol;
declare const fails: unique symbol;

type BodyPart = ElementNode & AnyPart;
type Body = readonly BodyPart[];

/** The value at the end of a path of keys; `undefined` where something on the way may be absent or nil. */
type At<T, Path extends readonly string[]> = Path extends readonly [infer K, ...infer Rest extends readonly string[]]
  ? T extends null | undefined
    ? undefined
    : K extends keyof T
      ? At<T[K], Rest>
      : never
  : T;
type ContentOf<S, Path extends readonly string[]> = Path extends readonly [] ? Flat<S> : At<S, Path>;
type HeadersOf<H extends Body> = H extends readonly [] ? NoHeaders : Flat<ShapeOf<H>>;

/** A message whose content is `V`, with the header blocks `H`. */
export interface Message<V, H> extends MessageNode {
  readonly [content]: V;
  readonly [blocks]: H;
}

/**
 * A message: the elements of the Body, the keys from there to the value that a caller sees, and the header blocks,
 * each made by `optional`.
 */
export function message<const B extends Body, const U extends readonly string[], const H extends Body = readonly []>(
  body: B,
  unwrap: U,
  headerBlocks?: H,
): Message<ContentOf<ShapeOf<B>, U>, HeadersOf<H>> {
  return mark<MessageNode, Message<ContentOf<ShapeOf<B>, U>, HeadersOf<H>>>({
    body,
    unwrap,
    list: false,
    headers: headerBlocks ?? [],
  });
}
/** A message whose content is a list: empty where anything on the way to it is absent or nil. */
export function listMessage<
  const B extends Body,
  const U extends readonly string[],
  const H extends Body = readonly [],
>(body: B, unwrap: U, headerBlocks?: H): Message<NonNullable<ContentOf<ShapeOf<B>, U>>, HeadersOf<H>> {
  return mark<MessageNode, Message<NonNullable<ContentOf<ShapeOf<B>, U>>, HeadersOf<H>>>({
    body,
    unwrap,
    list: true,
    headers: headerBlocks ?? [],
  });
}

/** A fault with the detail `D`. */
export interface FaultOf<D> extends FaultNode {
  readonly [detail]: D;
}
type ElementValue<E> = E extends Part<infer S, unknown> ? S[keyof S] : never;
/** A fault that an operation declares. */
export function fault<N extends string, const E extends BodyPart>(
  name: N,
  element: E,
): FaultOf<DeclaredFault<N, ElementValue<E>>> {
  return mark<FaultNode, FaultOf<DeclaredFault<N, ElementValue<E>>>>({ name, detail: element });
}

/**
 * An operation that takes `Args` and returns `Result`. `Headers` has a property for each header block that may be
 * sent, `ResponseHeaders` for each that may come back; `Faults` is the union of the details that it declares.
 */
export interface Operation<Args, Result, Headers = NoHeaders, Faults = never, ResponseHeaders = NoHeaders>
  extends OperationNode {
  readonly [takes]: <X>() => X extends Args ? 1 : 2;
  readonly [answers]: <X>() => X extends Result ? 1 : 2;
  readonly [headers]: <X>() => X extends Flat<Headers> ? 1 : 2;
  readonly [responseHeaders]: <X>() => X extends Flat<ResponseHeaders> ? 1 : 2;
  readonly [fails]: <X>() => X extends Faults ? 1 : 2;
  /** For inference alone. */
  readonly [content]?: (args: Args, headers: Headers) => [Result, Faults, ResponseHeaders];
}
interface OperationTable<A, R, H, F, RH> extends OperationNode {
  readonly [takes]: <X>() => X extends A ? 1 : 2;
  readonly [answers]: <X>() => X extends R ? 1 : 2;
  readonly [headers]: <X>() => X extends Flat<H> ? 1 : 2;
  readonly [responseHeaders]: <X>() => X extends Flat<RH> ? 1 : 2;
  readonly [fails]: <X>() => X extends F ? 1 : 2;
}
interface OperationParts<A, R, H, F, RH> extends OperationNode {
  readonly input: Message<A, H>;
  readonly output: Message<R, RH>;
  readonly faults: readonly FaultOf<F>[];
}
type Faults = readonly FaultOf<unknown>[];
interface OneWayParts<A, H, F> extends OperationNode {
  readonly input: Message<A, H>;
  readonly output?: never;
  readonly faults: F & OperationNode["faults"];
}
/** An operation with a response. */
export function operation<A, R, H, RH, const F extends Faults>(
  parts: Omit<OperationParts<A, R, H, never, RH>, "faults"> & { readonly faults: F },
): OperationTable<A, R, H, F[number][typeof detail], RH> {
  return mark<OperationNode, OperationTable<A, R, H, F[number][typeof detail], RH>>(parts);
}
/** An operation without a response; its faults may still be declared. */
export function oneWay<A, H, const F extends Faults>(
  parts: OneWayParts<A, H, F>,
): OperationTable<A, void, H, F[number][typeof detail], NoHeaders> {
  return mark<OperationNode, OperationTable<A, void, H, F[number][typeof detail], NoHeaders>>(parts);
}

/** A service. A tuple, because the compiler gives up on the union of thousands of operations. */
export function serviceOf<const O extends readonly OperationNode[]>(
  parts: Omit<ServiceNode, "operations"> & { readonly operations: O },
): ServiceNode {
  return parts;
}
