/** The door `employee-service-client/sandbox`: an embedded service for tests. */

export type { AddressRecord, EmployeeData, EmployeeRecord, PeriodOfYear } from "./employees/employee-records";
export { type Sandbox, type SandboxOptions, startSandbox } from "./employees/start-sandbox";
export { type FaultCode, SandboxFault, type SandboxFaultOptions } from "./fault";
export type { OperationHandler, OperationRequest, OtherOperation, ServiceOptions } from "./hosted-service";
export {
  type SandboxRequest,
  type ServiceSandbox,
  type ServiceSandboxOptions,
  startServiceSandbox,
} from "./service-sandbox";
export type { Trouble } from "./trouble";
