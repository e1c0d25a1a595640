/** The operation that the command line names. */

import type { LoadedService } from "soapwright-contract";
import { nearNames, printable } from "soapwright-runtime/xsd";
import { argumentPlaces, type DocumentedOperation, type GivenOption, optionNames, UsageError } from "../../index";
import type { CallFlags } from "./call-flags";
import { words } from "./call-line";

export interface NamedOperation extends LoadedService {
  readonly operation: DocumentedOperation["operation"];
}

type Operation = NamedOperation["operation"];

/**
 * A name of the WSDL counts before the name of a method, because the list has those of the WSDL. Of overloads, the one
 * that the given options fit is found. Throws `UsageError` for an unknown operation, for one of several services, and for
 * overloads that the options do not tell apart.
 */
export function operationNamed(
  services: readonly LoadedService[],
  name: string,
  { service: wanted, soapVersion, json }: CallFlags,
  given: readonly GivenOption[] = [],
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
  if (byName.length > 1 && byName.every(({ service }) => service === byName[0]!.service)) {
    const fitting = byName.filter(({ operation }) => fits(operation, given, json !== undefined));
    if (fitting.length === 1) return fitting[0]!;
    const list = byName.map(({ operation }) => [operation.method, ...usageOf(operation)].join(" ")).join("; ");
    throw new UsageError(
      `several operations are called '${printable(name)}': ${printable(list)}. Give the arguments of one of them, or name one that has a name of its own.`,
    );
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

/** The options of an operation; an optional one in brackets. */
function usageOf(operation: Operation): readonly string[] {
  const { places } = argumentPlaces(operation);
  return [...optionNames(places, words.names)].map(([place, name]) => (place.required ? `--${name}` : `[--${name}]`));
}

/** Whether the operation has all given options, and all that it requires are given. JSON may have any. */
function fits(operation: Operation, given: readonly GivenOption[], hasJson: boolean): boolean {
  const names = new Set(given.map(({ name }) => name.split(".")[0]));
  const own = [...optionNames(argumentPlaces(operation).places, words.names)];
  const known = new Set(own.map(([, name]) => name));
  const isComplete = own.every(([place, name]) => !place.required || names.has(name));
  return [...names].every((name) => name !== undefined && known.has(name)) && (isComplete || hasJson);
}
