/** Readers of the values of options. */
import { InvalidArgumentError } from "commander";

/** Collects the values of an option that may be repeated. */
export function several(text: string, before: unknown): string[] {
  return [...(Array.isArray(before) ? before : []), text];
}

/** Throws `InvalidArgumentError` for a text that is no port. */
export function portNumber(text: string): number {
  const value = Number(text);
  if (!/^\d{1,5}$/.test(text) || value > 65535) throw new InvalidArgumentError("It must be a number from 0 to 65535.");
  return value;
}

/** Throws `InvalidArgumentError` for a text that is no `xs:int`. */
export function int32(text: string): number {
  const value = Number(text);
  if (!/^[+-]?\d{1,10}$/.test(text) || value !== (value | 0)) {
    throw new InvalidArgumentError("It must be an integer that fits in 32 bits.");
  }
  return value;
}
