/** Compares the operations of the client's tables with those of the live ones. */
import type { AttachmentNode, ElementNode, MessageNode, OperationNode, ServiceNode } from "../../src/schema/codec";
import { plainElements } from "../../src/tool-imports";
import type { QName } from "../xml/qname";
import type { ClientTypes } from "./client-types";
import type { LiveContract, UnreadDocument } from "./live-contract";
import type { ContractReport } from "./report";
import { type Rename, renamed } from "./table-components";
import { type Message, messageWords } from "./words";

type SoapVersion = "1.1" | "1.2";

/** What an operation is compared by. */
export interface ComparisonTerms {
  readonly service: ServiceNode;
  /** The SOAP version that the client speaks: what is wrong with another one is a warning. */
  readonly soapVersion: SoapVersion;
  readonly rename: Rename;
  readonly live: LiveContract;
  readonly types: ClientTypes;
  readonly report: ContractReport;
}

/** Compares every operation of the tables, in every SOAP version that they have. */
export function compareOperations(terms: ComparisonTerms): void {
  const { service, soapVersion, live, report } = terms;
  const versions = new Set([soapVersion, ...service.ports.map((port) => port.soapVersion)]);
  for (const version of versions) {
    const severity = version === soapVersion ? "error" : "warning";
    const bound = live.services.filter(({ ports }) => ports.some((port) => port.soapVersion === version));
    if (bound.length === 0) {
      const text = `The service's WSDL has no binding for SOAP ${version} any more. Set soapVersion to one that it has.`;
      addUnlessUnread(terms, () => report.add(severity, "soap-version-missing", version, text));
      continue;
    }
    const known = new Map<string, OperationNode[]>();
    for (const operation of bound.flatMap(({ operations }) => operations)) {
      const same = known.get(operation.name);
      if (same === undefined) known.set(operation.name, [operation]);
      else same.push(operation);
    }
    for (const operation of service.operations) {
      const found = bestOf(known.get(operation.name) ?? [], operation, version, terms);
      if (found !== undefined) compareOperation(operation, found, version, severity, terms);
      else {
        const text = `The operation ${operation.name} is not in the service's WSDL any more. Calls of it fail: generate the client anew.`;
        addUnlessUnread(terms, () => report.add(severity, "operation-missing", operation.name, text));
      }
    }
  }
  const own = new Set(service.operations.map(({ name }) => name));
  for (const name of live.operationNames) if (!own.has(name)) report.countUnknown("operation", name);
}

/** What seems to be missing may stand in a WSDL that is imported and was not read. */
function addUnlessUnread({ live, report }: ComparisonTerms, add: () => void): void {
  const unread = live.unread.find(({ kind }) => kind === "wsdl");
  if (unread === undefined) add();
  else report.leaveOut(unreadWords(unread));
}

function unreadWords({ place, reason }: UnreadDocument): string {
  return `${place} was not read, because ${reason}`;
}

/** Of several bindings and overloads the one whose request is the same, else whose SOAPAction is. */
function bestOf(
  candidates: readonly OperationNode[],
  operation: OperationNode,
  version: SoapVersion,
  { rename, service }: ComparisonTerms,
): OperationNode | undefined {
  if (candidates.length < 2) return candidates[0];
  const wanted = bodyKey(operation, rename);
  const sameBody = candidates.filter((candidate) => bodyKey(candidate, (namespace) => namespace) === wanted);
  const left = sameBody.length === 0 ? candidates : sameBody;
  const action = movedAction(operation.soapAction[version] ?? "", service, rename);
  return left.find(({ soapAction }) => (soapAction[version] ?? "") === action) ?? left[0];
}

function bodyKey({ input }: OperationNode, rename: Rename): string {
  return input.body.map(({ name }) => keyOf(renamed(name, rename))).join(" ");
}

function compareOperation(
  operation: OperationNode,
  found: OperationNode,
  version: SoapVersion,
  severity: "error" | "warning",
  terms: ComparisonTerms,
): void {
  const { report, service, rename } = terms;
  const { name } = operation;
  const action = movedAction(operation.soapAction[version] ?? "", service, rename);
  const liveAction = found.soapAction[version] ?? "";
  if (liveAction !== action) {
    const text = `The SOAPAction of ${name} in SOAP ${version} is "${liveAction}" in the service's WSDL and "${action}" in this client.`;
    report.add(severity, "soap-action-differs", `${name} ${version}`, `${text} Generate the client anew.`);
  }
  if (found.style !== operation.style) {
    const text = `The style of ${name} is ${found.style} in the service's WSDL and ${operation.style} in this client. Generate the client anew.`;
    report.add(severity, "style-differs", name, text);
    return;
  }
  const comparison = new OperationComparison(operation, found, terms);
  comparison.message(operation.input, found.input, { direction: "request", operation: name });
  if (operation.output !== undefined)
    comparison.message(operation.output, found.output, { direction: "response", operation: name });
  comparison.faults();
}

/** As `SoapPort` moves it. */
function movedAction(action: string, { targetNamespace }: ServiceNode, rename: Rename): string {
  return action.startsWith(targetNamespace) ? rename(targetNamespace) + action.slice(targetNamespace.length) : action;
}

/** What the two sides of an operation carry. */
class OperationComparison {
  readonly #own: OperationNode;
  readonly #live: OperationNode;
  readonly #terms: ComparisonTerms;

  constructor(own: OperationNode, live: OperationNode, terms: ComparisonTerms) {
    this.#own = own;
    this.#live = live;
    this.#terms = terms;
  }

  message(own: MessageNode, live: MessageNode | undefined, message: Message): void {
    const { report } = this.#terms;
    if (live === undefined) {
      const text = `The ${messageWords(message)} is not in the service's WSDL any more. Generate the client anew.`;
      addUnlessUnread(this.#terms, () => report.add("error", "message-missing", messageWords(message), text));
      return;
    }
    const [use, liveUse] = [useOf(this.#own, message), useOf(this.#live, message)];
    if (liveUse !== use) {
      const text = `The ${messageWords(message)} is ${liveUse} in the service's WSDL and ${use} in this client. Generate the client anew.`;
      report.add("error", "use-differs", messageWords(message), text);
      return;
    }
    if (this.#own.style === "rpc") this.#wrapper(own, live, message);
    else this.#elements(own.body, live.body, message);
    this.#headers(own.headers, live.headers, message);
    this.#attachments(own.attachments ?? [], live.attachments ?? [], message);
  }

  /** WSDL 1.1, section 5.4: parts beside the envelope, by their names. */
  #attachments(own: readonly AttachmentNode[], live: readonly AttachmentNode[], message: Message): void {
    const { report } = this.#terms;
    const has = (parts: readonly AttachmentNode[], { name }: AttachmentNode): boolean =>
      parts.some((part) => part.name.local === name.local);
    for (const part of own) {
      if (has(live, part)) continue;
      const text = `The attachment ${part.name.local} of the ${messageWords(message)} is not in the service's WSDL any more. Generate the client anew.`;
      report.add("error", "attachment-missing", `${messageWords(message)} ${part.name.local}`, text);
    }
    for (const part of live)
      if (!has(own, part)) report.countUnknown("attachment", `${messageWords(message)} ${part.name.local}`);
  }

  faults(): void {
    const { report } = this.#terms;
    const { name, faults } = this.#own;
    for (const fault of faults) {
      const detail = this.#live.faults.find((each) => each.name === fault.name)?.detail;
      const wanted = this.#moved(fault.detail.name);
      if (detail === undefined) {
        const text = `The fault ${fault.name} of ${name} is not in the service's WSDL any more. Its detail would come without a type: generate the client anew.`;
        report.add("warning", "fault-missing", `${name} ${fault.name}`, text);
      } else if (keyOf(detail.name) !== keyOf(wanted)) {
        const text = `The detail of the fault ${fault.name} of ${name} is ${nameWords(detail.name, wanted)} in the service's WSDL and ${nameWords(wanted, detail.name)} in this client. Generate the client anew.`;
        report.add("warning", "fault-differs", `${name} ${fault.name}`, text);
      } else this.#element(fault.detail, detail, { direction: "response", operation: name });
    }
    const known = new Set(faults.map((fault) => fault.name));
    for (const each of this.#live.faults)
      if (!known.has(each.name)) report.countUnknown("fault", `${name} ${each.name}`);
  }

  #headers(own: readonly ElementNode[], live: readonly ElementNode[], message: Message): void {
    const { report } = this.#terms;
    for (const block of own) {
      const found = live.find(({ name }) => keyOf(name) === keyOf(this.#moved(block.name)));
      if (found !== undefined) this.#element(block, found, message);
      else {
        const severity = message.direction === "request" ? "error" : "warning";
        const text = `The header ${block.name.local} of the ${messageWords(message)} is not in the service's WSDL any more. Generate the client anew.`;
        report.add(severity, "header-missing", `${messageWords(message)} ${block.name.local}`, text);
      }
    }
    const known = new Set(own.map(({ name }) => name.local));
    for (const { name } of live)
      if (!known.has(name.local)) report.countUnknown("header", `${messageWords(message)} ${name.local}`);
  }

  /** WSDL 1.1, section 3.5: document style has an element for each part. */
  #elements(body: readonly ElementNode[], live: readonly ElementNode[], message: Message): void {
    body.forEach((element, index) => {
      const name = this.#moved(element.name);
      const found = live.find((each) => keyOf(each.name) === keyOf(name));
      if (found !== undefined) {
        this.#element(element, found, message);
        return;
      }
      const other = live[index]?.name;
      const words = other === undefined ? "absent" : nameWords(other, name);
      const text = `The element ${nameWords(name, other)} of the ${messageWords(message)} is ${words} in the service's WSDL. Generate the client anew.`;
      this.#terms.report.add("error", "element-differs", `${messageWords(message)} ${name.local}`, text);
    });
  }

  /** Section 3.5: rpc style has one element, named after the operation, in the namespace of the binding, and parts in it. */
  #wrapper(own: MessageNode, live: MessageNode, message: Message): void {
    const { report } = this.#terms;
    const [wrapper, other] = [own.body[0], live.body[0]];
    if (wrapper === undefined || other === undefined) return;
    const { namespace } = this.#moved(wrapper.name);
    if (other.name.namespace !== namespace) {
      const text = `The ${messageWords(message)} is in the namespace "${other.name.namespace}" in the service's WSDL and in "${namespace}" in this client. Generate the client anew.`;
      report.add("error", "element-differs", messageWords(message), text);
    }
    const [parts, liveParts] = [plainElements(wrapper.type) ?? [], plainElements(other.type) ?? []];
    for (const part of parts) {
      const found = liveParts.find(({ name }) => name.local === part.name.local);
      if (found !== undefined) this.#element(part, found, message);
      else {
        const text = `The part ${part.name.local} of the ${messageWords(message)} is not in the service's WSDL any more. Generate the client anew.`;
        report.add("error", "element-differs", `${messageWords(message)} ${part.name.local}`, text);
      }
    }
    const known = new Set(parts.map(({ name }) => name.local));
    for (const { name } of liveParts)
      if (!known.has(name.local)) report.countUnknown("part", `${messageWords(message)} ${name.local}`);
  }

  #element(own: ElementNode, live: ElementNode, message: Message): void {
    const { live: contract, types, report } = this.#terms;
    if (contract.undeclaredElements.has(keyOf(live.name))) {
      const text = `The element ${live.name.local} of the ${messageWords(message)} is not declared in the service's WSDL.`;
      report.add("warning", "element-undeclared", keyOf(live.name), text);
    } else types.compare(own, live, message);
  }

  #moved(name: QName): QName {
    return renamed(name, this.#terms.rename);
  }
}

function useOf({ use, outputUse = use }: OperationNode, { direction }: Message): OperationNode["use"] {
  return direction === "request" ? use : outputUse;
}

function keyOf({ namespace, local }: QName): string {
  return namespace === "" ? local : `{${namespace}}${local}`;
}

/** A name with its namespace, where the local name does not tell it from the other one. */
function nameWords(name: QName, other: QName | undefined): string {
  return other?.local === name.local ? `{${name.namespace}}${name.local}` : name.local;
}
