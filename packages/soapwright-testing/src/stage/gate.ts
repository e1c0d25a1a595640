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
