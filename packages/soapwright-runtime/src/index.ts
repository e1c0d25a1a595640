/**
 * The entry point `soapwright-runtime`: the class of clients with the types of their methods, which generated code imports; for a
 * service with several versions, clients that take a base address and credentials by name, from a program or from environment
 * variables; and what a program hands to a client. Errors are in `soapwright-runtime/errors`.
 */

export type { Admission } from "./client/admission";
export type { CallOptions, ClientOptions } from "./client/client-options";
export { type FakeResponse, fakeCall } from "./client/fake-call";
export type { AttemptInterceptor, CallResponse, Interceptor } from "./client/interceptors";
export { isFaultOf } from "./client/is-fault-of";
export type { Logger } from "./client/log";
export { type MapOptions, mapConcurrent, type Outcome, type Progress } from "./client/map-concurrent";
export { clientOptionNames } from "./client/option-places";
export type {
  Asked,
  CallAuth,
  Credential,
  CredentialRequest,
  Expiring,
  ExtraHeaders,
  HeaderSource,
  HttpHeaders,
  TlsOptions,
  ValidationMode,
} from "./client/option-types";
export { Call, type CloseOptions, type ItemIterator, ServiceClient, type WithOptionsOf } from "./client/service-client";
export { type CredentialCache, sharedCredentials } from "./client/shared-credentials";
export { type CredentialSourceOptions, credentialSource } from "./client/shared-sources";
export type { ClientStats, OriginStats } from "./client/stats";
export type { CallTrace } from "./client/trace";
export type { Feature } from "./feature";
export type {
  Attachment,
  AttachmentSource,
  AttachmentStream,
  AttachmentsOf,
  BlobLike,
  WithAttachmentStreams,
  WithAttachments,
} from "./octets";
export type { ResponseNote } from "./schema/codec";
export { addressesOf } from "./service/addresses";
export { createService, type VersionOptions } from "./service/create-service";
export { type Environment, readEnvironment } from "./service/environment";
export type { ClientClass, Documentation, DocumentedVersion, ServiceVersion, VersionClient } from "./service/version";
export type { SoapClient } from "./soap-client";
