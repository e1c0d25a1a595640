/** The file of a recorded exchange: masked, and with a placeholder for the service's base URL in namespaces. */
import { readdirSync } from "node:fs";
import { join } from "node:path";
import { ConfigurationError } from "soapwright-runtime";
import { isBase64 } from "soapwright-runtime/xsd";
import type { FaultName } from "../fault";
import { lineOfJson, lineOfSyntaxError } from "../json-lines";
import { readRegularFile } from "../regular-file";

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

const required = ["format", "path", "operation", "soapVersion", "request", "status"] as const;

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
    text = readRegularFile(file, mostBytes);
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
  const properties = content as Readonly<Record<string, unknown>>;
  const refuse = (name: string, what: string): never => {
    throw wrong(`${file}:${lineOfJson(text, [name])}: ${name} ${what}`);
  };
  for (const name of required) {
    const takes = name === "status" ? "number" : "string";
    if (typeof properties[name] !== takes) refuse(name, `takes a ${takes}.`);
  }
  if (properties.format !== "soap-recording-1") refuse("format", `${JSON.stringify(properties.format)} is not known.`);
  if (properties.response !== undefined && typeof properties.response !== "string")
    refuse("response", "takes a string.");
  for (const name of ["requestParts", "responseParts"]) {
    const parts = properties[name];
    const isRight = parts === undefined || (isRecord(parts) && Object.values(parts).every(isBase64Text));
    if (!isRight) refuse(name, "takes base64 by name of the part.");
  }
  const { status, soapVersion, fault } = properties;
  if (!Number.isInteger(status) || Number(status) < 200 || Number(status) > 599) {
    refuse("status", "takes an HTTP status from 200 to 599.");
  }
  if (soapVersion !== "1.1" && soapVersion !== "1.2") refuse("soapVersion", 'takes "1.1" or "1.2".');
  if (fault !== undefined && !isFault(fault))
    refuse("fault", "takes code, subcodes and detail, as the recorder writes them.");
  return content as Recording;
}

function isRecord(value: unknown): value is object {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

function isBase64Text(value: unknown): boolean {
  return typeof value === "string" && isBase64(value);
}

export function recordedOctets(text: string): Uint8Array {
  if (!isBase64(text)) throw new Error("a part is not base64");
  return new Uint8Array(Buffer.from(text, "base64"));
}

function isFault(value: unknown): value is RecordedFault {
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
  return new ConfigurationError((name) => `${word(name("replay"))} is wrong. ${closed}`, { option: "replay" });
}
