import type { XmlAttributeEvent, XmlEvents, XmlName } from "../../xml/events";
import type { DecodeScope } from "../scope";
import type { QName, XmlElement } from "../tables/table-values";

type Position = ReturnType<DecodeScope["position"]>;

/** Emits the events of a tree, as a reader would, and is their scope. */
export class Replay implements DecodeScope {
  private readonly open: XmlElement[] = [];
  private readonly at: Position;

  constructor(position: Position = { line: 1, column: 1 }) {
    this.at = position;
  }

  get current(): XmlElement {
    return this.open.at(-1)!;
  }

  resolvePrefix(prefix: string): string | undefined {
    const holder = this.open.findLast(({ prefixes }) => prefixes !== undefined && Object.hasOwn(prefixes, prefix));
    return holder === undefined ? undefined : holder.prefixes?.[prefix];
  }

  position(): Position {
    return this.at;
  }

  /**
   * `resolve` may replace an element: the replacement's attributes and children are emitted under the original name.
   * `left` is called with the replacement after its last child.
   */
  run(
    root: XmlElement,
    events: XmlEvents,
    resolve: (element: XmlElement) => XmlElement = (element) => element,
    left: (element: XmlElement) => void = () => undefined,
  ): void {
    const walk: { readonly name: XmlName; readonly element: XmlElement; next: number }[] = [];
    const enter = (element: XmlElement): void => {
      const name = nameOf(element.name);
      const content = resolve(element);
      this.open.push(content);
      walk.push({ name, element: content, next: 0 });
      events.startElement(name, content.attributes.map(attributeOf));
    };
    enter(root);
    for (let step = walk.at(-1); step !== undefined; step = walk.at(-1)) {
      const child = step.element.children[step.next];
      step.next++;
      if (typeof child === "string") {
        events.text(child);
      } else if (child !== undefined) {
        enter(child);
      } else {
        events.endElement(step.name);
        left(step.element);
        walk.pop();
        this.open.pop();
      }
    }
  }
}

function nameOf({ namespace, local }: QName): XmlName {
  return { namespace, local, raw: local };
}

function attributeOf({ name, value }: XmlElement["attributes"][number]): XmlAttributeEvent {
  return { name: nameOf(name), value };
}
