/**
 * What needs ts-morph, and with it the compiler of TypeScript, whose loading takes half a second. Modules get it by
 * `await import("…/with-ts-morph")` when they print or run TypeScript, so that other commands start at once.
 */

export { loadTables } from "./commands/verify/generated-tables";
export { readTypeScriptConfig } from "./config/typescript-config";
export { emitFiles } from "./emit/emit";
export { takesNothing } from "./emit/message-types";
export { Symbols } from "./emit/symbols";
export { printFiles } from "./write/print";
