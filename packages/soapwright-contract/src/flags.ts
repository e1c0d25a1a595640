/**
 * The entry point `soapwright-contract/flags`: options of commands that read a WSDL, what they print to and the end of their help.
 * It loads no reader of WSDLs, so that `--help` starts at once.
 */

export { defaultLimits } from "./load/default-limits";
export { type CommandNotes, notesText } from "./open/command-notes";
export {
  type DocumentOptions,
  type Flag,
  int64Flag,
  type LoadFlags,
  matching,
  positive,
  withDocumentOptions,
  withFlags,
  withLoadOptions,
  withProblemsAsJson,
} from "./open/flags";
export { loadOptions } from "./open/load-options";
export { standardReport } from "./open/report";
export { exitCode, interrupted, printErr, printOut, type Streams, standardStreams } from "./open/streams";
export { helpAsOption, usageText } from "./open/usage-text";
