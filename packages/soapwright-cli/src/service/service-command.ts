import type { Command, Option } from "commander";
import type { ClientClass, DocumentedVersion, ServiceVersion, VersionClient } from "soapwright-runtime";
import {
  type NamedService,
  operationNamed,
  operationsCalled,
  operationsOf,
  type ServiceOperation,
} from "../commands/operations";
import type { Speech } from "../end/speech";
import type { Terminal } from "../terminal/terminal";

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
export interface CallableOperation extends DocumentedVersion, ServiceOperation {}

/** A service as its command sees it: its product, and the operations of every version. */
export class ServiceCommand implements Speech {
  readonly versions: readonly ServiceVersion[];
  readonly services: readonly (DocumentedVersion & NamedService)[];
  readonly operations: readonly CallableOperation[];
  readonly ownFlags = { upstream: "--upstream", namespaceBaseUrl: "--namespace-base-url" };
  readonly credentials = "the credentials in the environment";
  readonly faultHint: string;

  constructor(readonly product: ServiceProduct) {
    this.versions = product.versions.map(({ version }) => version);
    this.services = product.versions.map(namedVersion);
    this.operations = operationsOf(this.services);
    this.faultHint =
      product.faultHint ?? "Check the arguments, and the credentials and the base URL in the environment.";
  }

  /** Operations that the WSDL calls so; without one, those whose method has this name. */
  operationsCalled(word: string): CallableOperation[] {
    return operationsCalled(this.operations, word);
  }

  /** Throws `UsageError` if the word names no operation, or several. */
  operationNamed(word: string, wanted: string | undefined): CallableOperation {
    return operationNamed(this.operations, word, {
      kind: "version",
      chooser: "--interface",
      shortNames: this.product.shortNames ?? {},
      wanted,
      remedy: "'call --help' lists the operations.",
    });
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
}

function namedVersion(documented: DocumentedVersion): DocumentedVersion & NamedService {
  const { version, documentation } = documented;
  return {
    ...documented,
    name: version.name,
    service: version.service,
    textOf: ({ method }) => documentation.operations[method],
    argumentText: ({ key, owner }) => documentation.types.find((entry) => entry.type === owner)?.texts[key],
  };
}
