/**
 * The entry point `soapwright-runtime/client`: the class of generated clients with the types of their methods, and what
 * programs use beside it. Errors are in `soapwright-runtime/errors`.
 */

export type { CallOptions, ClientOptions } from "./client/client-options";
export { fakeCall } from "./client/fake-call";
export type { Interceptor } from "./client/interceptors";
export { isFaultOf } from "./client/is-fault-of";
export type { Logger } from "./client/log";
export { mapConcurrent } from "./client/map-concurrent";
export type { CallAuth, Credential } from "./client/option-types";
export { Call, type ItemIterator, ServiceClient } from "./client/service-client";
export { credentialSource } from "./client/shared-sources";
export type { Feature } from "./feature";
export type { AttachmentsOf, WithAttachments } from "./octets";
