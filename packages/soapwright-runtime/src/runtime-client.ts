/** The entry point `soapwright-runtime/client`: the class of generated clients, and the types of their methods. */

export type { CallOptions, ClientOptions } from "./client/client-options";
export type { CallAuth, Credential } from "./client/option-types";
export { Call, type ItemIterator, ServiceClient } from "./client/service-client";
export type { AttachmentsOf, WithAttachments } from "./octets";
