/** The three messages of NTLM: MS-NLMP, 2.2.1. Everything but NTLMv2 with a MIC is refused. */
import { randomBytes } from "node:crypto";
import { channelBinding } from "./channel-binding";
import { hmacMd5, proveNtlm, utf16 } from "./ntlm-keys";
import { brokenChallenge as broken, weakerChallenge } from "./refusals";

const SIGNATURE = Buffer.from("NTLMSSP\0", "latin1");
const UNICODE = 0x1;
const NTLM = 0x200;
const EXTENDED_SECURITY = 0x80000;
const TARGET_INFO = 0x800000;
/** Beside them: the target's name, a signature over the messages, the version, and keys of 128 and 56 bits. */
const OFFERED = (UNICODE | 0x4 | NTLM | 0x8000 | EXTENDED_SECURITY | 0x2000000 | 0x20000000 | 0x80000000) >>> 0;
/** What a challenge must have: without it, only LM and NTLMv1 can respond. */
const REQUIRED = UNICODE | NTLM | EXTENDED_SECURITY | TARGET_INFO;
/** Version 10.0 of Windows, with the revision of NTLMSSP. Services do not decide by it. */
const VERSION = Buffer.from([10, 0, 0, 0, 0, 0, 0, 15]);
const MAX_CHALLENGE_BYTES = 8192;
/** Lengths of the fixed parts. That of the last message ends with the MIC. */
const [NEGOTIATE_BYTES, CHALLENGE_BYTES, AUTHENTICATE_BYTES, MIC_AT] = [40, 48, 88, 72];

/** Identifiers of AV pairs (MS-NLMP, 2.2.2.1). */
const [END, FLAGS, TIMESTAMP, TARGET_NAME, CHANNEL_BINDINGS] = [0, 6, 7, 9, 10];
const HAS_MIC = 2;
/** 100-nanosecond steps from 1601 to 1970. */
const EPOCH = 116_444_736_000_000_000n;

export interface NtlmCaller {
  readonly username: string;
  readonly domain: string;
  readonly password: string;
}

/** What the last message is tied to, so that it is of no use at another service. */
export interface NtlmTarget {
  /** The service principal name, for example `HTTP/service.example`. */
  readonly name: string;
  /** In DER; undefined without TLS. */
  readonly certificate: Uint8Array | undefined;
}

/** The message that asks for a challenge. It has no name of a user, domain or machine. */
export function negotiateMessage(): Buffer {
  const message = Buffer.alloc(NEGOTIATE_BYTES);
  writeHead(message, 1);
  message.writeUInt32LE(OFFERED, 12);
  message.set(VERSION, 32);
  return message;
}

interface NtlmChallenge {
  readonly message: Buffer;
  readonly flags: number;
  readonly serverChallenge: Buffer;
  readonly pairs: ReadonlyMap<number, Buffer>;
}

/** Throws a `ResponseError` for a message that is malformed, or that asks for less than NTLMv2. */
export function readChallenge(message: Buffer): NtlmChallenge {
  if (message.length > MAX_CHALLENGE_BYTES) throw broken(`is longer than ${MAX_CHALLENGE_BYTES} bytes`);
  if (message.length < CHALLENGE_BYTES) throw broken("is truncated");
  if (!message.subarray(0, 8).equals(SIGNATURE)) throw broken("is not of NTLM");
  if (message.readUInt32LE(8) !== 2) throw broken("is another message of NTLM");
  const flags = message.readUInt32LE(20);
  if ((flags & REQUIRED) !== REQUIRED) throw weakerChallenge("LM or NTLMv1", "Have the service accept NTLMv2.");
  const [length, offset] = [message.readUInt16LE(40), message.readUInt32LE(44)];
  if (offset < CHALLENGE_BYTES || offset + length > message.length) {
    throw broken("has target information beyond its end");
  }
  const pairs = readPairs(message.subarray(offset, offset + length));
  if (pairs === undefined) throw broken("has target information with lengths that do not fit");
  const timestamp = pairs.get(TIMESTAMP);
  if (timestamp !== undefined && timestamp.length !== 8) throw broken("has a time that is not 8 bytes long");
  const marks = pairs.get(FLAGS);
  if (marks !== undefined && marks.length !== 4) throw broken("has flags that are not 4 bytes long");
  return { message, flags, serverChallenge: message.subarray(24, 32), pairs };
}

/** Returns undefined if the pairs do not end where they should, or one occurs twice. */
function readPairs(bytes: Buffer): ReadonlyMap<number, Buffer> | undefined {
  const pairs = new Map<number, Buffer>();
  for (let at = 0; at + 4 <= bytes.length; ) {
    const [id, length] = [bytes.readUInt16LE(at), bytes.readUInt16LE(at + 2)];
    at += 4;
    if (id === END) return length === 0 && at === bytes.length ? pairs : undefined;
    if (at + length > bytes.length || pairs.has(id)) return undefined;
    pairs.set(id, bytes.subarray(at, at + length));
    at += length;
  }
  return undefined;
}

/** The message that proves the password, with a MIC over all three messages (MS-NLMP, 3.1.5.1.2). */
export function authenticateMessage(challenge: NtlmChallenge, caller: NtlmCaller, target: NtlmTarget): Buffer {
  const { serverChallenge, pairs, flags } = challenge;
  const timestamp = pairs.get(TIMESTAMP) ?? now();
  const { response, sessionKey } = proveNtlm({
    ...caller,
    serverChallenge,
    clientChallenge: randomBytes(8),
    timestamp,
    targetInfo: writePairs(pairs, target),
  });
  // The response of LM is empty in all but its length, as for every service that sends its time.
  const fields = [Buffer.alloc(24), response, utf16(caller.domain), utf16(caller.username), utf16(""), utf16("")];
  const message = Buffer.concat([Buffer.alloc(AUTHENTICATE_BYTES), ...fields]);
  writeHead(message, 3);
  let offset = AUTHENTICATE_BYTES;
  for (const [index, { length }] of fields.entries()) {
    const at = 12 + index * 8;
    message.writeUInt16LE(length, at);
    message.writeUInt16LE(length, at + 2);
    message.writeUInt32LE(offset, at + 4);
    offset += length;
  }
  message.writeUInt32LE((OFFERED & flags) >>> 0, 60);
  message.set(VERSION, 64);
  message.set(hmacMd5(sessionKey, negotiateMessage(), challenge.message, message), MIC_AT);
  return message;
}

/** What the service says of MIC, target and channel is replaced: a relay could have written it. */
function writePairs(received: ReadonlyMap<number, Buffer>, { name, certificate }: NtlmTarget): Buffer {
  const pairs = new Map(received);
  const flags = Buffer.alloc(4);
  flags.writeUInt32LE(((received.get(FLAGS)?.readUInt32LE(0) ?? 0) | HAS_MIC) >>> 0);
  pairs.set(FLAGS, flags).set(TARGET_NAME, utf16(name)).set(CHANNEL_BINDINGS, channelBinding(certificate));
  return Buffer.concat([
    ...[...pairs].map(([id, value]) => {
      const head = Buffer.alloc(4);
      head.writeUInt16LE(id, 0);
      head.writeUInt16LE(value.length, 2);
      return Buffer.concat([head, value]);
    }),
    Buffer.alloc(4),
  ]);
}

function now(): Buffer {
  const time = Buffer.alloc(8);
  time.writeBigUInt64LE(BigInt(Date.now()) * 10_000n + EPOCH);
  return time;
}

function writeHead(message: Buffer, type: number): void {
  message.set(SIGNATURE);
  message.writeUInt32LE(type, 8);
}
