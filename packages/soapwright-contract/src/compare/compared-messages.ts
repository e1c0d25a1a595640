/** The comparison of one operation in two contracts: its binding, parts, header blocks, MIME parts and faults. */
import { typeWords } from "../element-graph/type-words";
import type { AttachedPart, BindingMessage, BindingOperation, HeaderBlock, Part } from "../wsdl/definitions";
import type { Names } from "./compared-names";
import { paired, reordered } from "./judgement";
import type { Carried, Directions, Listener } from "./listener";
import type { TypeComparison } from "./types";

/** The compared properties of a header block. */
export interface HeaderTerms extends Pick<HeaderBlock, "part" | "use" | "namespace" | "required"> {
  readonly faults: readonly { readonly part: Part }[];
}
/** The compared properties of a message. */
export interface MessageTerms
  extends Pick<BindingMessage, "use" | "parts" | "namespace" | "encodingStyle" | "attachments"> {
  readonly headers: readonly HeaderTerms[];
}
/** The compared properties of a fault. */
export interface FaultTerms {
  readonly use: "literal" | "encoded";
  readonly namespace: string;
  readonly fault: {
    readonly name: string;
    readonly documentation?: string;
    readonly message: { readonly parts: readonly Part[] };
  };
}
/** The compared properties of an operation: a `BindingOperation`, or an operation of tables. */
export interface OperationTerms
  extends Pick<BindingOperation, "style" | "soapAction" | "soapActionRequired" | "documentation"> {
  readonly operation: { readonly safe: boolean; readonly documentation?: string };
  readonly input: MessageTerms;
  readonly output?: MessageTerms;
  readonly faults: readonly FaultTerms[];
}

/** The comparisons and the listener that operations share. */
export interface OperationContext {
  /** The comparisons for types that callers write and read; the same object if each change is judged once. */
  readonly types: { readonly written: TypeComparison; readonly read: TypeComparison };
  readonly names: Names;
  readonly changes: Listener;
}

const written: Directions = { written: true, read: false };
const read: Directions = { written: false, read: true };
const both = { writers: true, readers: true } as const;

/** Compares an operation of both contracts. `version`: the SOAP version of both, undefined if they share none. */
export function compareOperation(
  where: string,
  old: OperationTerms,
  now: OperationTerms,
  version: "1.1" | "1.2" | undefined,
  context: OperationContext,
): void {
  const { changes } = context;
  if (version !== undefined) compareActions(where, old, now, version, changes);
  const documentationOf = (each: OperationTerms) => each.operation.documentation ?? each.documentation;
  changes.documentation(where, documentationOf(old), documentationOf(now));
  if (old.style !== now.style || old.input.use !== now.input.use)
    changes.breaking(where, `${old.style}/${old.input.use} -> ${now.style}/${now.input.use}`, "callers");
  if (changes.carried?.({ of: "style", old: old.style, now: now.style }) === false) return;
  if ((old.output === undefined) !== (now.output === undefined))
    changes.breaking(where, now.output ? "responds from now on" : "one-way from now on", "callers");
  if (old.operation.safe !== now.operation.safe)
    changes.compatible(where, now.operation.safe ? "safe to repeat from now on" : "not safe to repeat any more");
  const messages = new MessageComparison(where, old.style, context);
  messages.compare(old.input, now.input, written);
  messages.compare(old.output, now.output, read);
  if (old.output && now.output && old.output.use !== now.output.use && old.input.use === now.input.use)
    changes.breaking(`${where} result`, `${old.output.use} -> ${now.output.use}`, "callers");
  messages.compareFaults(old.faults, now.faults);
}

/** SOAP 1.1, 6.1.1: the SOAPAction header field; SOAP 1.2: the `action` of the content type, if it is required. */
function compareActions(
  where: string,
  old: OperationTerms,
  now: OperationTerms,
  version: "1.1" | "1.2",
  changes: Listener,
): void {
  const [before, after] = [old.soapAction ?? "", now.soapAction ?? ""];
  changes.carried?.({ of: "SOAPAction", old: before, now: after });
  if (before !== after) {
    const what = `SOAPAction of SOAP ${version} "${before}" -> "${after}"`;
    changes.breaking(where, what, "callers", "clients in use send the old one");
  }
  if (old.soapActionRequired === now.soapActionRequired || before === "" || after === "") return;
  if (now.soapActionRequired)
    changes.breaking(where, "soapActionRequired from now on", "callers", "clients in use do not send the action");
  else changes.compatible(where, "soapActionRequired no more", "clients in use send the action, which is allowed");
}

class MessageComparison {
  constructor(
    private readonly operation: string,
    private readonly style: "document" | "rpc",
    private readonly context: OperationContext,
  ) {}

  compare(old: MessageTerms | undefined, now: MessageTerms | undefined, directions: Directions): void {
    const { changes } = this.context;
    const isWanted = this.#isWanted({ of: "message", directions, ...(old && { old }), ...(now && { now }) });
    if (old === undefined || now === undefined || !isWanted) return;
    const where = `${this.operation}${directions.written ? "" : " result"}`;
    // WSDL 1.1, section 3.5: the namespace applies to the rpc wrapper and to encoded parts.
    if (this.style === "rpc" || old.use === "encoded") this.#namespaces(old, now, where);
    if (this.style === "rpc")
      changes.carried?.({ of: "namespace", directions, old: old.namespace, now: now.namespace });
    if (old.use === "encoded" && now.use === "encoded" && old.encodingStyle !== now.encodingStyle) {
      const what = `encodingStyle ${old.encodingStyle ?? "none"} -> ${now.encodingStyle ?? "none"}`;
      changes.breaking(where, what, "callers");
    }
    this.#parts(old.parts, now.parts, where, directions);
    this.#headers(old.headers, now.headers, where, directions);
    this.#attachments(old.attachments, now.attachments, where, directions);
  }

  compareFaults(old: readonly FaultTerms[], now: readonly FaultTerms[]): void {
    for (const { name, old: before, now: after } of paired(old, now, ({ fault }) => fault.name)) {
      const [was, is] = [before, after].map((each) => each?.fault.message.parts[0]);
      const isWanted = this.#isWanted({ of: "fault", directions: read, name, old: was, now: is });
      if (isWanted) this.#fault(`${this.operation} fault ${name}`, before, after);
    }
  }

  #fault(where: string, old: FaultTerms | undefined, now: FaultTerms | undefined): void {
    const { changes } = this.context;
    if (now === undefined) changes.breaking(where, "fault removed", "TypeScript users", "the same on the wire");
    else if (old === undefined) changes.compatible(where, "fault added");
    if (old === undefined || now === undefined) return;
    changes.documentation(where, old.fault.documentation, now.fault.documentation);
    if (old.use !== now.use) changes.judged(where, `${old.use} -> ${now.use}`, read, both);
    const [before, after] = [old.fault.message.parts[0], now.fault.message.parts[0]];
    if (before && after) {
      this.#part(before, after, where, read);
      if (before.of === "type" && after.of === "type") this.#namespaces(old, now, where);
    } else if (before) changes.judged(where, "detail removed", read, both);
    else if (after) changes.judged(where, "detail added", read, {});
  }

  #namespaces(old: { readonly namespace: string }, now: { readonly namespace: string }, where: string): void {
    const { names, changes } = this.context;
    if (names.areSameNamespaces(old.namespace, now.namespace)) return;
    changes.breaking(where, `namespace ${old.namespace || "none"} -> ${now.namespace || "none"}`, "callers");
  }

  /** Pairs parts by name in rpc style, where names are on the wire, and by position in document style. */
  #parts(old: readonly Part[], now: readonly Part[], where: string, directions: Directions): void {
    const { changes } = this.context;
    const isRpc = this.style === "rpc";
    const placed = (parts: readonly Part[]) =>
      parts.map((each, at) => ({ part: each, key: isRpc ? each.name : String(at) }));
    for (const pair of paired(placed(old), placed(now), ({ key }) => key)) {
      const [part, other] = [pair.old?.part, pair.now?.part];
      const name = (part ?? other)?.name ?? "";
      if (!this.#isWanted({ of: "part", directions, name, old: part, now: other })) continue;
      const place = isRpc && part ? `${where}.${name}` : where;
      if (part && other) this.#part(part, other, place, directions);
      else if (part) changes.judged(place, `${partWords(part)} removed`, directions, both);
      else if (other) changes.judged(place, `${partWords(other)} added`, directions, { writers: true });
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
    const { changes } = this.context;
    const types = directions.written ? this.context.types.written : this.context.types.read;
    changes.documentation(where, old.documentation, now.documentation);
    if (old.of === "element" && now.of === "element") {
      if (old.element.name.local !== now.element.name.local) {
        const what = `element ${old.element.name.local} -> ${now.element.name.local}`;
        changes.judged(where, what, directions, both);
      }
      types.elements(old.element, now.element, old.element.name.local, directions);
    } else if (old.of === "type" && now.of === "type") {
      // WSDL 1.1, section 3.5: in document style the element is named after the part.
      if (old.name !== now.name) changes.judged(where, `part ${old.name} -> ${now.name}`, directions, both);
      types.types(old.type, now.type, where, directions);
    } else changes.judged(where, `${partWords(old)} -> ${partWords(now)}`, directions, both);
  }

  #headers(old: readonly HeaderTerms[], now: readonly HeaderTerms[], where: string, directions: Directions): void {
    const { changes } = this.context;
    for (const { name, old: block, now: other } of paired(old, now, ({ part }) => partName(part))) {
      if (!this.#isWanted({ of: "header", directions, name, old: block?.part, now: other?.part })) continue;
      if (block && other) this.#header(block, other, where, directions);
      else if (block) changes.judged(where, `header ${name} removed`, directions, both);
      else if (other) {
        const why = other.required ? "the service asks for it" : "the service may ask for it";
        changes.judged(where, `header ${name} added`, directions, { writers: true, why });
      }
    }
  }

  #header(old: HeaderTerms, now: HeaderTerms, where: string, directions: Directions): void {
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
    for (const fault of paired(old.faults, now.faults, ({ part }) => partName(part)))
      if (!fault.old || !fault.now)
        changes.compatible(place, `headerfault ${fault.name} ${fault.old ? "removed" : "added"}`);
  }

  /** WSDL 1.1, section 5.4: MIME parts beside the envelope. */
  #attachments(
    old: readonly AttachedPart[],
    now: readonly AttachedPart[],
    where: string,
    directions: Directions,
  ): void {
    for (const { name, old: part, now: other } of paired(old, now, (each) => each.part.name)) {
      if (!this.#isWanted({ of: "attachment", directions, name, old: part?.part, now: other?.part })) continue;
      const [before, after] = [part, other].map((each) => each && (each.contentTypes.join(", ") || "any"));
      if (before === after) continue;
      const what = before && after ? `${before} -> ${after}` : before ? "removed" : "added";
      this.context.changes.judged(where, `attachment ${name} ${what}`, directions, both);
    }
  }

  #isWanted(carried: Carried): boolean {
    return this.context.changes.carried?.(carried) !== false;
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
