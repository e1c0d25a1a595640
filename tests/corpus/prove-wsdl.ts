import { verify } from "../../codegen/commands/verify/verify";
import { formatDiagnostic } from "../../codegen/diagnostics";
import { generate } from "../../codegen/pipeline";
import { type CompileFolder, folderName } from "../types/compile-folder";

/** What became of a WSDL, cell by cell of the table that is printed. */
export interface Proof {
  readonly name: string;
  readonly generated: string;
  readonly verified: string;
  /** Of `verify`, when it failed. */
  readonly output: string;
}

/** Generates into the folder for the compilers, and verifies. */
export async function proveWsdl(
  name: string,
  path: string,
  folder: CompileFolder,
  allowOutside = false,
): Promise<Proof> {
  const started = performance.now();
  const { files, diagnostics } = await generate(path, {
    source: name,
    version: "0",
    runtime: "employee-service-client/runtime",
    extension: "",
    allowOutside,
  });
  const took = `${Math.round(performance.now() - started)} ms`;
  if (files === undefined) {
    const errors = diagnostics.filter((one) => one.severity === "error").map(formatDiagnostic);
    return { name, generated: "failed", verified: "-", output: errors.slice(0, 3).join("\n") };
  }
  folder.write(folderName(name), files);
  const pieces: string[] = [];
  const streams = {
    out: (text: string) => pieces.push(text),
    err: (text: string) => pieces.push(text),
    isTerminal: false,
  };
  const code = await verify(path, { quiet: true, instances: 20, allowOutside }, streams);
  const output = pieces.join("");
  return { name, generated: took, verified: code === 0 ? verdict(output) : "failed", output: code === 0 ? "" : output };
}

function verdict(output: string): string {
  const judged = /libxml2 judged (.*)/.exec(output)?.[1] ?? "no schema to judge by";
  const reasons = [...output.matchAll(/libxml2 cannot load the schema \((.*)\): verified/g)].map((match) => match[1]);
  return reasons.length === 0 ? `ok (${judged})` : `ok by round trip: ${reasons.join("; ").slice(0, 90)}`;
}
