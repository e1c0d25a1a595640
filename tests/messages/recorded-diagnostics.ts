/** In the place of `packages/soapwright-contract/src/diagnostics.ts` while messages are collected. */
import { type Diagnostic, formatDiagnostic, Diagnostics as Real } from "soapwright-contract";
import { record } from "./record";

export type { Diagnostic, Position, Severity } from "soapwright-contract";
export { diagnosticJson, formatDiagnostic } from "soapwright-contract";

export class Diagnostics extends Real {
  override add(diagnostic: Diagnostic): void {
    super.add(diagnostic);
    const { file, line, column } = diagnostic.position;
    const start = `${file}${line === 0 ? "" : `:${line}:${column}`}: ${diagnostic.severity}: `;
    const text = formatDiagnostic(diagnostic).slice(start.length);
    const { hint: _, ...withoutHint } = diagnostic;
    const remedy = text.slice(formatDiagnostic(withoutHint).length - start.length).trim();
    record({ from: diagnostic.severity, text, remedy, about: stageOf() });
  }
}

/** The room of `codegen/` that found it. */
function stageOf(): string | undefined {
  const maker = new Error().stack?.split("\n").find((frame) => /[\\/]codegen[\\/](?!diagnostics)/.test(frame));
  return /[\\/]codegen[\\/](\w+)/.exec(maker ?? "")?.[1];
}
