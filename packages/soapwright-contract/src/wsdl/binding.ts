/** WSDL 1.1, section 2.5: bindings, with the SOAP binding of section 3. */
import { attribute, childElements, childrenNamed, nameOf } from "../xml/navigate";
import { expandedName, type QName } from "../xml/qname";
import type { XmlElement } from "../xml/tree";
import { isSameDefinition } from "../xsd/repeated-components";
import { wsdlNamespace } from "../xsd/xsd-namespaces";
import type { BindingContext } from "./binding-context";
import { buildBindingOperation } from "./binding-operation";
import type { Binding, BindingOperation, Operation } from "./definitions";
import { documentationOf } from "./documentation";
import type { ReadPortType } from "./port-type";
import { httpNamespace, soapChild, soapNamespaces } from "./wsdl-namespaces";

/** Returns a SOAP binding. A binding of another protocol is reported in a note, and the result is undefined. */
export function buildBinding(source: XmlElement, name: QName, context: BindingContext): Binding | undefined {
  const { diagnostics } = context;
  const portType = context.portTypes.resolve(source, "type");
  const soap = soapChild(source, "binding");
  const soapVersion = soapNamespaces.get(soap?.name.namespace ?? "") ?? versionOfOperations(source);
  if (soapVersion === undefined) {
    diagnostics.note(source, `${protocolOf(source)} left out: only SOAP is called`, { name });
    return undefined;
  }
  if (soap === undefined) {
    const hint = "it is read as document style over HTTP, as its soap:operation says";
    diagnostics.warning(source, `${source.raw} has no soap:binding`, { name, hint });
  }
  if (portType === undefined) return undefined;
  const operations = buildOperations(source, portType, soap, context);
  return {
    name,
    portType,
    soapVersion,
    transport: (soap && attribute(soap, "transport")) ?? "http://schemas.xmlsoap.org/soap/http",
    operations,
    addressing: context.addressing.declaredAt(source),
    position: source.position,
    ...documentationOf(source),
  };
}

function buildOperations(
  source: XmlElement,
  portType: ReadPortType,
  soap: XmlElement | undefined,
  context: BindingContext,
): BindingOperation[] {
  const style = soap && attribute(soap, "style") === "rpc" ? "rpc" : "document";
  const isMtom = context.requiresMtom(source);
  const operations = new Map<Operation, BindingOperation>();
  const sources = new Map<Operation, XmlElement>();
  const children = childrenNamed(source, wsdlNamespace, "operation");
  const named = new Set(children.map((child) => nameOf(child)));
  for (const child of children) {
    const operation = buildBindingOperation(child, portType, { bindingStyle: style, isMtom }, context);
    if (operation === undefined) continue;
    const before = sources.get(operation.operation);
    if (before !== undefined && isSameDefinition(before, child)) {
      context.diagnostics.warning(child, `operation ${operation.operation.name} is bound twice alike`, {
        hint: `the first is in line ${before.position.line}; this one is left out`,
      });
    } else if (before !== undefined) {
      context.diagnostics.error(child, `operation ${operation.operation.name} is bound twice`, {
        hint: "overloads must differ in the names of their input and output",
      });
    } else {
      operations.set(operation.operation, operation);
      sources.set(operation.operation, child);
    }
  }
  for (const operation of portType.operations) {
    if (named.has(operation.name)) continue;
    context.diagnostics.warning(
      source,
      `operation ${operation.name} of port type ${expandedName(portType.name)} is not bound; left out`,
    );
  }
  return [...operations.values()];
}

/** Some WSDLs have no soap:binding, only soap:operation and soap:body. */
function versionOfOperations(source: XmlElement): "1.1" | "1.2" | undefined {
  for (const operation of childrenNamed(source, wsdlNamespace, "operation")) {
    for (const child of childElements(operation)) {
      const version = soapNamespaces.get(child.name.namespace);
      if (version !== undefined) return version;
    }
  }
  return undefined;
}

function protocolOf(source: XmlElement): string {
  const extension = childElements(source).find((child) => child.name.namespace !== wsdlNamespace);
  if (extension?.name.namespace === httpNamespace)
    return `HTTP ${attribute(extension, "verb") ?? ""} binding`.replace("  ", " ");
  return extension === undefined ? "binding without a protocol" : `binding of ${extension.name.namespace}`;
}
