/** Writes the messages that the running tests meet to the folder in `MESSAGES`, one file for each process. */
import { appendFileSync, mkdirSync } from "node:fs";
import { join, resolve } from "node:path";

/** Where a message comes from: the name of an error class, a severity of the generator, or the command. */
export interface Recorded {
  readonly from: string;
  readonly text: string;
}

// Tests may change the working directory.
const folder = resolve(process.env.MESSAGES ?? "reports/messages");
const met = new Set<string>();
mkdirSync(folder, { recursive: true });

export function record(from: string, text: string): void {
  const line = JSON.stringify({ from, text } satisfies Recorded);
  if (met.has(line)) return;
  met.add(line);
  appendFileSync(join(folder, `${process.pid}.jsonl`), `${line}\n`);
}
