/** The sandbox: services on this machine, with a record of what reached them. */
import type { RecordedExchange } from "./exchange-log";
import type { ServiceOptions } from "./hosted-service";
import type { HttpBehavior } from "./http-options";
import { checkServiceSandboxOptions } from "./options";
import type { Profile } from "./profiles";
import { RunningSandbox } from "./running-sandbox";
import type { ActiveTrouble, Trouble, TroubleRule } from "./trouble";

/** Options of a sandbox of any service. */
export interface ServiceSandboxOptions {
  readonly services: readonly ServiceOptions[];
  /** Default 0: a free port. */
  readonly port?: number;
  /** The interface to listen on. Default `127.0.0.1`. `0.0.0.0` serves the SOAP addresses to other machines too. */
  readonly host?: string;
  /**
   * Opens page, control endpoint and test form to everyone who sends this token; without it they serve this machine alone,
   * and nobody when `host` is not the loopback interface.
   */
  readonly controlToken?: string;
  /** The base URL of the namespaces, where it is not the sandbox's own. */
  readonly namespaceBaseUrl?: string;
  /**
   * A request with a mistake that the real stack forgives in silence (an unknown or misplaced element, a header child in
   * another namespace, a missing value) is a fault that names the mistake. Default false: it is forgiven, and reported in
   * `log` and `requests`.
   */
  readonly strict?: boolean;
  /** False shows stack traces in every fault, as services with `customErrors` off do. Default true. */
  readonly customErrors?: boolean;
  /**
   * The shape of the service: `contract` as its WSDL says; `asmx` as an `.asmx` stack would generate it, which is how
   * production may really be; `asmx-nillable` so, with every text nillable. Default `contract`.
   */
  readonly profile?: Profile;
  /** How it speaks HTTP: compression, chunks, time-outs. */
  readonly http?: HttpBehavior;
  /** Wait before every answer, in milliseconds. Default 0. */
  readonly latencyMs?: number;
  /** Trouble for a request, by its number from 1; `undefined` for none. */
  readonly trouble?: (requestNumber: number) => Trouble | undefined;
  /** Trouble by operation, arguments, turn or chance. */
  readonly troubleRules?: readonly TroubleRule[];
  /** How many requests `requests` keeps: the last ones. Default 1000. */
  readonly keepRequests?: number;
  /** How many exchanges the page shows: the last ones. Default 200; 0 keeps none. */
  readonly keepExchanges?: number;
  /** Keep the process alive until `close`. Default false: the sandbox ends with its process. */
  readonly keepAlive?: boolean;
  /** Data that the page shows and changes. */
  readonly editableData?: EditableData;
  /** Gets a line for each mistake of a request that the real stack would forgive in silence. */
  readonly log?: (line: string) => void;
}

/** Data that the page shows and changes. */
export interface EditableData {
  /** As JSON. */
  read(): string;
  /** Takes other data from now on. Throws `ConfigurationError` with path and line of what is wrong. */
  write(text: string): void;
}

/** A POST that reached the sandbox. Holds what was sent, credentials included. */
export interface SandboxRequest {
  readonly method: string;
  /** Path and query. */
  readonly path: string;
  /** By lower-case name. */
  readonly headers: Readonly<Record<string, string | readonly string[] | undefined>>;
  /** The body, its bytes read as UTF-8. */
  readonly body: string;
  /** The operation that it asks for, once that is known. */
  readonly operation: string | undefined;
  /** What the real stack forgives in silence, a line each. */
  readonly mistakes: readonly string[];
}

/** A running sandbox. */
export interface ServiceSandbox {
  /** Its base URL, for example `http://127.0.0.1:8080`. */
  readonly url: string;
  /** The POSTs that came, oldest first. */
  readonly requests: readonly SandboxRequest[];
  /** How many POSTs came in all. */
  readonly requestCount: number;
  /** How many connections were opened in all. */
  readonly connectionCount: number;
  /** How many connections are open. */
  readonly openConnections: number;
  /** The last exchanges, oldest first: requests with their answers. */
  readonly exchanges: readonly RecordedExchange[];
  /** The rules of trouble that are in force, oldest first. */
  readonly troubles: readonly ActiveTrouble[];
  /** Trouble for the next `times` requests, one after the other with what was injected before. */
  inject(trouble: Trouble, times?: number): void;
  /** Puts a rule of trouble behind the others. Returns its id. Throws `ConfigurationError` when the rule is wrong. */
  addTrouble(rule: TroubleRule): number;
  /** Takes a rule out of force. Returns whether there was one of this id. */
  removeTrouble(id: number): boolean;
  /** Takes out of force every rule and whatever was injected. */
  clearTrouble(): void;
  /** Stops listening, lets the answers under way go out for at most a second, and ends every connection. */
  close(): Promise<void>;
}

/**
 * Starts a sandbox. Rejects with `ConfigurationError` when an option is wrong or the port is in use.
 */
export async function startServiceSandbox(options: ServiceSandboxOptions): Promise<ServiceSandbox> {
  checkServiceSandboxOptions(options);
  const sandbox = new RunningSandbox(options);
  await sandbox.listen();
  return sandbox;
}
