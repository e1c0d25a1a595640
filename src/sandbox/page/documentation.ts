/** What a WSDL says about its operations. */
import { XmlReader } from "../../tool-imports";
import { elementsOf, TreeBuilder, type TreeElement, textOf } from "../element-tree";

const wsdlNamespace = "http://schemas.xmlsoap.org/wsdl/";

/** Documentation by name of the operation; empty for a WSDL that cannot be read here. */
export function documentationOf(wsdl: string | undefined): ReadonlyMap<string, string> {
  const texts = new Map<string, string>();
  if (wsdl === undefined) return texts;
  const builder = new TreeBuilder();
  try {
    const reader = new XmlReader(builder);
    builder.scope = reader;
    reader.write(wsdl);
    reader.end();
  } catch {
    return texts;
  }
  for (const portType of childrenOf(builder.root, "portType")) {
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
