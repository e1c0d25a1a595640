/** Attachments, loaded by the first call that needs them. An ES build has `loaded.es.ts` in its place. */

/** What the folder has for others. */
export type Attachments = typeof import("./feature");

export function attachments(): Attachments {
  return require("./feature") as typeof import("./feature");
}

/** Only a bundle has to be told. */
export function provideAttachments(_feature: Attachments): void {}
