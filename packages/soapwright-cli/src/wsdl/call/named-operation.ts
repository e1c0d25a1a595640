/** The operation that the command line names. */

import type { LoadedService } from "soapwright-contract";
import { nearNames, printable } from "soapwright-runtime/xsd";
import { type DocumentedOperation, UsageError } from "../../index";
import type { CallFlags } from "./call-flags";

export interface NamedOperation extends LoadedService {
  readonly operation: DocumentedOperation["operation"];
}

/**
 * A name of the WSDL counts before the name of a method, because the list has those of the WSDL. Throws `UsageError`
 * for an unknown operation, and for one of several services.
 */
export function operationNamed(
  services: readonly LoadedService[],
  name: string,
  { service: wanted, soapVersion }: CallFlags,
): NamedOperation {
  const names = services.map(({ service }) => service.name);
  const chosen = services.filter(({ service }) => wanted === undefined || service.name === wanted);
  if (chosen.length === 0) {
    const [near] = nearNames(wanted!, names);
    const hint = near === undefined ? `There is ${names.join(", ")}.` : `Did you mean ${near}?`;
    throw new UsageError(`the WSDL has no service '${wanted}'. ${hint}`);
  }
  const all = chosen.flatMap((each) =>
    each.service.operations.map((operation): NamedOperation => ({ ...each, operation })),
  );
  const byName = all.filter(({ operation }) => operation.name === name);
  const byMethod = all.filter(({ operation }) => operation.method === name);
  const named = byName.length === 1 || byMethod.length === 0 ? byName : byMethod;
  const ofVersion = named.filter(({ service }) => service.ports.some((port) => port.soapVersion === soapVersion));
  const found = ofVersion.length === 1 ? ofVersion : named;
  const [only, second] = found;
  if (only === undefined) {
    const operations = [...new Set(all.map(({ operation }) => operation.name))];
    const near = nearNames(name, operations).slice(0, 3);
    const hint =
      near.length > 0
        ? `Did you mean ${near.join(" or ")}?`
        : `There is ${operations.slice(0, 12).join(", ")}${operations.length > 12 ? " …" : ""}.`;
    throw new UsageError(`unknown operation '${printable(name)}'. ${hint}`);
  }
  if (second === undefined) return only;
  const isOneService = found.every(({ service }) => service === only.service);
  const list = isOneService
    ? found.map(({ operation }) => operation.method).join(", ")
    : found.map(({ service }) => service.name).join(", ");
  throw new UsageError(
    isOneService
      ? `several operations are called '${name}': ${list}. Name one of these methods instead.`
      : `several services have the operation '${name}': ${list}. Choose one with --service.`,
  );
}
