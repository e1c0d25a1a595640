/** Whether the documents of a WSDL are still those that were read. */
import { createHash } from "node:crypto";
import { readFileSync, statSync } from "node:fs";
import { basename } from "node:path";
import { digest, isAddress, type LoadedServices, loadDefinitions } from "soapwright-contract";
import type { loadOptions } from "soapwright-contract/flags";

/** How long the documents of an address are taken to be unchanged. */
const REMOTE_MS = 60_000;

/** Returns a function that resolves to a sentence once the documents are others than those that were loaded. */
export function contractWatch(
  wsdl: string,
  path: string,
  { read }: LoadedServices,
  options: ReturnType<typeof loadOptions>,
): () => Promise<string | undefined> {
  const isRemote = read.some(({ location }) => isAddress(location));
  const files = [wsdl, ...read.map(({ location }) => location)].filter((location) => !isAddress(location));
  const stampOf = (): string => files.map(fileStamp).join();
  const digestNow = async (): Promise<string> =>
    path === wsdl ? digest((await loadDefinitions(path, options)).files) : fileDigest(wsdl);
  const before = path === wsdl ? digest(read) : fileDigest(wsdl);
  let stamp = stampOf();
  let checkedAt = performance.now();
  let change: string | undefined;
  return async () => {
    const now = stampOf();
    if (now === stamp && !(isRemote && performance.now() - checkedAt > REMOTE_MS)) return change;
    stamp = now;
    checkedAt = performance.now();
    const isSame = (await digestNow()) === before;
    change = isSame
      ? undefined
      : `${basename(wsdl)} is another than at the start of the gateway. Restart the gateway to serve it.`;
    return change;
  };
}

function fileStamp(path: string): string {
  const stat = statSync(path, { throwIfNoEntry: false });
  return stat === undefined ? "absent" : `${stat.mtimeMs} ${stat.size} ${stat.ino}`;
}

function fileDigest(path: string): string {
  try {
    return createHash("sha256").update(readFileSync(path)).digest("hex");
  } catch {
    return "absent";
  }
}
