/** WSDL 1.1, section 3.7: `soap:header` and `soap:headerfault`. */
import { attribute, childElements, isTrue, placeOf } from "../xml/navigate";
import type { XmlElement } from "../xml/tree";
import { wsdlNamespace } from "../xsd/xsd-namespaces";
import type { BindingContext } from "./binding-context";
import type { HeaderBlock } from "./definitions";
import { isSoap } from "./wsdl-namespaces";

/** Returns undefined for an unknown message or part, which is reported. */
export function buildHeader(source: XmlElement, context: BindingContext): HeaderBlock | undefined {
  const message = context.messages.resolve(source, "message");
  if (message === undefined) return undefined;
  const name = attribute(source, "part")?.trim();
  const part =
    name === undefined && message.parts.length === 1
      ? message.parts[0]
      : message.parts.find((one) => one.name === name);
  if (name !== undefined && message.unusable.has(name)) return undefined;
  if (part === undefined) {
    const { position } = placeOf(source, "part");
    const problem = name === undefined ? `${source.raw} has no part` : `part ${name} is not in the message`;
    const hint = `its parts are: ${message.parts.map((one) => one.name).join(", ") || "none"}`;
    context.diagnostics.error(position, problem, { name: message.name, hint });
    return undefined;
  }
  return {
    message,
    part,
    use: attribute(source, "use")?.trim() === "encoded" ? "encoded" : "literal",
    namespace: attribute(source, "namespace") ?? "",
    ...(isTrue(source, "required", wsdlNamespace) && { required: true as const }),
    faults: childElements(source)
      .filter((child) => isSoap(child, "headerfault"))
      .flatMap((child) => buildHeader(child, context) ?? []),
  };
}
