/** Marks errors of requests to which nothing came back. */
import type { ServiceError } from "../errors/service-error";

const errorsWithoutResponse = new WeakSet<ServiceError>();

export function markNoResponse(error: ServiceError): void {
  errorsWithoutResponse.add(error);
}

/** A new connection may succeed if the service closed a reused one before it read the request. */
export function hadNoResponse(error: ServiceError): boolean {
  return errorsWithoutResponse.has(error);
}
