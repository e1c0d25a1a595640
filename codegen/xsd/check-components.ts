import type { Diagnostics } from "../diagnostics";
import type { LoadLimits } from "../load/options";
import type { TypeDefinition } from "./components";
import type { Declared } from "./declare-components";

/** Constraints on components that need all of them complete, one file each. */
export function checkComponents(
  _types: readonly TypeDefinition[],
  _declared: readonly Declared[],
  _limits: LoadLimits,
  _diagnostics: Diagnostics,
): void {}
