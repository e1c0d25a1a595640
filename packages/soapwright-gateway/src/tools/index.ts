/** The entry point `soapwright-gateway/tools`: the operations of a SOAP service as tools of assistants. */

export { idlePatterns } from "../named-operations";
export { type RunningTools, ToolOptionError } from "./tool-options";
export { ToolServer, toolServer } from "./tool-server";
