/** The entry point `soapwright-command/wsdl`: what the commands run that read, compare, serve or call any WSDL. */

export { call, optionsHelp } from "./wsdl/call/call";
export { addClientOptions } from "./wsdl/call/call-flags";
export { addDocument, type CatalogAddOptions, documentList } from "./wsdl/catalog/catalog";
export { type CollectionOptions, collection } from "./wsdl/collection/collection";
export { complete } from "./wsdl/completion/complete";
export { type DiffOptions, diff } from "./wsdl/diff/diff";
export { compareDocuments } from "./wsdl/diff/diff-compare";
export { typescriptNames } from "./wsdl/diff/typescript-names";
export { type DoctorOptions, doctor } from "./wsdl/doctor/doctor";
export type { Documents } from "./wsdl/documents";
export { type GatewayFlags, openApi, runGateway, type ServedFlags } from "./wsdl/gateway/gateway";
export { type InspectOptions, inspect } from "./wsdl/inspect/inspect";
export { jsonSchema } from "./wsdl/json-schema/json-schema";
export { loadOptions } from "./wsdl/load-options";
export { mcp, toolsHelp } from "./wsdl/mcp/mcp";
export { type MockFlags, runMock } from "./wsdl/mock/run-mock";
export { Progress } from "./wsdl/progress";
export { Report, standardReport, withProgress } from "./wsdl/report";
export { type SampleOptions, sample } from "./wsdl/sample/sample";
