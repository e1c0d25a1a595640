/** The entry point `soapwright-verify`: instances of a schema, and the proof of generated tables by them. */

export { type GeneratedContract, type VerifyOptions, verify } from "./command/verify";
export { boundsText, InstanceError } from "./instances/instance-errors";
export type { ElementInstance } from "./instances/nouns";
export { Survey } from "./instances/survey";
export { encodings, treeOf } from "./instances/tree-of";
export { writeTree } from "./instances/write-tree";
export { type Payload, payloadName, payloadsOf, type Tables } from "./proof/payload";
export { MissingRefereeError } from "./proof/referee";
export type { Trip } from "./proof/round-trip";
export { loadRuntime, type Runtime } from "./proof/runtime";
export type { SchemaSet } from "./proof/schema-set";
export { type Verification, verifyTables } from "./proof/verification";
export { failureDiagnostics, verificationText } from "./proof/verification-report";
