/** The operations that a command line may name, of every service of a WSDL or of every version of a product. */
import type { OperationNode, ServiceNode } from "soapwright-runtime/tables";
import { printable } from "soapwright-runtime/xsd";
import { isSameName } from "../call/parse-arguments";
import type { Place } from "../call/places";
import { UsageError } from "../end/command-end";
import { unknownName } from "./unknown-name";

/** A service of a WSDL, or a version of a product, with the documentation of its contract. */
export interface NamedService {
  readonly name: string;
  readonly service: ServiceNode;
  textOf(operation: OperationNode): string | undefined;
  argumentText(place: Place): string | undefined;
}

export interface ServiceOperation extends NamedService {
  readonly operation: OperationNode;
}

/** How one of several operations is found. */
interface Finding {
  readonly kind: "service" | "version";
  readonly chooser: string;
  readonly shortNames: Readonly<Record<string, string>>;
  /** The service or version that the line chooses. */
  readonly wanted?: string | undefined;
  readonly soapVersion?: string | undefined;
  /** Whether an overload takes what the line gives; and the options that it takes, for messages. */
  readonly fits?: (operation: OperationNode) => boolean;
  readonly usageOf?: (operation: OperationNode) => readonly string[];
  /** A sentence for an operation that is unknown. */
  readonly remedy?: string;
}

export function operationsOf<S extends NamedService>(services: readonly S[]): (S & ServiceOperation)[] {
  return services.flatMap((each) => each.service.operations.map((operation) => ({ ...each, operation })));
}

/** The name by which commands find an operation: of overloads, which have one name, the method's. */
export function wordFor({ operation, service }: Pick<ServiceOperation, "operation" | "service">): string {
  const isOverloaded = service.operations.some((each) => each !== operation && each.name === operation.name);
  return isOverloaded ? operation.method : operation.name;
}

/** The words of operations with what the WSDL says of them, for completion. */
export function operationWords(all: readonly ServiceOperation[]) {
  const texts = new Map(all.map((each) => [wordFor(each), each.textOf(each.operation)] as const));
  return [...texts].map(([word, description]) => ({ word, description }));
}

/** Operations that the WSDL calls so; without one, those whose method has this name, or is spelled alike. */
export function operationsCalled<T extends ServiceOperation>(all: readonly T[], word: string): T[] {
  const byName = all.filter(({ operation }) => operation.name === word);
  const byMethod = all.filter(({ operation }) => operation.method === word);
  const exact = byName.length === 1 || byMethod.length === 0 ? byName : byMethod;
  return exact.length > 0 ? exact : all.filter(({ operation }) => isSameName(operation.method, word));
}

/** Throws `UsageError` if no service has this name. */
function checkChosen(services: readonly { readonly name: string }[], wanted: string | undefined, kind: string) {
  const names = services.map(({ name }) => name);
  if (wanted !== undefined && !names.includes(wanted)) throw new UsageError(unknownName(kind, wanted, names));
}

/** Throws `UsageError` for an address that several services would have. */
export function checkEndpoint(
  services: readonly { readonly name: string }[],
  { endpoint }: { readonly endpoint?: string },
  { kind, chooser }: Pick<Finding, "kind" | "chooser">,
): void {
  if (endpoint === undefined || services.length < 2) return;
  const names = services.map(({ name }) => name).join(", ");
  throw new UsageError(
    `--endpoint is the address of one ${kind}, and there are ${printable(names)}. Choose one with ${chooser}.`,
  );
}

/** Returns the services that a command line chooses: all, unless it names one. Throws `UsageError`. */
export function chosenOf<S extends NamedService>(
  services: readonly S[],
  wanted: string | undefined,
  kind: string,
): S[] {
  checkChosen(services, wanted, kind);
  return services.filter(({ name }) => wanted === undefined || name === wanted);
}

/**
 * Finds the operation of a word: a short name, the WSDL's or the method's, or the method's in lower case with dashes. Of
 * overloads, it is the one that fits what the line gives. Throws `UsageError` if the word names no operation, or several.
 */
export function operationNamed<T extends ServiceOperation>(all: readonly T[], word: string, how: Finding): T {
  const { kind, chooser, shortNames, wanted, soapVersion, remedy } = how;
  checkChosen(all, wanted, kind);
  const isOfChoice = ({ name }: T): boolean => wanted === undefined || name === wanted;
  const short = Object.hasOwn(shortNames, word) ? shortNames[word] : undefined;
  const overloads = all.filter((each) => isOfChoice(each) && each.operation.name === (short ?? word));
  if (overloads.length > 1 && overloads.every(({ service }) => service === overloads[0]!.service))
    return overload(overloads, word, how);
  const found = operationsCalled(all, short ?? word);
  if (found.length === 0) {
    const text = unknownName("operation", word, [...new Set(all.filter(isOfChoice).map(wordFor))]);
    throw new UsageError(remedy === undefined ? text : `${text} ${remedy}`);
  }
  const list = printable(found.map((each) => `${each.operation.method} of ${each.name}`).join(", "));
  const chosen = found.filter(isOfChoice);
  if (chosen.length === 0) throw new UsageError(`${wanted} has no operation '${printable(word)}'. There is ${list}.`);
  const ofVersion = chosen.filter(({ service }) => service.ports.some((port) => port.soapVersion === soapVersion));
  const [only, second] = ofVersion.length === 1 ? ofVersion : chosen;
  if (second === undefined || short !== undefined) return only!;
  const isOne = chosen.every(({ service }) => service === only!.service);
  const choice = isOne ? "Name the method instead" : `Choose one with ${chooser}`;
  throw new UsageError(`several operations are called '${printable(word)}': ${list}. ${choice}.`);
}

function overload<T extends ServiceOperation>(overloads: readonly T[], word: string, { fits, usageOf }: Finding): T {
  const [only, second] = overloads.filter(({ operation }) => fits?.(operation) ?? operation.method === word);
  if (only !== undefined && second === undefined) return only;
  const list = overloads
    .map(({ operation }) => [operation.method, ...(usageOf?.(operation) ?? [])].join(" "))
    .join("; ");
  throw new UsageError(
    `several operations are called '${printable(word)}': ${printable(list)}. Give the arguments of one of them, or name one that has a name of its own.`,
  );
}
