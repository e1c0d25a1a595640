/** What a function reads of requests, as `Vary` has to say it (RFC 9110, 12.5.5). */
import type { FastifyRequest } from "fastify";
import { isHeaderName } from "soapwright-runtime/extend";

/** A request before its body is read. */
export type RequestWithoutBody = FastifyRequest & { readonly body: undefined };

/** The view of one request that a function gets. */
export interface HeaderView {
  readonly request: RequestWithoutBody;
  /** Whether the function has read headers by their names, and nothing else by which callers may differ. */
  readonly isNamed: () => boolean;
}

/** What is the same for all requests of one method and address. */
const SHARED: ReadonlySet<PropertyKey> = new Set(["method", "url", "originalUrl", "query", "params", "log", "body"]);

/** A function that reads more names than these chooses them by the request. */
const MOST_NAMES = 32;

/** The headers that a function has read, over all of its branches. */
export class HeaderViews {
  readonly #names = new Set<string>();

  /** In lower case. */
  get names(): readonly string[] {
    return [...this.#names];
  }

  viewOf(request: FastifyRequest): HeaderView {
    let isAny = false;
    let isOther = false;
    const record = (name: PropertyKey): void => {
      const text = String(name).toLowerCase();
      if (
        typeof name !== "string" ||
        !isHeaderName(name) ||
        (this.#names.size === MOST_NAMES && !this.#names.has(text))
      ) {
        isOther = true;
        return;
      }
      isAny = true;
      this.#names.add(text);
    };
    const readOther = (): void => {
      isOther = true;
    };
    const headers = viewed(request.headers, record, readOther);
    const view = viewed(request, (name) => void (SHARED.has(name) || name === "headers" || readOther()), readOther, {
      headers,
    });
    return { request: view as RequestWithoutBody, isNamed: () => isAny && !isOther };
  }
}

/** Returns a view of an object that reports each property that is read, and that all are. `instead` replaces properties. */
function viewed<T extends object>(
  object: T,
  read: (name: PropertyKey) => void,
  readAll: () => void,
  instead: Partial<T> = {},
): T {
  return new Proxy(object, {
    get(target, name) {
      read(name);
      return Object.hasOwn(instead, name) ? Reflect.get(instead, name) : (Reflect.get(target, name) as unknown);
    },
    has(target, name) {
      read(name);
      return Reflect.has(target, name);
    },
    getOwnPropertyDescriptor(target, name) {
      read(name);
      return Reflect.getOwnPropertyDescriptor(target, name);
    },
    ownKeys(target) {
      readAll();
      return Reflect.ownKeys(target);
    },
    set: (target, name, value) => Reflect.set(target, name, value),
  });
}
