/** Resolves references by `href` and `id` to values elsewhere in the Body (SOAP 1.1, 5.4.1; SOAP 1.2 Part 2, 3.1.5). */
import { ResponseError } from "../../errors/response-error";
import type { XmlEvents } from "../../xml/events";
import { isBlank } from "../../xsd/built-ins";
import { ENCODING_12 } from "../schema-namespaces";
import type { DecodeScope } from "../scope";
import type { XmlElement } from "../tables/table-values";
import { Replay } from "./replay";

export interface MultiRefLimits {
  /** A shared value counts for each reference. */
  readonly maxElements: number;
  /** The unit is characters of the Body's text and attribute values. Each reference repeats its target. */
  readonly maxAddedText: number;
  readonly maxDepth: number;
  /** Position of the message, for errors. */
  readonly position: ReturnType<DecodeScope["position"]>;
  /** Receives the elements that references lead to. */
  readonly used?: Set<XmlElement> | undefined;
}
const DEFAULTS: MultiRefLimits = {
  maxElements: 1_000_000,
  maxAddedText: 8 * 1024 * 1024,
  maxDepth: 256,
  position: { line: 1, column: 1 },
};

/**
 * Emits the events of `root`, an element of `body`, with every reference replaced by its target. Returns the receiver,
 * which `start` creates with its scope.
 *
 * @throws ResponseError `value` for a reference without a target, to itself or with content, and for a repeated id;
 * `limit` for a tree that exceeds the limits.
 */
export function replayReferences<E extends XmlEvents>(
  body: XmlElement,
  root: XmlElement,
  start: (scope: DecodeScope) => E,
  options: Partial<MultiRefLimits> = {},
): E {
  const all = { ...DEFAULTS, ...options };
  const replay = new Replay(all.position);
  const events = start(replay);
  const references = new References(body, all);
  replay.run(
    root,
    events,
    (element) => references.enter(element),
    () => references.leave(),
  );
  return events;
}

class References {
  private readonly targets = new Map<string, XmlElement>();
  private readonly limits: MultiRefLimits;
  private readonly path: { readonly name: string; readonly targets: readonly XmlElement[] }[] = [];
  private readonly active = new Set<XmlElement>();
  private count = 0;
  /** The unit is characters. */
  private room: number;

  constructor(body: XmlElement, limits: MultiRefLimits) {
    this.limits = limits;
    this.room = limits.maxAddedText;
    const waiting: XmlElement[] = [body];
    for (let element = waiting.pop(); element !== undefined; element = waiting.pop()) {
      this.room += textLength(element);
      const id = attribute(element, "id");
      if (id !== undefined) {
        if (this.targets.has(id)) throw this.error("value", "two elements have the same id");
        this.targets.set(id, element);
      }
      for (const child of element.children) if (typeof child !== "string") waiting.push(child);
    }
  }

  enter(element: XmlElement): XmlElement {
    this.countOne();
    if (this.path.length >= this.limits.maxDepth)
      throw this.error("limit", `elements nested deeper than ${this.limits.maxDepth}`);
    const targets: XmlElement[] = [];
    let content = element;
    this.path.push({ name: element.name.local, targets });
    for (let id = referenceOf(content); id !== undefined; id = referenceOf(content)) {
      // References to references count too: many of them may lead through one long chain.
      this.countOne();
      if (!content.children.every(isBlankText)) throw this.error("value", "a reference has content of its own");
      const target = this.targets.get(id);
      if (target === undefined) throw this.error("value", "a reference to an id that no element has");
      if (this.active.has(target)) throw this.error("value", "a reference to an element that contains it");
      this.active.add(target);
      this.limits.used?.add(target);
      targets.push(target);
      content = target;
    }
    this.room -= textLength(content);
    if (this.room < 0) {
      throw this.error("limit", `references add more than ${this.limits.maxAddedText} characters to the text`);
    }
    return withoutReferences(content);
  }

  private countOne(): void {
    this.count++;
    if (this.count > this.limits.maxElements)
      throw this.error("limit", `more than ${this.limits.maxElements} elements`);
  }

  leave(): void {
    for (const target of this.path.pop()!.targets) this.active.delete(target);
  }

  private error(reason: "value" | "limit", message: string): ResponseError {
    const path = this.path.map(({ name }) => name).join("/");
    const { line, column } = this.limits.position;
    const text = `The response cannot be read at ${path === "" ? "Body" : path}: ${message} (line ${line}, column ${column}).`;
    return new ResponseError(text, { reason, path, line, column });
  }
}

function isBlankText(child: string | XmlElement): boolean {
  return typeof child === "string" && isBlank(child);
}

function textLength({ attributes, children }: XmlElement): number {
  let length = 0;
  for (const { value } of attributes) length += value.length;
  for (const child of children) if (typeof child === "string") length += child.length;
  return length;
}

function attribute(element: XmlElement, local: string): string | undefined {
  return element.attributes.find(
    ({ name }) => name.local === local && (name.namespace === "" || name.namespace === ENCODING_12),
  )?.value;
}

function referenceOf(element: XmlElement): string | undefined {
  const href = element.attributes.find(({ name }) => name.local === "href" && name.namespace === "")?.value;
  if (href !== undefined) return href.startsWith("#") ? href.slice(1) : href;
  return element.attributes.find(({ name }) => name.local === "ref" && name.namespace === ENCODING_12)?.value;
}

const REFERENCE_ATTRIBUTES = new Set(["id", "href"]);

function withoutReferences(element: XmlElement): XmlElement {
  const attributes = element.attributes.filter(({ name }) =>
    name.namespace === ""
      ? !REFERENCE_ATTRIBUTES.has(name.local)
      : name.namespace !== ENCODING_12 || name.local !== "id",
  );
  return attributes.length === element.attributes.length ? element : { ...element, attributes };
}
