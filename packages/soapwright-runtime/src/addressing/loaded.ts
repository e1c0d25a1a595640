/** WS-Addressing, loaded by the first call that needs it. */

/** What the folder has for others. */
export type Addressing = typeof import("./feature");

export function addressing(): Addressing {
  return require("./feature") as typeof import("./feature");
}
