/** The service's side of NTLM over HTTP (MS-NTHT): one connection after the other is signed in, by version 2 alone. */
import { createHmac, randomBytes, timingSafeEqual } from "node:crypto";
import type { IncomingMessage } from "node:http";
import { hostname, networkInterfaces } from "node:os";
import { isLoopbackHost } from "soapwright-runtime/xsd";
import type { Guard, Verdict } from "./guard";

interface NtlmTerms {
  readonly users: ReadonlyMap<string, string>;
  readonly domain: string | undefined;
  readonly serviceHost: string | undefined;
  /** NTOWFv2 (MS-NLMP, 3.3.2). */
  readonly ntlmKey: (account: {
    readonly username: string;
    readonly domain: string;
    readonly password: string;
  }) => Uint8Array;
}

/** The messages of a sign-in that has begun. */
interface Begun {
  readonly negotiate: Buffer;
  readonly challenge: Buffer;
}

interface Connection {
  begun?: Begun | undefined;
  user?: string | undefined;
}

const SIGNATURE = Buffer.from("NTLMSSP\0", "latin1");
const UNICODE = 0x1;
/** What a challenge grants beside Unicode, if the caller offers it: a signature over the messages, keys of 128 and 56 bits. */
const OPTIONAL = 0xa0088000;
/** The target's name and information, NTLM, and the target as a domain. */
const ALWAYS = 0x00810204;
/** Identifiers of AV pairs (MS-NLMP, 2.2.2.1). */
const [COMPUTER, DOMAIN, FLAGS, TIMESTAMP, TARGET_NAME, CHANNEL_BINDINGS] = [1, 2, 6, 7, 9, 10];
const HAS_MIC = 2;
/** Lengths of the fixed parts, and what precedes the AV pairs in a proof. */
const [NEGOTIATE_BYTES, CHALLENGE_BYTES, AUTHENTICATE_BYTES, MIC_AT, PAIRS_AT] = [16, 48, 64, 72, 28];
/** 100-nanosecond steps from 1601 to 1970. */
const EPOCH = 116_444_736_000_000_000n;

export class NtlmGuard implements Guard {
  readonly #connections = new WeakMap<object, Connection>();

  constructor(private readonly terms: NtlmTerms) {}

  judge({ headers: { authorization }, socket }: IncomingMessage): Verdict {
    const refused = (why: string, message = ""): Verdict => ({ challenge: `NTLM${message}`, why });
    const connection = this.#connections.get(socket) ?? {};
    this.#connections.set(socket, connection);
    const { begun, user } = connection;
    if (authorization === undefined) return user === undefined ? refused("nobody has signed in") : { user };
    // A message of NTLM begins or ends a sign-in, whoever the connection belonged to.
    connection.begun = undefined;
    connection.user = undefined;
    const message = Buffer.from(/^NTLM +([\w+/=]+)$/i.exec(authorization)?.[1] ?? "", "base64");
    if (message.length < NEGOTIATE_BYTES || !message.subarray(0, 8).equals(SIGNATURE)) {
      return refused("its Authorization has no message of NTLM");
    }
    if (message.readUInt32LE(8) === 1) {
      const challenge = challengeMessage(message.readUInt32LE(12), this.terms.domain ?? "SANDBOX");
      connection.begun = { negotiate: message, challenge };
      return refused("NTLM has begun", ` ${challenge.toString("base64")}`);
    }
    if (begun === undefined) return refused("no challenge was sent over this connection");
    const verdict = verifyProof(this.terms, begun, message);
    if (verdict.user === undefined) return refused(verdict.why);
    connection.user = verdict.user;
    return { user: verdict.user };
  }
}

function challengeMessage(offered: number, domain: string): Buffer {
  const pair = (id: number, value: Buffer): Buffer => {
    const head = Buffer.alloc(4);
    head.writeUInt16LE(id);
    head.writeUInt16LE(value.length, 2);
    return Buffer.concat([head, value]);
  };
  const time = Buffer.alloc(8);
  time.writeBigUInt64LE(BigInt(Date.now()) * 10_000n + EPOCH);
  const wide = (text: string): Buffer => Buffer.from(text, "utf16le");
  const names = [pair(DOMAIN!, wide(domain)), pair(COMPUTER!, wide("SANDBOX"))];
  const information = Buffer.concat([...names, pair(TIMESTAMP!, time), Buffer.alloc(4)]);
  const encoding = (offered & UNICODE) === 0 ? 2 : UNICODE;
  const name = Buffer.from(domain, encoding === UNICODE ? "utf16le" : "latin1");
  const message = Buffer.alloc(CHALLENGE_BYTES);
  message.set(SIGNATURE);
  message.writeUInt32LE(2, 8);
  message.writeUInt16LE(name.length, 12);
  message.writeUInt16LE(name.length, 14);
  message.writeUInt32LE(CHALLENGE_BYTES, 16);
  message.writeUInt32LE((ALWAYS | encoding | (offered & OPTIONAL)) >>> 0, 20);
  message.set(randomBytes(8), 24);
  message.writeUInt16LE(information.length, 40);
  message.writeUInt16LE(information.length, 42);
  message.writeUInt32LE(CHALLENGE_BYTES + name.length, 44);
  return Buffer.concat([message, name, information]);
}

interface Proof {
  readonly user?: string;
  readonly why: string;
}

/** Checks what MS-NLMP, 3.2.5.1.2 says, and what the proof itself is tied to: its MIC, the service and the channel. */
function verifyProof(terms: NtlmTerms, { negotiate, challenge }: Begun, message: Buffer): Proof {
  if (message.readUInt32LE(8) !== 3 || message.length < AUTHENTICATE_BYTES) return { why: "its proof is malformed" };
  const field = (at: number): Buffer => {
    const offset = message.readUInt32LE(at + 4);
    return message.subarray(offset, offset + message.readUInt16LE(at));
  };
  const encoding = (challenge.readUInt32LE(20) & UNICODE) === 0 ? "latin1" : "utf16le";
  const [domain, username] = [field(28).toString(encoding), field(36).toString(encoding)];
  const response = field(20);
  const covered = response.subarray(16);
  // Responses of LM and NTLMv1 have 24 bytes.
  if (covered.length < PAIRS_AT) return { why: "its proof is of LM or NTLMv1, or there is none" };
  const wrong = { why: "user name, domain or password is wrong" };
  const isOwn = domain === "" || terms.domain === undefined || isSameName(domain, terms.domain);
  const account = [...terms.users].find(([name]) => isSameName(name, username));
  if (!isOwn || account === undefined) return wrong;
  const [user, password] = account;
  const key = terms.ntlmKey({ username, domain, password });
  const proof = response.subarray(0, 16);
  if (!timingSafeEqual(hmac(key, challenge.subarray(24, 32), covered), proof)) return wrong;
  const pairs = pairsIn(covered.subarray(PAIRS_AT));
  if (pairs === undefined) return { why: "its proof is malformed" };
  const flags = pairs.get(FLAGS!);
  if (flags?.length === 4 && (flags.readUInt32LE() & HAS_MIC) !== 0) {
    const zeroed = Buffer.from(message).fill(0, MIC_AT, MIC_AT + 16);
    const mic = message.subarray(MIC_AT, MIC_AT + 16);
    const expected = hmac(hmac(key, proof), negotiate, challenge, zeroed);
    if (mic.length < 16 || !timingSafeEqual(expected, mic)) return { why: "its messages were changed (MIC)" };
  }
  const target = pairs.get(TARGET_NAME!)?.toString("utf16le") ?? "";
  if (target !== "" && !isThisService(target, terms.serviceHost)) return { why: "its proof is for another service" };
  // The sandbox has no TLS, so that a caller who has seen a certificate has seen another service.
  const isBound = pairs.get(CHANNEL_BINDINGS!)?.some((octet) => octet !== 0) === true;
  return isBound ? { why: "its proof is for a connection by TLS (channel bindings)" } : { user, why: "" };
}

/** Returns undefined if the pairs do not end, or one is there twice. */
function pairsIn(bytes: Buffer): ReadonlyMap<number, Buffer> | undefined {
  const pairs = new Map<number, Buffer>();
  for (let at = 0; at + 4 <= bytes.length; ) {
    const [id, length] = [bytes.readUInt16LE(at), bytes.readUInt16LE(at + 2)];
    at += 4;
    if (id === 0) return pairs;
    if (at + length > bytes.length || pairs.has(id)) return undefined;
    pairs.set(id, bytes.subarray(at, at + length));
    at += length;
  }
  return undefined;
}

/** The Host header counts for nothing: whoever relays a proof writes it. */
function isThisService(target: string, serviceHost: string | undefined): boolean {
  const [, host = ""] = /^HTTP\/(.+?)(?::\d+)?$/i.exec(target) ?? [];
  if (isLoopbackHost(host)) return true;
  const addresses = Object.values(networkInterfaces()).flatMap((all = []) => all.map(({ address }) => address));
  return [serviceHost ?? "", hostname(), ...addresses].some((name) => name !== "" && isSameName(name, host));
}

function isSameName(one: string, other: string): boolean {
  return one.toUpperCase() === other.toUpperCase();
}

function hmac(key: Uint8Array, ...parts: readonly Uint8Array[]): Buffer {
  const made = createHmac("md5", key);
  for (const part of parts) made.update(part);
  return made.digest();
}
