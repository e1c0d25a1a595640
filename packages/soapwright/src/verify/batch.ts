import type { ElementInstance } from "../instances/nouns";
import { Budget } from "./budget";

/** Most instances that are taken together, and the processor time after which those that there are come first. */
const most = 100;
const longestMs = 500;

/** Instances that are taken together: libxml2 is in a thread of its own, and each question to it costs the way. */
export class Batch {
  #instances: ElementInstance[] = [];
  #time = new Budget(longestMs);

  constructor(private readonly take: (instances: readonly ElementInstance[]) => Promise<void>) {}

  async add(instance: ElementInstance): Promise<void> {
    this.#instances.push(instance);
    if (this.#instances.length >= most || this.#time.isSpent) await this.end();
  }

  /** Takes what is left. */
  async end(): Promise<void> {
    const instances = this.#instances;
    this.#instances = [];
    if (instances.length > 0) await this.take(instances);
    this.#time = new Budget(longestMs);
  }
}
