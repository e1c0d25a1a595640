/** What commands say while and after they run. */
import { type Diagnostic, formatDiagnostic } from "../diagnostics";

/** Where messages go. */
export interface Report {
  readonly quiet: boolean;
}

/** Diagnostics on stderr; with `--quiet` only errors. True when there is an error. */
export function reportDiagnostics(diagnostics: readonly Diagnostic[], { quiet }: Report): boolean {
  for (const diagnostic of diagnostics) {
    if (!quiet || diagnostic.severity === "error") process.stderr.write(`${formatDiagnostic(diagnostic)}\n`);
  }
  return diagnostics.some(({ severity }) => severity === "error");
}

/** A note on stderr, left out with `--quiet`. */
export function note(text: string, { quiet }: Report): void {
  if (!quiet) process.stderr.write(`${text}\n`);
}

/** Runs `work`; when it takes over a second and stderr is a terminal, a line says what is going on until it ends. */
export async function withProgress<T>(what: string, { quiet }: Report, work: () => Promise<T>): Promise<T> {
  if (quiet || !process.stderr.isTTY) return work();
  let isShown = false;
  const timer = setTimeout(() => {
    isShown = true;
    process.stderr.write(what);
  }, 1000);
  try {
    return await work();
  } finally {
    clearTimeout(timer);
    if (isShown) process.stderr.write("\r\u001b[K");
  }
}
