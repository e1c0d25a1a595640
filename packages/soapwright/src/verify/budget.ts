/** Processor time of the whole process, which a part of the work may use up. A busy machine makes no difference to it. */
export class Budget {
  readonly ms: number;
  readonly #start = process.cpuUsage();

  constructor(ms: number) {
    this.ms = ms;
  }

  get usedMs(): number {
    const { user, system } = process.cpuUsage(this.#start);
    return (user + system) / 1000;
  }

  get isSpent(): boolean {
    return this.usedMs > this.ms;
  }
}
