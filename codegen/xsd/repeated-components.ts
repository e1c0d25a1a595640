import type { Diagnostics } from "../diagnostics";
import { attribute, childElements } from "../xml/navigate";
import { expandedName } from "../xml/qname";
import type { XmlElement } from "../xml/tree";

/** Components that stand in two documents with the same text: one warning for each pair of documents. */
export class RepeatedComponents {
  private readonly pairs = new Map<
    string,
    { readonly before: XmlElement; readonly again: XmlElement; count: number }
  >();

  add(before: XmlElement, again: XmlElement): void {
    const key = `${before.position.file}\n${again.position.file}`;
    const pair = this.pairs.get(key);
    if (pair === undefined) this.pairs.set(key, { before, again, count: 1 });
    else pair.count++;
  }

  report(diagnostics: Diagnostics): void {
    for (const { before, again, count } of this.pairs.values()) {
      const others = count === 1 ? "" : `, and so are ${count - 1} more`;
      const { file, line } = before.position;
      const name = attribute(again, "name") ?? "";
      const message = `${again.raw} ${name} is defined twice with the same text${others}`;
      diagnostics.warning(again.position, message, { hint: `the first is at ${file}:${line}` });
    }
  }
}

/** Whether two elements say the same, positions aside. */
export function sameText(one: XmlElement, other: XmlElement): boolean {
  const open: [XmlElement, XmlElement][] = [[one, other]];
  for (let pair = open.pop(); pair !== undefined; pair = open.pop()) {
    const [a, b] = pair;
    const children = childElements(a);
    const others = childElements(b);
    if (expandedName(a.name) !== expandedName(b.name) || children.length !== others.length) return false;
    if (a.attributes.length !== b.attributes.length) return false;
    if (a.attributes.some((each) => attribute(b, each.name.local, each.name.namespace) !== each.value)) return false;
    for (const [index, child] of children.entries()) open.push([child, others[index] ?? child]);
  }
  return true;
}

/** A text that elements which say the same have in common: what `sameText` compares, for one among many. */
export function textOfElement(element: XmlElement): string {
  return JSON.stringify(compared(element));
}

function compared(element: XmlElement): readonly unknown[] {
  const attributes = element.attributes.map(({ name, value }) => [expandedName(name), value] as const);
  const sorted = attributes.sort(([a], [b]) => (a < b ? -1 : 1));
  return [expandedName(element.name), sorted, childElements(element).map(compared)];
}
