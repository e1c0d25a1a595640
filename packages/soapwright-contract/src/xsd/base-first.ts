import type { ComplexType } from "./components";

/** Runs steps that complete types, for base types first. Derivations must have no cycles. */
export class BaseFirst {
  private readonly steps = new Map<ComplexType, (() => void)[]>();

  add(type: ComplexType, step: () => void): void {
    const cached = this.steps.get(type);
    if (cached === undefined) this.steps.set(type, [step]);
    else cached.push(step);
  }

  run(): void {
    const done = new Set<ComplexType>();
    for (const type of this.steps.keys()) {
      const chain: ComplexType[] = [];
      for (let at = type; !done.has(at) && at.base !== at; ) {
        chain.push(at);
        done.add(at);
        if (at.base.kind !== "complexType") break;
        at = at.base;
      }
      for (const one of chain.reverse()) for (const step of this.steps.get(one) ?? []) step();
    }
  }
}
