/** Where commands read and write. */
import type { Environment } from "../index";

/** Where a command reads and writes. */
export interface Terminal {
  readonly environment: Environment;
  /** Writes to standard output. Wait for what it returns before you write more: whoever reads may be slow. */
  readonly out: (text: string) => void | Promise<void>;
  readonly err: (text: string) => void;
  /** Standard input, whole. Absent: there is none. */
  readonly input?: () => Promise<string>;
  /** Resolves when the sandbox is to stop. */
  readonly stopped: () => Promise<void>;
  /** Aborted when the command is to stop: Ctrl-C. Absent: never. */
  readonly signal?: AbortSignal;
  /** Set when standard output is a terminal. */
  readonly screen?: Screen;
}

/** What a terminal can show. */
export interface Screen {
  readonly columns: number;
  readonly colors: boolean;
}

/** A narrower one is not asked for: no table can be read there. */
const narrowest = 20;

/** The longest line of a table: `COLUMNS`, or that of the terminal; undefined in a file or a pipe, where no line is too long. */
export function lineWidth({ environment, screen }: Terminal): number | undefined {
  const text = environment.COLUMNS ?? "";
  const columns = /^[1-9]\d{0,4}$/.test(text) ? Number(text) : screen?.columns;
  return columns === undefined || columns === 0 ? undefined : Math.max(columns, narrowest);
}
