/**
 * Who may see the page, use the control endpoint and the test form: a request from this machine, made on purpose. A page of
 * another site in the user's browser is on this machine too, so `Host` has to be the sandbox's own name (DNS rebinding), and
 * a browser has to say that the request comes from the sandbox's own pages (cross-site posts).
 */
import { createHash, timingSafeEqual } from "node:crypto";
import type { IncomingMessage } from "node:http";

/** What decides about access. */
export interface AccessRules {
  /** With a token everyone who has it gets in, from wherever; without one only this machine. */
  readonly token: string | undefined;
  /** The sandbox listens on loopback alone. */
  readonly isLocalOnly: boolean;
}

/** Why a request may not get in; undefined when it may. */
export function refusedBecause(request: IncomingMessage, { token, isLocalOnly }: AccessRules): string | undefined {
  const origin = request.headers.origin;
  if (origin !== undefined && origin !== `http://${request.headers.host ?? ""}`) {
    return "The request comes from a page of another site.";
  }
  const site = request.headers["sec-fetch-site"];
  if (site !== undefined && site !== "same-origin" && site !== "none") {
    return "The request comes from a page of another site.";
  }
  if (token !== undefined) return hasToken(request, token) ? undefined : "The control token is missing or wrong.";
  if (!isLocalOnly)
    return "The sandbox listens beyond this machine: start it with --control-token to use this address.";
  if (!isLoopback(request.socket.remoteAddress)) return "The request does not come from this machine.";
  if (!isLoopbackName(request.headers.host)) return "The Host header is not this machine's own name.";
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
  const given = bearer ?? (cookie === undefined ? undefined : decodeURIComponent(cookie));
  return given !== undefined && timingSafeEqual(digest(given), digest(token));
}

function digest(text: string): Buffer {
  return createHash("sha256").update(text).digest();
}
