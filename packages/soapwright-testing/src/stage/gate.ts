/** Holds back a side of a test until the test says go, where a wait would make the machine's speed decide. */
export class Gate {
  readonly #opened: Promise<void>;
  #open: () => void = () => {};
  /** The number of calls of `pass` so far. */
  arrived = 0;

  constructor() {
    this.#opened = new Promise((resolve) => {
      this.#open = resolve;
    });
  }

  /** Waits until the gate is open. */
  pass(): Promise<void> {
    this.arrived++;
    return this.#opened;
  }

  open(): void {
    this.#open();
  }
}

/** Waits for a state that comes; the time limit of the test ends it on every machine alike. */
export async function until(isSo: () => boolean): Promise<void> {
  while (!isSo()) await new Promise((resolve) => setTimeout(resolve, 2));
}

/** Waits a turn of the event loop: what is to happen without the network has happened then, rejections without a handler too. */
export function turn(): Promise<void> {
  return new Promise((resolve) => setImmediate(resolve));
}
