import type { SandboxOptions } from "../sandbox/start-sandbox";

/** The token is in a variable, because every user of the machine can read a command line. */
export const CONTROL_TOKEN = "EMPLOYEE_SANDBOX_CONTROL_TOKEN";

/** Options of the command `sandbox`. */
export interface SandboxFlags
  extends Pick<SandboxOptions, "host" | "controlToken" | "allowCrossSite" | "namespaceBaseUrl" | "replay"> {
  readonly port: number;
  readonly data?: string;
  readonly writeData?: string;
  readonly dataSchema?: true;
  readonly strict?: true;
  readonly compression?: true;
  readonly customErrors: boolean;
  readonly latency?: number;
}
