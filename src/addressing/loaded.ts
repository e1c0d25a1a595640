/** WS-Addressing, loaded by the first call that needs it. An ES build has `loaded.es.ts` in its place. */

/** What the folder has for others. */
export type Addressing = typeof import("./feature");

export function addressing(): Addressing {
  return require("./feature") as typeof import("./feature");
}

/** The same, where it is there: everywhere but in a bundle without it. */
export const bundledAddressing: () => Addressing | undefined = addressing;

/** Only a bundle has to be told. */
export function provideAddressing(_feature: Addressing): void {}
