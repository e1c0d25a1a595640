/** The arguments of one call: options of the operation, JSON, and what is missing. */
import { readFileSync } from "node:fs";
import { parseJsonText } from "soapwright-runtime/json";
import { enumerationOf } from "soapwright-runtime/nodes";
import { UsageError } from "./command-end";
import { type GivenJson, optionName } from "./parse-arguments";
import { type ArgumentPlaces, typeWord } from "./places";
import type { Terminal } from "./terminal";

/** Reads the JSON of `option` from a file or, for `-`, from standard input. Throws `UsageError`. */
export async function jsonFrom(option: string, source: string, { input }: Terminal): Promise<GivenJson> {
  let text = "";
  if (source === "-") text = (await input?.()) ?? "";
  else {
    try {
      text = readFileSync(source, "utf8");
    } catch (error) {
      throw new UsageError(`${option} cannot read ${source}: ${(error as Error).message}.`);
    }
  }
  const json = parseJsonText(text);
  if ("problem" in json)
    throw new UsageError(`${option}: ${source === "-" ? "standard input" : source} holds no JSON: ${json.problem}.`);
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
