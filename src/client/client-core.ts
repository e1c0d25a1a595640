import { AbortError } from "../errors/abort-error";
import type { ServiceNode } from "../schema/codec";
import type { CallLife } from "./call-life";
import { Roster, type RosterEntry } from "./call-life";
import type { ClientCore } from "./prepared-call";
import type { CallSettings } from "./settings";
import { runInSlices } from "./slices";

/** What a client and those that its `with` has made share. */
export interface SharedParts<H>
  extends Pick<ClientCore<H>, "settings" | "port" | "sender" | "gate" | "policy" | "interception"> {
  /** The tables of the service. */
  readonly service: ServiceNode;
}

/** The calls of one client. The first one of a core tells it. */
class RunningCalls extends Roster<CallLife> {
  readonly #onFirst: () => void;

  constructor(onFirst: () => void) {
    super();
    this.#onFirst = onFirst;
  }

  override add(life: CallLife): void {
    if (this.size === 0) this.#onFirst();
    super.add(life);
  }
}

/**
 * What the calls of one client share. The first client owns connections, limits and plans; a client of `with` has options
 * and calls of its own, and is known to the first one only while it has calls, so that it costs nothing once it is dropped.
 */
export class ServiceCore<H> implements ClientCore<H>, RosterEntry {
  place = -1;
  readonly service: ServiceNode;
  readonly settings: SharedParts<H>["settings"];
  readonly port: SharedParts<H>["port"];
  readonly sender: SharedParts<H>["sender"];
  readonly gate: SharedParts<H>["gate"];
  readonly policy: SharedParts<H>["policy"];
  readonly interception: SharedParts<H>["interception"];
  /** What a call goes by that sets nothing itself. */
  readonly defaults: CallSettings<H>;
  readonly running: Roster<CallLife>;
  readonly #first: ServiceCore<H>;
  /** Of the first client: those of `with` that have calls. */
  readonly #busy: Roster<ServiceCore<H>> | undefined;
  #isClosed = false;
  #isForced = false;
  #hasAnswered = false;
  #onIdle: (() => void) | undefined;
  #closing: Promise<void> | undefined;

  /** The core of a first client; with `first`, one that shares the parts of that one. */
  constructor(parts: SharedParts<H>, defaults: CallSettings<H>, first?: ServiceCore<H>) {
    this.service = parts.service;
    this.settings = parts.settings;
    this.port = parts.port;
    this.sender = parts.sender;
    this.gate = parts.gate;
    this.policy = parts.policy;
    this.interception = parts.interception;
    this.defaults = defaults;
    this.#first = first ?? this;
    this.#busy = first === undefined ? new Roster() : undefined;
    this.running = first === undefined ? new Roster() : new RunningCalls(() => first.#busy?.add(this));
  }

  /** The core of a client of `with`: it is closed from the start where this one is. */
  with(defaults: CallSettings<H>): ServiceCore<H> {
    const core = new ServiceCore<H>(this, defaults, this.#first);
    core.#isClosed = this.#isClosed;
    return core;
  }

  /** The client is closed: no more calls. */
  get closed(): boolean {
    return this.#isClosed || this.#first.#isClosed;
  }

  /** The client was closed by force: calls in flight are being ended. */
  get isForced(): boolean {
    return this.#isForced || this.#first.#isForced;
  }

  /** The service has returned a result to one call. */
  get answered(): boolean {
    return this.#first.#hasAnswered;
  }
  set answered(hasAnswered: boolean) {
    this.#first.#hasAnswered = hasAnswered;
  }

  /** Called when a call has ended. */
  onEnd(): void {
    if (this.running.size > 0) return;
    this.#first.#busy?.delete(this);
    if (this.#isIdle) this.#onIdle?.();
    if (this.#first !== this && this.#first.#isIdle) this.#first.#onIdle?.();
  }

  /** Waits for the calls, or ends them by force. The first client waits for those of all, and then closes connections. */
  close(isForced: boolean): Promise<void> {
    this.#isClosed = true;
    this.#closing ??= this.#end();
    this.#isForced ||= isForced;
    for (const core of [this, ...(this.#busy?.all() ?? [])]) core.#endCalls();
    return this.#closing;
  }

  #endCalls(): void {
    for (const life of this.running.all()) {
      if (this.isForced) runInSlices(() => life.cancel(new AbortError("The client was closed.")));
      else life.onClosing();
    }
  }

  async #end(): Promise<void> {
    if (!this.#isIdle) {
      await new Promise<void>((resolve) => {
        this.#onIdle = resolve;
      });
    }
    if (this.#first === this) await this.sender.close();
  }

  /** Neither it nor, where it is the first, one of `with` has calls. */
  get #isIdle(): boolean {
    return this.running.size === 0 && (this.#busy?.size ?? 0) === 0;
  }
}
