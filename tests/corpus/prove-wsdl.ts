import { formatDiagnostic } from "soapwright-contract";
import { verify } from "soapwright-testing/commands/verify";
import { generate } from "../../packages/soapwright/src/pipeline";
import { type CompileFolder, folderName } from "../types/compile-folder";

/** The outcome for a WSDL, as cells of the table that is printed. */
export interface Proof {
  readonly name: string;
  readonly generated: string;
  readonly verified: string;
  /** The names of operations that libxml2 did not judge, by the reason. */
  readonly unjudged: readonly { readonly reason: string; readonly operations: string }[];
  /** The output of `verify`, if it failed. */
  readonly output: string;
}

/** Generates code into the folder for the compilers, and verifies it. */
export async function proveWsdl(
  name: string,
  path: string,
  folder: CompileFolder,
  allowOutside = false,
): Promise<Proof> {
  const started = performance.now();
  const { files, diagnostics } = await generate(path, {
    source: name,
    extension: "",
    allowOutside,
  });
  const took = `${Math.round(performance.now() - started)} ms`;
  if (files === undefined) {
    const errors = diagnostics.filter((one) => one.severity === "error").map(formatDiagnostic);
    return { name, generated: "failed", verified: "-", unjudged: [], output: errors.slice(0, 3).join("\n") };
  }
  folder.write(folderName(name), files);
  const pieces: string[] = [];
  const streams = {
    out: (text: string) => pieces.push(text),
    err: (text: string) => pieces.push(text),
    isTerminal: false,
  };
  const code = await verify(path, { quiet: true, instances: 20, seconds: 600, allowOutside }, streams);
  const output = pieces.join("");
  const verified = code === 0 ? judged(output) : "failed";
  return { name, generated: took, verified, unjudged: unjudged(output), output: code === 0 ? "" : output };
}

function judged(output: string): string {
  return `ok, libxml2 judged ${/libxml2 judged (.*)/.exec(output)?.[1] ?? "nothing"}`;
}

function unjudged(output: string): Proof["unjudged"] {
  const found = output.matchAll(/^ {2}(.*): verified by round trip only\n {4}(.*)$/gm);
  return [...found].map(([, reason = "", operations = ""]) => ({ reason, operations }));
}
