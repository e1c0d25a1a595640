/**
 * Who may send requests: names in `Host` against DNS rebinding, `Origin` and `Sec-Fetch-Site` against pages of other
 * sites, and a bearer token.
 */
import { createHash, timingSafeEqual } from "node:crypto";
import type { IncomingHttpHeaders, IncomingMessage } from "node:http";
import { isLoopback, isLoopbackHost } from "soapwright-runtime/xsd";
import { Refusal } from "./problems";

export interface AccessOptions {
  /**
   * Names that `Host` may have, with or without a port, beside those of loopback for requests that come over it. Default:
   * those of loopback alone for such requests, and any name for others.
   */
  readonly hosts?: readonly string[] | undefined;
  /** Origins of other sites whose pages may send requests, for example `https://app.example`. Default: none. */
  readonly origins?: readonly string[] | undefined;
  /** A bearer token that every call needs. Default: none. */
  readonly token?: string | undefined;
}

/** @throws Refusal for a request under a foreign name, or from a page of another site. */
export function checkSite(
  { headers, rawHeaders, socket }: IncomingMessage,
  { hosts, origins = [] }: AccessOptions,
): void {
  // Node.js takes the first; a proxy before it may have taken another (RFC 9112, 3.2).
  if (hasTwoHosts(rawHeaders)) throw new Refusal(400, "The request has more than one Host header.");
  const { origin, "sec-fetch-site": site } = headers;
  const host = hostOf(headers);
  // A page that another name leads here has that name in Host.
  const isLocal = isLoopback(socket.localAddress ?? "");
  const isNamed =
    hosts === undefined
      ? !isLocal || isLoopbackHost(host)
      : hosts.includes(host) || hosts.includes(host.replace(/:\d{1,5}$/, "")) || (isLocal && isLoopbackHost(host));
  // 421: the request is not for this server (RFC 9110, 15.5.20).
  if (!isNamed) throw new Refusal(421, "The Host header is not a name of this gateway, whose operator can allow it.");
  if (origin !== undefined && origins.includes(origin)) return;
  const isOther = origin === undefined ? site === "cross-site" : !isOwnOrigin(origin, host);
  if (isOther)
    throw new Refusal(
      403,
      "The request comes from a page of another site, which the operator of the gateway can allow.",
    );
}

/**
 * The headers of a response that let a page of an allowed origin read it (Fetch, 3.2). Empty for a gateway without
 * `origins`, whose responses are the same for all.
 */
export function siteHeaders({ headers }: IncomingMessage, { origins = [] }: AccessOptions): Record<string, string> {
  if (origins.length === 0) return {};
  const { origin } = headers;
  if (origin === undefined || !origins.includes(origin)) return { vary: "Origin" };
  return {
    vary: "Origin",
    "access-control-allow-origin": origin,
    "access-control-expose-headers": "ETag, Retry-After, WWW-Authenticate",
  };
}

/**
 * What a browser asks before it sends JSON, or a header of its own, from a page of another origin: the headers of the
 * response. Undefined for any other request, and for an origin that is not allowed.
 */
export function preflightHeaders(
  { headers, method }: IncomingMessage,
  { origins = [] }: AccessOptions,
  methods: string,
): Readonly<Record<string, string>> | undefined {
  const { origin, "access-control-request-method": asked, "access-control-request-headers": names } = headers;
  if (method !== "OPTIONS" || asked === undefined || origin === undefined || !origins.includes(origin))
    return undefined;
  // Credentials may be in any header, which the function of the gateway knows.
  const isList = names !== undefined && /^[\w!#$%&'*+.^`|~, -]{1,1024}$/.test(names);
  return {
    "access-control-allow-methods": methods,
    "access-control-max-age": "600",
    ...(isList && { "access-control-allow-headers": names }),
  };
}

/** HTTP/2 has the name in `:authority` (RFC 9113, 8.3.1). @throws Refusal for a `Host` beside it that differs. */
function hostOf({ host, ":authority": authority }: IncomingHttpHeaders): string {
  if (typeof authority !== "string") return host ?? "";
  if (host !== undefined && host.toLowerCase() !== authority.toLowerCase())
    throw new Refusal(400, "The request has a Host header that differs from its :authority.");
  return authority;
}

/** `headers` has the names and the values in turn. */
function hasTwoHosts(headers: readonly string[]): boolean {
  let count = 0;
  for (let at = 0; at < headers.length; at += 2)
    if (headers[at]!.length === 4 && headers[at]!.toLowerCase() === "host") count++;
  return count > 1;
}

/** The gateway may be behind a proxy that speaks TLS. */
function isOwnOrigin(origin: string, host: string): boolean {
  return host !== "" && (origin === `http://${host}` || origin === `https://${host}`);
}

/** @throws Refusal with a challenge for a request without the token. */
export function checkToken({ headers }: IncomingMessage, token: string | undefined): void {
  if (token === undefined) return;
  const [, sent] = /^Bearer +(\S+) *$/i.exec(headers.authorization ?? "") ?? [];
  if (sent !== undefined && timingSafeEqual(digest(sent), digest(token))) return;
  throw new Refusal(401, "The token of the gateway is missing or wrong. Send it as Authorization: Bearer.", {
    "www-authenticate": sent === undefined ? "Bearer" : 'Bearer error="invalid_token"',
  });
}

/** Returns a digest, for comparisons and for keys that hold no text of a caller. */
export function digest(text: string): Buffer {
  return createHash("sha256").update(text).digest();
}
