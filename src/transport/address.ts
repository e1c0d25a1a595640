import { ConfigurationError } from "../errors/configuration-error";
import { describeKind } from "./describe-kind";

/** Where requests go, taken apart once. */
export interface Address {
  /** Scheme, host and port. */
  readonly origin: string;
  /** Path and query, as in the request line. */
  readonly path: string;
  /** Value of the `Host` header. */
  readonly host: string;
  readonly hostname: string;
  readonly port: number;
  readonly secure: boolean;
  readonly loopback: boolean;
  /** Without query: for messages. */
  readonly display: string;
}

/** Reads an endpoint. Throws a `ConfigurationError` that names `option`, and never shows the address when it holds credentials. */
export function parseAddress(text: unknown, option: string): Address {
  const takes = `${option} takes an absolute http: or https: address without user, password and fragment`;
  if (typeof text !== "string") {
    throw new ConfigurationError(`${takes}, but is ${describeKind(text)}.`, { option });
  }
  if (text === "") throw new ConfigurationError(`${takes}, but is empty.`, { option });
  // The WHATWG parser drops tabs and line breaks and mends the rest in silence: what it would mend is refused.
  if (/[\s\p{Cc}\\]/u.test(text)) {
    throw new ConfigurationError(`${takes}, but has a blank, a control character or a backslash in it.`, { option });
  }
  let url: URL;
  try {
    url = new URL(text);
  } catch {
    throw new ConfigurationError(`${takes}, but cannot be read as one.`, { option });
  }
  if (url.protocol !== "http:" && url.protocol !== "https:") {
    throw new ConfigurationError(`${takes}, but its scheme is ${url.protocol.slice(0, -1)}.`, { option });
  }
  if (!/^https?:\/\//i.test(text)) throw new ConfigurationError(`${takes}, but lacks the two slashes.`, { option });
  if (url.username !== "" || url.password !== "" || /^[a-z]+:\/\/[^/?#]*@/i.test(text)) {
    throw new ConfigurationError(`${takes}, but has credentials in it.`, { option });
  }
  if (text.includes("#")) throw new ConfigurationError(`${takes}, but has a fragment.`, { option });
  const secure = url.protocol === "https:";
  return {
    origin: url.origin,
    path: url.pathname + url.search,
    host: url.host,
    hostname: url.hostname,
    port: url.port === "" ? (secure ? 443 : 80) : Number(url.port),
    secure,
    loopback: isLoopback(url.hostname),
    display: url.origin + url.pathname,
  };
}

/** Refuses plain HTTP to other machines, where credentials would travel readable. */
export function requireSecure(address: Address, allowInsecure: boolean, option: string): void {
  if (address.secure || address.loopback || allowInsecure) return;
  throw new ConfigurationError(
    `${option} is plain http: to ${address.hostname}: credentials and personal data would travel readable. Use https:, or set allowInsecure: true.`,
    { option },
  );
}

/** Whether `hostname`, as `URL` writes it, is this machine. */
export function isLoopback(hostname: string): boolean {
  // 127.0.0.0/8, also inside an IPv6 address (RFC 4291, 2.5.5.2); RFC 6761, 6.3 for the name.
  const [, high] = /^\[::ffff:([0-9a-f]{1,4}):[0-9a-f]{1,4}\]$/.exec(hostname) ?? [];
  if (high !== undefined) return Number.parseInt(high, 16) >> 8 === 127;
  return /^(?:.+\.)?localhost\.?$/.test(hostname) || /^127(\.\d{1,3}){3}$/.test(hostname) || hostname === "[::1]";
}

/** An address that came from elsewhere, without user, query and hash: fit for messages. */
export function displayAddress(text: string): string | undefined {
  try {
    const url = new URL(text);
    return url.host === "" ? url.protocol : `${url.protocol}//${url.host}${url.pathname}`;
  } catch {
    const path = text.split(/[?#]/, 1)[0] ?? "";
    return /^\/(?!\/)[\x21-\x7e]*$/.test(path) && !path.includes("@") ? path : undefined;
  }
}
