/** The captured exchanges of a real `.asmx` stack, where they are at hand, and what each answer must come to. */
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join, resolve } from "node:path";

const folder = resolve(process.env.ASMX_DIR ?? "../shared/asmx", "captures");

/** Whether the captures are here. */
export const hasCaptures = existsSync(folder);
/** What to print when they are not. */
export const absence = `skipped: captures absent at ${process.env.ASMX_DIR ?? "../shared/asmx"}`;
/** The base URL, and the credentials, of the captured service. */
export const captured = {
  baseUrl: "https://employee.example.test",
  username: "user@example.test",
  token: "secret-token",
  domain: "acme",
} as const;

/** One side of an exchange, as it was on the socket. */
export interface Message {
  readonly bytes: Buffer;
  readonly startLine: string;
  /** By lower-case name. */
  readonly headers: ReadonlyMap<string, string>;
  readonly body: Buffer;
}

/** Names of all captured cases. */
export function captureNames(): string[] {
  return readdirSync(folder)
    .filter((name) => name.endsWith(".response"))
    .map((name) => name.replace(/\.response$/, ""))
    .sort();
}

/** Reads one side of a case. */
export function capture(name: string, side: "request" | "response"): Message {
  const bytes = readFileSync(join(folder, `${name}.${side}`));
  const end = bytes.indexOf("\r\n\r\n");
  const [startLine = "", ...lines] = bytes.subarray(0, end).toString("latin1").split("\r\n");
  const headers = lines.map((line) => {
    const colon = line.indexOf(":");
    return [line.slice(0, colon).toLowerCase(), line.slice(colon + 1).trim()] as const;
  });
  return { bytes, startLine, headers: new Map(headers), body: bytes.subarray(end + 4) };
}

/** What a case must come to. */
export interface Outcome {
  readonly name: string;
  /** `cut`: the capture is not complete and is left out. */
  readonly kind: "list" | "nil-item" | "fault" | "http" | "response" | "cut";
  readonly detail: string;
}

/** The table `captures.tsv`. */
export const outcomes: readonly Outcome[] = readFileSync(join(__dirname, "captures.tsv"), "utf8")
  .split("\n")
  .filter((line) => line !== "" && !line.startsWith("#"))
  .map((line) => {
    const [name = "", kind = "", detail = ""] = line.split("\t");
    return { name, kind: kind as Outcome["kind"], detail };
  });
