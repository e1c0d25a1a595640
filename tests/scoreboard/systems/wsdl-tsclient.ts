/** wsdl-tsclient: its generated client, which calls node-soap. */
import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { join } from "node:path";
import { ModuleKind, ScriptTarget, transpileModule } from "typescript";
import type { Contract } from "../board";
import { type Create, openWith } from "./node-soap";
import type { Opened } from "./system";

const requireHere = createRequire(__filename);
const compilerOptions = { module: ModuleKind.CommonJS, target: ScriptTarget.ES2022 };

/** Generates code into the contract's folder, where the runner compiles it strictly, and runs it. */
export async function open(contract: Contract): Promise<Opened> {
  const { parseAndGenerate } = requireHere("wsdl-tsclient") as {
    parseAndGenerate(wsdl: string, out: string): Promise<void>;
  };
  const out = join(contract.folder, "wsdl-tsclient");
  await parseAndGenerate(contract.wsdl, out);
  const sources = readdirSync(out, { recursive: true, encoding: "utf8" }).filter((file) => file.endsWith(".ts"));
  for (const file of sources) {
    const { outputText } = transpileModule(readFileSync(join(out, file), "utf8"), { compilerOptions });
    writeFileSync(join(out, file.replace(/ts$/, "js")), outputText);
  }
  const index = sources.find((file) => /^[^/]+\/index\.ts$/.test(file));
  if (index === undefined) throw new Error("nothing was generated");
  const { createClientAsync } = requireHere(join(out, index.replace(/ts$/, "js"))) as { createClientAsync: Create };
  const module = sources.find((file) => /^[^/]+\/client\.ts$/.test(file)) ?? "";
  const client = /export interface (\w+) extends SoapClient/.exec(readFileSync(join(out, module), "utf8"))?.[1];
  const opened = await openWith(createClientAsync, contract);
  if (client === undefined) return opened;
  const typeOf = (operation: number): string => `Awaited<ReturnType<Client["o${operation}Async"]>>[0]`;
  return {
    ...opened,
    types: { path: join(out, "types-check.ts"), module: `./${module.replace(/\.ts$/, "")}`, client, typeOf },
  };
}
