/** The processor time of a pattern, without the heap of a test runner, which the collector would walk beside. */
import { answerParent } from "soapwright-testing/stage/child";
import { compilePattern } from "../../src/xsd/pattern";

export interface PatternTask {
  readonly pattern: string;
  readonly text: string;
}

export interface PatternReport {
  readonly isMatch: boolean;
  /** The least of five first calls with the compilation, and of twenty later ones. Other work only makes a time longer. */
  readonly firstMs: number;
  readonly laterMs: number;
}

answerParent<PatternTask, PatternReport>(async ({ pattern, text }) => {
  const firstMs = least(5, () => compilePattern(pattern).test(text));
  const each = compilePattern(pattern);
  const isMatch = each.test(text);
  return { isMatch, firstMs, laterMs: least(20, () => each.test(text)) };
});

function least(turns: number, work: () => unknown): number {
  let leastMs = Number.POSITIVE_INFINITY;
  for (let turn = 0; turn < turns; turn++) {
    const began = process.cpuUsage();
    work();
    const { user, system } = process.cpuUsage(began);
    leastMs = Math.min(leastMs, (user + system) / 1000);
  }
  return leastMs;
}
