import type { MethodDeclarationStructure, OptionalKind } from "ts-morph";
import { type Code, call, lay } from "./layout";

const indent = 2;

/**
 * Returns parameters and result of a method: on one line if they fit with its name and `after`, otherwise a line for
 * each parameter.
 */
export function signature(
  name: string,
  parameters: readonly Code[],
  returnType: string | undefined,
  after = " {",
): Pick<OptionalKind<MethodDeclarationStructure>, "parameters" | "returnType"> {
  const end = `${returnType === undefined ? "" : `: ${returnType}`}${after}`;
  const laid = lay(call(name, parameters), indent, indent + end.length);
  // ts-morph indents the lines of parameters by these two levels.
  const list = laid.slice(`${name}(`.length, -1).replace(/\n {2,4}/g, "\n");
  return {
    parameters: [{ name: list }],
    ...(returnType !== undefined && { returnType }),
  };
}
