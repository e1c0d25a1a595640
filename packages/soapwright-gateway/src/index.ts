/** The main entry point: a SOAP service as REST, and its OpenAPI document. */
export type { AccessOptions } from "./access";
export type { CacheRule } from "./cache";
export type { GatewayCall } from "./call-log";
export { gateway } from "./gateway";
export type { CallerOptions, GatewayOptions } from "./gateway-options";
export type { RequestWithoutBody } from "./header-view";
export type { GatewayLimits } from "./limits";
export { idlePatterns } from "./named-operations";
export { type OpenApiDocument, type OpenApiOptions, type OperationExamples, openApiOf } from "./openapi";
export type { LeftOut, NamedOperation, ServedOptions } from "./operations";
export type { CredentialState } from "./own-credentials";
export { defaultStatuses, type Problem, type StatusTable } from "./problems";
export { type RunningGateway, type ServeOptions, startGateway } from "./serve";
