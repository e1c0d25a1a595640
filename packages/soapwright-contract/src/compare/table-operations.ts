/** An operation of tables as `OperationTerms`, the form in which operations of all contracts are compared. */
import type { ElementNode, FaultNode, MessageNode, OperationNode } from "soapwright-runtime/internal";
import { plainElements } from "soapwright-runtime/internal";
import type { ElementPart } from "../wsdl/definitions";
import { nowhere as position } from "../xsd/built-in-types";
import type { MessageTerms, OperationTerms } from "./compared-messages";
import type { TableComponents } from "./table-components";

type SoapVersion = "1.1" | "1.2";

/** Returns the operation as bound to one SOAP version. */
export function operationOf(node: OperationNode, version: SoapVersion, components: TableComponents): OperationTerms {
  const { style, use, outputUse = use, soapAction, safe, input, output, faults } = node;
  const part = (element: ElementNode): ElementPart => {
    const { name } = element;
    return { name: name.local, of: "element", element: components.element(element), position };
  };
  const message = (each: MessageNode, itsUse: "literal" | "encoded"): MessageTerms => {
    const [wrapper] = style === "rpc" ? each.body : [];
    const body = wrapper === undefined ? each.body : (plainElements(wrapper.type) ?? []);
    return {
      use: itsUse,
      namespace: wrapper === undefined ? "" : components.element(wrapper).name.namespace,
      parts: body.map(part),
      headers: each.headers.map((block) => ({ part: part(block), use: itsUse, namespace: "", faults: [] })),
      attachments: (each.attachments ?? []).map((node) => ({ part: part(node), contentTypes: node.contentTypes })),
    };
  };
  const fault = ({ name, detail }: FaultNode) => ({
    use: outputUse,
    namespace: "",
    fault: { name, message: { parts: [part(detail)] } },
  });
  const action = soapAction[version];
  return {
    style,
    ...(action !== undefined && { soapAction: action }),
    operation: { safe },
    input: message(input, use),
    ...(output && { output: message(output, outputUse) }),
    faults: faults.map(fault),
  };
}
