/** Compares the operations that the tables name with those of the live bindings. */
import type { ElementNode, MessageNode, OperationNode, ServiceNode } from "../../schema/codec";
import type { QName } from "../../xml/names";
import type { Bindings, LiveMessage, LiveOperation, LivePart } from "../wsdl/bindings";
import type { Components } from "../wsdl/components";
import { keyOf } from "../wsdl/xml-node";
import type { TypeComparison } from "./compare-types";
import type { LiveNames } from "./live-names";
import type { ContractReport } from "./report";
import { type Rename, renamed } from "./table-shape";
import { type Message, messageWords } from "./words";

/** What an operation is compared by. */
export interface ComparisonTerms {
  readonly service: ServiceNode;
  /** The SOAP version that the client speaks: what is wrong with another one is a warning. */
  readonly soapVersion: "1.1" | "1.2";
  readonly rename: Rename;
  readonly components: Components;
  readonly bindings: Bindings;
  readonly names: LiveNames;
  readonly types: TypeComparison;
  readonly report: ContractReport;
}

/** Compares every operation of the tables, in every SOAP version that they have. */
export function compareOperations(terms: ComparisonTerms): void {
  const { service, soapVersion, bindings, report, components } = terms;
  const versions = new Set([soapVersion, ...service.ports.map((port) => port.soapVersion)]);
  const unread = components.documents.unread.find(({ kind }) => kind === "wsdl");
  for (const version of versions) {
    const severity = version === soapVersion ? "error" : "warning";
    if (!bindings.soapVersions.has(version)) {
      const text = `The service's WSDL has no binding for SOAP ${version} any more. Set soapVersion to one that it has.`;
      if (unread === undefined) report.add(severity, "soap-version-missing", version, text);
      else report.leaveOut(`${unread.place} was not read, because ${unread.reason}`);
      continue;
    }
    for (const operation of service.operations) {
      const found = bestOf(bindings.operations(version, operation.name), operation, version, terms);
      if (found !== undefined) compareOperation(operation, found, version, severity, terms);
      else if (unread !== undefined) report.leaveOut(`${unread.place} was not read, because ${unread.reason}`);
      else {
        const text = `The operation ${operation.name} is not in the service's WSDL any more. Calls of it fail: generate the client anew.`;
        report.add(severity, "operation-missing", operation.name, text);
      }
    }
  }
  const own = new Set(service.operations.map(({ name }) => name));
  for (const name of bindings.names) if (!own.has(name)) report.countUnknown("operation", name);
}

/** Of several bindings and overloads the one whose request is the same, else whose SOAPAction is. */
function bestOf(
  candidates: readonly LiveOperation[],
  operation: OperationNode,
  version: "1.1" | "1.2",
  { rename, service }: ComparisonTerms,
): LiveOperation | undefined {
  if (candidates.length < 2) return candidates[0];
  const wanted = operation.input.body.map(({ name }) => keyOf(renamed(name, rename))).join(" ");
  const sameBody = candidates.filter(
    (candidate) =>
      candidate
        .message("input")
        ?.parts.map(({ element }) => element && keyOf(element))
        .join(" ") === wanted,
  );
  const left = sameBody.length === 0 ? candidates : sameBody;
  const action = movedAction(operation.soapAction[version] ?? "", service, rename);
  return left.find(({ soapAction }) => soapAction === action) ?? left[0];
}

function compareOperation(
  operation: OperationNode,
  found: LiveOperation,
  version: "1.1" | "1.2",
  severity: "error" | "warning",
  terms: ComparisonTerms,
): void {
  const { report, service, rename } = terms;
  const { name } = operation;
  const action = movedAction(operation.soapAction[version] ?? "", service, rename);
  if (found.soapAction !== action) {
    const text = `The SOAPAction of ${name} in SOAP ${version} is "${found.soapAction}" in the service's WSDL and "${action}" in this client.`;
    report.add(severity, "soap-action-differs", `${name} ${version}`, `${text} Generate the client anew.`);
  }
  if (found.style !== operation.style) {
    const text = `The style of ${name} is ${found.style} in the service's WSDL and ${operation.style} in this client. Generate the client anew.`;
    report.add(severity, "style-differs", name, text);
    return;
  }
  compareMessage(operation.input, found.message("input"), operation, { direction: "request", operation: name }, terms);
  if (operation.output !== undefined) {
    const message = { direction: "response", operation: name } as const;
    compareMessage(operation.output, found.message("output"), operation, message, terms);
  }
  compareFaults(operation, found, terms);
}

/** As `SoapPort` moves it. */
function movedAction(action: string, { targetNamespace }: ServiceNode, rename: Rename): string {
  return action.startsWith(targetNamespace) ? rename(targetNamespace) + action.slice(targetNamespace.length) : action;
}

function compareMessage(
  own: MessageNode,
  live: LiveMessage | undefined,
  { style, use }: OperationNode,
  message: Message,
  terms: ComparisonTerms,
): void {
  const { report, rename } = terms;
  if (live === undefined) {
    const unread = terms.components.documents.unread.find(({ kind }) => kind === "wsdl");
    if (unread !== undefined) {
      report.leaveOut(`${unread.place} was not read, because ${unread.reason}`);
      return;
    }
    const text = `The ${messageWords(message)} is not in the service's WSDL any more. Generate the client anew.`;
    report.add("error", "message-missing", messageWords(message), text);
    return;
  }
  if (live.use !== use) {
    const text = `The ${messageWords(message)} is ${live.use} in the service's WSDL and ${use} in this client. Generate the client anew.`;
    report.add("error", "use-differs", messageWords(message), text);
    return;
  }
  if (style === "rpc") compareWrapper(own, live, message, terms);
  else compareElements(own.body, live.parts, message, terms);
  for (const block of own.headers) {
    const part = live.headers.find(({ name, element }) =>
      element === undefined ? name === block.name.local : keyOf(element) === keyOf(renamed(block.name, rename)),
    );
    if (part !== undefined) comparePart(block, part, message, terms);
    else {
      const severity = message.direction === "request" ? "error" : "warning";
      const text = `The header ${block.name.local} of the ${messageWords(message)} is not in the service's WSDL any more. Generate the client anew.`;
      report.add(severity, "header-missing", `${messageWords(message)} ${block.name.local}`, text);
    }
  }
  const known = new Set(own.headers.map(({ name }) => name.local));
  for (const { name, element } of live.headers) {
    const local = element?.local ?? name;
    if (!known.has(local)) report.countUnknown("header", `${messageWords(message)} ${local}`);
  }
}

/** Section 3.5: document style has an element for each part. */
function compareElements(
  body: readonly ElementNode[],
  parts: readonly LivePart[],
  message: Message,
  terms: ComparisonTerms,
): void {
  body.forEach((element, index) => {
    const name = renamed(element.name, terms.rename);
    const part =
      parts.find((each) => each.element !== undefined && keyOf(each.element) === keyOf(name)) ??
      parts.find((each) => each.element === undefined && each.name === element.name.local);
    if (part !== undefined) {
      comparePart(element, part, message, terms);
      return;
    }
    const other = parts[index]?.element;
    const live = other === undefined ? "absent" : nameWords(other, name);
    const text = `The element ${nameWords(name, other)} of the ${messageWords(message)} is ${live} in the service's WSDL. Generate the client anew.`;
    terms.report.add("error", "element-differs", `${messageWords(message)} ${name.local}`, text);
  });
}

/** A name with its namespace, where the local name does not tell it from the other one. */
function nameWords(name: QName, other: QName | undefined): string {
  return other?.local === name.local ? `{${name.namespace}}${name.local}` : name.local;
}

/** Section 3.5: rpc style has one element, named after the operation, in the namespace of the binding, and parts in it. */
function compareWrapper(own: MessageNode, live: LiveMessage, message: Message, terms: ComparisonTerms): void {
  const { report, rename } = terms;
  const [wrapper] = own.body;
  if (wrapper === undefined) return;
  const { namespace } = renamed(wrapper.name, rename);
  if ((live.namespace ?? "") !== namespace) {
    const text = `The ${messageWords(message)} is in the namespace "${live.namespace ?? ""}" in the service's WSDL and in "${namespace}" in this client. Generate the client anew.`;
    report.add("error", "element-differs", messageWords(message), text);
  }
  const type = typeof wrapper.type === "function" ? wrapper.type() : wrapper.type;
  const elements = type.kind === "complex" ? type.parts.filter((part) => part.kind === "element") : [];
  for (const element of elements) {
    const part = live.parts.find(({ name }) => name === element.name.local);
    if (part !== undefined) comparePart(element, part, message, terms);
    else {
      const text = `The part ${element.name.local} of the ${messageWords(message)} is not in the service's WSDL any more. Generate the client anew.`;
      report.add("error", "element-differs", `${messageWords(message)} ${element.name.local}`, text);
    }
  }
  const known = new Set(elements.map(({ name }) => name.local));
  for (const { name } of live.parts)
    if (!known.has(name)) report.countUnknown("part", `${messageWords(message)} ${name}`);
}

function compareFaults({ name, faults }: OperationNode, found: LiveOperation, terms: ComparisonTerms): void {
  const { report, rename } = terms;
  const live = found.faults();
  for (const fault of faults) {
    const same = live.find((each) => each.name === fault.name);
    const wanted = renamed(fault.detail.name, rename);
    const part = same?.part;
    if (part === undefined) {
      const text = `The fault ${fault.name} of ${name} is not in the service's WSDL any more. Its detail would come without a type: generate the client anew.`;
      report.add("warning", "fault-missing", `${name} ${fault.name}`, text);
    } else if (part.element !== undefined && keyOf(part.element) !== keyOf(wanted)) {
      const text = `The detail of the fault ${fault.name} of ${name} is ${nameWords(part.element, wanted)} in the service's WSDL and ${nameWords(wanted, part.element)} in this client. Generate the client anew.`;
      report.add("warning", "fault-differs", `${name} ${fault.name}`, text);
    } else comparePart(fault.detail, part, { direction: "response", operation: name }, terms);
  }
  const known = new Set(faults.map((fault) => fault.name));
  for (const each of live) if (!known.has(each.name)) report.countUnknown("fault", `${name} ${each.name}`);
}

function comparePart(own: ElementNode, part: LivePart, message: Message, terms: ComparisonTerms): void {
  const { names, types, report, components } = terms;
  const element = part.element === undefined ? undefined : names.element(part.element);
  if (part.element !== undefined && element === undefined) {
    const unread = components.unread("schema", part.element.namespace);
    if (unread !== undefined) {
      report.leaveOut(`${unread.place} was not read, because ${unread.reason}`);
      return;
    }
    const text = `The element ${part.element.local} of the ${messageWords(message)} is not declared in the service's WSDL.`;
    report.add("warning", "element-undeclared", keyOf(part.element), text);
    return;
  }
  const type = element?.type ?? (part.type && names.named(part.type));
  if (type !== undefined) types.compare(own.type, type, message, own.name.local);
}
