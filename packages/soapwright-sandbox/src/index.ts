/** The entry point `soapwright-runtime/sandbox`: an embedded service for tests, from the tables of generated code. */

export { type ContractSource, contractFile } from "./contract-view/contract-page";
export type { FaultSummary, RecordedExchange } from "./exchange-log";
export {
  type FaultCode,
  type FaultName,
  type FaultText,
  SandboxFault,
  type SandboxFaultOptions,
  type SandboxFaultParts,
} from "./fault";
export { type Recorder, type RecorderOptions, startRecorder } from "./record/recorder";
export { startServiceSandbox } from "./running-sandbox";
export { indented } from "./sample-envelope";
export type { HttpBehavior, ServiceSandboxOptions } from "./sandbox-options";
export type { SandboxRequest, ServiceSandbox } from "./sandbox-state";
export type {
  ClientUse,
  ContractDocumentation,
  HandlerContext,
  MethodHandler,
  OperationHandler,
  OperationRequest,
  OtherOperation,
  ServiceOptions,
} from "./service-options";
export type { ActiveTrouble, Latency, Trouble, TroubleRule } from "./trouble";
export { type HandlersOf, sandboxService, type TypedContext, type TypedHandler } from "./typed-handlers";
