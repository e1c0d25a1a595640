/** The run time of this version, where the generator meets it: loaded when a command needs it. */

export type { ServiceNode } from "../src/runtime";
export type { MethodHandler } from "../src/sandbox/index";
export type { SecurityOptions, ServiceSecurityOptions } from "../src/security/index";
export type OwnRuntime = typeof import("../src/runtime");
export type OwnDoctor = typeof import("../src/doctor/index");
export type OwnSandbox = typeof import("../src/sandbox/index");
export type OwnSecurity = typeof import("../src/security/index");
export type OwnContractView = typeof import("../src/sandbox/internal");

/** What generated code imports. */
export function ownRuntime(): OwnRuntime {
  return require("../src/runtime") as typeof import("../src/runtime");
}

/** The sandbox that serves generated tables. */
export function ownSandbox(): OwnSandbox {
  return require("../src/sandbox/index") as typeof import("../src/sandbox/index");
}

/** Security of messages, for the sandbox and the doctor. */
export function ownSecurity(): OwnSecurity {
  return require("../src/security/index") as typeof import("../src/security/index");
}

/** The view of a contract that the sandbox's page shows, as a file. */
export function ownContractView(): OwnContractView {
  return require("../src/sandbox/internal") as typeof import("../src/sandbox/internal");
}

/** The doctor of a client and its service. */
export function ownDoctor(): OwnDoctor {
  return require("../src/doctor/index") as typeof import("../src/doctor/index");
}
