import type { ReaderLimits } from "./limits";
import type { ReaderMemory } from "./namespaces";

/** How a reader reads. */
export interface ReaderOptions {
  readonly limits?: Partial<ReaderLimits>;
  /** Let references to the control characters U+0001 to U+001F through, which XML 1.0 forbids. */
  readonly allowControlCharacters?: boolean;
  /** Shared by the readers of one service's answers: what one met, the next knows. Default: one of its own. */
  readonly memory?: ReaderMemory | undefined;
}
