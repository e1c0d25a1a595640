import { existsSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { Diagnostics } from "soapwright-contract";
import { configNames } from "./find-config";
import { JsonProblem, type JsonValue, parseJson } from "./json";
import { type ConfigEntry, readEntries } from "./read-entries";
import { readTypeScriptConfig } from "./typescript-config";

interface ReadConfig {
  readonly entries: readonly ConfigEntry[];
  readonly diagnostics: Diagnostics;
}

/** Reads the file at `path`. Messages show it as `shown`. If a diagnostic is an error, the entries are not valid. */
export async function readConfig(path: string, shown: string): Promise<ReadConfig> {
  const diagnostics = new Diagnostics();
  try {
    const configs = configNames.map((name) => join(dirname(path), name)).filter((each) => existsSync(each));
    if (configs.length > 1 && configs.includes(path))
      throw new JsonProblem(startOf(shown), `there is ${configNames.join(" and ")} in one folder, remove one of them`);
    const root = await readValue(path, shown);
    return { entries: readEntries(root, path, diagnostics), diagnostics };
  } catch (error) {
    if (!(error instanceof JsonProblem)) throw error;
    diagnostics.error(error.position, error.message);
    return { entries: [], diagnostics };
  }
}

async function readValue(path: string, shown: string): Promise<JsonValue> {
  if (path.endsWith(".ts")) {
    return readTypeScriptConfig(path, shown);
  }
  let text: string;
  try {
    text = readFileSync(path, "utf8");
  } catch (error) {
    throw new JsonProblem(startOf(shown), `the file cannot be read (${(error as NodeJS.ErrnoException).code})`);
  }
  return parseJson(text.replace(/^\ufeff/, ""), shown);
}

function startOf(file: string) {
  return { file, line: 1, column: 1 };
}
