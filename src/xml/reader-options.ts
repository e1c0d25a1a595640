import { DEFAULT_LIMITS, type ReaderLimits } from "./limits";
import { ReaderMemory } from "./reader-memory";
import type { ReferenceOptions } from "./references";

/** How a reader reads. */
export interface ReaderOptions {
  readonly limits?: Partial<ReaderLimits> | undefined;
  /** Let references to the control characters U+0001 to U+001F through, which XML 1.0 forbids. */
  readonly allowControlCharacters?: boolean | undefined;
  /**
   * Read what is no XML but is meant by it without a doubt, as many services write it: blanks before the XML declaration.
   * `XmlTextDecoder` has the same option.
   */
  readonly forgiving?: boolean | undefined;
}

/** What the readers of one service's answers share: their options, and what one met, the next knows. */
export class ReaderPlan {
  readonly limits: ReaderLimits;
  readonly references: ReferenceOptions;
  readonly forgiving: boolean;
  readonly memory = new ReaderMemory();

  constructor({ limits, allowControlCharacters = false, forgiving = false }: ReaderOptions = {}) {
    this.limits = { ...DEFAULT_LIMITS, ...limits };
    this.references = { maxNameLength: this.limits.maxNameLength, allowControlCharacters };
    this.forgiving = forgiving;
  }
}
