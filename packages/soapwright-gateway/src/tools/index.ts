/** The entry point `soapwright-gateway/tools`: the operations of a SOAP service as tools of assistants. */

export { idlePatterns } from "../named-operations";
export {
  type HttpOptions,
  type LeftOperation,
  type OfferedTool,
  type RunningTools,
  ToolOptionError,
  type ToolOptions,
  type ToolStream,
} from "./tool-options";
export { ToolServer, toolServer } from "./tool-server";
