/** Glob patterns of paths: `*`, `?`, `[a-z]`, `{a,b}` within a name, `**` for folders of any depth. */
import { existsSync, readdirSync } from "node:fs";
import { join, parse, sep } from "node:path";

const special = /[*?[\]{}]/;

/** Returns whether a path is a pattern: it has a special character, and no file has this name. */
export function isGlob(path: string): boolean {
  return special.test(path) && !existsSync(path);
}

/** Returns the matching files, sorted. `**` and `*` match neither hidden names nor `node_modules`. */
export function globFiles(pattern: string): string[] {
  const { root } = parse(pattern);
  const names = pattern.slice(root.length).split(sep === "\\" ? /[\\/]/ : "/");
  const found = new Set<string>();
  for (const each of expandBraces(names.join("/"))) search(root, each.split("/"), found);
  return [...found].sort();
}

function search(folder: string, [name, ...rest]: readonly string[], found: Set<string>): void {
  if (name === undefined) return;
  if (name === "" || name === ".") {
    search(folder, rest, found);
    return;
  }
  if (name === "**") {
    search(folder, rest, found);
    for (const entry of entriesOf(folder)) {
      if (entry.isDirectory() && !entry.name.startsWith(".") && entry.name !== "node_modules")
        search(join(folder, entry.name), [name, ...rest], found);
    }
    return;
  }
  if (!special.test(name)) {
    const path = join(folder, name);
    if (rest.length > 0) search(path, rest, found);
    else if (existsSync(path)) found.add(path);
    return;
  }
  const form = nameForm(name);
  for (const entry of entriesOf(folder)) {
    const isHidden = entry.name.startsWith(".") && !name.startsWith(".");
    if (isHidden || !form.test(entry.name)) continue;
    const path = join(folder, entry.name);
    if (rest.length > 0) search(path, rest, found);
    else if (!entry.isDirectory()) found.add(path);
  }
}

function entriesOf(folder: string) {
  try {
    return readdirSync(folder === "" ? "." : folder, { withFileTypes: true });
  } catch {
    // A folder that is missing or unreadable has no matches.
    return [];
  }
}

function expandBraces(pattern: string): string[] {
  const [whole, list] = /\{([^{}]*)\}/.exec(pattern) ?? [];
  if (whole === undefined || list === undefined) return [pattern];
  return list.split(",").flatMap((each) => expandBraces(pattern.replace(whole, () => each)));
}

function nameForm(name: string): RegExp {
  const text = name.replace(/\[!?[^\]]*\]|[\s\S]/g, (part) => {
    if (part === "*") return ".*";
    if (part === "?") return ".";
    if (part.length > 1) return `[${part.slice(1, -1).replace(/^!/, "^").replace(/\\/g, "\\\\")}]`;
    return part.replace(/[.+^${}()|[\]\\]/g, "\\$&");
  });
  try {
    return new RegExp(`^${text}$`, "su");
  } catch {
    return /$^/;
  }
}
