import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { payloadName } from "../../verify/payload";
import type { Trip } from "../../verify/round-trip";
import type { SchemaSet } from "../../verify/schema-set";

/** Writes schemas and payloads into a folder, for other validators: `schemas/root.xsd` imports all schemas. */
export class Dump {
  readonly #folder: string;
  #payloads = 0;

  constructor(folder: string) {
    this.#folder = folder;
  }

  payload({ payload, encoded }: Trip): void {
    if (encoded === undefined) return;
    const folder = join(this.#folder, "payloads");
    mkdirSync(folder, { recursive: true });
    this.#payloads++;
    const name = payloadName(payload).replace(/[^A-Za-z0-9._-]+/g, "-");
    writeFileSync(join(folder, `${String(this.#payloads).padStart(5, "0")}-${name.slice(0, 100)}.xml`), encoded);
  }

  schemas({ files }: SchemaSet): void {
    const folder = join(this.#folder, "schemas");
    mkdirSync(folder, { recursive: true });
    for (const [name, text] of files) writeFileSync(join(folder, name), text);
  }
}
