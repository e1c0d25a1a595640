/**
 * What the commands run, loaded by `require("#commands")` when one of them begins. `generate` is apart, because it calls
 * nothing, and so needs no client.
 */

export { call, optionsHelp } from "./call/call";
export { addClientOptions } from "./call/call-flags";
export { addDocument, documentList } from "./catalog/catalog";
export { collection } from "./collection/collection";
export { complete } from "./completion/complete";
export { diff } from "./diff/diff";
export { doctor } from "./doctor/doctor";
export { openApi, runGateway } from "./gateway/gateway";
export { inspect } from "./inspect/inspect";
export { jsonSchema } from "./json-schema/json-schema";
export { loadOptions } from "./load-options";
export { mcp, toolsHelp } from "./mcp/mcp";
export { runMock } from "./mock/run-mock";
export { standardReport } from "./report";
export { sample } from "./sample/sample";
export { runVerify } from "./verify/verify";
