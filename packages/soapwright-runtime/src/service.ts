/**
 * The entry point `soapwright-runtime/service`: what the generated code of a service with several versions imports. A
 * client takes a base address and credentials by name, from a program or from environment variables.
 */

export { clientOptionNames } from "./client/option-places";
export { type AddressOptions, addressesOf } from "./service/addresses";
export { createService, rulesOf, type VersionOptions } from "./service/create-service";
export { type Environment, readEnvironment } from "./service/environment";
export type {
  ChildRule,
  ClientClass,
  Documentation,
  DocumentedVersion,
  FaultRule,
  HeaderRule,
  ServiceVersion,
  VersionClient,
} from "./service/version";
