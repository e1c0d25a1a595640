/** A budget of the whole process's processor time, independent of other load on the machine. */
export class Budget {
  readonly #start = process.cpuUsage();

  constructor(readonly ms: number) {}

  get usedMs(): number {
    const { user, system } = process.cpuUsage(this.#start);
    return (user + system) / 1000;
  }

  get isSpent(): boolean {
    return this.usedMs > this.ms;
  }
}
