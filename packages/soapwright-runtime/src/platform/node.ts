/**
 * What the run time asks of its platform below the transport, on Node.js: bytes and text, later turns of the event loop, channels of
 * diagnostics, random ids. `web.ts` exports the same names for browsers, workers and edge functions; the condition under
 * `#platform` in package.json chooses one of the two.
 */
import { isAscii as isAsciiOnly, isUtf8 as isUtf8Only } from "node:buffer";
import { randomUUID as makeUuid } from "node:crypto";
import { channel, tracingChannel } from "node:diagnostics_channel";
import type { EventChannel, PhaseChannels } from "./channels";

export const isAscii: (bytes: Uint8Array) => boolean = isAsciiOnly;

export const isUtf8: (bytes: Uint8Array) => boolean = isUtf8Only;

export function randomUUID(): string {
  return makeUuid();
}

export function openChannel(name: string): EventChannel {
  return channel(name) as EventChannel;
}

export function openPhases(name: string): PhaseChannels {
  return tracingChannel(name) as unknown as PhaseChannels;
}

function bufferOf(bytes: Uint8Array): Buffer {
  return Buffer.isBuffer(bytes) ? bytes : Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
}

export function utf8Bytes(text: string): Uint8Array {
  return Buffer.from(text, "utf8");
}

/** Returns the text with U+FFFD for bytes that are not UTF-8. A byte order mark is kept. */
export function utf8Text(bytes: Uint8Array): string {
  return bufferOf(bytes).toString("utf8");
}

export function latin1Text(bytes: Uint8Array, from = 0, to = bytes.length): string {
  return bufferOf(bytes).toString("latin1", from, to);
}

/** Returns the text of UTF-16, little-endian, with lone surrogates. Half of a code unit at the end is dropped. */
export function utf16Text(bytes: Uint8Array): string {
  return bufferOf(bytes).toString("utf16le");
}

/** Returns `size` bytes, which may have any values. */
export function allocateBytes(size: number): Uint8Array {
  return Buffer.allocUnsafe(size);
}

/** Writes the text in UTF-16, little-endian, to the beginning of `bytes`, which come from `allocateBytes`. */
export function writeUtf16(bytes: Uint8Array, text: string): void {
  (bytes as Buffer).write(text, 0, "utf16le");
}

/** Returns the code units of the text: one-byte characters take half the time and memory. */
export function codeUnits(text: string): Uint8Array | Uint16Array {
  if (!/[^\0-\xff]/.test(text)) return Buffer.from(text, "latin1");
  const { buffer, byteOffset } = Buffer.from(text, "utf16le");
  return new Uint16Array(buffer, byteOffset, text.length);
}

/** Returns the text of the first `length` code units. */
export function codeUnitsText(
  { buffer, byteOffset, BYTES_PER_ELEMENT }: Uint8Array | Uint16Array,
  length: number,
): string {
  const bytes = Buffer.from(buffer, byteOffset, length * BYTES_PER_ELEMENT);
  return bytes.toString(BYTES_PER_ELEMENT === 1 ? "latin1" : "utf16le");
}

export function joinBytes(chunks: readonly Uint8Array[]): Uint8Array {
  return Buffer.concat(chunks);
}

export function copyBytes(bytes: Uint8Array): Uint8Array {
  return Buffer.from(bytes);
}

export function isSameBytes(left: Uint8Array, right: Uint8Array): boolean {
  return Buffer.compare(left, right) === 0;
}

export function base64Text(bytes: Uint8Array): string {
  return bufferOf(bytes).toString("base64");
}

/** Skips characters that are not digits of base64. */
export function base64Bytes(text: string): Uint8Array {
  return Buffer.from(text, "base64");
}

/** Returns lower-case digits. */
export function hexText(bytes: Uint8Array): string {
  return bufferOf(bytes).toString("hex");
}

/** Takes an even number of digits. */
export function hexBytes(digits: string): Uint8Array {
  return Buffer.from(digits, "hex");
}

/** Runs the task in a later turn of the event loop, after events of the network that have arrived. */
export function runLater(task: () => void): void {
  setImmediate(task);
}

/** Returns a weak reference. */
export function makeWeakRef<T extends object>(value: T): { deref(): T | undefined } {
  return new WeakRef(value);
}

/** Returns a registry that calls `onDropped` after a registered object was collected. */
export function makeRegistry<T>(
  onDropped: (held: T) => void,
): Pick<FinalizationRegistry<T>, "register" | "unregister"> {
  return new FinalizationRegistry(onDropped);
}

/** Warns the operator of the process. */
export function warn(message: string, code: string): void {
  process.emitWarning(message, { code });
}
