/** The elements that are open, and what tells of their starts and ends. */
import type { XmlAttributeEvent, XmlEvents } from "./events";
import { LeafShape } from "./leaf-shape";
import { type ElementName, followedBy, type NamespaceScope } from "./namespaces";
import type { Source } from "./source";

const NOTHING: readonly never[] = Object.freeze([]);
/** So many shapes of records are learnt from one document: each costs an expression. */
const MOST_ROWS = 64;

export class OpenElements {
  depth = 0;
  /** The scope inside the innermost one. */
  scope: NamespaceScope;
  rootWasRead = false;
  /** The tag before, for guessing the next one. */
  previous: ElementName | undefined;
  previousIsStart = false;
  /** Where the last end tag ended, in the text of the source; -1 when that is another text by now. */
  endedAt = -1;
  readonly #events: XmlEvents;
  readonly #source: Source;
  readonly #open: ElementName[] = NOTHING.slice();
  /** The scopes around them. */
  readonly #scopes: NamespaceScope[] = NOTHING.slice();
  #rowsLeft = MOST_ROWS;

  constructor(events: XmlEvents, source: Source, outermost: NamespaceScope) {
    this.#events = events;
    this.#source = source;
    this.scope = outermost;
  }

  /** The innermost one; undefined when none is open. */
  get innermost(): ElementName | undefined {
    return this.#open[this.depth - 1];
  }

  /** The scope around the innermost one. */
  get scopeAround(): NamespaceScope | undefined {
    return this.#scopes[this.depth - 1];
  }

  start(element: ElementName, attributes: readonly XmlAttributeEvent[]): void {
    if (this.depth > 0) this.#learn(element);
    this.#open[this.depth] = element;
    this.#scopes[this.depth] = this.scope;
    this.depth++;
    this.scope = element.scope;
    if (this.previous !== undefined) {
      followedBy(this.previous, this.previousIsStart, element, this.#source.place === this.endedAt);
    }
    this.previous = element;
    this.previousIsStart = true;
    this.#events.startElement(element.name, attributes);
  }

  /** Keeps which elements of the same scope stand in the open one, in which order. */
  #learn(element: ElementName): void {
    const { place, text } = this.#source;
    const parent = this.innermost!;
    // What is not kept must not be reached from what is, and a shape is only worth its price where it stays.
    if (!parent.isKept || !element.isKept) return;
    if (parent.scope !== element.scope || typeof place !== "number") return;
    if (parent.leaves === undefined) {
      if (!parent.isKept || !parent.scope.payShape()) return;
      parent.leaves = new LeafShape();
    }
    if (element.isKept) parent.leaves.note(element, text, place);
  }

  /** The innermost element, which is this one, ends. */
  end(element: ElementName): void {
    this.#events.endElement(element.name);
    if (element.leaves !== undefined && this.#rowsLeft > 0 && element.leaves.ended(element, element.scope))
      this.#rowsLeft--;
    this.depth--;
    this.scope = this.#scopes[this.depth]!;
    this.previous = element;
    this.previousIsStart = false;
    if (this.depth === 0) this.rootWasRead = true;
  }
}
