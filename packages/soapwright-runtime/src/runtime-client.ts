/**
 * The entry point `soapwright-runtime/client`: what generated code imports. It has the class of clients with the types of
 * their methods; for a service with several versions, clients that take a base address and credentials by name, from a
 * program or from environment variables; and what programs use beside them. Errors are in `soapwright-runtime/errors`.
 */

export type { CallOptions, ClientOptions } from "./client/client-options";
export { fakeCall } from "./client/fake-call";
export type { Interceptor } from "./client/interceptors";
export { isFaultOf } from "./client/is-fault-of";
export type { Logger } from "./client/log";
export { mapConcurrent } from "./client/map-concurrent";
export { clientOptionNames } from "./client/option-places";
export type { CallAuth, Credential } from "./client/option-types";
export { Call, type ItemIterator, ServiceClient } from "./client/service-client";
export { credentialSource } from "./client/shared-sources";
export type { Feature } from "./feature";
export type { AttachmentsOf, WithAttachments } from "./octets";
export { addressesOf } from "./service/addresses";
export { createService, rulesOf, type VersionOptions } from "./service/create-service";
export { type Environment, readEnvironment } from "./service/environment";
export type { ClientClass, Documentation, DocumentedVersion, ServiceVersion, VersionClient } from "./service/version";
