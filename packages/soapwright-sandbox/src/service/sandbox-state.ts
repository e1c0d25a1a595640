/** The interfaces of a running sandbox: the public one, and the one that its parts share. */

import type { ServerResponse } from "node:http";
import type { AccessRules } from "../http/access";
import type { ExchangeLog, RecordedExchange } from "../record/exchange-log";
import type { ActiveTrouble, Trouble, TroubleRule } from "../trouble/trouble";
import type { TroubleRules } from "../trouble/trouble-rules";
import type { HostedService } from "./hosted-service";
import type { ServiceSandboxOptions } from "./sandbox-options";
import type { ServiceOptions } from "./service-options";

/** A POST that the sandbox received, including the credentials in it. */
export interface SandboxRequest {
  readonly method: string;
  /** Path and query. */
  readonly path: string;
  /** Headers by lower-case name. */
  readonly headers: Readonly<Record<string, string | readonly string[] | undefined>>;
  /** The body, its bytes read as UTF-8. */
  readonly body: string;
  /** The name of the operation; undefined until the request is routed, and for requests to none. */
  readonly operation: string | undefined;
  /** One line for each mistake that the real service silently forgives. */
  readonly mistakes: readonly string[];
}

/** A sandbox that listens. It shows the requests that it received, and injects errors. Close it after the tests. */
export interface ServiceSandbox {
  /** The base URL, for example `http://127.0.0.1:8080`. */
  readonly url: string;
  /** The POSTs that were received, oldest first. */
  readonly requests: readonly SandboxRequest[];
  /** Number of all POSTs since the start. */
  readonly requestCount: number;
  /** Number of all connections since the start. */
  readonly connectionCount: number;
  /** Number of connections that are open. */
  readonly openConnections: number;
  /** The last exchanges, oldest first: requests with their responses. */
  readonly exchanges: readonly RecordedExchange[];
  /** The active rules of injected errors, oldest first. */
  readonly troubles: readonly ActiveTrouble[];
  /** Injects an error into the next `times` requests. Errors that were injected earlier come first. */
  inject(trouble: Trouble, times?: number): void;
  /** Adds a rule after the others. Returns its id. Throws `ConfigurationError` if the rule is wrong. */
  addTrouble(rule: TroubleRule): number;
  /** Removes a rule. Returns whether a rule had this id. */
  removeTrouble(id: number): boolean;
  /** Removes every rule and every injected error. */
  clearTrouble(): void;
  /** Stops listening, waits at most a second for responses in progress, and ends every connection. */
  close(): Promise<void>;
}

/** A service and the rest of the path after its own: `/Operation` after `.asmx`. */
export interface Destination {
  readonly service: HostedService;
  readonly pathInfo: string;
}

/** The state that the parts of a running sandbox share: calls, pages and the control endpoint. */
export interface SandboxState extends ServiceSandbox {
  requestCount: number;
  readonly requests: SandboxRequest[];
  /** The number of characters of all bodies in `requests`. */
  requestCharacters: number;
  readonly options: ServiceSandboxOptions;
  readonly services: readonly ServiceOptions[];
  readonly rules: TroubleRules;
  readonly log: ExchangeLog;
  readonly access: AccessRules;
  /** Errors to inject into the next requests, in order. */
  readonly injected: Trouble[];
  /** Finds the service at a path. Its namespaces move to the name by which the caller reached this machine. */
  destination(path: string, host: string | undefined): Destination | undefined;
  /** Stops waiting for a response that will never be sent, so that `close` is not delayed. */
  abandon(response: ServerResponse): void;
}
