/** Attachments in an ES build: a bundle has them where the program imports the entry point `attachments`. */
import { notBundled } from "../errors/not-bundled";

type Attachments = typeof import("./feature");

let provided: Attachments | undefined;

export function attachments(): Attachments {
  if (provided === undefined) throw notBundled("attachments", "The parts for attachments");
  return provided;
}

export function provideAttachments(feature: Attachments): void {
  provided = feature;
}
