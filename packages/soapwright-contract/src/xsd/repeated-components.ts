import type { Diagnostics } from "../diagnostics";
import { childElements } from "../xml/navigate";
import { expandedName, type QName } from "../xml/qname";
import type { XmlElement } from "../xml/tree";

interface Repeated {
  readonly before: XmlElement;
  readonly again: XmlElement;
  readonly name: QName;
  readonly isSame: boolean;
  count: number;
}

/**
 * Collects components of the same name and reports them once for each pair of documents. Equal text, as in a schema
 * that is inlined and imported, is a warning.
 */
export class RepeatedComponents {
  private readonly pairs = new Map<string, Repeated>();

  add(name: QName, before: XmlElement, again: XmlElement): void {
    const isSame = sameText(before, again);
    const [first, second] = [before.position.file, again.position.file];
    const key = isSame || first !== second ? `${isSame}\n${first}\n${second}` : `${this.pairs.size}`;
    const pair = this.pairs.get(key);
    if (pair === undefined) this.pairs.set(key, { name, before, again, isSame, count: 1 });
    else pair.count++;
  }

  /** Reports different components as an error, or as a warning if the first may be used. */
  report(allowFirst: boolean, diagnostics: Diagnostics): void {
    for (const { name, before, again, isSame, count } of this.pairs.values()) {
      const others = count === 1 ? "" : `, and so are ${count - 1} more`;
      const { file, line } = before.position;
      const hint = `the first is at ${file}:${line}`;
      if (isSame) {
        const message = `${again.raw} ${name.local} is defined twice with the same text${others}`;
        diagnostics.warning(again, message, { hint });
      } else if (allowFirst) {
        const message = `${again.raw} is defined twice${others}; the first counts`;
        diagnostics.warning(again, message, { name, hint });
      } else {
        const versions =
          "Of two versions of a schema, map the location of one to the other with --catalog, or take the first with --allow-double-types";
        const single = "Rename one of them, or take the first with --allow-double-types";
        const about = { name, hint: `${hint}. ${file === again.position.file ? single : versions}` };
        diagnostics.error(again, `${again.raw} is defined twice${others}`, about);
      }
    }
  }
}

/** Returns whether two elements are equal except for positions. */
export function sameText(one: XmlElement, other: XmlElement): boolean {
  return textOfElement(one) === textOfElement(other);
}

/** Returns a key that is equal for elements that `sameText` considers equal. */
export function textOfElement(element: XmlElement): string {
  return JSON.stringify(comparable(element));
}

function comparable(element: XmlElement): readonly unknown[] {
  const attributes = element.attributes.map(({ name, value }) => [expandedName(name), value] as const);
  const sorted = attributes.sort(([a], [b]) => (a < b ? -1 : 1));
  return [expandedName(element.name), sorted, childElements(element).map(comparable)];
}
