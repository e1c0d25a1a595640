/**
 * The entry point `soapwright-cli/wsdl`: what the commands run that read and compare WSDLs, and what other commands
 * report with. It loads the contract alone: neither a client nor codecs.
 */

export { addDocument, type CatalogAddOptions, documentList } from "./wsdl/catalog/catalog";
export { type DiffOptions, diff } from "./wsdl/diff/diff";
export { compareDocuments } from "./wsdl/diff/diff-compare";
export { typescriptNames } from "./wsdl/diff/typescript-names";

export { type InspectOptions, inspect } from "./wsdl/inspect/inspect";
