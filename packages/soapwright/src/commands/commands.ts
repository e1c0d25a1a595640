/**
 * What the commands run, loaded by `require("#commands")` when one of them begins. `generate` is apart, because it calls
 * nothing, and so needs no client.
 */

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
export { runVerify } from "./verify/verify";
