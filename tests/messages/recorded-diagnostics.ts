/** In the place of `codegen/diagnostics.ts` while messages are collected. */
import { type Diagnostic, formatDiagnostic, Diagnostics as Real } from "../../codegen/./diagnostics";
import { record } from "./record";

export type { Diagnostic, Position, Severity } from "../../codegen/./diagnostics";
export { formatDiagnostic, printable } from "../../codegen/./diagnostics";

export class Diagnostics extends Real {
  override add(diagnostic: Diagnostic): void {
    super.add(diagnostic);
    const { file, line, column } = diagnostic.position;
    const start = `${file}:${line}:${column}: ${diagnostic.severity}: `;
    record(diagnostic.severity, formatDiagnostic(diagnostic).slice(start.length));
  }
}
