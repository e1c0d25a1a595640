import { existsSync } from "node:fs";
import { dirname, join } from "node:path";
import { NAME } from "../../src/names";

/** File names of a configuration; a folder has one of them. */
export const configNames: readonly string[] = [`${NAME}.config.json`, `${NAME}.config.ts`];

/** The configuration of the nearest folder, from `from` upwards. */
export function findConfig(from: string): string | undefined {
  for (let at = from; ; at = dirname(at)) {
    const name = configNames.find((each) => existsSync(join(at, each)));
    if (name !== undefined) return join(at, name);
    if (at === dirname(at)) return undefined;
  }
}
