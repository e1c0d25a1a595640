/**
 * Runs a system over contracts in its own process. If the process dies, it is started again without the contract that
 * it died of.
 */
import { spawn } from "node:child_process";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { createInterface } from "node:readline";
import type { Contract, Outcome } from "./board";
import type { System } from "./systems/system";

export async function runSystem(
  system: System,
  contracts: readonly Contract[],
  folder: string,
): Promise<Map<string, Outcome>> {
  const outcomes = new Map<string, Outcome>();
  let left = contracts;
  while (left.length > 0) {
    const { reason, at } = await runOnce(system, left, join(folder, `${system.name}.jsonl`), outcomes);
    left = left.filter(({ name }) => !outcomes.has(name));
    const died = left.find(({ name }) => name === at) ?? left[0];
    if (died) outcomes.set(died.name, { name: died.name, generateFailure: { reason, isCrash: true }, documents: [] });
    left = left.filter((each) => each !== died);
  }
  return outcomes;
}

/** Resolves to the end of the process, and to the contract that it named last in a line `at NAME`. */
function runOnce(
  { command, patienceMs = 180_000, readsLines }: System,
  contracts: readonly Contract[],
  file: string,
  outcomes: Map<string, Outcome>,
): Promise<{ readonly reason: string; readonly at: string | undefined }> {
  const lines = contracts.map((contract) => (readsLines ? plainLines(contract) : jsonLine(contract)));
  writeFileSync(file, `${lines.join("\n")}\n`);
  const [program = "", ...args] = command;
  return new Promise((resolve) => {
    const child = spawn(program, [...args, file], {
      stdio: ["ignore", "pipe", "pipe"],
      env: { ...process.env, TZ: "UTC" },
      detached: true,
    });
    let complaint = "";
    let at: string | undefined;
    child.stderr.on("data", (chunk: Buffer) => {
      complaint = (complaint + chunk.toString("utf8")).slice(-500);
    });
    let isLate = false;
    // The whole process group is killed, because a system may start processes.
    const late = (): void => {
      isLate = true;
      process.kill(-(child.pid as number), "SIGKILL");
    };
    let timer = setTimeout(late, patienceMs);
    createInterface({ input: child.stdout }).on("line", (line) => {
      clearTimeout(timer);
      timer = setTimeout(late, patienceMs);
      if (line.startsWith("at ")) at = line.slice(3);
      // An incomplete line is the last output of a process that died.
      if (!/^\{.*\}$/.test(line)) return;
      const outcome = JSON.parse(line) as Outcome;
      outcomes.set(outcome.name, outcome);
    });
    child.on("error", (error) => resolve({ reason: error.message, at }));
    child.on("close", (code, signal) => {
      clearTimeout(timer);
      const reason = isLate
        ? `it did not end in ${patienceMs / 1000} s`
        : `the process ended with ${signal ?? code}: ${complaint.trim().split("\n").pop() ?? ""}`;
      resolve({ reason, at });
    });
  });
}

function jsonLine({ documents, ...contract }: Contract): string {
  return JSON.stringify({ ...contract, documents: documents.map(({ text, root }) => ({ text, root })) });
}

/**
 * Returns the contract for languages without JSON: `contract NAME WSDL FOLDER SCHEMA`, then `document FILE OPERATION
 * ROOT` each.
 */
function plainLines({ name, wsdl, folder, schema = "", elements, documents }: Contract): string {
  const files = documents.map(({ text, root }, at) => {
    const path = join(folder, `document-${at}.xml`);
    writeFileSync(path, text);
    return ["document", path, `o${elements.indexOf(root)}`, root].join("\t");
  });
  return [["contract", name, wsdl, folder, schema].join("\t"), ...files].join("\n");
}
