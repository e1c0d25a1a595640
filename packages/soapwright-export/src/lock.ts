/** A lock in a file. It names its holder by process id and start time. */
import { execFile } from "node:child_process";
import { randomUUID } from "node:crypto";
import { lstat, readFile, rename, rm, writeFile } from "node:fs/promises";
import { hostname } from "node:os";
import { setTimeout as delay } from "node:timers/promises";
import { promisify } from "node:util";
import { ExportError, errorCode } from "./export-error";
import { isAbsent } from "./files";
import { withFile } from "./storage-error";

/** The start time makes a process unambiguous even if its id is reused. */
interface Holder {
  readonly host: string;
  readonly pid: number;
  /** The text differs from that of any earlier process with this id. It is empty if the system does not report it. */
  readonly started: string;
}

/**
 * Takes the lock, also from a dead holder. The function releases it and never rejects. Throws an `ExportError` if a
 * living process holds the lock.
 */
export async function takeLock(path: string): Promise<() => Promise<void>> {
  const started = await startOf(process.pid);
  const holder: Holder = { host: hostname(), pid: process.pid, started };
  await withFile("write", path, () => take(path, JSON.stringify(holder)));
  let isHeld = true;
  return async () => {
    if (isHeld) await rm(path, { force: true }).catch(() => {});
    isHeld = false;
  };
}

async function take(path: string, ownLine: string): Promise<void> {
  try {
    await writeFile(path, ownLine, { flag: "wx" });
    return;
  } catch (error) {
    if (errorCode(error) !== "EEXIST") throw error;
  }
  const text = await readHolder(path);
  // The lock was released meanwhile.
  if (text === undefined) return take(path, ownLine);
  const holder = parseHolder(text);
  if (holder === undefined && !isTorn(text)) throw foreign(path);
  if (holder !== undefined && (await isAlive(holder))) throw inUse(path, holder);
  // Replacing this holder's lock needs a second lock. A later process finds another holder.
  const right = `${path}.${holder === undefined ? "unknown" : `${holder.pid}-${holder.started.replace(/\W+/g, "-")}`}`;
  await take(right, ownLine);
  try {
    if ((await readHolder(path)) !== text) throw inUse(path, undefined);
    const next = `${path}.${randomUUID()}`;
    await writeFile(next, ownLine, { flag: "wx" });
    await rename(next, path);
  } finally {
    await rm(right, { force: true });
  }
}

/** Waits a moment for a new holder to write its lock. */
async function readHolder(path: string): Promise<string | undefined> {
  for (let turn = 0; ; turn++) {
    try {
      if (!(await lstat(path)).isFile()) throw foreign(path);
      const text = await readFile(path, "utf8");
      if (parseHolder(text) !== undefined || !isTorn(text) || turn === 20) return text;
    } catch (error) {
      if (isAbsent(error)) return undefined;
      throw error;
    }
    await delay(50);
  }
}

function parseHolder(text: string): Holder | undefined {
  try {
    const { host, pid, started } = JSON.parse(text) as Partial<Holder>;
    const isWhole = typeof host === "string" && typeof pid === "number" && typeof started === "string";
    return isWhole ? { host, pid, started } : undefined;
  } catch {
    return undefined;
  }
}

/** A holder that died while it wrote leaves only the start or empty blocks on the disk. */
function isTorn(text: string): boolean {
  const written = text.replaceAll("\0", "");
  return written === "" || written.startsWith('{"host":') || '{"host":'.startsWith(written);
}

function foreign(path: string): ExportError {
  return new ExportError(
    "JOURNAL",
    `${path} already exists, and is not the lock of an export. Move it away, or give this export another journal.`,
  );
}

/** A process of another machine cannot be checked, so it counts as alive. */
async function isAlive({ host, pid, started }: Holder): Promise<boolean> {
  if (host !== hostname()) return true;
  try {
    process.kill(pid, 0);
  } catch (error) {
    if (errorCode(error) === "ESRCH") return false;
  }
  return started === (await startOf(pid));
}

async function startOf(pid: number): Promise<string> {
  if (process.platform === "win32") return "";
  try {
    const [boot, stat] = await Promise.all([
      readFile("/proc/sys/kernel/random/boot_id", "utf8"),
      readFile(`/proc/${pid}/stat`, "utf8"),
    ]);
    // The start time is field 22 of proc(5). The second field is a name in parentheses that may contain any character.
    return `${boot.trim()}/${stat.slice(stat.lastIndexOf(")") + 2).split(" ")[19]}`;
  } catch {
    return promisify(execFile)("ps", ["-o", "lstart=", "-p", String(pid)]).then(
      ({ stdout }) => stdout.trim(),
      () => "",
    );
  }
}

function inUse(path: string, holder: Holder | undefined): ExportError {
  const who = holder === undefined ? "Another process" : `Process ${holder.pid} of ${holder.host}`;
  const elsewhere = holder !== undefined && holder.host !== hostname() ? ` If it has ended, remove ${path}.` : "";
  return new ExportError(
    "LOCKED",
    `${who} is running this export: it holds ${path}. Wait until it has ended, or give this run another journal.${elsewhere}`,
  );
}
