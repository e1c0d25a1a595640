/** The entry point `soapwright-verify`: instances of a schema and random texts of its types, and the proof of generated tables by them. */

export { type GeneratedContract, type VerifyOptions, verify } from "./command/verify";
export { boundsText, InstanceError } from "./instances/instance-errors";
export type { ElementInstance } from "./instances/nouns";
export { Survey } from "./instances/survey";
export { encodings, treeOf } from "./instances/tree-of";
export { writeTree } from "./instances/write-tree";
export { verifyTables } from "./proof/verification";
export { attempts, type DrawnText, drawText } from "./texts/drawn-text";
export { Random } from "./texts/random";
