/** The operations that a gateway serves, with their paths, and those that JSON cannot carry. */

import type { ServiceClient, ValidationMode } from "soapwright-runtime";
import { complexTypeOf, contentOf } from "soapwright-runtime/codecs";
import { ConfigurationError } from "soapwright-runtime/errors";
import { partsOf } from "soapwright-runtime/http";
import { type StandardSchema, standardSchema } from "soapwright-runtime/json";
import { contractOf, type OperationNode, type ServiceNode } from "soapwright-runtime/tables";
import { hintFor, patternOf } from "./named-operations";
import { type QueryParameter, queryParametersOf } from "./query";

/** Which operations a gateway serves, and where. */
export interface ServedOptions {
  /**
   * Operations that change nothing, besides those that the WSDL or the client declares safe: names in the WSDL or
   * methods, with `*` for any characters, in any case. One without `*` has to name an operation. Default: none.
   */
  readonly safe?: readonly string[] | undefined;
  /**
   * Returns the path of an operation, which begins with `/`. Default: the name of the service and the method, as in
   * `/orderService/findOrders` for `OrderService`. Lines of a list are below it, at `/lines`.
   */
  readonly path?: ((operation: NamedOperation) => string) | undefined;
  /** The `validation` by which schemas of results are written, and results as JSON. Default: that of the client. */
  readonly validation?: ValidationMode | undefined;
}

/** An operation, for functions that name its path. */
export interface NamedOperation {
  /** The name of the service in the WSDL. */
  readonly service: string;
  /** The name of the operation in the WSDL. */
  readonly operation: string;
  /** The name of the method of the client. */
  readonly method: string;
  /** The version of the contract, for example `v3`, if the generator received one. */
  readonly version?: string;
}

export interface ServedOperation {
  readonly client: ServiceClient;
  readonly service: ServiceNode;
  readonly operation: OperationNode;
  /** The path without percent-encoding. */
  readonly path: string;
  readonly isSafe: boolean;
  /** Whether the result is a list whose items the client streams. */
  readonly isList: boolean;
  /** Where the items of a list are lines of JSON; undefined for another result. */
  readonly linesPath: string | undefined;
  /** Whether this is the operation at `linesPath`. */
  readonly isLines: boolean;
  /** The parameters of a GET; undefined if the operation is not safe, or has an argument that is not simple. */
  readonly query: readonly QueryParameter[] | undefined;
  readonly args: StandardSchema;
  /** How far a result may depart from its contract. */
  readonly validation: ValidationMode;
  /** Whether the arguments are an object, so that a request without a body has none of them. */
  readonly takesObject: boolean;
}

/** An operation that is not served. */
export interface LeftOut extends NamedOperation {
  readonly reason: string;
}

export interface Served {
  readonly operations: readonly ServedOperation[];
  readonly leftOut: readonly LeftOut[];
}

/**
 * Returns the operations of clients.
 *
 * @throws ConfigurationError for two operations with one path, which it names, and for a name without operation.
 */
export function servedOperations(
  clients: readonly ServiceClient[],
  { safe = [], path = pathOf, validation }: ServedOptions,
): Served {
  const patterns = safe.map((text) => ({ text, pattern: patternOf(text), isUsed: false }));
  const operations: ServedOperation[] = [];
  const leftOut: LeftOut[] = [];
  const byPath = new Map<string, string>();
  for (const client of clients) {
    const { service, settings } = partsOf(client);
    const { version } = contractOf(service);
    const versioned = version === undefined ? {} : { version };
    for (const operation of service.operations) {
      const { name, method, input, output } = operation;
      const named = { service: service.name, operation: name, method, ...versioned };
      const matching = patterns.filter(({ pattern }) => pattern.test(name) || pattern.test(method));
      for (const each of matching) each.isUsed = true;
      const reason = reasonAgainst(operation);
      if (reason !== undefined) {
        leftOut.push({ ...named, reason });
        continue;
      }
      const place = path(named);
      const title = `${service.name}.${name}`;
      const isList = output?.list === true && isStreamed(client, operation, service);
      const linesPath = isList ? `${place}/lines` : undefined;
      for (const each of linesPath === undefined ? [place] : [place, linesPath]) {
        checkPath(each, title, byPath);
        byPath.set(each, title);
      }
      const isSafe = operation.safe || settings.safeOperations.has(name) || matching.length > 0;
      const content = contentOf(input);
      operations.push({
        client,
        service,
        operation,
        path: place,
        isSafe,
        isList,
        linesPath,
        isLines: false,
        query: isSafe && output !== undefined ? queryParametersOf(operation) : undefined,
        args: standardSchema(operation).args,
        validation: validation ?? settings.validation,
        takesObject: complexTypeOf(content.type) !== undefined && !input.list,
      });
    }
  }
  // Nothing is wrong with `Get*` where only `Find*` is there: what is not safe is served by POST.
  const idle = patterns.find(({ text, isUsed }) => !isUsed && !text.includes("*"));
  if (idle !== undefined)
    throw new ConfigurationError(idleText(idle.text, clients), { reason: "safe-operation-unknown", option: "safe" });
  return { operations, leftOut };
}

function idleText(text: string, clients: readonly ServiceClient[]): string {
  const names = clients.flatMap((client) => partsOf(client).service.operations.map(({ name }) => name));
  return `There is no operation ${text}, which safe names. ${hintFor(text, names)}`;
}

function pathOf({ service, method }: NamedOperation): string {
  return `/${segmentOf(service)}/${method}`;
}

/** `OrderService` is `orderService`, `ABCOrders` is `abcOrders`. */
function segmentOf(service: string): string {
  return service.replace(/^\p{Lu}+(?=\p{Lu}\p{Ll})|^\p{Lu}+/u, (start) => start.toLowerCase());
}

/** The router reads these characters as parameters; the others would not be a path. */
function checkPath(path: unknown, title: string, taken: ReadonlyMap<string, string>): void {
  if (typeof path !== "string" || !/^\/[^\s:*?#%]+$/u.test(path))
    throw new ConfigurationError(
      `The path of ${title} is not valid: it begins with / and has no space and none of the characters : * ? # %.`,
      { reason: "path-invalid", option: "path" },
    );
  const other = taken.get(path);
  if (other === undefined) return;
  const remedy = "Return another path for one of them from path";
  throw new ConfigurationError(`${other} and ${title} have one path: ${path}. ${remedy}.`, {
    reason: "path-twice",
    option: "path",
  });
}

/** Octets beside the envelope are read and written as streams, which JSON does not have. */
function reasonAgainst({ input, output }: OperationNode): string | undefined {
  const sides = [
    ["arguments", input],
    ["result", output],
  ] as const;
  const found = sides.find(([, message]) => (message?.attachments?.length ?? 0) > 0 || message?.refersToParts === true);
  return found && `Its ${found[0]} have attachments beside the envelope, which JSON cannot carry. Call it by a client.`;
}

function isStreamed(client: ServiceClient, { method }: OperationNode, { operations }: ServiceNode): boolean {
  const name = `${method}Stream`;
  return !operations.some((each) => each.method === name) && typeof Reflect.get(client, name) === "function";
}
