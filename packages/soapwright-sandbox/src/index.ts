/** The entry point `soapwright-runtime/sandbox`: an embedded service for tests, from the tables of generated code. */

export {
  type FaultCode,
  type FaultName,
  type FaultText,
  SandboxFault,
  type SandboxFaultOptions,
  type SandboxFaultParts,
} from "./asmx/fault";
export { indented } from "./asmx/sample-envelope";
export { type ContractSource, contractFile } from "./page/contract/contract-page";
export type { FaultSummary, RecordedExchange } from "./record/exchange-log";
export { type Recorder, type RecorderOptions, startRecorder } from "./record/recorder";
export { startServiceSandbox } from "./service/running-sandbox";
export type { HttpBehavior, ServiceSandboxOptions } from "./service/sandbox-options";
export type { SandboxRequest, ServiceSandbox } from "./service/sandbox-state";
export type {
  ClientUse,
  ContractDocumentation,
  HandlerContext,
  MethodHandler,
  OperationHandler,
  OperationRequest,
  OtherOperation,
  ServiceOptions,
} from "./service/service-options";
export { type HandlersOf, sandboxService, type TypedContext, type TypedHandler } from "./service/typed-handlers";
export type { ActiveTrouble, Latency, Trouble, TroubleRule } from "./trouble/trouble";
