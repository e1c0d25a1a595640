import { ConfigurationError } from "../errors/configuration-error";
import { kindOf } from "../kind-of";
import { isLoopback } from "./loopback";

/** A parsed endpoint. */
export interface Address {
  readonly origin: string;
  /** Path and query, as in the request line. */
  readonly path: string;
  readonly host: string;
  readonly hostname: string;
  readonly port: number;
  readonly secure: boolean;
  readonly loopback: boolean;
  /** Origin and path without query, for messages. */
  readonly display: string;
}

/** Throws a `ConfigurationError` that names `option` and never shows credentials. */
export function parseAddress(text: unknown, option: string): Address {
  const wrong = (reason: string) =>
    new ConfigurationError(
      (name) =>
        `${name(option)} takes an absolute http: or https: address without user, password and fragment, but ${reason}.`,
      { reason: "address", option },
    );
  if (typeof text !== "string") throw wrong(`is ${kindOf(text)}`);
  if (text === "") throw wrong("is empty");
  // The WHATWG URL parser silently drops tabs and line breaks and repairs other characters, so such an address is
  // rejected.
  if (/[\s\p{Cc}\\]/u.test(text)) throw wrong("has a blank, a control character or a backslash in it");
  const { url, secure, port } = parseHttpUrl(text, wrong);
  if (!/^https?:\/\//i.test(text)) throw wrong("lacks the two slashes");
  if (url.username !== "" || url.password !== "" || /^[a-z]+:\/\/[^/?#]*@/i.test(text)) {
    throw wrong("has credentials in it");
  }
  if (text.includes("#")) throw wrong("has a fragment");
  return {
    origin: url.origin,
    path: url.pathname + url.search,
    host: url.host,
    hostname: url.hostname,
    port,
    secure,
    loopback: isLoopback(url.hostname),
    display: url.origin + url.pathname,
  };
}

/** Throws an error from `wrong` for another scheme, or a text that is no URL. */
export function parseHttpUrl(
  text: string,
  wrong: (reason: string) => Error,
): { readonly url: URL; readonly secure: boolean; readonly port: number } {
  const url = urlOf(text);
  if (url === undefined) throw wrong("cannot be read as one");
  const secure = url.protocol === "https:";
  if (!secure && url.protocol !== "http:") throw wrong(`its scheme is ${url.protocol.slice(0, -1)}`);
  return { url, secure, port: url.port === "" ? (secure ? 443 : 80) : Number(url.port) };
}

/** Returns the query with its question mark, or an empty text. The query may hold a key. */
export function queryOf({ path }: Address): string {
  return path.includes("?") ? path.slice(path.indexOf("?")) : "";
}

/** Credentials would be readable in plain HTTP to another machine. */
export function requireSecure(address: Address, allowInsecure: boolean, option: string): void {
  if (address.secure || address.loopback || allowInsecure) return;
  throw new ConfigurationError(
    (name) =>
      `${name(option)} is plain http: to ${address.hostname}: credentials and personal data would travel readable.`,
    {
      reason: "address-insecure",
      option,
      advice: [
        { action: "set", option, value: "https:" },
        { action: "set", option: "allowInsecure", value: true },
      ],
    },
  );
}

/** Returns an untrusted address without user, query and hash; undefined when it is not an address. */
export function displayAddress(text: string): string | undefined {
  const url = urlOf(text);
  if (url !== undefined) {
    const { protocol, host, pathname } = url;
    return host === "" ? protocol : `${protocol}//${host}${pathname}`;
  }
  const [path = ""] = text.split(/[?#]/, 1);
  return /^\/(?!\/)[\x21-\x7e]*$/.test(path) && !path.includes("@") ? path : undefined;
}

/**
 * Returns undefined for a text that is no URL. `URL.canParse` takes letters such as ü for something else once V8 has
 * optimized its caller, in Node.js 20.
 */
export function urlOf(text: string): URL | undefined {
  try {
    return new URL(text);
  } catch {
    return undefined;
  }
}
