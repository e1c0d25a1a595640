/**
 * The entry point `soapwright-cli`: the whole command of a service with several versions. It has `call`,
 * `export`, `worker`, `record`, `doctor` and `completion`, and takes further commands.
 */

export { resultType } from "./call/places";
export { durationTo } from "./commands/durations";
export { int32, portNumber } from "./commands/option-values";
export { UsageError } from "./end/command-end";
export { exitCodesHelp, runningExitCodes } from "./end/exit-codes";
export { formatOptions } from "./formats/format";
export { type CallFlags, callAndPrint } from "./service/begin";
export { clientOptions } from "./service/client-flags";
export { addNotes, addOptions, exportLines } from "./service/command-parts";
export { runService } from "./service/run";
export { ServiceCommand, type ServiceProduct } from "./service/service-command";
export { processTerminal } from "./terminal/process-terminal";
export type { Terminal } from "./terminal/terminal";
