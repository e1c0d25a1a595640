import type { ServiceVersion } from "soapwright-runtime";
import { enumerationOf, simpleTypeOf, valueOfText } from "soapwright-runtime/codecs";
import type { OperationNode } from "soapwright-runtime/tables";
import { argumentPlaces, type Place } from "../call/places";

interface ReadCall {
  readonly operation: OperationNode;
  readonly args: unknown;
}

/** The argument that identifies what is read, and its value; 0 without one. */
interface SubjectId {
  readonly argument: string;
  readonly value: unknown;
}

/**
 * Returns the operation that reads one subject and takes the fewest arguments; undefined if the WSDL declares no safe
 * one that can be called without further knowledge.
 */
export function readCallOf({ service }: ServiceVersion, id: SubjectId | undefined): ReadCall | undefined {
  const calls = service.operations.filter(({ safe }) => safe).flatMap((operation) => callOf(operation, id));
  const count = ({ operation }: ReadCall): number => argumentPlaces(operation).places.length;
  const isOfSubject = ({ args }: ReadCall): boolean =>
    id !== undefined && typeof args === "object" && args !== null && id.argument in args;
  calls.sort((one, other) => count(one) - count(other));
  return calls.find(isOfSubject) ?? calls[0];
}

function callOf(operation: OperationNode, id: SubjectId | undefined): ReadCall[] {
  const { places, isWhole } = argumentPlaces(operation);
  const args: { [key: string]: unknown } = {};
  for (const place of places) {
    const isId = place.key === id?.argument;
    if (!place.required && !isId) continue;
    const value = place.list ? undefined : valueFor(place, isId ? String(id?.value ?? 0) : undefined);
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
