/** The main entry point: a SOAP service as REST, and its OpenAPI document. */
export type { GatewayCall } from "./call-log";
export { gateway } from "./gateway";
export type { GatewayOptions } from "./gateway-options";
export { idlePatterns } from "./named-operations";
export { type OperationExamples, openApiOf } from "./openapi";
export type { CredentialState } from "./own-credentials";
export { defaultStatuses } from "./problems";
export { type RunningGateway, startGateway } from "./serve";
