import { existsSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { Diagnostics } from "soapwright-contract";
import { configNames } from "./find-config";
import { JsonProblem, type JsonValue, parseJson } from "./json";
import { type ConfigEntry, readEntries } from "./read-entries";

export interface ReadConfig {
  /** Empty if a diagnostic is an error. */
  readonly entries: readonly ConfigEntry[];
  readonly diagnostics: Diagnostics;
}

/** Reads the file at `path`. Messages show it as `shown`. */
export async function readConfig(path: string, shown: string): Promise<ReadConfig> {
  const diagnostics = new Diagnostics();
  let entries: readonly ConfigEntry[] = [];
  try {
    const configs = configNames.map((name) => join(dirname(path), name)).filter((each) => existsSync(each));
    if (configs.length > 1 && configs.includes(path))
      throw new JsonProblem(
        "configs-two",
        startOf(shown),
        `there is ${configNames.join(" and ")} in one folder, remove one of them`,
      );
    const root = path.endsWith(".ts") ? await readTypeScript(path, shown) : readJson(path, shown);
    entries = readEntries(root, path, diagnostics);
  } catch (error) {
    if (!(error instanceof JsonProblem)) throw error;
    diagnostics.error(error, error.reason, error.message);
  }
  return { entries: diagnostics.hasErrors ? [] : entries, diagnostics };
}

function readJson(path: string, shown: string): JsonValue {
  let text: string;
  try {
    text = readFileSync(path, "utf8");
  } catch (error) {
    throw new JsonProblem(
      "config-unreadable",
      startOf(shown),
      `the file cannot be read (${(error as NodeJS.ErrnoException).code})`,
    );
  }
  return parseJson(text, shown);
}

function startOf(file: string) {
  return { file, line: 1, column: 1 };
}

async function readTypeScript(path: string, shown: string): Promise<JsonValue> {
  const { readTypeScriptConfig } = await import("../with-ts-morph");
  return readTypeScriptConfig(path, shown);
}
