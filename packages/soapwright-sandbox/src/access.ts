/**
 * Who may see the page, use the control endpoint and the test form: a request from this machine, made on purpose. A page of
 * another site in the user's browser is on this machine too, so `Host` has to be the sandbox's own name (DNS rebinding), and
 * a browser has to say that the request comes from the sandbox's own pages (cross-site posts).
 */
import { createHash, timingSafeEqual } from "node:crypto";
import type { IncomingMessage } from "node:http";
import { percentDecoded } from "./content-type";

/** What decides about access. */
export interface AccessRules {
  /** With a token everyone who has it gets in, from wherever; without one only this machine. */
  readonly token: string | undefined;
  /** The sandbox listens on loopback alone. */
  readonly isLocalOnly: boolean;
}

/**
 * Why a request to a service may not get in, however it was made: a page of another site in the user's browser sends it, or
 * one that has made its own name an address of this machine (DNS rebinding). Undefined when it may.
 */
export function foreignBecause({ method, headers }: IncomingMessage, isLocalOnly: boolean): string | undefined {
  // A link to the help page is no harm.
  if (method !== "GET" && method !== "HEAD" && isCrossSite(headers)) return CROSS_SITE;
  // Only HTTP/1.0 leaves it out, which no browser speaks.
  if (isLocalOnly && headers.host !== undefined && !isLoopbackName(headers.host)) return FOREIGN_HOST;
  return undefined;
}

const CROSS_SITE = "The request comes from a page of another site.";
const FOREIGN_HOST = "The Host header is not this machine's own name.";

function isCrossSite({ origin, host, "sec-fetch-site": site }: IncomingMessage["headers"]): boolean {
  if (origin !== undefined && origin !== `http://${host ?? ""}`) return true;
  return site !== undefined && site !== "same-origin" && site !== "none";
}

/** Why a request may not get in; undefined when it may. */
export function refusedBecause(request: IncomingMessage, { token, isLocalOnly }: AccessRules): string | undefined {
  if (isCrossSite(request.headers)) return CROSS_SITE;
  if (token !== undefined) return hasToken(request, token) ? undefined : "The control token is missing or wrong.";
  if (!isLocalOnly)
    return "The sandbox listens beyond this machine: start it with --control-token to use this address.";
  if (!isLoopback(request.socket.remoteAddress)) return "The request does not come from this machine.";
  if (!isLoopbackName(request.headers.host)) return FOREIGN_HOST;
  return undefined;
}

/**
 * Whether the test form may be used: by a request from this machine under its own name, as on the real stack, whatever the
 * token; from elsewhere with the token.
 */
export function mayUseTestForm(request: IncomingMessage, access: AccessRules): boolean {
  return [access, { ...access, token: undefined }].some((rules) => refusedBecause(request, rules) === undefined);
}

/** Whether `Host` names the loopback interface. */
export function isLoopbackName(host: string | undefined): boolean {
  return /^(localhost|127(\.\d{1,3}){3}|\[::1\])(:\d{1,5})?$/i.test(host ?? "");
}

/** The name that a caller used, as an address, where it is one of this machine's or of the machines beyond; else `otherwise`. */
export function reachedAt(host = "", { isLocalOnly }: AccessRules, otherwise: string): string {
  const isName = isLocalOnly ? isLoopbackName(host) : /^[\w.-]+(:\d{1,5})?$/.test(host);
  return isName ? `http://${host}` : otherwise;
}

/** Whether a server that listens there is reached from this machine alone. */
export function isLoopbackAddress(address: string): boolean {
  return isLoopbackName(address.includes(":") ? `[${address}]` : address);
}

function isLoopback(address: string | undefined): boolean {
  return address !== undefined && /^(127\.|::1$|::ffff:127\.)/.test(address);
}

function hasToken(request: IncomingMessage, token: string): boolean {
  const bearer = /^Bearer (.+)$/.exec(request.headers.authorization ?? "")?.[1];
  const cookie = /(?:^|;\s*)sandbox-token=([^;]+)/.exec(request.headers.cookie ?? "")?.[1];
  const given = bearer ?? (cookie && percentDecoded(cookie));
  return given !== undefined && timingSafeEqual(digest(given), digest(token));
}

function digest(text: string): Buffer {
  return createHash("sha256").update(text).digest();
}
