import { describeType } from "../graph/descriptions";
import type {
  AttachedPart,
  BindingFault,
  BindingMessage,
  BindingOperation,
  HeaderBlock,
  Part,
} from "../wsdl/definitions";
import { type Changes, ComparedPlace, type Directions, type Names, paired } from "./change";
import type { TypeComparison } from "./types";

export interface OperationContext {
  readonly types: TypeComparison;
  readonly names: Names;
  readonly changes: Changes;
}

const written: Directions = { written: true, read: false };
const read: Directions = { written: false, read: true };

/**
 * Compares the binding, parts, header blocks, MIME parts and faults of an operation. `version` is the SOAP version of
 * both, undefined if they share none.
 */
export function compareOperation(
  where: string,
  old: BindingOperation,
  now: BindingOperation,
  version: "1.1" | "1.2" | undefined,
  context: OperationContext,
): void {
  const { changes } = context;
  if (version !== undefined) compareActions(where, old, now, version, context);
  const documentationOf = (each: BindingOperation) => each.operation.documentation ?? each.documentation;
  changes.compareDocumentation(where, documentationOf(old), documentationOf(now));
  if (old.style !== now.style || old.input.use !== now.input.use)
    changes.addBreaking(
      where,
      "style-changed",
      `${old.style}/${old.input.use} -> ${now.style}/${now.input.use}`,
      "callers",
    );
  if ((old.output === undefined) !== (now.output === undefined))
    changes.addBreaking(
      where,
      "response-changed",
      now.output ? "responds from now on" : "one-way from now on",
      "callers",
    );
  if (old.operation.safe !== now.operation.safe)
    changes.addCompatible(
      where,
      "safety-changed",
      now.operation.safe ? "safe to repeat from now on" : "not safe to repeat any more",
    );
  const messages = new MessageComparison(where, old.style, context);
  messages.compare(old.input, now.input, written);
  messages.compare(old.output, now.output, read);
  if (old.output && now.output && old.output.use !== now.output.use && old.input.use === now.input.use)
    changes.addBreaking(`${where} result`, "result-use-changed", `${old.output.use} -> ${now.output.use}`, "callers");
  messages.compareFaults(old.faults, now.faults);
}

/** SOAP 1.1, 6.1.1: the SOAPAction header field; SOAP 1.2: the `action` of the content type, if it is required. */
function compareActions(
  where: string,
  old: BindingOperation,
  now: BindingOperation,
  version: "1.1" | "1.2",
  { names, changes }: OperationContext,
): void {
  const [before, after] = [names.movedAction(old.soapAction ?? ""), now.soapAction ?? ""];
  if (before !== after) {
    changes.addBreaking(
      where,
      "soap-action-changed",
      `SOAPAction of SOAP ${version} "${before}" -> "${after}"`,
      "callers",
      "clients in use send the old one",
    );
  }
  if (old.soapActionRequired === now.soapActionRequired || before === "" || after === "") return;
  if (now.soapActionRequired)
    changes.addBreaking(
      where,
      "soap-action-required",
      "soapActionRequired from now on",
      "callers",
      "clients in use do not send the action",
    );
  else
    changes.addCompatible(
      where,
      "soap-action-optional",
      "soapActionRequired no more",
      "clients in use send the action, which is allowed",
    );
}

class MessageComparison {
  constructor(
    private readonly operation: string,
    private readonly style: "document" | "rpc",
    private readonly context: OperationContext,
  ) {}

  compare(old: BindingMessage | undefined, now: BindingMessage | undefined, directions: Directions): void {
    const { changes } = this.context;
    if (old === undefined || now === undefined) return;
    const where = `${this.operation}${directions.written ? "" : " result"}`;
    const at = new ComparedPlace(changes, where, directions);
    // WSDL 1.1, section 3.5: the namespace applies to the rpc wrapper and to encoded parts.
    if (this.style === "rpc" || old.use === "encoded") this.#compareNamespaces(old, now, where);
    if (old.use === "encoded" && now.use === "encoded" && old.encodingStyle !== now.encodingStyle) {
      changes.addBreaking(
        where,
        "encoding-style-changed",
        `encodingStyle ${old.encodingStyle ?? "none"} -> ${now.encodingStyle ?? "none"}`,
        "callers",
      );
    }
    this.#compareParts(old.parts, now.parts, at);
    this.#compareHeaders(old.headers, now.headers, at);
    this.#compareAttachments(old.attachments, now.attachments, at);
  }

  compareFaults(old: readonly BindingFault[], now: readonly BindingFault[]): void {
    for (const { name, old: before, now: after } of paired(old, now, ({ fault }) => fault.name))
      this.#compareFault(
        new ComparedPlace(this.context.changes, `${this.operation} fault ${name}`, read),
        before,
        after,
      );
  }

  #compareFault(at: ComparedPlace, old: BindingFault | undefined, now: BindingFault | undefined): void {
    const { changes, where } = at;
    if (now === undefined)
      changes.addBreaking(where, "fault-removed", "fault removed", "TypeScript users", "the same on the wire");
    else if (old === undefined) changes.addCompatible(where, "fault-added", "fault added");
    if (old === undefined || now === undefined) return;
    at.compareDocumentation(old.fault.documentation, now.fault.documentation);
    if (old.use !== now.use) at.addBreaking("fault-use-changed", `${old.use} -> ${now.use}`);
    const [before, after] = [old.fault.message.parts[0], now.fault.message.parts[0]];
    if (before && after) {
      this.#comparePart(before, after, at);
      if (before.of === "type" && after.of === "type") this.#compareNamespaces(old, now, where);
    } else if (before) at.addBreaking("fault-detail-removed", "detail removed");
    else if (after) at.judge("fault-detail-added", "detail added", {});
  }

  #compareNamespaces(old: { readonly namespace: string }, now: { readonly namespace: string }, where: string): void {
    const { names, changes } = this.context;
    const what = names.movement(old.namespace, now.namespace);
    if (what !== undefined) changes.addBreaking(where, "binding-namespace-moved", what, "callers");
  }

  /** Pairs parts by name in rpc style, where names are on the wire, and by position in document style. */
  #compareParts(old: readonly Part[], now: readonly Part[], at: ComparedPlace): void {
    const isRpc = this.style === "rpc";
    const placed = (parts: readonly Part[]) =>
      parts.map((each, at) => ({ part: each, key: isRpc ? each.name : String(at) }));
    for (const pair of paired(placed(old), placed(now), ({ key }) => key)) {
      const [part, other] = [pair.old?.part, pair.now?.part];
      const place = isRpc && part ? at.below(part.name) : at;
      if (part && other) this.#comparePart(part, other, place);
      else if (part) place.addBreaking("part-removed", `${describePart(part)} removed`);
      else if (other) place.judge("part-added", `${describePart(other)} added`, { writers: true });
    }
    if (isRpc)
      at.compareOrder(
        old.map(({ name }) => name),
        now.map(({ name }) => name),
      );
  }

  #comparePart(old: Part, now: Part, at: ComparedPlace): void {
    const { types } = this.context;
    at.compareDocumentation(old.documentation, now.documentation);
    if (old.of === "element" && now.of === "element") {
      if (old.element.name.local !== now.element.name.local) {
        at.addBreaking("part-element-changed", `element ${old.element.name.local} -> ${now.element.name.local}`);
      }
      types.compareElements(old.element, now.element, at.at(old.element.name.local));
    } else if (old.of === "type" && now.of === "type") {
      // WSDL 1.1, section 3.5: in document style the element is named after the part.
      if (old.name !== now.name) at.addBreaking("part-renamed", `part ${old.name} -> ${now.name}`);
      types.compareTypes(old.type, now.type, at);
    } else at.addBreaking("part-kind-changed", `${describePart(old)} -> ${describePart(now)}`);
  }

  #compareHeaders(old: readonly HeaderBlock[], now: readonly HeaderBlock[], at: ComparedPlace): void {
    for (const { name, old: block, now: other } of paired(old, now, ({ part }) => partName(part))) {
      if (block && other) this.#compareHeader(block, other, at);
      else if (block) at.addBreaking("header-removed", `header ${name} removed`);
      else if (other) {
        const why = other.required ? "the service asks for it" : "the service may ask for it";
        at.judge("header-added", `header ${name} added`, { writers: true, why });
      }
    }
  }

  #compareHeader(old: HeaderBlock, now: HeaderBlock, at: ComparedPlace): void {
    const { changes } = this.context;
    const place = at.at(`${at.where} header ${partName(old.part)}`);
    this.#comparePart(old.part, now.part, place);
    if (old.use !== now.use) place.addBreaking("header-use-changed", `${old.use} -> ${now.use}`);
    if (old.part.of === "type" && now.part.of === "type") this.#compareNamespaces(old, now, place.where);
    if (old.required !== now.required) {
      const why = "clients in use may leave it out";
      if (!now.required) changes.addCompatible(place.where, "header-optional", "not required any more");
      else place.judge("header-required", "required from now on", at.directions.written ? { writers: true, why } : {});
    }
    for (const fault of paired(old.faults, now.faults, ({ part }) => partName(part)))
      if (!fault.old || !fault.now)
        changes.addCompatible(
          place.where,
          "header-fault-changed",
          `headerfault ${fault.name} ${fault.old ? "removed" : "added"}`,
        );
  }

  /** WSDL 1.1, section 5.4: MIME parts beside the envelope. */
  #compareAttachments(old: readonly AttachedPart[], now: readonly AttachedPart[], at: ComparedPlace): void {
    for (const { name, old: part, now: other } of paired(old, now, (each) => each.part.name)) {
      const [before, after] = [part, other].map((each) => each && (each.contentTypes.join(", ") || "any"));
      if (before === after) continue;
      const what = before && after ? `${before} -> ${after}` : before ? "removed" : "added";
      at.addBreaking("attachment-changed", `attachment ${name} ${what}`);
    }
  }
}

function partName(part: Part): string {
  return part.of === "element" ? part.element.name.local : part.name;
}

function describePart(part: Part): string {
  return part.of === "element"
    ? `element ${part.element.name.local}`
    : `part ${part.name} of type ${describeType(part.type)}`;
}
