/** A command that any WSDL has, and every product: declared once, and added for what its program is about. */
import type { Option } from "commander";
import type { CommandNotes } from "soapwright-contract/flags";
import type { OperationExamples } from "soapwright-gateway";
import type { ServiceClient } from "soapwright-runtime";
import type { SchemaTexts } from "soapwright-runtime/json";
import type { OperationNode } from "soapwright-runtime/tables";
import type { Environment, Terminal } from "../terminal";

/** What a command begins with: the words of its line that name something, and the values of its options. */
export interface Given {
  readonly words: readonly string[];
  readonly flags: object;
}

/** A service that a command has read, of a WSDL or of a product. */
export interface CommandService {
  readonly terminal: Terminal;
  /** Its name for assistants. Default: the names of the services. */
  readonly name?: string;
  readonly documentation: SchemaTexts;
  /** Examples of the messages of an operation. */
  readonly examples?: (operation: OperationNode) => OperationExamples;
  /** The path of an operation in a gateway. Default: the one that a gateway gives. */
  readonly path?: (operation: { readonly version?: string; readonly method: string }) => string;
  /** Resolves to a sentence once the contract is another than the one that was read. */
  readonly contractChange?: () => Promise<string | undefined>;
  /** Opens clients with the options of the command line and the credentials of the environment. Its caller closes them. */
  open(environment?: Environment): Promise<readonly ServiceClient[]>;
  /** Opens clients that describe the operations, and call nothing. */
  describe(): Promise<readonly ServiceClient[]>;
  /** Prints a line on stderr. */
  note(line: string): void;
}

/** What a program is about: any WSDL, or a product. */
export interface CommandSource {
  /** The name of the program. */
  readonly program: string;
  /** The word that names the service on the command line; undefined in a program of one service. */
  readonly operand?: string;
  /** Behind "the operations", in descriptions. */
  readonly ofWhat: string;
  /** A word for examples, in front of options. */
  readonly example: string;
  /** Whether it has a sandbox with test data. */
  readonly sandbox: boolean;
  /** The environment variable of the gateway's token. Without one, an option names it. */
  readonly tokenVariable?: string;
  /** The options that choose the service, and those of its clients. */
  options(command: SharedCommand): Promise<readonly Option[]>;
  /** Runs `work`. Prints its error, or rejects with it, as the program does. */
  run(given: Given, work: (terminal: Terminal) => Promise<void>): Promise<void>;
  /** Reads the service that the line names, calls `use` with it, and gives free what it holds. */
  withService(
    command: SharedCommand,
    given: Given,
    terminal: Terminal,
    use: (service: CommandService) => Promise<void>,
  ): Promise<void>;
}

/** What is loaded when the command begins. */
export interface CommandParts {
  /** A package that users install when they need it. */
  readonly needs?: { readonly name: string; readonly load: () => Promise<unknown> };
  /** Further options. */
  options(source: CommandSource): readonly Option[];
  run(service: CommandService, flags: object, source: CommandSource): Promise<void>;
}

export interface SharedCommand {
  readonly name: string;
  description(source: CommandSource): string;
  /** In the list of commands. Default: the description. */
  summary?(source: CommandSource): string;
  /** Whether it calls the service, so that it takes the options of clients. */
  readonly calls: boolean;
  /** An assistant has standard input, and the command line says for whom it calls. */
  readonly forAssistant?: true;
  /** What `--timeout` is, with its default. */
  readonly timeout?: string;
  /** What `--interface` of a product is. */
  readonly interface?: string;
  notes(source: CommandSource): CommandNotes;
  load(): Promise<CommandParts>;
}
