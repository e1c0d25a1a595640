import type { CallSignal } from "./option-types";
import { runInSlices } from "./yield-to-event-loop";

export interface AbortListener {
  onAbort(): void;
}

/**
 * The listeners of each signal. A signal has one listener for all of its calls, because an EventTarget scans all
 * listeners for each added one, and calls them without a pause.
 */
const listeners = new WeakMap<CallSignal, SignalListeners>();

/** The calls that wait for one signal, which gets one listener for all of them. */
class SignalListeners {
  readonly #signal: CallSignal;
  readonly #waiting = new Set<AbortListener>();
  readonly #onAbort = (): void => {
    const waiting = [...this.#waiting];
    this.#waiting.clear();
    this.#signal.removeEventListener("abort", this.#onAbort);
    for (const listener of waiting) runInSlices(() => listener.onAbort());
  };

  constructor(signal: CallSignal) {
    this.#signal = signal;
  }

  add(listener: AbortListener): void {
    if (this.#waiting.size === 0) this.#signal.addEventListener("abort", this.#onAbort);
    this.#waiting.add(listener);
  }

  delete(listener: AbortListener): void {
    if (this.#waiting.delete(listener) && this.#waiting.size === 0) {
      this.#signal.removeEventListener("abort", this.#onAbort);
    }
  }
}

export function listenTo(signal: CallSignal, listener: AbortListener): void {
  let shared = listeners.get(signal);
  if (shared === undefined) {
    shared = new SignalListeners(signal);
    listeners.set(signal, shared);
  }
  shared.add(listener);
}

export function leave(signal: CallSignal, listener: AbortListener): void {
  listeners.get(signal)?.delete(listener);
}
