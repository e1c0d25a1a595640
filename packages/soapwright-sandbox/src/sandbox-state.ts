/** The interfaces of a sandbox: for its caller, and for its own parts. */

import type { ServerResponse } from "node:http";
import type { AccessRules } from "./access";
import type { ExchangeLog, RecordedExchange } from "./exchange-log";
import type { HostedService } from "./hosted-service";
import type { ServiceSandboxOptions } from "./sandbox-options";
import type { ServiceOptions } from "./service-options";
import type { ActiveTrouble, Trouble, TroubleRule } from "./trouble";
import type { TroubleRules } from "./trouble-rules";

/** A POST that reached the sandbox, including credentials that were sent. */
export interface SandboxRequest {
  readonly method: string;
  /** Path and query. */
  readonly path: string;
  /** Headers by lower-case name. */
  readonly headers: Readonly<Record<string, string | readonly string[] | undefined>>;
  /** The body, its bytes read as UTF-8. */
  readonly body: string;
  /** The operation of the request, once it is known. */
  readonly operation: string | undefined;
  /** Mistakes that the real stack silently forgives, a line each. */
  readonly mistakes: readonly string[];
}

/** A running sandbox. */
export interface ServiceSandbox {
  /** The base URL, for example `http://127.0.0.1:8080`. */
  readonly url: string;
  /** The POSTs that were received, oldest first. */
  readonly requests: readonly SandboxRequest[];
  /** Number of POSTs in all. */
  readonly requestCount: number;
  /** Number of connections that were opened in all. */
  readonly connectionCount: number;
  /** Number of open connections. */
  readonly openConnections: number;
  /** The last exchanges, oldest first: requests with their responses. */
  readonly exchanges: readonly RecordedExchange[];
  /** The active rules of injected errors, oldest first. */
  readonly troubles: readonly ActiveTrouble[];
  /** Injects an error into the next `times` requests, after the errors that were injected already. */
  inject(trouble: Trouble, times?: number): void;
  /** Adds a rule behind the others. Returns its id. Throws `ConfigurationError` when the rule is wrong. */
  addTrouble(rule: TroubleRule): number;
  /** Removes a rule. Returns whether there was one with this id. */
  removeTrouble(id: number): boolean;
  /** Removes every rule and every injected error. */
  clearTrouble(): void;
  /** Stops listening, waits at most a second for responses in progress, and ends every connection. */
  close(): Promise<void>;
}

/** A service and the rest of the path behind its own: `/Operation` behind `.asmx`. */
export interface Destination {
  readonly service: HostedService;
  readonly pathInfo: string;
}

/** The state that the parts of a running sandbox share: calls, pages and the control endpoint. */
export interface SandboxState extends ServiceSandbox {
  requestCount: number;
  readonly requests: SandboxRequest[];
  /** Characters of the bodies in `requests`. */
  requestCharacters: number;
  readonly options: ServiceSandboxOptions;
  /** The services as they are served. */
  readonly services: readonly ServiceOptions[];
  readonly rules: TroubleRules;
  readonly log: ExchangeLog;
  readonly access: AccessRules;
  /** Errors for the next requests, in order. */
  readonly injected: Trouble[];
  /** The service at a path; the caller's name for this machine moves its namespaces. */
  destination(path: string, host: string | undefined): Destination | undefined;
  /** A request without a response does not delay `close`. */
  abandon(response: ServerResponse): void;
}
