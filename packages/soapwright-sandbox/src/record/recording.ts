/** The file of a recorded exchange: masked, and with a placeholder for the service's base URL in namespaces. */
import { readdirSync } from "node:fs";
import { join } from "node:path";
import { readRegularFile } from "soapwright-contract";
import { ConfigurationError } from "soapwright-runtime/errors";
import { isBase64 } from "soapwright-runtime/xsd";
import type { FaultName } from "../asmx/fault";
import { lineOfJson, lineOfSyntaxError } from "./json-lines";

export const basePlaceholder = "{base}";

/** A recorded result that already is the content of the Body. */
export class RawBody {
  constructor(
    readonly xml: string,
    readonly status: number,
  ) {}

  at(baseUrl: string): string {
    return this.xml.replaceAll(basePlaceholder, baseUrl);
  }
}

/** An exchange without credentials and with invented values. */
export interface Recording {
  readonly format: "soap-recording-1";
  /** Path of the service, for example `/soap/v2/OrderService.asmx`. */
  readonly path: string;
  readonly operation: string;
  readonly soapVersion: "1.1" | "1.2";
  /** The element of the operation. A value that referred to a part contains the part's octets as base64. */
  readonly request: string;
  /** The parts that the WSDL declares, by name, as base64. */
  readonly requestParts?: RecordedParts | undefined;
  readonly status: number;
  /** The content of the Body; undefined for a fault, and for a response other than SOAP. */
  readonly response?: string | undefined;
  readonly responseParts?: RecordedParts | undefined;
  readonly fault?: RecordedFault | undefined;
}

export type RecordedParts = Readonly<{ [name: string]: string }>;

/** A fault without its free text. Each code is SOAP's own, or the service's with its namespace. */
export interface RecordedFault {
  readonly code: string | FaultName;
  readonly subcodes: readonly (string | FaultName)[];
  readonly detail: string;
}

const mostBytes = 256 * 1024 * 1024;

/** The order is that of the names. Throws `ConfigurationError` with file, line and reason. */
export function readRecordings(folder: string): { readonly file: string; readonly recording: Recording }[] {
  let names: string[];
  try {
    names = readdirSync(folder).filter((name) => name.endsWith(".json"));
  } catch (cause) {
    throw wrong(`${folder}: ${(cause as Error).message}`);
  }
  if (names.length === 0) throw wrong(`${folder} has no recordings in it: make some with the command record.`);
  return names.sort().map((name) => {
    const file = join(folder, name);
    return { file, recording: readRecording(file) };
  });
}

function readRecording(file: string): Recording {
  let text: string;
  try {
    text = Buffer.from(readRegularFile(file, mostBytes)).toString("utf8");
  } catch (cause) {
    throw wrong((cause as Error).message);
  }
  let content: unknown;
  try {
    content = JSON.parse(text);
  } catch (cause) {
    throw wrong(`${file}:${lineOfSyntaxError(text, cause)}: ${(cause as Error).message}`);
  }
  if (typeof content !== "object" || content === null) throw wrong(`${file}:1: the recording is not an object.`);
  for (const [name, isRight, problem] of rules) {
    const value: unknown = Reflect.get(content, name);
    if (isRight(value)) continue;
    const what = typeof problem === "string" ? problem : problem(value);
    throw wrong(`${file}:${lineOfJson(text, [name])}: ${name} ${what}`);
  }
  return content as Recording;
}

type Rule = readonly [
  name: keyof Recording,
  isRight: (value: unknown) => boolean,
  problem: string | ((value: unknown) => string),
];

const isString = (value: unknown) => typeof value === "string";
const areParts = (value: unknown) =>
  value === undefined || (isRecord(value) && Object.values(value).every((one) => isString(one) && isBase64(one)));

const rules: readonly Rule[] = [
  ...(["format", "path", "operation", "soapVersion", "request"] as const).map(
    (name): Rule => [name, isString, "takes a string."],
  ),
  ["status", (value) => typeof value === "number", "takes a number."],
  ["format", (value) => value === "soap-recording-1", (value) => `${JSON.stringify(value)} is not known.`],
  ["response", (value) => value === undefined || isString(value), "takes a string."],
  ["requestParts", areParts, "takes base64 by name of the part."],
  ["responseParts", areParts, "takes base64 by name of the part."],
  ["status", isStatus, "takes an HTTP status from 200 to 599."],
  ["soapVersion", (value) => value === "1.1" || value === "1.2", 'takes "1.1" or "1.2".'],
  ["fault", isFault, "takes code, subcodes and detail, as the recorder writes them."],
];

function isStatus(value: unknown): boolean {
  return Number.isInteger(value) && Number(value) >= 200 && Number(value) <= 599;
}

function isRecord(value: unknown): value is object {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

export function recordedOctets(text: string): Uint8Array {
  if (!isBase64(text)) throw new Error("a part is not base64");
  return new Uint8Array(Buffer.from(text, "base64"));
}

function isFault(value: unknown): boolean {
  if (value === undefined) return true;
  const { code, subcodes, detail } = Object(value) as Partial<RecordedFault>;
  return isCode(code) && Array.isArray(subcodes) && subcodes.every(isCode) && typeof detail === "string";
}

function isCode(value: unknown): boolean {
  if (typeof value === "string") return true;
  const { namespace, local } = Object(value) as Partial<FaultName>;
  return typeof namespace === "string" && typeof local === "string";
}

export function wrong(message: string): ConfigurationError {
  const closed = message.endsWith(".") ? message : `${message}.`;
  const word = (name: string) => (name === "replay" ? "The option replay" : name);
  return new ConfigurationError((name) => `${word(name("replay"))} is wrong. ${closed}`, {
    reason: "recording",
    option: "replay",
  });
}
