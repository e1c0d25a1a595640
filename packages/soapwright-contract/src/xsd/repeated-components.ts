import type { Diagnostics, Position } from "../diagnostics";
import { permit } from "../remedy";
import { childElements, expandedName, type QName, type XmlElement } from "../xml/xml";

interface Repetitions {
  readonly first: XmlElement;
  readonly second: XmlElement;
  readonly name: QName;
  readonly isSame: boolean;
  /** The places of further ones, of other names. */
  readonly others: Position[];
}

/**
 * Collects components of the same name. Different definitions within one document are reported one by one, all others
 * by pair of documents. An equal definition, as in a schema that is inlined and imported, is a warning.
 */
export class RepeatedComponents {
  private readonly repetitions = new Map<string, Repetitions>();

  add(name: QName, first: XmlElement, second: XmlElement): void {
    const isSame = isSameDefinition(first, second);
    const [firstFile, secondFile] = [first.position.file, second.position.file];
    const isOneByOne = !isSame && firstFile === secondFile;
    const key = isOneByOne ? `${this.repetitions.size}` : `${isSame}\n${firstFile}\n${secondFile}`;
    const found = this.repetitions.get(key);
    if (found === undefined) this.repetitions.set(key, { name, first, second, isSame, others: [] });
    else found.others.push(second.position);
  }

  /** Reports different definitions as an error, or as a warning if the first may be used. */
  report(allowFirst: boolean, diagnostics: Diagnostics): void {
    for (const { name, first, second, isSame, others: places } of this.repetitions.values()) {
      const others = places.length;
      const more =
        others === 0 ? "" : `, and so ${others === 1 ? "is one more component" : `are ${others} more components`}`;
      const { file, line } = first.position;
      const hint = `the first is at ${file}:${line}`;
      if (isSame) {
        diagnostics.warning(
          second,
          "component-repeated-alike",
          `${second.raw} ${name.local} is defined twice with the same content${more}`,
          hint,
        );
      } else if (allowFirst) {
        diagnostics.warning(
          second,
          "component-repeated-first-used",
          `${second.raw} is defined twice${more}; the first is used`,
          { name, hint },
        );
      } else {
        const isOneFile = file === second.position.file;
        const versions =
          "If these are two versions of one schema, map the location of one to the other with --catalog; else take the first with --allow-double-types";
        const single = "Rename one of them, or take the first with --allow-double-types";
        diagnostics.error(second, "component-repeated", `${second.raw} is defined twice${more}`, {
          name,
          others: places,
          ...permit(
            `${hint}. ${isOneFile ? single : versions}`,
            ...(isOneFile ? (["--allow-double-types"] as const) : (["--catalog", "--allow-double-types"] as const)),
          ),
        });
      }
    }
  }
}

/**
 * Returns whether two elements have the same names, attributes and child elements. Prefixes of these names, the order of
 * attributes, text and positions do not count; prefixes in values do.
 */
export function isSameDefinition(first: XmlElement, second: XmlElement): boolean {
  return definitionKey(first) === definitionKey(second);
}

/** Returns a key that is equal for elements that `isSameDefinition` considers equal. */
export function definitionKey(element: XmlElement): string {
  return JSON.stringify(comparable(element));
}

function comparable(element: XmlElement): readonly unknown[] {
  const attributes = element.attributes.map(({ name, value }) => [expandedName(name), value] as const);
  const sorted = attributes.sort(([a], [b]) => (a < b ? -1 : 1));
  return [expandedName(element.name), sorted, childElements(element).map(comparable)];
}
