/** Compares the operations in the client's tables with the operations of the live contract. */

import type { OperationNode } from "soapwright-runtime/internal";
import { movedAction } from "soapwright-runtime/internal";
import type { ServiceNode } from "soapwright-runtime/tables";
import type { Part } from "../wsdl/definitions";
import type { QName } from "../xml/qname";
import { type ClientTypes, names, Unjudged } from "./client-types";
import { compareOperation } from "./compared-messages";
import type { Severity } from "./difference";
import type { Carried } from "./listener";
import type { LiveContract, UnreadDocument } from "./live-contract";
import type { ContractReport } from "./report";
import { type Rename, renamed } from "./table-components";
import { operationOf } from "./table-operations";
import { type Message, messageWords } from "./words";

type SoapVersion = "1.1" | "1.2";

/** The inputs of a comparison of operations. */
export interface ComparisonTerms {
  readonly service: ServiceNode;
  /** The SOAP version that the client uses. Differences in another version are warnings. */
  readonly soapVersion: SoapVersion;
  readonly rename: Rename;
  readonly live: LiveContract;
  readonly types: ClientTypes;
  readonly report: ContractReport;
}

/** Compares every operation of the tables, in every SOAP version that the tables or the client name. */
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
      if (found !== undefined) compareFound(operation, found, version, severity, terms);
      else {
        const text = `The operation ${operation.name} is not in the service's WSDL any more. Calls of it fail: generate the client anew.`;
        addUnlessUnread(terms, () => report.add(severity, "operation-missing", operation.name, text));
      }
    }
  }
  const own = new Set(service.operations.map(({ name }) => name));
  for (const name of live.operationNames) if (!own.has(name)) report.countUnknown("operation", name);
}

/** Adds a finding, or a note if an imported WSDL was not read, because the missing item may be defined there. */
function addUnlessUnread({ live, report }: ComparisonTerms, add: () => void): void {
  const unread = live.unread.find(({ kind }) => kind === "wsdl");
  if (unread === undefined) add();
  else report.leaveOut(unreadWords(unread));
}

function unreadWords({ place, reason }: UnreadDocument): string {
  return `${place} was not read, because ${reason}`;
}

/** Returns, of several bindings and overloads, the one with the same request body, or else the same SOAPAction. */
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

function compareFound(
  own: OperationNode,
  found: OperationNode,
  version: SoapVersion,
  severity: Severity,
  terms: ComparisonTerms,
): void {
  const { types } = terms;
  const changes = new OperationFindings(own, version, severity, terms);
  const [before, after] = [operationOf(own, version, types.own), operationOf(found, version, types.live)];
  compareOperation(own.name, before, after, version, { types: types.comparisons, names, changes });
}

/** Findings about one operation: every item of the tables is looked up in the live operation. */
class OperationFindings extends Unjudged {
  readonly #own: OperationNode;
  readonly #version: SoapVersion;
  readonly #severity: Severity;
  readonly #terms: ComparisonTerms;

  constructor(own: OperationNode, version: SoapVersion, severity: Severity, terms: ComparisonTerms) {
    super();
    this.#own = own;
    this.#version = version;
    this.#severity = severity;
    this.#terms = terms;
  }

  carried(carried: Carried): boolean {
    if (!("directions" in carried)) return this.#bound(carried);
    const direction = carried.directions.written ? "request" : "response";
    const message: Message = { direction, operation: this.#own.name };
    if (carried.of === "message") return this.#message(carried, message);
    if (carried.of === "namespace") return this.#namespace(carried, message);
    const { of, name, old, now } = carried;
    if (old === undefined) {
      const place = of === "fault" ? this.#own.name : messageWords(message);
      // In document style an element has a counterpart only at the same position.
      if (of !== "part" || this.#own.style === "rpc") this.#terms.report.countUnknown(of, `${place} ${name}`);
      return false;
    }
    const isSame = now !== undefined && (of === "attachment" || keyOf(nameOf(old)) === keyOf(nameOf(now)));
    if (isSame) return of === "attachment" || this.#isDeclared(now, message);
    this.#differs(of, name, nameOf(old), now && nameOf(now), message);
    return false;
  }

  #bound({ of, old, now }: Extract<Carried, { readonly of: "SOAPAction" | "style" }>): boolean {
    const { report, service, rename } = this.#terms;
    const { name } = this.#own;
    const [code, about, what, own] =
      of === "style"
        ? (["style-differs", name, `style of ${name}`, old] as const)
        : ([
            "soap-action-differs",
            `${name} ${this.#version}`,
            `SOAPAction of ${name} in SOAP ${this.#version}`,
            movedAction(old, service, rename),
          ] as const);
    if (own === now) return true;
    const [is, was] = of === "style" ? [now, own] : [`"${now}"`, `"${own}"`];
    const text = `The ${what} is ${is} in the service's WSDL and ${was} in this client. Generate the client anew.`;
    report.add(this.#severity, code, about, text);
    return false;
  }

  #message({ old, now }: Extract<Carried, { readonly of: "message" }>, message: Message): boolean {
    const { report } = this.#terms;
    if (old === undefined || old.use === now?.use) return true;
    const place = messageWords(message);
    if (now === undefined) {
      const text = `The ${place} is not in the service's WSDL any more. Generate the client anew.`;
      addUnlessUnread(this.#terms, () => report.add("error", "message-missing", place, text));
      return false;
    }
    const text = `The ${place} is ${now.use} in the service's WSDL and ${old.use} in this client. Generate the client anew.`;
    report.add("error", "use-differs", place, text);
    return false;
  }

  #namespace({ old, now }: Extract<Carried, { readonly of: "namespace" }>, message: Message): boolean {
    const place = messageWords(message);
    const text = `The ${place} is in the namespace "${now}" in the service's WSDL and in "${old}" in this client. Generate the client anew.`;
    if (old !== now) this.#terms.report.add("error", "element-differs", place, text);
    return true;
  }

  #isDeclared(live: Part, message: Message): boolean {
    const { live: contract, types, report } = this.#terms;
    types.enter(message);
    const key = keyOf(nameOf(live));
    if (!contract.undeclaredElements.has(key)) return true;
    const text = `The element ${nameOf(live).local} of the ${messageWords(message)} is not declared in the service's WSDL.`;
    report.add("warning", "element-undeclared", key, text);
    return false;
  }

  /** Reports an item without counterpart. `other` is the item at the same position under another name. */
  #differs(
    of: "part" | "header" | "attachment" | "fault",
    name: string,
    own: QName,
    other: QName | undefined,
    message: Message,
  ): void {
    const { report } = this.#terms;
    const place = messageWords(message);
    const gone = (what: string) => `The ${what} ${name} of the ${place} is not in the service's WSDL any more.`;
    const again = "Generate the client anew.";
    switch (of) {
      case "attachment":
        report.add("error", "attachment-missing", `${place} ${name}`, `${gone("attachment")} ${again}`);
        break;
      case "header": {
        const severity = message.direction === "request" ? "error" : "warning";
        report.add(severity, "header-missing", `${place} ${name}`, `${gone("header")} ${again}`);
        break;
      }
      case "part": {
        const words = other === undefined ? "absent" : nameWords(other, own);
        const text = `The element ${nameWords(own, other)} of the ${place} is ${words} in the service's WSDL.`;
        const isRpc = this.#own.style === "rpc";
        report.add("error", "element-differs", `${place} ${name}`, `${isRpc ? gone("part") : text} ${again}`);
        break;
      }
      case "fault": {
        const { name: operation } = this.#own;
        const text =
          other === undefined
            ? `The fault ${name} of ${operation} is not in the service's WSDL any more. Its detail would come without a type: generate the client anew.`
            : `The detail of the fault ${name} of ${operation} is ${nameWords(other, own)} in the service's WSDL and ${nameWords(own, other)} in this client. ${again}`;
        const code = other === undefined ? "fault-missing" : "fault-differs";
        report.add("warning", code, `${operation} ${name}`, text);
      }
    }
  }
}

function nameOf(part: Part): QName {
  return part.of === "element" ? part.element.name : { namespace: "", local: part.name };
}

function keyOf({ namespace, local }: QName): string {
  return namespace === "" ? local : `{${namespace}}${local}`;
}

/** The local name, with its namespace when both local names are equal. */
function nameWords(name: QName, other: QName | undefined): string {
  return other?.local === name.local ? `{${name.namespace}}${name.local}` : name.local;
}
