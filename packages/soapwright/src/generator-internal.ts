/** The entry point `soapwright/internal`. */

export { diff } from "./commands/diff/diff";
export { contractDocuments } from "./commands/mock/contract-documents";
export type { Streams } from "./commands/streams";
export { loadTables } from "./commands/verify/generated-tables";
export { verify } from "./commands/verify/verify";
export { type Placed, type Shape, shapeOf } from "./config/config-shape";
export { JsonProblem, type JsonValue, parseJson } from "./config/json";
export { exportedConstant, exportedType } from "./emit/declarations";
export { type EmittedFile, emitFiles, file } from "./emit/emit";
export { array, type Code, object } from "./emit/layout";
export { ownComment, propertyName, quoted } from "./emit/text";
export { digest, type GenerateOptions, generate, loadModel } from "./pipeline";
export { createProgram } from "./program";
export { differences, type OutputFolder } from "./write/output-folder";
export { printFiles } from "./write/print";
export { writeFolders } from "./write/write-folders";
