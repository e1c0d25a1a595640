import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import type { ModelOptions } from "soapwright-contract";
import type { EmitOptions } from "../../src/emit/emit-options";

type GoldenOptions = ModelOptions & Pick<EmitOptions, "split">;

export function optionsOf(folder: string): GoldenOptions {
  const path = join(folder, "options.json");
  return existsSync(path) ? (JSON.parse(readFileSync(path, "utf8")) as GoldenOptions) : {};
}
