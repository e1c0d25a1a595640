/**
 * The WS-Addressing headers of one request to a sandbox, and of its response (WS-Addressing 1.0 Core and SOAP Binding).
 * `post-run.ts` sends the response.
 */
import { randomUUID } from "node:crypto";
import { faultAction, requestAction, responseAction } from "soapwright-features/wire";
import type { AddressingNode } from "soapwright-runtime/codecs";
import { escapeText } from "soapwright-runtime/codecs";
import { ADDRESSING_TERMS, type AddressingTerms, addressingVersionOf, isOwnRole } from "soapwright-runtime/extend";
import type { OperationNode } from "soapwright-runtime/tables";
import { attributeOf, elementsOf, type TreeElement, textOf, treeText } from "../asmx/element-tree";
import type { RequestEnvelope } from "../asmx/envelope-reader";
import { envelopeNamespaces, type SoapVersion } from "../asmx/envelope-text";
import { SandboxFault } from "../asmx/fault";
import { declaredFault } from "../asmx/result-xml";
import { percentDecoded, unquoted } from "../http/content-type";
import type { HostedService } from "./hosted-service";

/** A fault about addressing headers. Over SOAP 1.1 its detail is a header block (WS-Addressing 1.0 SOAP Binding, 6). */
export class AddressingFault extends SandboxFault {
  readonly header: string;

  /** `codes` are from the outer to the inner one. */
  constructor(
    terms: AddressingTerms,
    version: SoapVersion,
    codes: readonly string[],
    reason: string,
    problem: Problem,
  ) {
    const names = codes.map((local) => ({ namespace: terms.namespace, local }));
    const { local, content } = problem;
    super(
      version === "1.1"
        ? { reason, code: names.at(-1), withoutDetail: true }
        : { reason, code: "Client", subcodes: names, detail: block(terms, local, content) },
    );
    this.header = version === "1.1" ? block(terms, "FaultDetail", `<wsa:${local}>${content}</wsa:${local}>`) : "";
  }
}

/** What a fault says of the request, as an element of WS-Addressing. */
interface Problem {
  readonly local: "ProblemHeaderQName" | "ProblemAction";
  /** XML with the prefix `wsa`. */
  readonly content: string;
}

/** The header blocks that may occur at most once (WS-Addressing 1.0 Core, 3.2). */
const ONCE = ["To", "From", "ReplyTo", "FaultTo", "Action", "MessageID"] as const;

/** The addressing headers of one request. Checks them, and derives the destination and the headers of the response. */
export class RequestAddressing {
  readonly #version: SoapVersion;
  readonly #blocks: readonly TreeElement[];
  /** False until `check` has passed. The addresses may be the error of a request that fails it. */
  #isChecked = false;

  private constructor(
    private readonly service: HostedService,
    private readonly operation: OperationNode | undefined,
    private readonly terms: AddressingTerms,
    { version, headers }: RequestEnvelope,
  ) {
    this.#version = version;
    this.#blocks = headers.filter((one) => this.knows(one) && isForUs(one, version));
  }

  /**
   * Returns the addressing of a request. Returns undefined if the WSDL does not declare addressing, and if addressing
   * is optional and the request has none. Errors are thrown by `check`, so that their fault has addressing headers too.
   */
  static of(
    service: HostedService,
    operation: OperationNode | undefined,
    envelope: RequestEnvelope,
  ): RequestAddressing | undefined {
    const said = portOf(service, envelope.version);
    if (said === undefined) return undefined;
    const addressing = new RequestAddressing(service, operation, ADDRESSING_TERMS[said.version], envelope);
    return said.required || addressing.#blocks.length > 0 ? addressing : undefined;
  }

  knows({ name }: TreeElement): boolean {
    return name.namespace === this.terms.namespace;
  }

  get action(): string | undefined {
    return this.#text("Action");
  }

  /** Throws an `AddressingFault` for a request that the service refuses. */
  check(soapAction: string | undefined): void {
    const doubled = ONCE.find((local) => this.#blocks.filter(({ name }) => name.local === local).length > 1);
    if (doubled !== undefined)
      this.#refuseBlock(doubled, "InvalidCardinality", "The header block occurs more than once.");
    const { action } = this;
    if (action === undefined) this.#missing("Action");
    const expectsResponse = this.operation?.output !== undefined;
    if (expectsResponse && this.#text("MessageID") === undefined) this.#missing("MessageID");
    if (this.terms.version === "2004/08") {
      if (this.#text("To") === undefined) this.#missing("To");
      if (expectsResponse && this.#first("ReplyTo") === undefined) this.#missing("ReplyTo");
    }
    this.#checkAction(action, soapAction);
    for (const local of ["ReplyTo", "FaultTo"]) this.#checkReference(local);
    this.#isChecked = true;
  }

  /**
   * Returns the address for the response or the fault, which may be `none`; undefined for the connection of the
   * request: where the address is anonymous, and where `check` refused the request.
   */
  destination(isFault: boolean): string | undefined {
    const address = this.#isChecked ? this.#addressIn(this.#endpoint(isFault)) : undefined;
    return address === this.terms.anonymous ? undefined : address;
  }

  /** Messages to `none` are discarded (WS-Addressing 1.0 Core, 2.1). */
  isNone(address: string): boolean {
    return address === this.terms.none;
  }

  blocks(fault?: SandboxFault): string {
    const terms = this.terms;
    const isFault = fault !== undefined;
    const action = fault === undefined ? this.#responseAction() : this.#faultAction(fault);
    const id = this.#text("MessageID");
    return [
      fault instanceof AddressingFault ? fault.header : "",
      action === undefined ? "" : block(terms, "Action", escapeText(action), ' soap:mustUnderstand="1"'),
      block(terms, "MessageID", `urn:uuid:${randomUUID()}`),
      id === undefined ? "" : block(terms, "RelatesTo", escapeText(id)),
      block(terms, "To", escapeText(this.destination(isFault) ?? terms.anonymous)),
      ...this.#echoed(isFault),
    ].join("");
  }

  /** WS-Addressing 1.0 Core, 3.4: a fault goes to `FaultTo` if the request has that block, else to `ReplyTo`. */
  #endpoint(isFault: boolean): TreeElement | undefined {
    return (isFault ? this.#first("FaultTo") : undefined) ?? this.#first("ReplyTo");
  }

  #responseAction(): string | undefined {
    const operation = this.operation;
    return operation?.output && responseAction(this.#actionTerms(operation));
  }

  /** Declared faults have their own actions (WS-Addressing 1.0 Metadata, 4.4). */
  #faultAction(fault: SandboxFault): string | undefined {
    const operation = this.operation;
    if (fault instanceof AddressingFault) return this.terms.faultAction;
    const { detail } = fault.options;
    const [name = ""] = typeof detail === "object" ? Object.keys(detail) : [];
    const declared = declaredFault(operation, name);
    if (operation === undefined || declared === undefined) return this.terms.soapFaultAction;
    return faultAction(this.#actionTerms(operation), declared.name);
  }

  #actionTerms(operation: OperationNode): Parameters<typeof requestAction>[0] {
    const { options, rename } = this.service;
    const soapAction = rename(operation.soapAction[this.#version] ?? "");
    return { service: options.service, operation, version: this.terms.version, rename, soapAction };
  }

  /** Returns the reference parameters of the response's destination (WS-Addressing 1.0 Core, 3.4). */
  #echoed(isFault: boolean): string[] {
    const endpoint = this.#endpoint(isFault);
    const { namespace, version } = this.terms;
    return (
      (endpoint ? elementsOf(endpoint) : [])
        .filter(({ name }) => name.namespace === namespace && /^Reference(?:Parameters|Properties)$/.test(name.local))
        .flatMap(elementsOf)
        // A caller must not set the addressing headers of the response by its reference parameters.
        .filter(({ name }) => addressingVersionOf(name.namespace) === undefined)
        .map((parameter) => writtenAgain(parameter, version === "1.0" ? namespace : undefined))
    );
  }

  #checkAction(action: string, soapAction: string | undefined): void {
    const operation = this.operation;
    const header = unquoted(soapAction?.trim() ?? "");
    const problem = (more: string): Problem => ({
      local: "ProblemAction",
      content: `<wsa:Action>${escapeText(action)}</wsa:Action>${more}`,
    });
    // A header carries characters beyond ASCII percent-encoded.
    if (header !== "" && header !== action && percentDecoded(header) !== action) {
      const detail = problem(`<wsa:SoapAction>${escapeText(header)}</wsa:SoapAction>`);
      this.#refuse("ActionMismatch", "The Action and the SOAPAction of the message are not the same.", detail);
    }
    const expected = operation === undefined ? undefined : requestAction(this.#actionTerms(operation));
    if (expected === undefined || expected === action) return;
    const reason = `The ${action.slice(0, 200)} cannot be processed at the receiver.`;
    this.#throw(["ActionNotSupported"], reason, problem(""));
  }

  #checkReference(local: string): void {
    const reference = this.#first(local);
    if (reference === undefined) return;
    const address = this.#addressIn(reference);
    if (address === undefined || address === "") {
      this.#refuseBlock(local, "MissingAddressInEPR", "The endpoint reference has no address.");
    }
    const anonymous = this.operation?.anonymous ?? portOf(this.service, this.#version)?.anonymous;
    const isAnonymous = address === this.terms.anonymous;
    if (isAnonymous && anonymous === "prohibited") {
      this.#refuseBlock(local, "OnlyNonAnonymousAddressSupported", "Responses do not go to the anonymous address.");
    }
    if (!isAnonymous && !this.isNone(address) && anonymous === "required") {
      this.#refuseBlock(local, "OnlyAnonymousAddressSupported", "Responses go to the anonymous address alone.");
    }
  }

  #missing(local: string): never {
    const code = this.terms.version === "1.0" ? "MessageAddressingHeaderRequired" : "MessageInformationHeaderRequired";
    const reason = "A required header representing a Message Addressing Property is not present";
    this.#throw([code], reason, problemName(local));
  }

  #refuseBlock(local: string, subcode: string, reason: string): never {
    this.#refuse(subcode, reason, problemName(local));
  }

  /** WS-Addressing 1.0 alone has a subcode for the problem of the header block. */
  #refuse(subcode: string, reason: string, problem: Problem): never {
    const isRecommendation = this.terms.version === "1.0";
    const codes = isRecommendation ? ["InvalidAddressingHeader", subcode] : ["InvalidMessageInformationHeader"];
    this.#throw(codes, reason, problem);
  }

  #throw(codes: readonly string[], reason: string, problem: Problem): never {
    throw new AddressingFault(this.terms, this.#version, codes, reason, problem);
  }

  #first(local: string): TreeElement | undefined {
    return this.#blocks.find(({ name }) => name.local === local);
  }

  #text(local: string): string | undefined {
    const found = this.#first(local);
    return (found && textOf(found).trim()) || undefined;
  }

  #addressIn(reference: TreeElement | undefined): string | undefined {
    const address =
      reference && elementsOf(reference).find((child) => child.name.local === "Address" && this.knows(child));
    return address && textOf(address).trim();
  }
}

function portOf({ options }: HostedService, version: SoapVersion): AddressingNode | undefined {
  return options.service.ports.find((port) => port.soapVersion === version)?.addressing;
}

function isForUs(element: TreeElement, version: SoapVersion): boolean {
  const role = attributeOf(element, envelopeNamespaces[version], version === "1.1" ? "actor" : "role")?.trim() ?? "";
  return isOwnRole(role);
}

export function block({ namespace }: AddressingTerms, local: string, content: string, attributes = ""): string {
  return `<wsa:${local} xmlns:wsa="${namespace}"${attributes}>${content}</wsa:${local}>`;
}

function problemName(local: string): Problem {
  return { local: "ProblemHeaderQName", content: `wsa:${local}` };
}

/** With `namespace`, adds `IsReferenceParameter`. */
function writtenAgain(element: TreeElement, namespace: string | undefined): string {
  const attributes = element.attributes.filter(({ name }) => addressingVersionOf(name.namespace) === undefined);
  const local = "IsReferenceParameter";
  const mark = namespace === undefined ? [] : [{ name: { namespace, local, raw: local }, value: "true" }];
  return treeText({ ...element, attributes: [...attributes, ...mark] });
}
