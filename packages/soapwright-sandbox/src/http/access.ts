/**
 * Access rules of the page, the control endpoint and the test form: only deliberate requests from this machine pass. A
 * page of another site in the user's browser is on this machine too, so `Host` must be the sandbox's own name (DNS
 * rebinding), and a browser must report that the request comes from the sandbox's own pages (cross-site posts).
 */
import { createHash, timingSafeEqual } from "node:crypto";
import type { IncomingMessage } from "node:http";
import { isLoopback, isLoopbackHost } from "soapwright-runtime/xsd";
import { percentDecoded } from "./content-type";

export interface AccessRules {
  /** Requests with the token are admitted from any address; without a token, only those of this machine. */
  readonly token: string | undefined;
  readonly isLocalOnly: boolean;
}

/** Returns the reason to refuse a request to a service. */
export function foreignBecause({ method, headers }: IncomingMessage, isLocalOnly: boolean): string | undefined {
  // A link to the help page does no harm.
  if (method !== "GET" && method !== "HEAD" && isCrossSite(headers)) return CROSS_SITE;
  // Only HTTP/1.0 leaves out `Host`, and no browser speaks it.
  if (isLocalOnly && headers.host !== undefined && !isLoopbackHost(headers.host)) return FOREIGN_HOST;
  return undefined;
}

const CROSS_SITE = "The request comes from a page of another site.";
const FOREIGN_HOST = "The Host header is not this machine's own name.";

function isCrossSite({ origin, host, "sec-fetch-site": site }: IncomingMessage["headers"]): boolean {
  if (origin !== undefined && origin !== `http://${host ?? ""}`) return true;
  return site !== undefined && site !== "same-origin" && site !== "none";
}

/** Returns the reason to refuse a request to the page or the control endpoint. */
export function refusedBecause(request: IncomingMessage, { token, isLocalOnly }: AccessRules): string | undefined {
  if (isCrossSite(request.headers)) return CROSS_SITE;
  if (token !== undefined) return hasToken(request, token) ? undefined : "The control token is missing or wrong.";
  if (!isLocalOnly)
    return "The sandbox listens beyond this machine: start it with --control-token to use this address.";
  if (!isLoopback(request.socket.remoteAddress ?? "")) return "The request does not come from this machine.";
  if (!isLoopbackHost(request.headers.host ?? "")) return FOREIGN_HOST;
  return undefined;
}

/** The form is open to this machine under its own name, as in ASP.NET; to other requests only with the token. */
export function mayUseTestForm(request: IncomingMessage, access: AccessRules): boolean {
  return [access, { ...access, token: undefined }].some((rules) => refusedBecause(request, rules) === undefined);
}

/** Returns the address under the name in `Host` if it is allowed, else `otherwise`. */
export function reachedAt(host = "", { isLocalOnly }: AccessRules, otherwise: string): string {
  const isName = isLocalOnly ? isLoopbackHost(host) : /^[\w.-]+(:\d{1,5})?$/.test(host);
  return isName ? `http://${host}` : otherwise;
}

function hasToken(request: IncomingMessage, token: string): boolean {
  const bearer = /^Bearer (.+)$/.exec(request.headers.authorization ?? "")?.[1];
  const cookie = /(?:^|;\s*)sandbox-token=([^;]+)/.exec(request.headers.cookie ?? "")?.[1];
  const sentToken = bearer ?? (cookie && percentDecoded(cookie));
  return sentToken !== undefined && timingSafeEqual(digest(sentToken), digest(token));
}

function digest(text: string): Buffer {
  return createHash("sha256").update(text).digest();
}
