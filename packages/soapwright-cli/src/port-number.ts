import { InvalidArgumentError } from "commander";

/** Throws `InvalidArgumentError` for a text that is no port. */
export function portNumber(text: string): number {
  const value = Number(text);
  if (!/^\d{1,5}$/.test(text) || value > 65535) throw new InvalidArgumentError("It must be a number from 0 to 65535.");
  return value;
}
