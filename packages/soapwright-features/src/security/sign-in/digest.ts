/** The client side of HTTP Basic (RFC 7617) and Digest (RFC 7616). */
import { createHash, randomBytes } from "node:crypto";
import type { CredentialRequest } from "soapwright-runtime";
import { offeredSchemes } from "soapwright-runtime/http";
import { wrong } from "../security-error";
import { askText } from "../text-source";
import type { PasswordTerms } from "./read-sign-in";

interface HttpTarget {
  /** A challenge applies to the whole origin: scheme, host and port. */
  readonly origin: string;
  /** Path and query, as in the request line. */
  readonly path: string;
  /** The body is undefined if it is read while it is sent. */
  readonly body: Uint8Array | undefined;
  readonly request: CredentialRequest;
  /** The `WWW-Authenticate` header of the previous response, if that had status 401. */
  readonly challenge?: string | undefined;
}

interface Authorization {
  readonly value: string;
  readonly secrets: readonly string[];
}

/** A scheme that authenticates requests. */
export interface RequestSignIn {
  /** Returns undefined until the service has sent a challenge. */
  authorize(target: HttpTarget): Promise<Authorization | undefined>;
  /** The Authorization `sent` got status 401 with `challenge`; the result is whether to retry. */
  challenged(challenge: string, sent: string | undefined, origin: string): boolean;
}

export function createRequestSignIn(terms: PasswordTerms): RequestSignIn {
  return terms.scheme === "digest" ? new DigestSignIn(terms) : { authorize: basic, challenged: () => false };

  async function basic({ request }: HttpTarget): Promise<Authorization> {
    const { username } = terms;
    const password = await askPassword(terms, request);
    const token = Buffer.from(`${username}:${password}`, "utf8").toString("base64");
    return { value: `Basic ${token}`, secrets: [username, password, token] };
  }
}

function askPassword({ password }: PasswordTerms, request: CredentialRequest): Promise<string> {
  return askText("signIn.password", password, request);
}

/**
 * Returns advice about a 401. `challenges` is a `WWW-Authenticate` after a request with `signIn`, whose
 * Authorization was `sent`. Returns undefined if the advice for every client is enough.
 */
export function signInWords(challenges: string, sent: string | undefined): string | undefined {
  const offered = offeredSchemes(challenges);
  const [used = ""] = offeredSchemes(sent ?? "");
  if (offered.includes(used)) {
    if (used !== "Digest" || !/\bstale\s*=\s*"?true/i.test(challenges)) return undefined;
    return "It calls each nonce of its own too old at once (stale=true), and says nothing of user name and password: ask it to keep its nonces longer, and to share them among its servers.";
  }
  if (sent === undefined && offered.includes("Digest")) {
    return "signIn cannot respond to its Digest, which needs realm, nonce, MD5, SHA-256 or SHA-512-256, and qop auth or auth-int: ask the service for that.";
  }
  const other = offered.find((scheme) => scheme === "Basic" || scheme === "Digest");
  return other === undefined ? undefined : `Set signIn.scheme to "${other.toLowerCase()}".`;
}

interface Challenge {
  readonly realm: string;
  readonly nonce: string;
  readonly opaque: string | undefined;
  readonly hash: string;
  /** A service that names no algorithm means MD5. */
  readonly algorithm: string | undefined;
  readonly isSession: boolean;
  readonly qop: "auth" | "auth-int" | undefined;
  readonly isStale: boolean;
  readonly hidesUser: boolean;
  readonly namesCharset: boolean;
}

/** The strongest hash is first. */
const HASHES: ReadonlyMap<string, string> = new Map([
  ["sha-512-256", "sha512-256"],
  ["sha-256", "sha256"],
  ["md5", "md5"],
]);

interface NonceUse {
  count: number;
  /** A call other than the challenged one has used the nonce. */
  isShared: boolean;
}

/** After an eviction the service sends another challenge. */
const MOST_REMEMBERED = 1000;

/**
 * Remembers the last challenge of each service, and counts the requests with each nonce. A retried request takes the
 * nonce of its own challenge, because some services accept a nonce for one request only.
 */
class DigestSignIn implements RequestSignIn {
  readonly #terms: PasswordTerms;
  readonly #last = new Map<string, Challenge>();
  readonly #uses = new Map<string, NonceUse>();

  constructor(terms: PasswordTerms) {
    this.#terms = terms;
  }

  async authorize({ origin, path, body, request, challenge: header = "" }: HttpTarget) {
    const parsedChallenge = readChallenge(header);
    const challenge = parsedChallenge ?? this.#last.get(origin);
    if (challenge === undefined) return undefined;
    const { realm, nonce, opaque, algorithm, hash, qop } = challenge;
    const use = this.#uses.get(nonceOf(origin, nonce)) ?? { count: 0, isShared: false };
    use.count++;
    use.isShared ||= parsedChallenge === undefined || use.count > 1;
    remember(this.#uses, nonceOf(origin, nonce), use);
    const count = use.count.toString(16).padStart(8, "0");
    const { username } = this.#terms;
    const password = await askPassword(this.#terms, request);
    if (qop === "auth-int" && body === undefined) {
      throw wrong(
        "mtom",
        "The service asks for a digest of the whole body (qop auth-int), which a request with attachments does not have before it is sent. Set mtom: false for this call.",
      );
    }
    const digest = (content: string | Uint8Array): string => createHash(hash).update(content).digest("hex");
    // A header is read as Latin-1, so each character is one octet of the service's text, whatever its encoding is.
    const inRealm = (before: string, after: string): Uint8Array =>
      Buffer.concat([Buffer.from(before), Buffer.from(realm, "latin1"), Buffer.from(after)]);
    const cnonce = randomBytes(16).toString("hex");
    const secret = digest(inRealm(`${username}:`, `:${password}`));
    const a1 = challenge.isSession ? digest(`${secret}:${nonce}:${cnonce}`) : secret;
    const a2 = digest(qop === "auth-int" ? `POST:${path}:${digest(body ?? "")}` : `POST:${path}`);
    const response = digest(
      qop === undefined ? `${a1}:${nonce}:${a2}` : `${a1}:${nonce}:${count}:${cnonce}:${qop}:${a2}`,
    );
    const user = challenge.hidesUser
      ? `username=${quoted(digest(inRealm(`${username}:`, "")))}, userhash=true`
      : userField(username, challenge.namesCharset);
    const fields = [
      user,
      `realm=${quoted(realm)}`,
      `nonce=${quoted(nonce)}`,
      `uri=${quoted(path)}`,
      `response="${response}"`,
      ...(algorithm === undefined ? [] : [`algorithm=${algorithm}`]),
      ...(opaque === undefined ? [] : [`opaque=${quoted(opaque)}`]),
      ...(qop === undefined ? [] : [`qop=${qop}`, `nc=${count}`]),
      ...(qop === undefined && !challenge.isSession ? [] : [`cnonce="${cnonce}"`]),
    ];
    const octets = Buffer.from(username, "utf8").toString("latin1");
    return { value: `Digest ${fields.join(", ")}`, secrets: [username, octets, password, response, cnonce] };
  }

  /**
   * Returns whether to retry with a new nonce: if the request had none, or the nonce has expired or was used by another
   * request. If no other call has used a refused nonce, the credentials are wrong.
   */
  challenged(header: string, sent: string | undefined, origin: string): boolean {
    const challenge = readChallenge(header);
    if (challenge === undefined) return false;
    remember(this.#last, origin, challenge);
    if (sent === undefined || challenge.isStale) return true;
    const used = challengesOf(sent)[0]?.parameters.get("nonce") ?? "";
    return challenge.nonce !== used && this.#uses.get(nonceOf(origin, used))?.isShared === true;
  }
}

function nonceOf(origin: string, nonce: string): string {
  return `${origin} ${nonce}`;
}

/** The oldest entry is first. */
function remember<T>(map: Map<string, T>, key: string, value: T): void {
  map.delete(key);
  map.set(key, value);
  const [oldest = key] = map.keys();
  if (map.size > MOST_REMEMBERED) map.delete(oldest);
}

/**
 * `username*` is for a name that a quoted text cannot represent, if the server names a charset (RFC 7616, 3.3 and 3.4).
 * Other servers, such as Apache httpd, compare the octets of `username`. A header is Latin-1, one character per octet.
 */
function userField(username: string, namesCharset: boolean): string {
  const octets = Buffer.from(username, "utf8").toString("latin1");
  const fits = namesCharset ? /^[\x20-\x7e]*$/ : /^[\x20-\x7e\x80-\xff]*$/;
  if (fits.test(octets)) return `username=${quoted(octets)}`;
  const encoded = encodeURIComponent(username).replace(/['()*]/g, (sign) => `%${sign.charCodeAt(0).toString(16)}`);
  return `username*=UTF-8''${encoded}`;
}

function quoted(text: string): string {
  return `"${text.replace(/["\\]/g, "\\$&")}"`;
}

/** Returns the strongest supported challenge (RFC 9110, 11.6.1). */
function readChallenge(header: string): Challenge | undefined {
  const supported = challengesOf(header).flatMap(({ scheme, parameters }) => {
    return (scheme === "digest" && challengeOf(parameters)) || [];
  });
  const [strongest] = [...HASHES.values()].flatMap((hash) => supported.filter((each) => each.hash === hash));
  return strongest;
}

function challengeOf(parameters: ReadonlyMap<string, string>): Challenge | undefined {
  const realm = parameters.get("realm");
  const nonce = parameters.get("nonce");
  if (realm === undefined || nonce === undefined) return undefined;
  // Values that are sent back must be valid in a header.
  const opaque = parameters.get("opaque");
  const algorithm = parameters.get("algorithm");
  if (/[^\t\x20-\x7e\x80-\xff]/.test(`${realm}${nonce}${opaque ?? ""}`)) return undefined;
  const lower = (algorithm ?? "md5").toLowerCase();
  const isSession = lower.endsWith("-sess");
  const name = isSession ? lower.slice(0, -5) : lower;
  const hash = HASHES.get(name);
  if (hash === undefined) return undefined;
  // An empty list counts as absent.
  const offered = parameters.get("qop")?.trim() || undefined;
  const qops = offered?.split(",").map((qop) => qop.trim().toLowerCase());
  const qop = qops?.includes("auth") ? "auth" : qops?.includes("auth-int") ? "auth-int" : undefined;
  if (qops !== undefined && qop === undefined) return undefined;
  const isTrue = (parameter: string): boolean => parameters.get(parameter)?.toLowerCase() === "true";
  return {
    realm,
    nonce,
    opaque,
    hash,
    algorithm,
    isSession,
    qop,
    isStale: isTrue("stale"),
    hidesUser: isTrue("userhash"),
    namesCharset: parameters.get("charset")?.toLowerCase() === "utf-8",
  };
}

interface Offered {
  readonly scheme: string;
  readonly parameters: Map<string, string>;
}

const TOKEN = "[!#$%&'*+.^_`|~0-9A-Za-z-]+";
/** Some services omit the quotes around values that are not tokens, such as nonces in base64. */
const PARAMETER = `(${TOKEN})\\s*=\\s*(?:"((?:[^"\\\\]|\\\\.)*)"|([^\\s",]+))`;

/**
 * Challenges of several schemes and their parameters share one list, separated by commas. The first of several
 * parameters with one name counts. An Authorization has the same form.
 */
function challengesOf(header: string): Offered[] {
  const found: Offered[] = [];
  const item = new RegExp(`\\s*(?:(${TOKEN})(?:\\s+|(?=,)|$)(?!\\s*=))?(?:${PARAMETER})?[^,]*(?:,|$)`, "y");
  for (let at = 0; at < header.length; at = item.lastIndex) {
    item.lastIndex = at;
    const match = item.exec(header);
    if (match === null || item.lastIndex === at) break;
    const [, scheme, name, escaped, plain = ""] = match;
    if (scheme !== undefined) found.push({ scheme: scheme.toLowerCase(), parameters: new Map() });
    const parameters = found.at(-1)?.parameters;
    const key = name?.toLowerCase();
    if (key === undefined || parameters === undefined || parameters.has(key)) continue;
    parameters.set(key, escaped?.replace(/\\(.)/g, "$1") ?? plain);
  }
  return found;
}
