/** Documentation of the operations of a contract. */
import { elementsOf, type TreeElement, textOf } from "../asmx/element-tree";
import { rootOf } from "../asmx/envelope-reader";
import type { ServiceOptions } from "../service/service-options";

const wsdlNamespace = "http://schemas.xmlsoap.org/wsdl/";

/** Documentation by operation name; empty for a WSDL that cannot be read here. */
export function documentationOf(service: ServiceOptions): ReadonlyMap<string, string> {
  const documented = service.documentation?.operations;
  return documented === undefined ? textsOf(service.wsdl) : new Map(Object.entries(documented));
}

function textsOf(wsdl: string | undefined): ReadonlyMap<string, string> {
  const texts = new Map<string, string>();
  if (wsdl === undefined) return texts;
  for (const portType of childrenOf(rootOf(wsdl), "portType")) {
    for (const operation of childrenOf(portType, "operation")) {
      const name = operation.attributes.find((attribute) => attribute.name.local === "name")?.value;
      const [documentation] = childrenOf(operation, "documentation");
      if (name !== undefined && documentation) texts.set(name, textOf(documentation).replace(/\s+/g, " ").trim());
    }
  }
  return texts;
}

function childrenOf(element: TreeElement | undefined, local: string): TreeElement[] {
  if (!element) return [];
  return elementsOf(element).filter(({ name }) => name.local === local && name.namespace === wsdlNamespace);
}
