/**
 * The entry point `soapwright-command/service`: the whole command of a service with several versions. It has `call`,
 * `export`, `worker`, `record`, `doctor` and `completion`, and takes further commands.
 */

export { type CallFlags, callAndPrint } from "./service/call-and-print";
export { type ClientFlags, clientOptions, withClient } from "./service/client-flags";
export { addNotes, addOptions, exportLines, int32, portNumber } from "./service/command-parts";
export { runService } from "./service/run";
export {
  type AddCommand,
  type CallableOperation,
  ServiceCommand,
  type ServiceProduct,
  wordFor,
} from "./service/service-command";
