import type { MethodDeclarationStructure, OptionalKind } from "ts-morph";
import type { KeptTexts } from "./kept-texts";
import { type Code, call, lay } from "./layout";

/** Of a member of a class or an interface. */
const indent = 2;

/**
 * Parameters and result of a method: on one line when they fit with its name and what follows, else a line for each parameter.
 * The printer gets all of them as one, which it has not to look into.
 */
export function signature(
  name: string,
  parameters: readonly Code[],
  returnType: string | undefined,
  texts: KeptTexts,
  after = " {",
): Pick<OptionalKind<MethodDeclarationStructure>, "parameters" | "returnType"> {
  const end = `${returnType === undefined ? "" : `: ${returnType}`}${after}`;
  const laid = lay(call(name, parameters), indent, indent + end.length);
  const list = laid.slice(`${name}(`.length, -1);
  return {
    parameters: [{ name: texts.keep(list) }],
    ...(returnType === undefined ? {} : { returnType: texts.keep(returnType, indent) }),
  };
}
