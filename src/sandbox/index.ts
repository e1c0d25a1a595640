/** The entry point `employee-service-client/sandbox`: an embedded service for tests, with employees. */

export {
  type ActiveTrouble,
  type ClientUse,
  type ContractDocumentation,
  type FaultCode,
  type FaultName,
  type FaultSummary,
  type FaultText,
  type HandlerContext,
  type HandlersOf,
  type HttpBehavior,
  type Latency,
  type MethodHandler,
  type OperationHandler,
  type OperationRequest,
  type OtherOperation,
  type RecordedExchange,
  type Recorder,
  type RecorderOptions,
  SandboxFault,
  type SandboxFaultOptions,
  type SandboxFaultParts,
  type SandboxRequest,
  type ServiceOptions,
  type ServiceSandbox,
  type ServiceSandboxOptions,
  sandboxService,
  startRecorder,
  startServiceSandbox,
  type Trouble,
  type TroubleRule,
  type TypedContext,
  type TypedHandler,
} from "soapwright-sandbox";
export type { AddressRecord, EmployeeData, EmployeeRecord, PeriodOfYear } from "./employee-records";
export { type EmployeeRecorderOptions, startEmployeeRecorder } from "./start-recorder";
export { type EmployeeHandlers, type Sandbox, type SandboxOptions, startSandbox } from "./start-sandbox";
