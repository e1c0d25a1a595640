/** The registry that npm is configured for: what it has, and what it says when something is wrong. */
import { mkdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { ReleaseError } from "./release-error";
import { ProgramError, runNpm } from "./run";
import { type ArchivedFile, readArchive } from "./tar";

/** Fast failures: a person waits for them. */
const patience = [
  "--fetch-retries=1",
  "--fetch-retry-mintimeout=500",
  "--fetch-retry-maxtimeout=2000",
  "--fetch-timeout=60000",
];

export class Registry {
  readonly #folder: string;
  readonly address: string;

  /** npm runs in `folder`, so that the settings of that project hold. */
  constructor(folder: string) {
    this.#folder = folder;
    this.address = runNpm(["config", "get", "registry"], folder).trim();
  }

  /** Published versions; none for a package that the registry does not know. */
  versions(name: string): string[] {
    const told = this.#ask(["view", name, "versions", "--json"], /E404/);
    return told?.trim() ? ([] as string[]).concat(JSON.parse(told) as string | string[]) : [];
  }

  /** Of a published version; undefined when it is not there. */
  integrity(name: string, version: string): string | undefined {
    const told = this.#ask(["view", `${name}@${version}`, "dist.integrity", "--json"], /E404/);
    return told?.trim() ? (JSON.parse(told) as string) : undefined;
  }

  /** The files of a published version. `scratch` is a folder for its archive. */
  files(name: string, version: string, scratch: string): Map<string, ArchivedFile> {
    mkdirSync(scratch, { recursive: true });
    const told = this.#ask(["pack", `${name}@${version}`, "--json", "--pack-destination", scratch]) ?? "[]";
    const [packed] = Object.values(JSON.parse(told) as Record<string, { filename: string }>);
    if (packed === undefined)
      throw new ReleaseError(`The registry ${this.address} has no file for ${name}@${version}.`);
    return readArchive(readFileSync(join(scratch, packed.filename.replace(/^@/, "").replace("/", "-"))));
  }

  /** @throws ReleaseError when the registry does not know who is about to publish. */
  checkCredentials(): void {
    this.#ask(["whoami"]);
  }

  publish(file: string, words: readonly string[]): void {
    this.#ask(["publish", file, "--access", "public", "--ignore-scripts", ...words]);
  }

  #ask(words: readonly string[], none?: RegExp): string | undefined {
    try {
      return runNpm([...words, ...patience, "--loglevel=error"], this.#folder);
    } catch (error) {
      if (!(error instanceof ProgramError)) throw error;
      if (none?.test(error.output)) return undefined;
      throw new ReleaseError(this.#explain(words, error.output));
    }
  }

  #explain([verb = ""]: readonly string[], output: string): string {
    const at = `The registry ${this.address}`;
    const lines = output
      .split("\n")
      .filter((line) => !/^npm warn|complete log/i.test(line))
      .map((line) => line.replace(/^npm (ERR!|error)( code)? ?/, "").trim());
    const code = /\b(E[A-Z0-9]{3,})\b/.exec(output.replace(/\bERR!|\berror code\b/g, ""))?.[1] ?? "";
    if (/ENOTFOUND|EAI_AGAIN/.test(output))
      return `${at} cannot be found (${code}). Check the network, and npm config get registry.`;
    if (/ECONNREFUSED|ECONNRESET|ETIMEDOUT|EHOSTUNREACH|ERR_SOCKET_TIMEOUT/.test(output)) {
      return `${at} cannot be reached (${code}). Check that it runs, and npm config get registry.`;
    }
    if (/ENEEDAUTH/.test(output))
      return `${at} wants credentials and npm has none for it. Set a token for it, for example with npm login.`;
    if (/EPUBLISHCONFLICT|E409|cannot publish over|previously published/i.test(output)) {
      return `${at} has this version already. Choose a higher VERSION.`;
    }
    if (/E401|E403/.test(output)) {
      return `${at} does not accept the credentials (${code}). Check the token, and that it may publish this package.`;
    }
    return `${at} refused npm ${verb}: ${lines.filter(Boolean).join(" ")}`;
  }
}
