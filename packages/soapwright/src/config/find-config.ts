import { existsSync, statSync } from "node:fs";
import { dirname, join, relative } from "node:path";
import { NAME } from "../names";

/** File names of a configuration. A folder may have only one of them. */
export const configNames: readonly string[] = [`${NAME}.config.json`, `${NAME}.config.ts`];

/**
 * Returns the configuration of the nearest folder, from `from` up to the project's: the repository, or without a
 * repository the nearest folder with a package.json. A configuration further up, in a shared folder for example, may
 * belong to another user, and a TypeScript file would be executed. For the same reason, a file of another user is
 * ignored, unless that user is root or owns `from`.
 */
export function findConfig(from: string): string | undefined {
  const path = nearestConfig(from);
  return path !== undefined && isTrusted(path, from) ? path : undefined;
}

/** Returns the message for a folder without a usable configuration; `remedy` is for a run without a configuration. */
export function whyNoConfig(from: string, remedy: string): string {
  const path = nearestConfig(from);
  if (path === undefined || isTrusted(path, from))
    return `no WSDL is named, and there is no ${configNames.join(" or ")} here. ${remedy}`;
  const shown = relative(from, path);
  return `${shown} belongs to another user, and a configuration can run code. To use it, name it: --config ${shown}.`;
}

function nearestConfig(from: string): string | undefined {
  const last = projectOf(from);
  for (let at = from; ; at = dirname(at)) {
    const path = configNames.map((name) => join(at, name)).find((each) => existsSync(each));
    if (path !== undefined || at === last || at === dirname(at)) return path;
  }
}

function projectOf(from: string): string {
  return nearestWith(".git", from) ?? nearestWith("package.json", from) ?? from;
}

/** Returns the nearest folder, from `from` upwards, that contains `name`. */
export function nearestWith(name: string, from: string): string | undefined {
  for (let at = from; ; at = dirname(at)) {
    if (existsSync(join(at, name))) return at;
    if (at === dirname(at)) return undefined;
  }
}

/** Systems without user ids have no owners to compare. */
function isTrusted(path: string, from: string): boolean {
  const userId = process.getuid?.();
  return userId === undefined || [userId, 0, statSync(from).uid].includes(statSync(path).uid);
}
