/** The entry point `soapwright/internal`. */

export { compareContracts } from "./commands/diff/contracts";
export { diff } from "./commands/diff/diff";
export { contractDocuments } from "./commands/mock/contract-documents";
export type { Streams } from "./commands/streams";
export { verify } from "./commands/verify/verify";
export type { XmlTree } from "./instances/nouns";
export { Survey } from "./instances/survey";
export { treeOf } from "./instances/tree-of";
export { writeTree } from "./instances/write-tree";
export { digest, type GenerateOptions, generate, loadModel } from "./pipeline";
export { createProgram } from "./program";
export { loadTables } from "./verify/generated-tables";
export { payloadName, payloadsOf } from "./verify/payload";
export { faultKinds, readVersionTable } from "./versions/read-table";
