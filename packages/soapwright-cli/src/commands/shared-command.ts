/** A command that any WSDL has, and every product: declared once, and added for what its program is about. */

import type { Command, Option } from "commander";
import type { DiagnosticReason } from "soapwright-contract";
import type { CommandNotes } from "soapwright-contract/flags";
import type { OperationExamples } from "soapwright-gateway";
import type { ServiceClient } from "soapwright-runtime";
import type { Reason } from "soapwright-runtime/errors";
import type { SchemaTexts } from "soapwright-runtime/json";
import type { OperationNode } from "soapwright-runtime/tables";
import type { ArgumentWords } from "../completion/candidates";
import type { DoctorSubject } from "../doctor/command/subject";
import type { Speech } from "../end/speech";
import type { Environment, Terminal } from "../terminal/terminal";
import type { NamedService, ServiceOperation } from "./operations";

/** The words of a line that name something, and the values of its options. */
export interface Given {
  readonly words: readonly string[];
  readonly flags: object;
}

/** A command that has begun. */
export interface Begun extends Given {
  readonly shared: SharedCommand;
  readonly command: Command;
  readonly source: CommandSource;
  readonly terminal: Terminal;
}

/** What a command line is about: the services of a WSDL, or the versions of a product. */
export interface CommandService {
  readonly terminal: Terminal;
  readonly services: readonly NamedService[];
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
  /** Opens the client of one operation, with options of the client beside those of the command line. */
  clientOf(called: ServiceOperation, more: object): Promise<ServiceClient>;
  /** Opens clients that describe the operations, and call nothing. */
  describe(): Promise<readonly ServiceClient[]>;
  /** What the doctor examines. */
  subjects(): Promise<readonly DoctorSubject[]>;
  /** Prints a line on stderr. */
  note(reason: Reason | DiagnosticReason, line: string): void;
}

/** What a program is about: any WSDL, or a product. */
export interface CommandSource {
  /** The name of the program. */
  readonly program: string;
  /** The word that names the service on the command line; undefined in a program of one service. */
  readonly operand?: string;
  /** What its services are to users, and the option that chooses one. */
  readonly kind: "service" | "version";
  readonly chooser: "--service" | "--interface";
  /** Behind "the operations", in descriptions. */
  readonly ofWhat: string;
  /** A word for examples, in front of options. */
  readonly example: string;
  /** An operation for examples. */
  readonly exampleOperation?: string;
  /** Command lines for the help of a command, by its name. */
  readonly examples: Readonly<Record<string, readonly string[]>>;
  /** Whether it has a sandbox with test data. */
  readonly sandbox: boolean;
  /** The environment variable of the gateway's token. Without one, an option names it. */
  readonly tokenVariable?: string;
  /** The option of `call` with arguments in a file: where `--json` prints JSON, it has another name. */
  readonly argumentsOption: "--json" | "--json-args";
  readonly speech: Speech;
  /** Further words for operations, by their names in the WSDL. */
  readonly shortNames: Readonly<Record<string, string>>;
  /** What help says behind the options of `call`. */
  readonly operationsHelp?: () => string;
  /** The options that choose the service, and those of its clients. */
  options(command: SharedCommand): readonly Option[];
  /** Resolves to the services for completion, without the network; undefined if none are known. */
  known(words: readonly string[]): Promise<readonly NamedService[] | undefined>;
  /** Runs `work`. Prints its error, or rejects with it, as the program does. */
  run(shared: SharedCommand, command: Command, work: (terminal: Terminal) => Promise<void>): Promise<void>;
  /** Reads what the line names, calls `use` with it, and gives free what it holds. */
  withService(begun: Begun, use: (service: CommandService) => Promise<void>): Promise<void>;
}

/** What is loaded when the command begins. */
export interface CommandParts {
  /** A package that users install when they need it. */
  readonly needs?: { readonly name: string; readonly load: () => Promise<unknown> };
  /** Further options. */
  options(source: CommandSource): readonly Option[];
  /** What completes the words of a line. Default: the command's options. */
  complete?(source: CommandSource, shared: SharedCommand, words: readonly string[]): Promise<ArgumentWords>;
  run(begun: Begun): Promise<void>;
}

export interface SharedCommand {
  readonly name: string;
  /** The words behind the one that names the service. */
  readonly usage?: string;
  description(source: CommandSource): string;
  /** In the list of commands. Default: the description. */
  summary?(source: CommandSource): string;
  /** Whether it calls the service, so that it takes the options of clients. */
  readonly calls: boolean;
  /** The words behind the first are read when the command runs, because options are named after them. */
  readonly passesThrough?: true;
  /** An assistant has standard input, and the command line says for whom it calls. */
  readonly forAssistant?: true;
  /** It examines the service, by a call that only reads. */
  readonly examines?: true;
  /** It shows examples of messages, which are made with a package of their own. */
  readonly showsExamples?: true;
  /** What `--timeout` is, with its default. */
  readonly timeout?: string;
  /** What `--interface` of a product is. */
  readonly interface?: string;
  /** What help says before its notes. */
  more?(source: CommandSource): string;
  notes(source: CommandSource): CommandNotes;
  load(): Promise<CommandParts>;
}
