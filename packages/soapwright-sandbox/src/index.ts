/** The entry point `soapwright-runtime/sandbox`: an embedded service for tests, from the tables of generated code. */

export { readRegularFile } from "soapwright-contract";
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
export { lineOfJson, lineOfSyntaxError, stepsOf } from "./record/json-lines";
export { type Recorder, type RecorderOptions, startRecorder } from "./record/recorder";
export { checkRecordings, recordedCalls, replayOperations } from "./record/replay";
export { checkCredential } from "./service/checked-object";
export {
  type MockedService,
  type MockOptions,
  type MockPlace,
  MockProblem,
  mockService,
} from "./service/mock/mock-service";
export { type ResultProblem, resultCheck } from "./service/result-problem";
export { configuredResult } from "./service/results";
export { startServiceSandbox } from "./service/running-sandbox";
export { generateResult, seedOf } from "./service/sample-values/made-values";
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
export {
  checkHandlers,
  type HandlersOf,
  sandboxService,
  type TypedContext,
  type TypedHandler,
} from "./service/typed-handlers";
export type { ActiveTrouble, Latency, Trouble, TroubleRule } from "./trouble/trouble";
