import type { Diagnostics } from "../../diagnostics";
import type { Model } from "../model";
import { reservedNames } from "./reserved";

/** Reports a class name that generated code needs itself, and a class name for several classes. */
export function checkClassName(className: string, { clients }: Model, diagnostics: Diagnostics): void {
  const [first, second] = clients;
  if (first !== undefined && reservedNames.includes(className)) {
    const message = `the class name ${className} is taken: generated files need that name themselves`;
    diagnostics.error(first, message, { hint: "choose another name" });
  }
  if (second === undefined) return;
  diagnostics.error(second, `the class name ${className} is for one client, but there are ${clients.length}`, {
    hint: `the WSDL has ${clients.map(({ name }) => name).join(", ")}`,
  });
}
