/** Writes the messages that the running tests meet to the folder in `MESSAGES`, one file for each process. */
import { appendFileSync, mkdirSync } from "node:fs";
import { join, relative, resolve } from "node:path";

/** Where a message comes from: the name of an error class, a severity of the generator, or the command. */
export interface Recorded {
  readonly from: string;
  readonly text: string;
  /** What to do, where that is apart from what happened: the end of `text`. */
  readonly remedy?: string | undefined;
  /** What the error says of itself: its reason, its phase or its kind; of the generator the stage. */
  readonly about?: string | undefined;
}

// Tests may change the working directory.
const folder = resolve(process.env.MESSAGES ?? "reports/messages");
const root = resolve(__dirname, "../..");
const met = new Set<string>();
mkdirSync(folder, { recursive: true });

export function record(recorded: Recorded): void {
  const line = JSON.stringify({ ...recorded, test: testFile() });
  if (met.has(line)) return;
  met.add(line);
  appendFileSync(join(folder, `${process.pid}.jsonl`), `${line}\n`);
}

/** The test that runs: what it alone meets says whether it may be left out. */
function testFile(): string | undefined {
  return typeof expect === "undefined" ? undefined : relative(root, expect.getState().testPath ?? root);
}
