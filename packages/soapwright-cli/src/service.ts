/**
 * The entry point `soapwright-cli`: the whole command of a service with several versions. It has `call`,
 * `export`, `worker`, `record`, `doctor` and `completion`, and takes further commands.
 */

export { UsageError } from "./command-end";
export { durationTo } from "./durations";
export { exitCodesHelp, runningExitCodes } from "./exit-codes";
export { columnsOfData } from "./formats/columns-of-data";
export { formatOptions, tableText } from "./formats/format";
export { int32, portNumber } from "./option-values";
export { resultType } from "./places";
export { processTerminal } from "./process-terminal";
export { type CallFlags, callAndPrint } from "./service/begin";
export { clientOptions } from "./service/client-flags";
export { addNotes, addOptions, exportLines } from "./service/command-parts";
export { runService } from "./service/run";
export { ServiceCommand, type ServiceProduct } from "./service/service-command";
export { wordFor } from "./shared/operations";
export type { Terminal } from "./terminal";
