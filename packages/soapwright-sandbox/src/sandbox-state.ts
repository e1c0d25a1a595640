/** A sandbox as its caller sees it, and as its own parts do. */

import type { ServerResponse } from "node:http";
import type { AccessRules } from "./access";
import type { ExchangeLog, RecordedExchange } from "./exchange-log";
import type { HostedService } from "./hosted-service";
import type { ServiceSandboxOptions } from "./sandbox-options";
import type { ServiceOptions } from "./service-options";
import type { ActiveTrouble, Trouble, TroubleRule } from "./trouble";
import type { TroubleRules } from "./trouble-rules";

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
  /** The last exchanges, oldest first: requests with their responses. */
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
  /** Stops listening, lets the responses under way go out for at most a second, and ends every connection. */
  close(): Promise<void>;
}

/** A service and what of the path goes beyond its own: `/Operation` behind `.asmx`. */
export interface Destination {
  readonly service: HostedService;
  readonly pathInfo: string;
}

/** What the parts of a running sandbox read and change: calls, pages and the control endpoint. */
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
  /** Trouble for the next requests, first first. */
  readonly injected: Trouble[];
  /** The service at a path, where the caller's name for this machine moves its namespaces. */
  destination(path: string, host: string | undefined): Destination | undefined;
  /** What gets no response does not hold up `close`. */
  abandon(response: ServerResponse): void;
}
