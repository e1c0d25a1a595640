import { basename, isAbsolute, join, relative, resolve, sep } from "node:path";
import { addressName, isAddress, shownRoot, stdinName, stdinShown } from "soapwright-contract";

export interface Target {
  readonly wsdl: string;
  readonly folder: string;
}

/** One WSDL uses `out` itself, unless it is part of a list; several have subfolders, named after their files. */
export function outTargets(wsdls: readonly string[], out: string, isList = wsdls.length > 1): Target[] {
  const [only] = wsdls;
  if (only !== undefined && wsdls.length === 1 && !isList) return [{ wsdl: only, folder: out }];
  const taken = new Set<string>();
  return wsdls.map((wsdl) => {
    const stem = stemOf(sourceName(wsdl))
      .replace(/[^\p{L}\p{N}._-]/gu, "_")
      .replace(/^\.+/, "_");
    let name = stem;
    for (let number = 2; taken.has(name.toLowerCase()); number++) name = `${stem}-${number}`;
    taken.add(name.toLowerCase());
    return { wsdl, folder: join(out, name) };
  });
}

function stemOf(name: string): string {
  return name.replace(/\.(wsdl|xml|asmx|svc)$/i, "");
}

/** Returns the WSDL's name in generated files: without folders, so that it is the same wherever the generator runs. */
export function sourceName(wsdl: string): string {
  if (wsdl === stdinName) return stdinShown;
  return isAddress(wsdl) && URL.canParse(wsdl) ? addressName(wsdl) : basename(wsdl);
}

/** Returns a path for messages: relative to the working directory if it is inside, otherwise its last part. */
export function shownPath(path: string): string {
  if (path === stdinName || isAddress(path)) return shownRoot(path);
  const fromHere = relative(process.cwd(), resolve(path));
  return fromHere.startsWith("..") || isAbsolute(fromHere) ? basename(path) : fromHere.split(sep).join("/");
}
