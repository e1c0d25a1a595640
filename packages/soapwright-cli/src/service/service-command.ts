import type { Command, Option } from "commander";
import type { ClientClass, DocumentedVersion, ServiceVersion, VersionClient } from "soapwright-runtime";
import type { OperationNode } from "soapwright-runtime/tables";
import { nearNames } from "soapwright-runtime/xsd";
import { UsageError } from "../command-end";
import { isSameName } from "../parse-arguments";
import type { Terminal } from "../terminal";

/** Adds a command to the program. Its action may reject with any error: `runService` prints it and chooses the exit code. */
export type AddCommand = (program: Command, terminal: Terminal, service: ServiceCommand) => void;

/** What a command of one service is made of. The first five are required. */
export interface ServiceProduct {
  /** The name of the command, for example `orders`. */
  readonly name: string;
  /** The version that `--version` prints. */
  readonly version: string;
  /** The service in help texts, for example `order service`. */
  readonly title: string;
  /** All versions, for help and completion: `documentedVersions` of the generated file `versions.ts`. */
  readonly versions: readonly DocumentedVersion[];
  /** Loads the classes of all versions when a command begins to call: `clients` of the generated file `clients.ts`. */
  readonly clients: () => Promise<readonly VersionClient[]>;
  /** The prefix of queues of exports. Default: `name`. */
  readonly queuePrefix?: string;
  /** Further words for operations, by the name in the WSDL. A word of several versions calls the first of them. */
  readonly shortNames?: { readonly [word: string]: string };
  /** What the help of `export` says of its operations. Default: any operation by its name. */
  readonly operationWords?: string;
  /** Command lines for the help of a command, by its name, without the name of the program. */
  readonly examples?: { readonly [command: string]: readonly string[] };
  /** The sentence after a fault. Default: check the arguments, and the credentials and the base URL in the environment. */
  readonly faultHint?: string;
  /** The argument that identifies what the doctor reads, and its option. */
  readonly subject?: { readonly argument: string; readonly option: Option };
  /** Returns the path of a version's WSDL, which the doctor compares with the service's; undefined without one. */
  readonly wsdlOf?: (file: string) => string | undefined;
  /**
   * Starts a sandbox with test data that keeps the process alive until it is closed. `sandbox` runs it, unless the product
   * has such a command of its own; `mcp --sandbox` calls it alone. Default of `port`: any that is free.
   */
  readonly startSandbox?: (port?: number) => Promise<{ readonly url: string; readonly close: () => Promise<void> }>;
  /** Further commands, before the ones that every service has. */
  readonly commands?: readonly AddCommand[];
  /** Further commands behind `worker`, for example one that runs a sandbox. */
  readonly ownCommands?: readonly AddCommand[];
}

/** One operation of one version, with what a command needs to call it. */
export interface CallableOperation extends DocumentedVersion {
  readonly operation: OperationNode;
}

/** A service as its command sees it: its product, and the operations of every version. */
export class ServiceCommand {
  readonly versions: readonly ServiceVersion[];
  readonly operations: readonly CallableOperation[];

  constructor(readonly product: ServiceProduct) {
    this.versions = product.versions.map(({ version }) => version);
    this.operations = product.versions.flatMap((documented) =>
      documented.version.service.operations.map((operation) => ({ ...documented, operation })),
    );
  }

  /** Operations whose method has this name; without one, those that the WSDL calls so. */
  operationsCalled(word: string): CallableOperation[] {
    const byMethod = this.operations.filter(({ operation }) => operation.method === word);
    return byMethod.length > 0 ? byMethod : this.operations.filter(({ operation }) => operation.name === word);
  }

  /**
   * `word` is a short name, the WSDL's or the method's, or either in lower case with dashes. Throws `UsageError` if it
   * names no operation, or several.
   */
  operationNamed(word: string, wanted: string | undefined): CallableOperation {
    const { shortNames = {} } = this.product;
    const names = this.versions.map(({ name }) => name);
    if (wanted !== undefined && !names.includes(wanted))
      throw new UsageError(`there is no version '${wanted}'. There is ${names.join(", ")}.`);
    const short = Object.hasOwn(shortNames, word) ? shortNames[word] : undefined;
    const exact = this.operationsCalled(short ?? word);
    const found =
      exact.length > 0 ? exact : this.operations.filter(({ operation }) => isSameName(operation.method, word));
    if (found.length === 0) throw new UsageError(`unknown operation '${word}'. ${this.#nearest(word)}`);
    const candidates = found.filter(({ version }) => wanted === undefined || version.name === wanted);
    const [only, second] = candidates;
    const list = found.map((one) => `${one.operation.method} of ${one.version.name}`).join(", ");
    if (only === undefined) throw new UsageError(`${wanted} has no operation '${word}'. There is ${list}.`);
    if (second === undefined || short !== undefined) return only;
    const isOneVersion = candidates.every(({ version }) => version === only.version);
    const remedy = isOneVersion ? "Name the method instead" : "Choose one with --interface";
    throw new UsageError(`several operations are called '${word}': ${list}. ${remedy}.`);
  }

  /** Loads the class of a version, with all that calls need. */
  async classOf({ name }: ServiceVersion): Promise<ClientClass> {
    const clients = await this.product.clients();
    const found = clients.find(({ version }) => version.name === name);
    if (found === undefined) throw new Error(`The clients of the command have no class of version ${name}.`);
    return found.Client;
  }

  /** The environment variables of an option, of every version. */
  variablesOf(option: string): string[] {
    return [...new Set(this.versions.flatMap(({ variables }) => variables[option] ?? []))];
  }

  #nearest(word: string): string {
    const operationWords = [...new Set(this.operations.map(wordFor))];
    const near = nearNames(word, operationWords).slice(0, 5);
    const hint =
      near.length > 0 ? `Did you mean ${near.join(", ")}?` : `There is ${operationWords.slice(0, 12).join(", ")}.`;
    return `${hint} 'call --help' lists the operations.`;
  }
}

/** The name is the method's if the WSDL overloads the operation's. */
export function wordFor({ operation, version }: CallableOperation): string {
  const same = version.service.operations.filter(({ name }) => name === operation.name);
  return same.length > 1 ? operation.method : operation.name;
}
