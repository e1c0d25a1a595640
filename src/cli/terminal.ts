/** Where commands read and write. */
import type { Environment } from "../index";

/** Where a command reads and writes. */
export interface Terminal {
  readonly environment: Environment;
  readonly out: (text: string) => void;
  readonly err: (text: string) => void;
  /** Standard input, whole. Absent: there is none. */
  readonly input?: () => Promise<string>;
  /** Resolves when the sandbox is to stop. */
  readonly stopped: () => Promise<void>;
}
