/** What the commands run, loaded by `require("#commands")` when one of them begins. */

export { completionScript } from "soapwright-command";
export {
  addClientOptions,
  addDocument,
  call,
  collection,
  complete,
  diff,
  doctor,
  documentList,
  inspect,
  jsonSchema,
  loadOptions,
  mcp,
  openApi,
  optionsHelp,
  runGateway,
  runMock,
  sample,
  standardReport,
  toolsHelp,
} from "soapwright-command/wsdl";
export { runGenerate } from "./generate/generate-command";
export { runVerify } from "./verify/verify";
