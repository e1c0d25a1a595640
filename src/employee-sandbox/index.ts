/** The entry point `employee-service-client/sandbox`: an embedded service for tests, with employees. */

export * from "../sandbox/index";
export type { AddressRecord, EmployeeData, EmployeeRecord, PeriodOfYear } from "./employee-records";
export type { EmployeeHandlers } from "./handlers";
export { type EmployeeRecorderOptions, startEmployeeRecorder } from "./start-recorder";
export { type Sandbox, type SandboxOptions, startSandbox } from "./start-sandbox";
