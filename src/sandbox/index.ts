/** The entry point `employee-service-client/sandbox`: an embedded service for tests, with employees. `soapwright-sandbox` has more names. */

export {
  type HttpBehavior,
  SandboxFault,
  type ServiceOptions,
  startServiceSandbox,
  type Trouble,
} from "soapwright-sandbox";
export type { AddressRecord, EmployeeData, EmployeeRecord, PeriodOfYear } from "./employee-records";
export { type EmployeeRecorderOptions, startEmployeeRecorder } from "./start-recorder";
export { type EmployeeHandlers, type Sandbox, type SandboxOptions, startSandbox } from "./start-sandbox";
