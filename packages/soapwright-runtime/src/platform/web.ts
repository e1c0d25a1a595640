/**
 * What `node.ts` exports, for browsers, workers and edge functions: with nothing but the interfaces that they all have. Nobody
 * subscribes to channels there.
 */
import type { EventChannel, PhaseChannels } from "./channels";

/** Number of characters for one call of `String.fromCharCode`, whose arguments are on the stack. */
const STEP = 8_192;

const encoder = new TextEncoder();
const decoder = new TextDecoder("utf-8", { ignoreBOM: true });
const strictDecoder = new TextDecoder("utf-8", { ignoreBOM: true, fatal: true });

export function isAscii(bytes: Uint8Array): boolean {
  for (let at = 0; at < bytes.length; at++) if (bytes[at]! >= 0x80) return false;
  return true;
}

export function isUtf8(bytes: Uint8Array): boolean {
  try {
    strictDecoder.decode(bytes);
    return true;
  } catch {
    return false;
  }
}

export function utf8Bytes(text: string): Uint8Array {
  return encoder.encode(text);
}

export function utf8Text(bytes: Uint8Array): string {
  return decoder.decode(bytes);
}

/** Not by `TextDecoder`, whose Latin-1 is windows-1252. */
export function latin1Text(bytes: Uint8Array, from = 0, to = bytes.length): string {
  return codeUnitsText(bytes.subarray(from, to), Math.min(to, bytes.length) - from);
}

/** Not by `TextDecoder`, which replaces lone surrogates. */
export function utf16Text(bytes: Uint8Array): string {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.length);
  const codes = new Uint16Array(bytes.length >> 1);
  for (let index = 0; index < codes.length; index++) codes[index] = view.getUint16(2 * index, true);
  return codeUnitsText(codes, codes.length);
}

export function allocateBytes(size: number): Uint8Array {
  return new Uint8Array(size + (size & 1));
}

export function writeUtf16(bytes: Uint8Array, text: string): void {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.length);
  for (let index = 0; index < text.length; index++) view.setUint16(2 * index, text.charCodeAt(index), true);
}

export function codeUnits(text: string): Uint8Array | Uint16Array {
  const units = new Uint16Array(text.length);
  for (let index = 0; index < text.length; index++) units[index] = text.charCodeAt(index);
  return units;
}

export function codeUnitsText(units: Uint8Array | Uint16Array, length: number): string {
  let text = "";
  for (let at = 0; at < length; at += STEP)
    text += String.fromCharCode(...units.subarray(at, Math.min(length, at + STEP)));
  return text;
}

export function joinBytes(chunks: readonly Uint8Array[]): Uint8Array {
  const joined = new Uint8Array(chunks.reduce((sum, { length }) => sum + length, 0));
  let at = 0;
  for (const chunk of chunks) {
    joined.set(chunk, at);
    at += chunk.length;
  }
  return joined;
}

export function copyBytes(bytes: Uint8Array): Uint8Array {
  return new Uint8Array(bytes);
}

export function isSameBytes(left: Uint8Array, right: Uint8Array): boolean {
  return left.length === right.length && left.every((byte, index) => byte === right[index]);
}

export function base64Text(bytes: Uint8Array): string {
  return btoa(latin1Text(bytes));
}

/** The digits of base64 and those of its URL-safe form. */
const DIGITS = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/-_";

const VALUES = new Int8Array(128).fill(-1);
for (const [index, digit] of [...DIGITS].entries()) VALUES[digit.charCodeAt(0)] = index < 64 ? index : index - 2;

export function base64Bytes(text: string): Uint8Array {
  const bytes = new Uint8Array(Math.ceil((text.length * 3) / 4));
  let length = 0;
  let bits = 0;
  let pending = 0;
  for (let at = 0; at < text.length; at++) {
    const code = text.charCodeAt(at);
    if (code === 0x3d) break;
    const value = code < 128 ? VALUES[code]! : -1;
    if (value === -1) continue;
    bits = ((bits << 6) | value) & 0xffff;
    pending += 6;
    if (pending < 8) continue;
    pending -= 8;
    bytes[length++] = bits >> pending;
  }
  return bytes.subarray(0, length);
}

export function hexText(bytes: Uint8Array): string {
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("");
}

export function hexBytes(digits: string): Uint8Array {
  const bytes = new Uint8Array(digits.length >> 1);
  for (let index = 0; index < bytes.length; index++)
    bytes[index] = Number.parseInt(digits.slice(2 * index, 2 * index + 2), 16);
  return bytes;
}

export function runLater(task: () => void): void {
  setTimeout(task, 0);
}

/** `crypto.randomUUID` is absent from pages that came without TLS. */
export function randomUUID(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  bytes[6] = (bytes[6]! & 0x0f) | 0x40;
  bytes[8] = (bytes[8]! & 0x3f) | 0x80;
  return hexText(bytes).replace(/^(.{8})(.{4})(.{4})(.{4})/, "$1-$2-$3-$4-");
}

/** A channel without subscribers. */
const quiet: EventChannel = { hasSubscribers: false, publish() {}, runStores: (_message, next) => next() };

export function openChannel(_name: string): EventChannel {
  return quiet;
}

export function openPhases(_name: string): PhaseChannels {
  return { hasSubscribers: false, start: quiet, end: quiet, asyncStart: quiet, asyncEnd: quiet, error: quiet };
}

/** Where a platform has no weak references, nothing is found again. */
export function makeWeakRef<T extends object>(value: T): { deref(): T | undefined } {
  return typeof WeakRef === "undefined" ? { deref: () => undefined } : new WeakRef(value);
}

/** Where a platform has no registry, no object is seen to be dropped. */
export function makeRegistry<T>(
  onDropped: (held: T) => void,
): Pick<FinalizationRegistry<T>, "register" | "unregister"> {
  if (typeof FinalizationRegistry !== "undefined") return new FinalizationRegistry(onDropped);
  return { register: () => {}, unregister: () => false };
}

export function warn(message: string, code: string): void {
  console.warn(`${code}: ${message}`);
}
