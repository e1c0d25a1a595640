import type { SafeText } from "soapwright-runtime/xsd";
import type { Place } from "../call/places";

/** Asks for an argument, of which `text` is the documentation. Resolves to the text of its value. */
export type Ask = (place: Place, text: string | undefined) => Promise<string>;

/** The variables of the environment. */
export type Environment = Readonly<Record<string, string | undefined>>;

/** Most bytes of JSON that a command reads. Its values take up to 30 times as much memory. */
export const longestInput = 64 * 1024 * 1024;

/** What a command says of JSON in another encoding, after its source. */
export const NOT_UTF8 = "is not UTF-8, the encoding of JSON. Save it as UTF-8.";

export interface Terminal {
  readonly environment: Environment;
  /** The command line: messages name its flags. */
  readonly args?: readonly string[];
  /** Await the result before the next write, because the reader may be slow. */
  readonly out: (text: string) => void | Promise<void>;
  readonly err: (text: SafeText) => void;
  /**
   * Resolves to standard input, or to its beginning when that is longer than `longestInput`. Rejects with `UsageError`
   * for octets that are not UTF-8.
   */
  readonly input?: () => Promise<string>;
  /** Resolves when a running command is to stop. */
  readonly stopped: () => Promise<void>;
  /** Ctrl-C aborts the signal. */
  readonly signal?: AbortSignal;
  /** Asks the user, who is at a terminal. */
  readonly ask?: Ask;
  readonly screen?: { readonly columns: number; readonly colors: boolean };
}

/** Narrower widths are ignored: no table is readable there. */
const narrowest = 20;

/** The width is `COLUMNS`, or the terminal's; undefined for a file or a pipe. */
export function lineWidth({ environment, screen }: Terminal): number | undefined {
  const text = environment.COLUMNS ?? "";
  const columns = /^[1-9]\d{0,4}$/.test(text) ? Number(text) : screen?.columns;
  return columns === undefined || columns === 0 ? undefined : Math.max(columns, narrowest);
}
