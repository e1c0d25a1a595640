import { type QName, soapEncodingNamespace, type TypeDefinition, xsiNamespace as xsi } from "soapwright-contract";
import type { XmlAttribute, XmlElement } from "soapwright-runtime/tables";
import type { ElementInstance, ParticleInstance, TextInstance } from "./nouns";

export const encodings = {
  "1.1": soapEncodingNamespace,
  "1.2": "http://www.w3.org/2003/05/soap-encoding",
} as const;

/** SOAP encoding: every element except the root has an xsi:type. */
interface TreeEncoding {
  readonly soapVersion: "1.1" | "1.2";
  readonly isRoot: boolean;
  /** Names for the items of arrays, in turn: SOAP 1.1, 5.4.2, gives them no meaning. Default: `item`. */
  readonly itemNames?: readonly string[];
}

/** Returns the document of the instance, as a plain tree of names, attributes and text. */
export function treeOf(instance: ElementInstance, encoding?: TreeEncoding): XmlElement {
  const { declaration, type, content } = instance;
  if (content.kind === "tree") return content.tree;
  const writing = new Writing();
  const inner = encoding && { ...encoding, isRoot: false };
  if (content.kind === "array") writing.array(type, content.items, encoding?.soapVersion ?? "1.1");
  else if (type !== declaration.type || (encoding && !encoding.isRoot)) writing.type(type);
  if (content.kind === "nil") writing.attribute({ namespace: xsi, local: "nil" }, "true");
  else if (content.kind === "text") writing.text(content.value);
  else if (content.kind === "array") {
    const { itemNames = [] } = encoding ?? {};
    content.items.forEach((item, at) => {
      const tree = treeOf(item, inner);
      // The name is part of the value of an xs:anyType.
      const local = item.content.kind === "tree" ? undefined : itemNames[at % itemNames.length];
      writing.children.push(local === undefined ? tree : { ...tree, name: { namespace: "", local } });
    });
  } else {
    for (const { use, value } of content.attributes) writing.attribute(use.attribute.name, writing.textOf(value));
    writing.attributes.push(...content.otherAttributes);
    if (content.text) writing.text(content.text);
    const elements = elementsIn(content.particles, inner);
    elements.forEach((element, at) => {
      writing.children.push(content.between?.[at] ?? "", element);
    });
    writing.children.push(content.between?.[elements.length] ?? "");
  }
  const { attributes, children, prefixes } = writing;
  const used = prefixes.size > 0 ? { prefixes: Object.fromEntries(prefixes) } : {};
  return { name: declaration.name, attributes, children: children.filter((child) => child !== ""), ...used };
}

function elementsIn(particles: readonly ParticleInstance[], encoding?: TreeEncoding): XmlElement[] {
  return particles.flatMap((particle) => {
    if (particle.kind === "elements") return particle.items.map((item) => treeOf(item, encoding));
    if (particle.kind === "wildcard") return particle.items;
    return particle.occurrences.flatMap((occurrence) => elementsIn(occurrence, encoding));
  });
}

class Writing {
  readonly attributes: XmlAttribute[] = [];
  readonly children: (string | XmlElement)[] = [];
  readonly prefixes = new Map<string, string>();

  attribute(name: QName, value: string): void {
    this.attributes.push({ name, value });
  }

  text(value: TextInstance): void {
    this.children.push(this.textOf(value));
  }

  textOf(value: TextInstance): string {
    for (const [prefix, namespace] of value.prefixes) this.prefixes.set(prefix, namespace);
    return value.text;
  }

  type({ name }: TypeDefinition): void {
    if (name) this.attribute({ namespace: xsi, local: "type" }, this.#lexical(name));
  }

  array(type: TypeDefinition, items: readonly unknown[], soapVersion: "1.1" | "1.2"): void {
    const array = type.kind === "complexType" ? type.soapArray : undefined;
    const namespace = encodings[soapVersion];
    this.type({ ...type, name: { namespace, local: "Array" } });
    if (!array) return;
    const itemType = this.#lexical(array.itemTypeName);
    const ofItems = array.dimensions.slice(0, array.dimensions.lastIndexOf("["));
    if (soapVersion === "1.1") {
      this.attribute({ namespace, local: "arrayType" }, `${itemType}${ofItems}[${items.length}]`);
      return;
    }
    if (ofItems === "") this.attribute({ namespace, local: "itemType" }, itemType);
    this.attribute({ namespace, local: "arraySize" }, String(items.length));
  }

  #lexical({ namespace, local }: QName): string {
    if (namespace === "") return local;
    let prefix = [...this.prefixes].find(([, boundNamespace]) => boundNamespace === namespace)?.[0];
    if (prefix === undefined) {
      prefix = this.prefixes.has("t") ? `t${this.prefixes.size}` : "t";
      this.prefixes.set(prefix, namespace);
    }
    return `${prefix}:${local}`;
  }
}
