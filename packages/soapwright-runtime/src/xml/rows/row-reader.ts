/** Reads elements that contain only texts, such as the rows of a list, in one step, by the shapes of earlier ones. */
import type { CharacterData } from "../character-data";
import type { XmlEvents } from "../events";
import { NOTHING, type OpenElements } from "../open-elements";
import type { Source } from "../source";
import type { ElementName } from "../xml-namespaces";
import type { Row } from "./leaf-shape";

export class RowReader {
  readonly #events: XmlEvents;
  readonly #source: Source;
  readonly #elements: OpenElements;
  readonly #characters: CharacterData;
  readonly #maxTextLength: number;
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
   * Reads the consecutive leaves of `owner`, the innermost element; then its end tag, and the start tag of a sibling of
   * the same name, when these follow. Returns the index after them.
   */
  read(owner: ElementName, row: Row<ElementName>, at: number): number {
    const { text } = this.#source;
    // A text cannot be longer than the chunk that contains it.
    if (text.length > this.#maxTextLength) return at;
    const { expression } = row;
    expression.lastIndex = at;
    const match = expression.exec(text)!;
    const whole = match[0];
    if (whole === "") return at;
    this.#readTexts(row, match);
    const after = row.hasEnd ? match[2 * row.leaves.length + 1]! : "";
    const end = at + whole.length - after.length;
    if (end > at) this.#deliver(owner, row, match, at, whole.includes("&"));
    return this.#goOn(owner, end, at + whole.length);
  }

  #readTexts(row: Row<ElementName>, match: RegExpExecArray): void {
    const texts = this.#texts;
    const count = row.leaves.length;
    for (let index = 0; index < count; index++)
      texts[index] = match[2 * index + 1] ?? (match[2 * index + 2] === undefined ? undefined : "");
  }

  #deliver(
    owner: ElementName,
    row: Row<ElementName>,
    match: RegExpExecArray,
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
      for (; placed < next; placed++) place += this.#lengthAt(row, match, placed);
      this.#single(leaves[next]!, texts[next]!, place, row.gap, match[2 * next + 2]);
    }
    let last = count - 1;
    while (texts[last] === undefined) last--;
    this.#elements.previous = leaves[last]!;
    this.#elements.previousIsStart = false;
    this.#characters.textLength = 0;
    owner.leaves!.passed(leaves[last]!);
  }

  #nextReference(from: number, count: number): number {
    let at = from;
    while (at < count && this.#texts[at]?.includes("&") !== true) at++;
    return at;
  }

  #lengthAt({ leaves, gap }: Row<ElementName>, match: RegExpExecArray, index: number): number {
    const { startTag, endTag } = leaves[index]!;
    const content = match[2 * index + 1];
    if (content !== undefined) return gap.length + startTag.length + content.length + endTag.length;
    const tail = match[2 * index + 2];
    return tail === undefined ? 0 : gap.length + startTag.length + tail.length;
  }

  /** `tail` is the end of an empty-element tag. */
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

  /** The text is empty, the end tag of `owner`, or that and the start tag of a sibling. */
  #goOn(owner: ElementName, at: number, end: number): number {
    const elements = this.#elements;
    const source = this.#source;
    // The reader handles the end of the root.
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
