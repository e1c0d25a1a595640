/** The arguments of one call: options of the operation, JSON, and what is missing. */
import { isUtf8 } from "node:buffer";
import { createReadStream } from "node:fs";
import { buffer } from "node:stream/consumers";
import { enumerationOf } from "soapwright-runtime/codecs";
import { parseJsonText } from "soapwright-runtime/json";
import { UsageError } from "../end/command-end";
import { longestInput, NOT_UTF8, type Terminal } from "../terminal/terminal";
import { type GivenJson, optionNames } from "./parse-arguments";
import { type ArgumentPlaces, type Place, typeWord } from "./places";

/** Reads the JSON of `option` from a file or, for `-`, from standard input. Throws `UsageError`. */
export async function jsonFrom(option: string, source: string, { input }: Terminal): Promise<GivenJson> {
  const origin = source === "-" ? "standard input" : source;
  const text = source === "-" ? ((await input?.()) ?? "") : await textOfFile(option, source);
  // A character takes at most three bytes for each unit of UTF-16.
  if (text.length * 3 > longestInput && Buffer.byteLength(text) > longestInput)
    throw new UsageError(
      `${option}: ${origin} has more than ${longestInput} bytes, the most that the command reads. Send smaller arguments, or make the call from a program.`,
    );
  const json = parseJsonText(text);
  if ("problem" in json) throw new UsageError(`${option}: ${origin} holds no JSON: ${json.problem}.`);
  return { option, json: json.value };
}

/** Octets that are no text would become others in the request. */
async function textOfFile(option: string, path: string): Promise<string> {
  let bytes: Buffer;
  try {
    bytes = await buffer(createReadStream(path, { end: longestInput }));
  } catch (error) {
    throw new UsageError(`${option} cannot read ${path}: ${(error as Error).message}.`);
  }
  // The end of a file that is too long may be within a character.
  if (bytes.length <= longestInput && !isUtf8(bytes)) throw new UsageError(`${option}: ${path} ${NOT_UTF8}`);
  return bytes.toString("utf8");
}

/** Returns the places of required arguments that are missing. */
export function missingPlaces({ places, isWhole }: ArgumentPlaces, args: unknown): readonly Place[] {
  const value = isWhole ? { [places[0]?.key ?? ""]: args } : (args as { readonly [key: string]: unknown });
  return places.filter(({ key, required }) => required && value[key] === undefined);
}

/**
 * Throws `UsageError` with every required argument that is missing, its type and its allowed values. An argument with a
 * name of the command's `ownOptions` has no option: the JSON of `jsonOption` sets it.
 */
export function refuseMissing(
  target: ArgumentPlaces,
  args: unknown,
  ownOptions: readonly string[] = [],
  jsonOption = "--json",
): void {
  const missing = missingPlaces(target, args);
  if (missing.length === 0) return;
  const names = optionNames(target.places, ownOptions);
  const sentences = missing.map((place) => {
    const { key, type, list } = place;
    const name = names.get(place);
    const values = enumerationOf(type);
    const allowed = values === undefined ? "" : `, one of ${values.slice(0, 12).join(", ")}`;
    const repeat = list ? ", once for each item" : "";
    return name === undefined
      ? `required argument '${key}' <${typeWord(type)}> not specified${allowed}: it has no option, so set it with ${jsonOption}`
      : `required option '--${name} <${typeWord(type)}>' not specified${allowed}${repeat}`;
  });
  throw new UsageError(`${sentences.join("; ")}.`);
}
