/** The WSDL of a command: a file, an address, or a zip of files, which is unpacked into a folder of its own. */
import {
  closeSync,
  mkdirSync,
  mkdtempSync,
  openSync,
  readFileSync,
  readSync,
  rmSync,
  statSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join, resolve, sep } from "node:path";
import { isAddress, OpenProblem } from "soapwright-contract";
import { defaultLimits } from "soapwright-contract/flags";

/** Calls `use` with the path or address of the WSDL, and removes what was unpacked. */
export async function withWsdl<T>(wsdl: string, use: (path: string) => Promise<T>): Promise<T> {
  if (isAddress(wsdl) || !isZip(wsdl)) return use(wsdl);
  const folder = mkdtempSync(join(tmpdir(), "soapwright-"));
  try {
    return await use(await unpacked(wsdl, folder));
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** The loader reports a file that cannot be read. */
function isZip(path: string): boolean {
  try {
    if (!statSync(path).isFile()) return false;
    const file = openSync(path, "r");
    try {
      const start = Buffer.alloc(4);
      readSync(file, start);
      return start.equals(Buffer.from("PK\u0003\u0004"));
    } finally {
      closeSync(file);
    }
  } catch {
    return false;
  }
}

/** Resolves to the path of the only WSDL that no other one imports. Rejects with an `OpenProblem`. */
async function unpacked(zip: string, folder: string): Promise<string> {
  const { unzipSync } = await import("../bundled");
  let bytes = 0;
  let count = 0;
  let files: Readonly<Record<string, Uint8Array>>;
  try {
    files = unzipSync(readFileSync(zip), {
      filter({ name, originalSize }) {
        if (name.endsWith("/") || !/\.(?:wsdl|xsd|xml)$/i.test(name)) return false;
        bytes += originalSize;
        count++;
        if (bytes > defaultLimits.maxTotalBytes || count > defaultLimits.maxFiles)
          throw new OpenProblem(
            "zip-too-large",
            `${zip} holds more than ${defaultLimits.maxTotalBytes} bytes or ${defaultLimits.maxFiles} files.`,
          );
        return true;
      },
    });
  } catch (error) {
    if (error instanceof OpenProblem) throw error;
    throw new OpenProblem(
      "zip-unreadable",
      `${zip} is no complete zip file: ${(error as Error).message}. Fetch it again.`,
    );
  }
  const roots = new Map<string, string>();
  for (const [name, content] of Object.entries(files)) {
    const path = resolve(folder, name);
    if (!path.startsWith(folder + sep))
      throw new OpenProblem("zip-outside", `${zip} has a file outside of its own folder: ${name}.`);
    mkdirSync(dirname(path), { recursive: true });
    writeFileSync(path, content);
    if (/\.wsdl$/i.test(name)) roots.set(name, Buffer.from(content).toString("utf8"));
  }
  const imported = new Set(
    [...roots.values()].flatMap((text) =>
      [...text.matchAll(/\blocation\s*=\s*["'](?:[^"']*\/)?([^"'/]+)["']/g)].map(([, file]) => file),
    ),
  );
  const tops = [...roots.keys()].filter((name) => !imported.has(name.split("/").at(-1)!));
  const [only, second] = tops.length > 0 ? tops : [...roots.keys()];
  if (only === undefined) throw new OpenProblem("zip-without-wsdl", `${zip} has no file whose name ends with .wsdl.`);
  if (second !== undefined)
    throw new OpenProblem(
      "zip-several",
      `${zip} has several WSDLs: ${tops.join(", ")}. Unpack it, and name one of them.`,
    );
  return join(folder, only);
}
