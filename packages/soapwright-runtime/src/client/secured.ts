/** What a call has to do with the option `security`, loaded by the first that has it. */

type Secured = typeof import("./attempt-security");

export function secured(): Secured {
  return require("./attempt-security") as typeof import("./attempt-security");
}
