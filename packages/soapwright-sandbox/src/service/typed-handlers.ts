/** Handlers of a sandbox with the types of a generated client. */

import { ConfigurationError } from "soapwright-runtime/errors";
import { checkFunction, wrongOption } from "soapwright-runtime/extend";
import type { Operation, ServiceNode } from "soapwright-runtime/tables";
import { kindOf, nearNames } from "soapwright-runtime/xsd";
import type { OperationRequest, ServiceOptions } from "./service-options";

/** The input of a typed handler beside the arguments. */
export interface TypedContext<Headers> extends Omit<OperationRequest, "args" | "headers"> {
  /**
   * The first declared header block, decoded, which contains the credentials of most services. Empty if it is absent.
   */
  readonly auth: PartsOf<NonNullable<ValueOf<Headers>>>;
  /** Decoded header blocks, by property name. */
  readonly headers: PartsOf<Headers>;
}

/** Every property of `T`, or of a member of the union `T`; each is optional. */
type PartsOf<T> = { readonly [Name in KeyOf<T>]?: T extends { readonly [Own in Name]?: infer Value } ? Value : never };
type KeyOf<T> = T extends unknown ? keyof T : never;
type ValueOf<T> = T extends unknown ? T[keyof T] : never;

/** Runs one operation: takes the client method's arguments and returns its result, or a promise of it. */
export type TypedHandler<Args, Result, Headers> = (
  args: Args,
  context: TypedContext<Headers>,
) => Result | undefined | Promise<Result | undefined>;

/**
 * The handlers of a generated client, by method: `HandlersOf<typeof schemas>`, where `schemas` is its module `schemas`. Of a
 * union of such modules, a method that several have gets the arguments of any of them.
 *
 * @example
 * const handlers: HandlersOf<typeof schemas> = { orderGetList: ({ OrderId }) => [] };
 */
export type HandlersOf<Schemas> = {
  readonly [Method in MethodOf<Schemas>]?: HandlerOf<
    Schemas extends { readonly [Own in Method]: infer Found } ? Found : never
  >;
};
type MethodOf<Schemas> = Schemas extends unknown
  ? { [Name in keyof Schemas]: [TypesOf<Schemas[Name]>] extends [never] ? never : Name }[keyof Schemas]
  : never;
/** For a union of operations, the types of all of them. */
type HandlerOf<Operations> = TypedHandler<
  TypesOf<Operations>["args"],
  TypesOf<Operations>["result"],
  TypesOf<Operations>["headers"]
>;
type TypesOf<One> =
  One extends Operation<infer Args, infer Result, infer Headers, infer _Faults, infer _ResponseHeaders>
    ? { readonly args: Args; readonly result: Result; readonly headers: Headers }
    : never;

/** Returns a service for a sandbox, with handlers that are checked against the types of the generated client. */
export function sandboxService<Schemas extends { readonly service: ServiceNode }>(
  schemas: Schemas,
  options: Omit<ServiceOptions, "service" | "handlers"> & { readonly handlers?: HandlersOf<Schemas> },
): ServiceOptions {
  return { ...options, service: schemas.service } as ServiceOptions;
}

/** Throws a `ConfigurationError` for handlers that belong to no operation, or are not functions. */
export function checkHandlers(services: readonly ServiceNode[], handlers: unknown, option = "handlers"): void {
  if (handlers === undefined) return;
  if (typeof handlers !== "object" || handlers === null) {
    throw wrongOption(option, "an object of handlers", kindOf(handlers));
  }
  const methods = new Set(services.flatMap(({ operations }) => operations.map(({ method }) => method)));
  for (const [method, handler] of Object.entries(handlers)) {
    const path = `${option}.${method}`;
    if (!methods.has(method)) throw unknownName(path, "a method", method, methods);
    if (handler !== undefined) checkFunction(path, handler);
  }
}

/** A rule for an unknown operation would never apply, so its name throws a `ConfigurationError`. */
export function checkOperation(services: readonly ServiceNode[], operation: string | undefined, option: string): void {
  const operations = services.flatMap((service) => service.operations);
  if (operation === undefined || operations.some(({ name, method }) => operation === name || operation === method))
    return;
  throw unknownName(option, "an operation", operation, new Set(operations.map(({ name }) => name)));
}

/** Lists at most 20 names: likely intended ones first, the others in alphabetical order. */
function unknownName(option: string, what: string, name: string, known: ReadonlySet<string>): ConfigurationError {
  const names = [...new Set([...nearNames(name, [...known]), ...[...known].sort()])].slice(0, 20);
  return new ConfigurationError(`${option} is not ${what} of the service; ${names.join(", ")} are.`, {
    reason: "handler-unknown",
    option,
  });
}
