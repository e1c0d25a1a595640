import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { payloadName } from "../proof/payload";
import type { Trip } from "../proof/round-trip";
import type { SchemaSet } from "../proof/schema-set";

/** Writes schemas and payloads into a folder, for other validators: `schemas/root.xsd` imports all schemas. */
export class Dump {
  #payloads = 0;

  constructor(private readonly folder: string) {}

  payload({ payload, encoded }: Trip): void {
    if (encoded === undefined) return;
    const number = String(++this.#payloads).padStart(5, "0");
    const name = payloadName(payload).replace(/[^A-Za-z0-9._-]+/g, "-");
    this.#write("payloads", `${number}-${name.slice(0, 100)}.xml`, encoded);
  }

  schemas({ files }: SchemaSet): void {
    for (const [name, text] of files) this.#write("schemas", name, text);
  }

  #write(kind: string, name: string, text: string): void {
    mkdirSync(join(this.folder, kind), { recursive: true });
    writeFileSync(join(this.folder, kind, name), text);
  }
}
