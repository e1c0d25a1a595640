/** The stack of open elements, which emits their start and end events. */
import type { XmlAttributeEvent, XmlEvents } from "./events";
import { LeafShape } from "./rows/leaf-shape";
import type { Source } from "./source";
import { type ElementName, followedBy, type NamespaceScope, SHAPE_COST } from "./xml-namespaces";

export const NOTHING: readonly never[] = Object.freeze([]);
/** Maximum number of row expressions that are learnt from one document, because each costs memory. */
const MAX_ROWS = 64;

export class OpenElements {
  depth = 0;
  /** The property is a field, because every event reads it. */
  innermost: ElementName | undefined;
  scope: NamespaceScope;
  rootWasRead = false;
  /** The last tag, from which the next one is predicted. */
  previous: ElementName | undefined;
  previousIsStart = false;
  /** Set to -1 after the text was changed. */
  endedAt = -1;
  readonly #events: XmlEvents;
  readonly #source: Source;
  readonly #open: ElementName[] = NOTHING.slice();
  readonly #scopes: NamespaceScope[] = NOTHING.slice();
  #rowsLeft = MAX_ROWS;

  constructor(events: XmlEvents, source: Source, outermost: NamespaceScope) {
    this.#events = events;
    this.#source = source;
    this.scope = outermost;
  }

  get scopeAround(): NamespaceScope | undefined {
    return this.#scopes[this.depth - 1];
  }

  start(element: ElementName, attributes: readonly XmlAttributeEvent[]): void {
    if (this.depth > 0) this.#learn(element);
    this.#open[this.depth] = element;
    this.#scopes[this.depth] = this.scope;
    this.depth++;
    this.innermost = element;
    this.scope = element.scope;
    if (this.previous !== undefined) {
      followedBy(this.previous, this.previousIsStart, element, this.#source.place === this.endedAt);
    }
    this.previous = element;
    this.previousIsStart = true;
    this.#events.startElement(element.name, attributes);
  }

  #learn(element: ElementName): void {
    const { place, text } = this.#source;
    const parent = this.innermost!;
    // Cached objects must not refer to objects that are not cached, and a shape is only worth its cost when it is
    // cached.
    if (!parent.isKept || !element.isKept) return;
    if (parent.scope !== element.scope || typeof place !== "number") return;
    if (parent.leaves === undefined) {
      if (!parent.scope.table.pay(SHAPE_COST, 0)) return;
      parent.leaves = new LeafShape();
    }
    parent.leaves.note(element, text, place);
  }

  end(element: ElementName): void {
    this.#events.endElement(element.name);
    if (element.leaves !== undefined && this.#rowsLeft > 0 && element.leaves.ended(element, element.scope.table))
      this.#rowsLeft--;
    this.depth--;
    this.innermost = this.#open[this.depth - 1];
    this.scope = this.#scopes[this.depth]!;
    this.previous = element;
    this.previousIsStart = false;
    if (this.depth === 0) this.rootWasRead = true;
  }
}
