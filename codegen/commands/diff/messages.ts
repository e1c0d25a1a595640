/** What the messages of an operation carry in two WSDLs: parts, header blocks, faults. */

import { reordered } from "../../compare/judgement";
import type { Directions } from "../../compare/listener";
import type { Names } from "../../compare/names";
import type { TypeComparison } from "../../compare/types";
import { typeWords } from "../../payload/type-words";
import type { AttachedPart, BindingFault, BindingMessage, HeaderBlock, Part } from "../../wsdl/definitions";
import type { Changes } from "./change";

export const written: Directions = { written: true, read: false };
export const read: Directions = { written: false, read: true };

const both = { writers: true, readers: true } as const;

interface MessageContext {
  readonly types: TypeComparison;
  readonly names: Names;
  readonly changes: Changes;
}

export class MessageComparison {
  constructor(
    private readonly operation: string,
    private readonly style: "document" | "rpc",
    private readonly context: MessageContext,
  ) {}

  compare(old: BindingMessage, now: BindingMessage, directions: Directions): void {
    const where = `${this.operation}${directions.written ? "" : " result"}`;
    // Section 3.5: the namespace of the rpc wrapper, and of encoded parts.
    if (this.style === "rpc" || old.use === "encoded") this.#namespaces(old, now, where);
    if (old.use === "encoded" && now.use === "encoded" && old.encodingStyle !== now.encodingStyle) {
      const what = `encodingStyle ${old.encodingStyle ?? "none"} -> ${now.encodingStyle ?? "none"}`;
      this.context.changes.breaking(where, what, "callers");
    }
    this.#parts(old.parts, now.parts, where, directions);
    this.#headers(old.headers, now.headers, where, directions);
    this.#attachments(old.attachments, now.attachments, where, directions);
  }

  compareFaults(old: readonly BindingFault[], now: readonly BindingFault[]): void {
    const { changes } = this.context;
    for (const bound of old) {
      const { fault } = bound;
      const other = now.find((each) => each.fault.name === fault.name);
      const where = `${this.operation} fault ${fault.name}`;
      if (!other) {
        changes.breaking(where, "fault removed", "TypeScript users", "the same on the wire");
        continue;
      }
      changes.documentation(where, fault.documentation, other.fault.documentation);
      if (bound.use !== other.use) changes.judged(where, `${bound.use} -> ${other.use}`, read, both);
      const [before, after] = [fault.message.parts[0], other.fault.message.parts[0]];
      if (before && after) {
        this.#part(before, after, where, read);
        if (before.of === "type" && after.of === "type") this.#namespaces(bound, other, where);
      } else if (before) changes.judged(where, "detail removed", read, both);
      else if (after) changes.judged(where, "detail added", read, {});
    }
    for (const { fault } of now) {
      if (!old.some((each) => each.fault.name === fault.name))
        changes.compatible(`${this.operation} fault ${fault.name}`, "fault added");
    }
  }

  #namespaces(old: { readonly namespace: string }, now: { readonly namespace: string }, where: string): void {
    const { names, changes } = this.context;
    if (names.areSameNamespaces(old.namespace, now.namespace)) return;
    changes.breaking(where, `namespace ${old.namespace || "none"} -> ${now.namespace || "none"}`, "callers");
  }

  /** In rpc style parts are named on the wire; in document style they are elements, one after the other. */
  #parts(old: readonly Part[], now: readonly Part[], where: string, directions: Directions): void {
    const { changes } = this.context;
    const isRpc = this.style === "rpc";
    for (const [at, part] of old.entries()) {
      const other = isRpc ? now.find(({ name }) => name === part.name) : now[at];
      const place = isRpc ? `${where}.${part.name}` : where;
      if (other) this.#part(part, other, place, directions);
      else changes.judged(place, `${partWords(part)} removed`, directions, both);
    }
    for (const [at, part] of now.entries()) {
      const isKnown = isRpc ? old.some(({ name }) => name === part.name) : at < old.length;
      if (!isKnown) changes.judged(where, `${partWords(part)} added`, directions, { writers: true });
    }
    if (isRpc) this.#order(old, now, where, directions);
  }

  #order(old: readonly Part[], now: readonly Part[], where: string, directions: Directions): void {
    const namesIn = (parts: readonly Part[]): string[] => parts.map(({ name }) => name);
    const places = reordered(namesIn(old), namesIn(now));
    if (places === undefined) return;
    const what = `reordered: ${places.now} now comes before ${places.old}`;
    this.context.changes.judged(where, what, directions, { writers: true, why: "clients in use write the old order" });
  }

  #part(old: Part, now: Part, where: string, directions: Directions): void {
    const { changes, types } = this.context;
    changes.documentation(where, old.documentation, now.documentation);
    if (old.of === "element" && now.of === "element") {
      if (old.element.name.local !== now.element.name.local) {
        const what = `element ${old.element.name.local} -> ${now.element.name.local}`;
        changes.judged(where, what, directions, both);
      }
      types.elements(old.element, now.element, old.element.name.local, directions);
    } else if (old.of === "type" && now.of === "type") {
      // Section 3.5: in document style the element is named after the part.
      if (old.name !== now.name) changes.judged(where, `part ${old.name} -> ${now.name}`, directions, both);
      types.types(old.type, now.type, where, directions);
    } else changes.judged(where, `${partWords(old)} -> ${partWords(now)}`, directions, both);
  }

  #headers(old: readonly HeaderBlock[], now: readonly HeaderBlock[], where: string, directions: Directions): void {
    const { changes } = this.context;
    for (const block of old) {
      const name = partName(block.part);
      const other = now.find(({ part }) => partName(part) === name);
      if (other) this.#header(block, other, where, directions);
      else changes.judged(where, `header ${name} removed`, directions, both);
    }
    for (const { part, required } of now) {
      if (old.some((each) => partName(each.part) === partName(part))) continue;
      const why = required ? "the service asks for it" : "the service may ask for it";
      changes.judged(where, `header ${partName(part)} added`, directions, { writers: true, why });
    }
  }

  #header(old: HeaderBlock, now: HeaderBlock, where: string, directions: Directions): void {
    const { changes } = this.context;
    const place = `${where} header ${partName(old.part)}`;
    this.#part(old.part, now.part, place, directions);
    if (old.use !== now.use) changes.judged(place, `${old.use} -> ${now.use}`, directions, both);
    if (old.part.of === "type" && now.part.of === "type") this.#namespaces(old, now, place);
    if (old.required !== now.required) {
      const why = "clients in use may leave it out";
      if (now.required && directions.written) changes.breaking(place, "required from now on", "writers", why);
      else changes.compatible(place, now.required ? "required from now on" : "not required any more");
    }
    const faultNames = ({ faults }: HeaderBlock): string[] => faults.map(({ part }) => partName(part));
    const [before, after] = [faultNames(old), faultNames(now)];
    for (const name of before.filter((each) => !after.includes(each)))
      changes.compatible(place, `headerfault ${name} removed`);
    for (const name of after.filter((each) => !before.includes(each)))
      changes.compatible(place, `headerfault ${name} added`);
  }

  #attachments(
    old: readonly AttachedPart[],
    now: readonly AttachedPart[],
    where: string,
    directions: Directions,
  ): void {
    const { changes } = this.context;
    const like = (parts: readonly AttachedPart[], name: string): AttachedPart | undefined =>
      parts.find(({ part }) => part.name === name);
    for (const { part, contentTypes } of old) {
      const other = like(now, part.name);
      if (other === undefined) {
        changes.judged(where, `attachment ${part.name} removed`, directions, both);
        continue;
      }
      const [before, after] = [contentTypes, other.contentTypes].map((types) => types.join(", ") || "any");
      if (before !== after) changes.judged(where, `attachment ${part.name} ${before} -> ${after}`, directions, both);
    }
    for (const { part } of now)
      if (like(old, part.name) === undefined) changes.judged(where, `attachment ${part.name} added`, directions, both);
  }
}

function partName(part: Part): string {
  return part.of === "element" ? part.element.name.local : part.name;
}

function partWords(part: Part): string {
  return part.of === "element"
    ? `element ${part.element.name.local}`
    : `part ${part.name} of type ${typeWords(part.type)}`;
}
