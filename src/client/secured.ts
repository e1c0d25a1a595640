/** What a call has to do with the option `security`, loaded by the first that has it. An ES build has `secured.es.ts` in its place. */

type Secured = typeof import("./attempt-security");

export function secured(): Secured {
  return require("./attempt-security") as typeof import("./attempt-security");
}

/** Only a bundle has to be told. */
export function provideSecured(_parts: Secured): void {}
