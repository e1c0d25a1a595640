import type { ElementInstance } from "../instances/nouns";
import { Budget } from "./budget";

/** Most instances in a batch, and the processor time in milliseconds after which it is ended early. */
const most = 100;
const longestMs = 500;

/** Instances that are validated together: libxml2 runs in its own thread, and each request costs a round trip. */
export class Batch {
  #instances: ElementInstance[] = [];
  #time = new Budget(longestMs);

  constructor(private readonly take: (instances: readonly ElementInstance[]) => Promise<void>) {}

  async add(instance: ElementInstance): Promise<void> {
    this.#instances.push(instance);
    if (this.#instances.length >= most || this.#time.isSpent) await this.end();
  }

  /** Passes on the remaining instances. */
  async end(): Promise<void> {
    const instances = this.#instances;
    this.#instances = [];
    if (instances.length > 0) await this.take(instances);
    this.#time = new Budget(longestMs);
  }
}
