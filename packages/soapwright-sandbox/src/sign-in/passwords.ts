/** The service's side of HTTP Basic (RFC 7617) and Digest (RFC 7616): each request proves its caller. */
import { createHash, randomBytes, timingSafeEqual } from "node:crypto";
import type { IncomingMessage } from "node:http";
import type { Guard, Verdict } from "./guard";

const REALM = 'realm="sandbox"';
const WRONG = "user name or password is wrong";

export class BasicGuard implements Guard {
  constructor(private readonly users: ReadonlyMap<string, string>) {}

  judge({ headers }: IncomingMessage): Verdict {
    const refused = (why: string): Verdict => ({ challenge: `Basic ${REALM}, charset="UTF-8"`, why });
    const [, token] = /^Basic +([\w+/=]+)$/i.exec(headers.authorization ?? "") ?? [];
    if (token === undefined) return refused("it has no user name and password of Basic");
    const [, user = "", password = ""] = /^([^:]*):([\s\S]*)$/.exec(Buffer.from(token, "base64").toString()) ?? [];
    const expected = this.users.get(user);
    return expected !== undefined && isSame(expected, password) ? { user } : refused(WRONG);
  }
}

/** A nonce that is older, or used more often, is stale. */
const NONCE_MS = 300_000;
const MOST_USES = 10_000;
/** Further nonces replace the oldest, which then is stale too. */
const MOST_NONCES = 10_000;

interface Nonce {
  readonly since: number;
  /** Calls at the same time may arrive in another order than they were counted. */
  readonly counts: Set<string>;
}

/** Digest with SHA-256 and the quality of protection `auth`. No proof is accepted twice. */
export class DigestGuard implements Guard {
  readonly #nonces = new Map<string, Nonce>();

  constructor(private readonly users: ReadonlyMap<string, string>) {}

  judge({ headers, method, url }: IncomingMessage): Verdict {
    const [, list] = /^Digest +(.*)$/i.exec(headers.authorization ?? "") ?? [];
    if (list === undefined) return this.#challenge("it has no proof of Digest");
    const values = parametersOf(list);
    const value = (name: string): string => values.get(name) ?? "";
    const [nonce, count, response] = [value("nonce"), value("nc"), value("response").toLowerCase()];
    if (value("algorithm").toUpperCase() !== "SHA-256" || value("qop") !== "auth" || !/^[\da-f]{8}$/i.test(count)) {
      return this.#challenge("its proof of Digest is not by SHA-256 with qop=auth");
    }
    if (value("uri") !== url) return this.#challenge("its proof is for another address (uri)");
    // Node.js reads each octet of a header as one character.
    const user = Buffer.from(value("username"), "latin1").toString();
    const password = this.users.get(user);
    const secret = hash(`${user}:sandbox:${password ?? ""}`);
    const expected = hash(
      `${secret}:${nonce}:${count}:${value("cnonce")}:auth:${hash(`${method ?? ""}:${value("uri")}`)}`,
    );
    if (password === undefined || !isSame(expected, response)) return this.#challenge(WRONG);
    const known = this.#nonces.get(nonce);
    if (known === undefined || Date.now() - known.since > NONCE_MS || known.counts.size >= MOST_USES) {
      return this.#challenge("its nonce is too old", ", stale=true");
    }
    if (known.counts.has(count)) return this.#challenge("its proof was used before (nc)");
    known.counts.add(count);
    return { user };
  }

  #challenge(why: string, more = ""): Verdict {
    const nonce = randomBytes(18).toString("base64url");
    this.#nonces.set(nonce, { since: Date.now(), counts: new Set() });
    const [oldest = ""] = this.#nonces.keys();
    if (this.#nonces.size > MOST_NONCES) this.#nonces.delete(oldest);
    return { challenge: `Digest ${REALM}, qop="auth", algorithm=SHA-256, nonce="${nonce}"${more}`, why };
  }
}

/** The first of several parameters with one name counts. */
function parametersOf(list: string): ReadonlyMap<string, string> {
  const found = new Map<string, string>();
  for (const [, name = "", quoted, plain = ""] of list.matchAll(/([\w*]+)\s*=\s*(?:"((?:[^"\\]|\\.)*)"|([^\s",]+))/g)) {
    const key = name.toLowerCase();
    if (!found.has(key)) found.set(key, quoted?.replace(/\\(.)/g, "$1") ?? plain);
  }
  return found;
}

function hash(text: string): string {
  return createHash("sha256").update(text).digest("hex");
}

/** The time that it takes tells nothing of `expected`. */
function isSame(expected: string, received: string): boolean {
  const digest = (text: string): Buffer => createHash("sha256").update(text).digest();
  return timingSafeEqual(digest(expected), digest(received));
}
