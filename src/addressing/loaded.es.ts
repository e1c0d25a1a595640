/** WS-Addressing in an ES build: a bundle has it where the program imports the entry point `addressing`. */
import { notBundled } from "../errors/not-bundled";

type Addressing = typeof import("./feature");

let provided: Addressing | undefined;

export function addressing(): Addressing {
  if (provided === undefined) throw notBundled("addressing", "The parts for WS-Addressing");
  return provided;
}

export function bundledAddressing(): Addressing | undefined {
  return provided;
}

export function provideAddressing(feature: Addressing): void {
  provided = feature;
}
