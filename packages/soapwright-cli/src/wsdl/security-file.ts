/** Options of `security` or `createServiceSecurity` from a JSON file, with keys and certificates as paths. */
import { dirname, resolve } from "node:path";
import { decodeDocument, readDocumentFile, realPath } from "soapwright-contract";
import type { SecurityOptions, ServiceSecurityOptions } from "soapwright-features/security";
import { UsageError } from "../end/command-end";

/** An error in the file, or in a file that it names. */
class FileProblem extends UsageError {}

/** Whether the cause of `error` is a file or an option of the run time, not a document. */
export function isInputProblem(error: unknown): boolean {
  return error instanceof FileProblem || (error as { code?: unknown }).code === "CONFIGURATION";
}

const mostBytes = 1_000_000;

/** Options whose values are paths, relative to the file's folder. */
const PATHS: readonly (readonly [part: string, name: string])[] = [
  ["verify", "certificates"],
  ["signature", "certificate"],
  ["signature", "key"],
  ["encryption", "certificate"],
  ["decryption", "certificate"],
  ["decryption", "key"],
];

/**
 * Reads `file` and the files that it names. The run time checks the options. @throws FileProblem that names the file.
 */
export function readSecurityFile(file: string): SecurityOptions & ServiceSecurityOptions {
  const text = readText(file, file);
  let parsed: unknown;
  try {
    parsed = JSON.parse(text);
  } catch {
    // The parser's message repeats the text, which may contain a password.
    throw new FileProblem(`${file} is not JSON.`);
  }
  if (!isObject(parsed)) {
    throw new FileProblem(`${file} does not hold an object: docs/security.md has examples.`);
  }
  const options: { [name: string]: unknown } = { ...parsed };
  for (const [part, name] of PATHS) {
    const whole = options[part];
    const value = isObject(whole) ? whole[name] : undefined;
    if (!isObject(whole) || value === undefined) continue;
    const at = `${file}: ${part}.${name}`;
    options[part] = {
      ...whole,
      [name]: Array.isArray(value) ? value.map((each) => pem(file, at, each)) : pem(file, at, value),
    };
  }
  return options as SecurityOptions & ServiceSecurityOptions;
}

/** Returns the text of a PEM file, or the value itself if it is PEM text. */
function pem(file: string, at: string, value: unknown): string {
  if (typeof value !== "string") throw new FileProblem(`${at} takes the path of a PEM file.`);
  return value.includes("-----BEGIN") ? value : readText(resolve(dirname(file), value), `${value} (${at})`);
}

/** Returns the text of a file. Messages show it as `shown`. @throws FileProblem */
export function readText(path: string, shown: string, most = mostBytes): string {
  try {
    return decodeDocument(readDocumentFile(realPath(resolve(path), shown), shown, most));
  } catch (error) {
    throw new FileProblem(`${shown} cannot be read: ${(error as Error).message}`);
  }
}

function isObject(value: unknown): value is { readonly [name: string]: unknown } {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
