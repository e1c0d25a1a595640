/** The captured exchanges of a real `.asmx` stack, if they are installed, and the required outcome of each response. */
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join, resolve } from "node:path";

const folder = resolve(process.env.ASMX_DIR ?? "../shared/asmx", "captures");

/** Whether the captures exist. */
export const hasCaptures = existsSync(folder);
/** The message if they do not exist. */
export const absence = `skipped: captures absent at ${process.env.ASMX_DIR ?? "../shared/asmx"}`;
/** The base URL and the credentials of the captured service. */
export const captured = {
  baseUrl: "https://employee.example.test",
  username: "user@example.test",
  token: "secret-token",
  domain: "acme",
} as const;

/** One side of an exchange, as received on the socket. */
export interface Message {
  readonly bytes: Buffer;
  readonly startLine: string;
  /** The headers by lower-case name. */
  readonly headers: ReadonlyMap<string, string>;
  readonly body: Buffer;
}

/** Returns the names of all captured cases. */
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

/** The required outcome of a case. */
export interface Outcome {
  readonly name: string;
  /** The kind of the outcome. `cut`: the capture is incomplete and is left out. */
  readonly kind: "list" | "nil-item" | "fault" | "http" | "response" | "cut";
  readonly detail: string;
}

/** The rows of the table `captures.tsv`. */
export const outcomes: readonly Outcome[] = readFileSync(join(__dirname, "captures.tsv"), "utf8")
  .split("\n")
  .filter((line) => line !== "" && !line.startsWith("#"))
  .map((line) => {
    const [name = "", kind = "", detail = ""] = line.split("\t");
    return { name, kind: kind as Outcome["kind"], detail };
  });
