import type { ElementInstance, ParticleInstance, TextInstance, TreeAttribute, XmlTree } from "./nouns";

const xsi = "http://www.w3.org/2001/XMLSchema-instance";
type Child = string | XmlTree;

/** The instance as a plain tree of names, attributes and text: the document that it is. */
export function treeOf(instance: ElementInstance): XmlTree {
  const { declaration, type, content } = instance;
  if (content.kind === "tree") return content.tree;
  const attributes: TreeAttribute[] = [];
  const prefixes = new Map<string, string>();
  const children: Child[] = [];
  const text = (value: TextInstance): string => {
    for (const [prefix, namespace] of value.prefixes) prefixes.set(prefix, namespace);
    return value.text;
  };
  if (type !== declaration.type && type.name) {
    prefixes.set("t", type.name.namespace);
    const lexical = type.name.namespace === "" ? type.name.local : `t:${type.name.local}`;
    attributes.push({ name: { namespace: xsi, local: "type" }, value: lexical });
  }
  if (content.kind === "nil") attributes.push({ name: { namespace: xsi, local: "nil" }, value: "true" });
  else if (content.kind === "text") children.push(text(content.value));
  else if (content.kind === "array") children.push(...content.items.map(treeOf));
  else {
    for (const { use, value } of content.attributes) attributes.push({ name: use.attribute.name, value: text(value) });
    attributes.push(...content.otherAttributes);
    if (content.text) children.push(text(content.text));
    const elements = elementsIn(content.particles);
    elements.forEach((element, at) => {
      children.push(content.between?.[at] ?? "", element);
    });
    children.push(content.between?.[elements.length] ?? "");
  }
  return { name: declaration.name, attributes, children: children.filter((child) => child !== ""), prefixes };
}

/** The elements of a content in document order. */
function elementsIn(particles: readonly ParticleInstance[]): XmlTree[] {
  return particles.flatMap((particle) => {
    if (particle.kind === "elements") return particle.items.map(treeOf);
    return particle.kind === "wildcard" ? particle.items : particle.occurrences.flatMap(elementsIn);
  });
}
