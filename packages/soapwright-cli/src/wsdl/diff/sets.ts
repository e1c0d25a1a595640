import { readdirSync, statSync } from "node:fs";
import { basename, join } from "node:path";
import type { Change } from "soapwright-contract";
import { compareDocuments, loadDocuments, severityOf } from "soapwright-contract";
import type { DocumentOptions, Streams } from "soapwright-contract/flags";

/** One contract at two times. An absent side was added or removed. */
interface Pair {
  readonly name: string;
  readonly old: string | undefined;
  readonly now: string | undefined;
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
    hasFailed ||= changes === undefined;
    for (const change of changes ?? []) {
      const isPlain = pairs.length === 1 || change.where === pair.name;
      all.push(isPlain ? change : { ...change, where: `${pair.name}: ${change.where}` });
    }
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
  if (old.length === 1 && now.length === 1) return [{ name: basename(now[0]!), old: old[0], now: now[0] }];
  const names = new Set([...old, ...now].map((path) => basename(path)));
  const named = (paths: readonly string[], name: string) => paths.find((path) => basename(path) === name);
  return [...names].map((name) => ({ name, old: named(old, name), now: named(now, name) }));
}

async function comparePair(
  { name, old, now }: Pair,
  options: DocumentOptions,
  streams: Streams,
): Promise<readonly Change[] | undefined> {
  if (now === undefined)
    return [{ where: name, reason: "wsdl-removed", what: "WSDL removed", breaks: ["callers"], step: "major" }];
  if (old === undefined) return [{ where: name, reason: "wsdl-added", what: "WSDL added", breaks: [], step: "minor" }];
  const before = await loadDocuments(old, options, streams);
  const after = await loadDocuments(now, options, streams);
  return before && after && compareDocuments(before, after);
}
