import { readdirSync, statSync } from "node:fs";
import { basename, join } from "node:path";
import { type Change, severityOf } from "soapwright-contract";
import { loadDocuments } from "../documents";
import type { DocumentOptions } from "../shared-options";
import type { Streams } from "../streams";
import { compareDocuments } from "./diff-compare";

/** One contract at two times. An absent side was added or removed. */
interface Pair {
  readonly name: string;
  readonly old?: string;
  readonly now?: string;
}

const ranks = ["breaking", "compatible", "documentation"] as const;

/** Returns every change of every pair, breaking changes first; undefined if a WSDL has errors, which are printed. */
export async function compareSets(
  old: string,
  now: string,
  options: DocumentOptions,
  streams: Streams,
): Promise<readonly Change[] | undefined> {
  const pairs = pairsOf(wsdlsIn(old), wsdlsIn(now));
  const all: Change[] = [];
  let hasFailed = false;
  for (const pair of pairs) {
    const changes = await comparePair(pair, options, streams);
    if (changes === undefined) hasFailed = true;
    else if (pairs.length === 1) all.push(...changes);
    else
      for (const change of changes)
        all.push(change.where === pair.name ? change : { ...change, where: `${pair.name}: ${change.where}` });
  }
  if (hasFailed) return undefined;
  const rankOf = (change: Change): number => ranks.indexOf(severityOf(change));
  return all.sort((one, other) => rankOf(one) - rankOf(other));
}

/** Returns the WSDL itself, or the WSDLs in a folder. */
export function wsdlsIn(path: string): string[] {
  if (statSync(path, { throwIfNoEntry: false })?.isDirectory() !== true) return [path];
  const names = readdirSync(path).filter((name) => name.endsWith(".wsdl"));
  return names.sort().map((name) => join(path, name));
}

function pairsOf(old: readonly string[], now: readonly string[]): Pair[] {
  const [onlyOld, onlyNow] = [old[0], now[0]];
  if (old.length === 1 && now.length === 1 && onlyOld !== undefined && onlyNow !== undefined)
    return [{ name: basename(onlyNow), old: onlyOld, now: onlyNow }];
  const names = new Set([...old, ...now].map((path) => basename(path)));
  return [...names].map((name) => {
    const [before, after] = [old, now].map((paths) => paths.find((path) => basename(path) === name));
    return { name, ...(before !== undefined && { old: before }), ...(after !== undefined && { now: after }) };
  });
}

async function comparePair(
  { name, old, now }: Pair,
  options: DocumentOptions,
  streams: Streams,
): Promise<readonly Change[] | undefined> {
  if (now === undefined) return [{ where: name, what: "WSDL removed", breaks: ["callers"], step: "major" }];
  if (old === undefined) return [{ where: name, what: "WSDL added", breaks: [], step: "minor" }];
  const before = await loadDocuments(old, options, streams);
  const after = await loadDocuments(now, options, streams);
  return before && after && compareDocuments(before, after);
}
