/** The entry point `employee-service-client/sandbox`: an embedded service for tests, with employees. `soapwright-sandbox` has more names. */

export {
  type HttpBehavior,
  SandboxFault,
  type ServiceOptions,
  startServiceSandbox,
  type Trouble,
} from "soapwright-sandbox";
export type { EmployeeData } from "./employee-records";
export { startEmployeeRecorder } from "./start-recorder";
export { type Sandbox, type SandboxOptions, startSandbox } from "./start-sandbox";
