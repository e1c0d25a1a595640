/** The arguments of one call: options of the operation, JSON, and what is missing. */
import { createReadStream } from "node:fs";
import { text as textOf } from "node:stream/consumers";
import { parseJsonText } from "soapwright-runtime/json";
import { enumerationOf } from "soapwright-runtime/nodes";
import { UsageError } from "./command-end";
import { type GivenJson, optionName } from "./parse-arguments";
import { type ArgumentPlaces, typeWord } from "./places";
import { longestInput, type Terminal } from "./terminal";

/** Reads the JSON of `option` from a file or, for `-`, from standard input. Throws `UsageError`. */
export async function jsonFrom(option: string, source: string, { input }: Terminal): Promise<GivenJson> {
  let text = "";
  if (source === "-") text = (await input?.()) ?? "";
  else {
    try {
      text = await textOf(createReadStream(source, { end: longestInput }));
    } catch (error) {
      throw new UsageError(`${option} cannot read ${source}: ${(error as Error).message}.`);
    }
  }
  const origin = source === "-" ? "standard input" : source;
  // A character takes at most three bytes for each unit of UTF-16.
  if (text.length * 3 > longestInput && Buffer.byteLength(text) > longestInput)
    throw new UsageError(
      `${option}: ${origin} has more than ${longestInput} bytes, the most that the command reads. Send smaller arguments, or make the call from a program.`,
    );
  const json = parseJsonText(text);
  if ("problem" in json) throw new UsageError(`${option}: ${origin} holds no JSON: ${json.problem}.`);
  return { option, json: json.value };
}

/** Throws `UsageError` with every required argument that is missing, its type and its allowed values. */
export function refuseMissing({ places, isWhole }: ArgumentPlaces, args: unknown): void {
  const value = isWhole ? { [places[0]?.key ?? ""]: args } : (args as { readonly [key: string]: unknown });
  const missing = places.filter(({ key, required }) => required && value[key] === undefined);
  if (missing.length === 0) return;
  const sentences = missing.map(({ key, type, list }) => {
    const values = enumerationOf(type);
    const allowed = values === undefined ? "" : `, one of ${values.slice(0, 12).join(", ")}`;
    const repeat = list ? ", once for each item" : "";
    return `required option '--${optionName(key)} <${typeWord(type)}>' not specified${allowed}${repeat}`;
  });
  throw new UsageError(`${sentences.join("; ")}.`);
}
