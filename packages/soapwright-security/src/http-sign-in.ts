/** The client side of HTTP Basic (RFC 7617) and Digest (RFC 7616). */
import { createHash, randomBytes } from "node:crypto";
import { ConfigurationError } from "soapwright-runtime";
import type { HttpSignIn, HttpTarget } from "./secured-message";
import type { HttpAuthOptions } from "./security-options";
import { askText } from "./text-source";

const PASSWORD = "security.http.password";

type Authorization = Awaited<ReturnType<HttpSignIn["authorize"]>>;

/** The user name and password go with each request. */
export class BasicSignIn implements HttpSignIn {
  readonly #options: HttpAuthOptions;

  constructor(options: HttpAuthOptions) {
    this.#options = options;
  }

  async authorize({ request }: HttpTarget): Promise<Authorization> {
    const { username } = this.#options;
    const password = await askText(PASSWORD, this.#options.password, request);
    const token = Buffer.from(`${username}:${password}`, "utf8").toString("base64");
    return { value: `Basic ${token}`, secrets: [username, password, token] };
  }

  challenged(): boolean {
    return false;
  }
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
const HASHES: readonly (readonly [name: string, hash: string])[] = [
  ["sha-512-256", "sha512-256"],
  ["sha-256", "sha256"],
  ["md5", "md5"],
];

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
export class DigestSignIn implements HttpSignIn {
  readonly #options: HttpAuthOptions;
  readonly #last = new Map<string, Challenge>();
  readonly #uses = new Map<string, NonceUse>();

  constructor(options: HttpAuthOptions) {
    this.#options = options;
  }

  async authorize({ method, origin, path, body, request, challenge: header = "" }: HttpTarget): Promise<Authorization> {
    const parsedChallenge = readChallenge(header);
    const challenge = parsedChallenge ?? this.#last.get(origin);
    if (challenge === undefined) return undefined;
    const { realm, nonce, opaque, algorithm, hash, qop } = challenge;
    const use = this.#uses.get(nonceOf(origin, nonce)) ?? { count: 0, isShared: false };
    use.count++;
    use.isShared ||= parsedChallenge === undefined || use.count > 1;
    remember(this.#uses, nonceOf(origin, nonce), use);
    const count = use.count.toString(16).padStart(8, "0");
    const { username } = this.#options;
    const password = await askText(PASSWORD, this.#options.password, request);
    if (qop === "auth-int" && body === undefined) {
      throw new ConfigurationError(
        "The service asks for a digest of the whole body (qop auth-int), which a request with attachments does not have before it is sent. Set mtom: false for this call.",
        { option: "mtom" },
      );
    }
    const digest = (content: string | Uint8Array): string => createHash(hash).update(content).digest("hex");
    // A header is read as Latin-1, so each character is one octet of the service's text, whatever its encoding is.
    const inRealm = (before: string, after: string): Uint8Array =>
      Buffer.concat([Buffer.from(before), Buffer.from(realm, "latin1"), Buffer.from(after)]);
    const cnonce = randomBytes(16).toString("hex");
    const secret = digest(inRealm(`${username}:`, `:${password}`));
    const a1 = challenge.isSession ? digest(`${secret}:${nonce}:${cnonce}`) : secret;
    const a2 = digest(qop === "auth-int" ? `${method}:${path}:${digest(body ?? "")}` : `${method}:${path}`);
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
    const used = parametersOf(sent.slice("Digest ".length)).get("nonce") ?? "";
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
  let best: { readonly challenge: Challenge; readonly rank: number } | undefined;
  for (const { scheme, parameters } of challengesOf(header)) {
    if (scheme !== "digest") continue;
    const challenge = challengeOf(parameters);
    const rank = HASHES.findIndex(([, hash]) => hash === challenge?.hash);
    if (challenge !== undefined && (best === undefined || rank < best.rank)) best = { challenge, rank };
  }
  return best?.challenge;
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
  const hash = HASHES.find(([label]) => label === name)?.[1];
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

/** Challenges of several schemes and their parameters share one list, separated by commas. */
function challengesOf(header: string): Offered[] {
  const found: Offered[] = [];
  const item = new RegExp(`\\s*(?:(${TOKEN})(?:\\s+|(?=,)|$)(?!\\s*=))?(?:${PARAMETER})?[^,]*(?:,|$)`, "y");
  for (let at = 0; at < header.length; at = item.lastIndex) {
    item.lastIndex = at;
    const match = item.exec(header);
    if (match === null || item.lastIndex === at) break;
    const [, scheme, name, escaped, plain] = match;
    if (scheme !== undefined) found.push({ scheme: scheme.toLowerCase(), parameters: new Map() });
    if (name !== undefined) keep(found.at(-1)?.parameters, name, escaped, plain);
  }
  return found;
}

function parametersOf(text: string): Map<string, string> {
  const parameters = new Map<string, string>();
  for (const [, name = "", escaped, plain] of text.matchAll(new RegExp(PARAMETER, "g"))) {
    keep(parameters, name, escaped, plain);
  }
  return parameters;
}

function keep(
  parameters: Map<string, string> | undefined,
  name: string,
  escaped: string | undefined,
  plain: string | undefined,
): void {
  const key = name.toLowerCase();
  if (parameters?.has(key) === false) parameters.set(key, escaped?.replace(/\\(.)/g, "$1") ?? plain ?? "");
}
