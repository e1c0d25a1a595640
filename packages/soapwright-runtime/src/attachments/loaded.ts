/** Attachments, loaded by the first call that needs them. */

/** What the folder has for others. */
export type Attachments = typeof import("./feature");

export function attachments(): Attachments {
  return require("./feature") as typeof import("./feature");
}
