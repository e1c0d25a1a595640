/**
 * The entry point `soapwright-command/options`: options of commands that read a WSDL, and what they print to. It loads no
 * reader of WSDLs, so that `--help` starts at once.
 */

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
} from "./wsdl/shared-options";
export { exitCode, interrupted, printErr, printOut, type Streams, standardStreams } from "./wsdl/streams";
