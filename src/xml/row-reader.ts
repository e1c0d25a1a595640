/** Reads rows of leaves, by the shapes that elements before have shown. */
import type { CharacterData } from "./character-data";
import type { XmlEvents } from "./events";
import type { Row } from "./leaf-shape";
import type { ElementName } from "./namespaces";
import type { OpenElements } from "./open-elements";
import type { Source } from "./source";

const NOTHING: readonly never[] = Object.freeze([]);

export class RowReader {
  readonly #events: XmlEvents;
  readonly #source: Source;
  readonly #elements: OpenElements;
  readonly #characters: CharacterData;
  readonly #maxTextLength: number;
  /** The texts of the row that is being read; undefined for leaves that are missing. */
  readonly #texts: (string | undefined)[] = NOTHING.slice();

  constructor(
    events: XmlEvents,
    source: Source,
    elements: OpenElements,
    characters: CharacterData,
    maxTextLength: number,
  ) {
    this.#events = events;
    this.#source = source;
    this.#elements = elements;
    this.#characters = characters;
    this.#maxTextLength = maxTextLength;
  }

  /**
   * Reads as many leaves of `owner`, the innermost element, as stand in a row from `at` on; its end too when that comes
   * next, and the start of another such element behind it. Returns where that ends.
   */
  read(owner: ElementName, row: Row<ElementName>, at: number): number {
    const { text } = this.#source;
    // No text is longer than what it stands in.
    if (text.length > this.#maxTextLength) return at;
    const { expression } = row;
    expression.lastIndex = at;
    const found = expression.exec(text)!;
    const whole = found[0];
    if (whole === "") return at;
    const end = at + this.#measure(row, found);
    if (end > at) this.#deliver(owner, row, found, at, whole.includes("&"));
    return this.#goOn(owner, end, at + whole.length);
  }

  /** Puts the texts in place. Returns how long the leaves are. */
  #measure({ leaves, gap }: Row<ElementName>, found: RegExpExecArray): number {
    const texts = this.#texts;
    let length = 0;
    for (let index = 0; index < leaves.length; index++) {
      const content = found[2 * index + 1];
      const tail = content === undefined ? found[2 * index + 2] : undefined;
      texts[index] = tail === undefined ? content : "";
      if (texts[index] !== undefined) length += gap.length + lengthOf(leaves[index]!, content, tail);
    }
    return length;
  }

  #deliver(
    owner: ElementName,
    row: Row<ElementName>,
    found: RegExpExecArray,
    at: number,
    hasReferences: boolean,
  ): void {
    const texts = this.#texts;
    const { leaves } = row;
    const count = leaves.length;
    let place = at;
    let placed = 0;
    for (let next = 0; next < count; next++) {
      const stop = hasReferences ? this.#nextReference(next, count) : count;
      if (next < stop) next = this.#events.leafRow?.(row, texts, next, stop) ?? next;
      if (next === count) break;
      if (texts[next] === undefined) continue;
      for (; placed < next; placed++) place += this.#lengthAt(row, found, placed);
      this.#single(leaves[next]!, texts[next]!, place, row.gap, found[2 * next + 2]);
    }
    let last = count - 1;
    while (texts[last] === undefined) last--;
    this.#elements.previous = leaves[last]!;
    this.#elements.previousIsStart = false;
    this.#characters.textLength = 0;
    owner.leaves!.passed(leaves[last]!);
  }

  /** The next text with a reference in it, from `from` on. */
  #nextReference(from: number, count: number): number {
    let at = from;
    while (at < count && this.#texts[at]?.includes("&") !== true) at++;
    return at;
  }

  #lengthAt({ leaves, gap }: Row<ElementName>, found: RegExpExecArray, index: number): number {
    if (this.#texts[index] === undefined) return 0;
    return gap.length + lengthOf(leaves[index]!, found[2 * index + 1], found[2 * index + 2]);
  }

  /** The events of one leaf, in front of which stands the gap. `tail`: the end of its tag, when that is an empty one. */
  #single(leaf: ElementName, content: string, at: number, gap: string, tail: string | undefined): void {
    const events = this.#events;
    const source = this.#source;
    const start = gap === "" ? at : this.#characters.readText(at);
    this.#characters.textLength = 0;
    source.place = start;
    events.startElement(leaf.name, NOTHING);
    const from = start + leaf.startTag.length;
    if (content !== "") this.#characters.readText(from);
    this.#characters.textLength = 0;
    source.place = tail === undefined ? from + content.length : start;
    events.endElement(leaf.name);
  }

  /** What stands from `at` to `end`: nothing, the end tag of `owner`, or that and the start tag of another. */
  #goOn(owner: ElementName, at: number, end: number): number {
    const elements = this.#elements;
    const source = this.#source;
    // The end of the root is the reader's.
    if (at === end || elements.depth === 1) return at;
    source.place = at;
    const { scopeAround } = elements;
    elements.end(owner);
    const ended = at + owner.endTag.length;
    elements.endedAt = ended;
    if (ended === end || owner.scope !== scopeAround) return ended;
    source.place = ended;
    elements.start(owner, NOTHING);
    return end;
  }
}

function lengthOf({ startTag, endTag }: ElementName, content: string | undefined, tail: string | undefined): number {
  return content === undefined
    ? startTag.length - 1 + tail!.length + 1
    : startTag.length + content.length + endTag.length;
}
