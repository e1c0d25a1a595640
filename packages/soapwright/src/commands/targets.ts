import { basename, isAbsolute, relative, resolve, sep } from "node:path";
import { addressName, isAddress, shownRoot, stdinName, stdinShown } from "soapwright-contract";

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
