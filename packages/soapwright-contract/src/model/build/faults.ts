import type { BindingFault } from "../../wsdl/definitions";
import type { FaultModel } from "../model";
import { partElement } from "./build-messages";
import type { BuildContext } from "./context";

/** WSDL 1.1, section 3.6: a fault has one part. */
export function faultModels({ fault, namespace }: BindingFault, context: BuildContext): FaultModel[] {
  const part = fault.message.parts[0];
  return part === undefined ? [] : [{ name: fault.name, detail: partElement(part, namespace, context) }];
}
