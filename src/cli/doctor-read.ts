import { argumentPlaces, type Place } from "soapwright-command";
import { enumerationOf, type OperationNode, simpleTypeOf, valueOfText } from "soapwright-runtime/nodes";
import type { VersionClient } from "soapwright-runtime/service";

interface ReadCall {
  readonly operation: OperationNode;
  readonly args: unknown;
}

/**
 * Returns the operation that reads one employee and takes the fewest arguments; undefined if the WSDL declares no safe
 * one that can be called without further knowledge.
 */
export function readCallOf({ version }: VersionClient, employeeId: number): ReadCall | undefined {
  const calls = version.service.operations
    .filter(({ safe }) => safe)
    .flatMap((operation) => callOf(operation, employeeId));
  const count = ({ operation }: ReadCall): number => argumentPlaces(operation).places.length;
  const isOfEmployee = ({ args }: ReadCall): boolean =>
    typeof args === "object" && args !== null && "EmployeeId" in args;
  calls.sort((one, other) => count(one) - count(other));
  return calls.find(isOfEmployee) ?? calls[0];
}

function callOf(operation: OperationNode, employeeId: number): ReadCall[] {
  const { places, isWhole } = argumentPlaces(operation);
  const args: { [key: string]: unknown } = {};
  for (const place of places) {
    const isId = place.key === "EmployeeId";
    if (!place.required && !isId) continue;
    const value = place.list ? undefined : valueFor(place, isId ? String(employeeId) : undefined);
    if (value === undefined) return [];
    args[place.key] = value;
  }
  const [only] = places;
  return [{ operation, args: isWhole && only !== undefined ? args[only.key] : args }];
}

/** Without `text` the value is a valid one: for a date, today. */
function valueFor({ key, type }: Place, text: string | undefined): unknown {
  const simple = simpleTypeOf(type);
  if (simple === undefined) return undefined;
  const today = new Date();
  const guesses = [
    text,
    ...(/year/i.test(key) ? [String(today.getFullYear())] : []),
    ...(/period|month/i.test(key) ? [String(today.getMonth() + 1)] : []),
    enumerationOf(type)?.[0],
    "0",
    "1",
    "",
    "false",
    today.toISOString().slice(0, 10),
    today.toISOString(),
  ];
  for (const guess of guesses) {
    if (guess === undefined) continue;
    const found = valueOfText(simple, guess, "closed");
    if ("value" in found) return found.value;
  }
  return undefined;
}
