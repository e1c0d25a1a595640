import { setTimeout as delay } from "node:timers/promises";
import type { ExportError } from "../export-error";

/** A server that has become unavailable, or available again. */
export interface PresenceChange {
  readonly server: "Redis" | "PostgreSQL";
  readonly isAway: boolean;
}

const LOOK_MS = 100;

/** The state of servers, collected from the code that uses them. It reports each change once. */
export class Presence {
  #onChange: (change: PresenceChange) => void;
  readonly #away = new Map<PresenceChange["server"], { readonly since: number; readonly error: ExportError }>();

  constructor(onChange: (change: PresenceChange) => void = () => {}) {
    this.#onChange = onChange;
  }

  away(server: PresenceChange["server"], error: ExportError): void {
    if (this.#away.has(server)) return;
    this.#away.set(server, { since: performance.now(), error });
    this.#onChange({ server, isAway: true });
  }

  back(server: PresenceChange["server"]): void {
    if (this.#away.delete(server)) this.#onChange({ server, isAway: false });
  }

  /** Stops reporting: connections are about to be closed on purpose. */
  end(): void {
    this.#onChange = () => {};
  }

  /** Resolves to the error of a server that was unavailable for `ms` while `work` ran; otherwise to undefined. */
  async whilePresent(work: Promise<unknown>, ms: number): Promise<ExportError | undefined> {
    const began = performance.now();
    const ended = work.then(() => true);
    while (!(await Promise.race([ended, delay(LOOK_MS, false)]))) {
      const now = performance.now();
      const gone = [...this.#away.values()].find(({ since }) => now - Math.max(since, began) >= ms);
      if (gone !== undefined) return gone.error;
    }
    return undefined;
  }
}
