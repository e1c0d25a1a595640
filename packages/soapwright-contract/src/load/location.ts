import { dirname, relative, resolve } from "node:path";
import { fileURLToPath } from "node:url";
import { isAddress, shownAddress, unescaped } from "./address";
import { LoadProblem } from "./load-problem";
import { stdinName, stdinShown } from "./stdin-source";

/** The location of a document: an absolute path, or an http or https URL. */
export type Location =
  | { readonly kind: "file"; readonly path: string }
  | { readonly kind: "remote"; readonly url: string };

const scheme = /^[A-Za-z][A-Za-z0-9+.-]*:/;

/** Returns whether the reference has a scheme, and so does not depend on its document. */
export function isAbsoluteReference(reference: string): boolean {
  return scheme.test(reference);
}

/** Resolves a reference against its document (RFC 3986, section 5). @throws LoadProblem for other schemes. */
export function resolveReference(reference: string, base: Location): Location {
  if (isAddress(reference)) {
    if (!URL.canParse(reference)) throw new LoadProblem(`${shownAddress(reference)} is not an address`);
    return { kind: "remote", url: new URL(reference).href };
  }
  if (/^file:/i.test(reference)) {
    try {
      return { kind: "file", path: fileURLToPath(reference) };
    } catch {
      throw new LoadProblem(`${reference} does not name a local file`);
    }
  }
  if (scheme.test(reference)) {
    throw new LoadProblem(
      `${shownAddress(reference)} is not an address that can be read`,
      "map it to a file with --catalog",
      true,
    );
  }
  if (base.kind === "remote") return { kind: "remote", url: new URL(reference, base.url).href };
  if (reference.includes("\0")) throw new LoadProblem(`${reference} is not a path`);
  return { kind: "file", path: resolve(dirname(base.path), unescaped(reference.replace(/#.*$/s, ""))) };
}

/** Returns the path relative to the working directory where that is shorter, or the address without secrets. */
export function shownLocation(location: Location): string {
  if (location.kind === "remote") return shownAddress(location.url);
  const way = relative(process.cwd(), location.path);
  return way.length < location.path.length ? way : location.path;
}

/** Returns the root for messages, without secrets of its address. */
export function shownRoot(root: string): string {
  if (root === stdinName) return stdinShown;
  return isAddress(root) || root.includes("://") ? shownAddress(root) : root;
}
