/** Credentials, or options of `security` or `createServiceSecurity`, from a JSON file with keys and certificates as paths. */
import { dirname, resolve } from "node:path";
import { decodeDocument, readDocumentFile, realPath } from "soapwright-contract";
import type { PolicyOptions, SecurityOptions, ServiceSecurityOptions } from "soapwright-features/security";
import { readJsonParts } from "soapwright-runtime/xsd";
import { UsageError } from "../end/command-end";

/** An error in the file, or in a file that it names. */
class FileProblem extends UsageError {}

/** Whether the cause of `error` is a file or an option of the run time, not a document. */
export function isInputProblem(error: unknown): boolean {
  return error instanceof FileProblem || (error as { code?: unknown }).code === "CONFIGURATION";
}

const mostBytes = 1_000_000;

/** Options whose values are paths, relative to the file's folder. */
const PATHS: ReadonlySet<string> = new Set(["certificate", "certificates", "key", "serviceCertificate"]);
/** Options whose names are those of users, or of HTTP. */
const NAMED_BY_USERS: ReadonlySet<string> = new Set(["users", "httpHeaders"]);

type Credentials = Exclude<PolicyOptions["security"], false | undefined>;
/** The credentials that are no options of `security`. */
const CREDENTIALS = [
  "username",
  "password",
  "certificate",
  "key",
  "passphrase",
  "signatureAlgorithm",
  "serviceCertificate",
] satisfies (keyof Credentials)[];
/** The credentials that are. */
const TOKENS: ReadonlySet<string> = new Set(["samlAssertion", "issuer"] satisfies (keyof Credentials)[]);

/**
 * Reads what a client is secured with: credentials, whose use the policy of the WSDL decides, or options of `security`.
 * `isByPolicy`: whether the WSDL has such a policy. @throws FileProblem that names the file.
 */
export function readClientSecurity(
  file: string,
  isByPolicy: boolean,
): { readonly credentials: Credentials } | { readonly options: SecurityOptions } {
  const read: object = readSecurityFile(file);
  const isOfTokens = isByPolicy && Object.keys(read).every((name) => TOKENS.has(name));
  return isOfTokens || CREDENTIALS.some((name) => Object.hasOwn(read, name))
    ? { credentials: read }
    : { options: read };
}

/**
 * Reads `file` and the files that it names. The run time checks the options. @throws FileProblem that names the file.
 */
export function readSecurityFile(file: string): Credentials & SecurityOptions & ServiceSecurityOptions {
  const text = readText(file, file);
  const mistake = readJsonParts(text);
  if (mistake !== undefined) {
    const lines = text.slice(0, mistake.at).split("\n");
    // No text of the file is shown, because it may be a password.
    throw new FileProblem(`${file}:${lines.length}:${lines.at(-1)!.length + 1} is not JSON. Correct it there.`);
  }
  const parsed: unknown = JSON.parse(text);
  if (!isObject(parsed)) {
    throw new FileProblem(`${file} does not hold an object: docs/security.md has examples.`);
  }
  return withFiles(file, "", parsed);
}

/** Returns the options with the texts of the files that they name. `at` is the name of the options, with a dot. */
function withFiles(file: string, at: string, options: { readonly [name: string]: unknown }): object {
  return Object.fromEntries(
    Object.entries(options).map(([name, value]) => {
      const label = `${file}: ${at}${name}`;
      if (PATHS.has(name)) {
        return [name, Array.isArray(value) ? value.map((each) => pem(file, label, each)) : pem(file, label, value)];
      }
      const isNested = isObject(value) && !NAMED_BY_USERS.has(name);
      return [name, isNested ? withFiles(file, `${at}${name}.`, value) : value];
    }),
  );
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
