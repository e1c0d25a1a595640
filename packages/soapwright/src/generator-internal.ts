/** The entry point `soapwright/internal`. */

export { diff } from "./commands/diff/diff";
export { contractDocuments } from "./commands/mock/contract-documents";
export type { Streams } from "./commands/streams";
export { verify } from "./commands/verify/verify";
export { type Placed, type Shape, shapeOf } from "./config/config-shape";
export { JsonProblem, type JsonValue, parseJson } from "./config/json";
export { exportedConstant, exportedType } from "./emit/declarations";
export { type EmittedFile, emitFiles, file } from "./emit/emit";
export { array, type Code, object } from "./emit/layout";
export { ownComment, propertyName, quoted } from "./emit/text";
export { Survey } from "./instances/survey";
export { treeOf } from "./instances/tree-of";
export { writeTree } from "./instances/write-tree";
export { digest, type GenerateOptions, generate, loadModel } from "./pipeline";
export { createProgram } from "./program";
export { loadTables } from "./verify/generated-tables";
export { payloadName, payloadsOf } from "./verify/payload";
export { differences, type OutputFolder } from "./write/output-folder";
export { printFiles } from "./write/print";
export { writeFolders } from "./write/write-folders";
