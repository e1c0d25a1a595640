/**
 * The WS-Addressing headers of one request to a sandbox, and of its response (WS-Addressing 1.0 Core and SOAP Binding).
 * `post-run.ts` sends the response.
 */
import { randomUUID } from "node:crypto";
import type { AddressingNode } from "soapwright-runtime/internal";
import {
  ADDRESSING_TERMS,
  type AddressingTerms,
  addressingVersionOf,
  escapeText,
  faultAction,
  isOwnRole,
  requestAction,
  responseAction,
} from "soapwright-runtime/internal";
import type { OperationNode } from "soapwright-runtime/tables";
import { percentDecoded, unquoted } from "./content-type";
import { attributeOf, elementsOf, type TreeElement, textOf } from "./element-tree";
import type { RequestEnvelope } from "./envelope-reader";
import { envelopeNamespaces, type SoapVersion } from "./envelope-text";
import { SandboxFault } from "./fault";
import type { HostedService } from "./hosted-service";
import { declaredFault } from "./result-xml";
import { treeText } from "./tree-text";

/** A fault about addressing headers. Over SOAP 1.1 its detail is a header block (WS-Addressing 1.0 SOAP Binding, 6). */
export class AddressingFault extends SandboxFault {
  readonly header: string;

  constructor(terms: AddressingTerms, version: SoapVersion, code: string, reason: string, more: FaultWords = {}) {
    const { subcode, detail = "" } = more;
    const name = (local: string) => ({ namespace: terms.namespace, local });
    const codes = subcode === undefined ? [code] : [code, subcode];
    const content = detail === "" ? "" : bound(terms, detail);
    super(
      version === "1.1"
        ? { reason, code: name(codes.at(-1)!), withoutDetail: true }
        : { reason, code: "Client", subcodes: codes.map(name), detail: content, withoutDetail: content === "" },
    );
    this.header = version === "1.1" && detail !== "" ? block(terms, "FaultDetail", detail) : "";
  }
}

interface FaultWords {
  /** The subcode names the problem of the header block in WS-Addressing 1.0. */
  readonly subcode?: string;
  /** Content of the detail as XML with the prefix `wsa`. */
  readonly detail?: string;
}

/** The header blocks that may occur at most once (WS-Addressing 1.0 Core, 3.2). */
const ONCE = ["To", "From", "ReplyTo", "FaultTo", "Action", "MessageID"] as const;

/** The addressing headers of one request. Checks them, and derives the destination and the headers of the response. */
export class RequestAddressing {
  readonly #service: HostedService;
  readonly #operation: OperationNode | undefined;
  readonly #terms: AddressingTerms;
  readonly #version: SoapVersion;
  readonly #blocks: readonly TreeElement[];
  /** False until `check` has passed. The addresses may be the error of a request that fails it. */
  #isChecked = false;

  private constructor(
    service: HostedService,
    operation: OperationNode | undefined,
    terms: AddressingTerms,
    { version, headers }: RequestEnvelope,
  ) {
    this.#service = service;
    this.#operation = operation;
    this.#terms = terms;
    this.#version = version;
    this.#blocks = headers.filter((one) => one.name.namespace === terms.namespace && isForUs(one, version));
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
    return name.namespace === this.#terms.namespace;
  }

  get action(): string | undefined {
    return this.#text("Action");
  }

  /** Throws an `AddressingFault` for a request that the service refuses. */
  check(soapAction: string | undefined): void {
    const doubled = ONCE.find((local) => this.#all(local).length > 1);
    if (doubled !== undefined)
      this.#refuseBlock(doubled, "InvalidCardinality", "The header block occurs more than once.");
    const anonymous = this.#operation?.anonymous ?? portOf(this.#service, this.#version)?.anonymous;
    const { action } = this;
    if (action === undefined) this.#missing("Action");
    const expectsResponse = this.#operation?.output !== undefined;
    if (expectsResponse && this.#text("MessageID") === undefined) this.#missing("MessageID");
    if (this.#terms.version === "2004/08") {
      if (this.#text("To") === undefined) this.#missing("To");
      if (expectsResponse && this.#all("ReplyTo").length === 0) this.#missing("ReplyTo");
    }
    this.#checkAction(action ?? "", soapAction);
    for (const local of ["ReplyTo", "FaultTo"] as const) this.#checkReference(local, anonymous);
    this.#isChecked = true;
  }

  /**
   * Returns the address for the response or the fault, which may be `none`; undefined for the connection of the
   * request: where the address is anonymous, and where `check` refused the request.
   */
  destination(isFault: boolean): string | undefined {
    if (!this.#isChecked) return undefined;
    const address = this.#addressIn(this.#endpoint(isFault));
    return address === undefined || address === this.#terms.anonymous ? undefined : address;
  }

  /** Messages to `none` are discarded (WS-Addressing 1.0 Core, 2.1). */
  isNone(address: string): boolean {
    return address === this.#terms.none;
  }

  blocks(fault?: SandboxFault): string {
    const terms = this.#terms;
    const isFault = fault !== undefined;
    const action = fault === undefined ? this.#responseAction() : this.#faultAction(fault);
    const id = this.#text("MessageID");
    const must = ' soap:mustUnderstand="1"';
    return [
      fault instanceof AddressingFault ? fault.header : "",
      action === undefined ? "" : block(terms, "Action", escapeText(action), must),
      block(terms, "MessageID", `urn:uuid:${randomUUID()}`),
      id === undefined ? "" : block(terms, "RelatesTo", escapeText(id)),
      block(terms, "To", escapeText(this.destination(isFault) ?? terms.anonymous)),
      ...this.#echoed(isFault),
    ].join("");
  }

  /** WS-Addressing 1.0 Core, 3.4: a fault goes to `FaultTo` if the request has that block, else to `ReplyTo`. */
  #endpoint(isFault: boolean): "ReplyTo" | "FaultTo" {
    return isFault && this.#all("FaultTo").length > 0 ? "FaultTo" : "ReplyTo";
  }

  #responseAction(): string | undefined {
    const operation = this.#operation;
    return operation === undefined || operation.output === undefined
      ? undefined
      : responseAction(this.#actionTerms(operation));
  }

  /** Declared faults have their own actions (WS-Addressing 1.0 Metadata, 4.4). */
  #faultAction(fault: SandboxFault): string | undefined {
    const operation = this.#operation;
    if (fault instanceof AddressingFault) return this.#terms.faultAction;
    const { detail } = fault.options;
    const [name = ""] = typeof detail === "object" ? Object.keys(detail) : [];
    const declared = declaredFault(operation, name);
    if (operation === undefined || declared === undefined) return this.#terms.soapFaultAction;
    return faultAction(this.#actionTerms(operation), declared.name);
  }

  #actionTerms(operation: OperationNode): Parameters<typeof requestAction>[0] {
    const { options, rename } = this.#service;
    const soapAction = rename(operation.soapAction[this.#version] ?? "");
    return { service: options.service, operation, version: this.#terms.version, rename, soapAction };
  }

  /** Returns the reference parameters of the response's destination (WS-Addressing 1.0 Core, 3.4). */
  #echoed(isFault: boolean): string[] {
    const [endpoint] = this.#all(this.#endpoint(isFault));
    if (endpoint === undefined) return [];
    const { namespace, version } = this.#terms;
    const holders = elementsOf(endpoint).filter(
      ({ name }) => name.namespace === namespace && /^Reference(?:Parameters|Properties)$/.test(name.local),
    );
    return (
      holders
        .flatMap(elementsOf)
        // A caller must not set the addressing headers of the response by its reference parameters.
        .filter(({ name }) => addressingVersionOf(name.namespace) === undefined)
        .map((parameter) => writtenAgain(parameter, version === "1.0" ? namespace : undefined))
    );
  }

  #checkAction(action: string, soapAction: string | undefined): void {
    const operation = this.#operation;
    const header = unquoted(soapAction?.trim() ?? "");
    const problem = (more: string): string =>
      `<wsa:ProblemAction><wsa:Action>${escapeText(action)}</wsa:Action>${more}</wsa:ProblemAction>`;
    // A header carries characters beyond ASCII percent-encoded.
    if (header !== "" && header !== action && percentDecoded(header) !== action) {
      const detail = problem(`<wsa:SoapAction>${escapeText(header)}</wsa:SoapAction>`);
      this.#refuse("ActionMismatch", "The Action and the SOAPAction of the message are not the same.", detail);
    }
    const expected = operation === undefined ? undefined : requestAction(this.#actionTerms(operation));
    if (expected === undefined || expected === action) return;
    const reason = `The ${action.slice(0, 200)} cannot be processed at the receiver.`;
    throw new AddressingFault(this.#terms, this.#version, "ActionNotSupported", reason, { detail: problem("") });
  }

  #checkReference(local: "ReplyTo" | "FaultTo", anonymous: AddressingNode["anonymous"]): void {
    const [reference] = this.#all(local);
    if (reference === undefined) return;
    const address = this.#addressIn(local);
    if (address === undefined || address === "") {
      this.#refuseBlock(local, "MissingAddressInEPR", "The endpoint reference has no address.");
    }
    const isAnonymous = address === this.#terms.anonymous;
    if (isAnonymous && anonymous === "prohibited") {
      this.#refuseBlock(local, "OnlyNonAnonymousAddressSupported", "Responses do not go to the anonymous address.");
    }
    if (!isAnonymous && address !== this.#terms.none && anonymous === "required") {
      this.#refuseBlock(local, "OnlyAnonymousAddressSupported", "Responses go to the anonymous address alone.");
    }
  }

  #missing(local: string): never {
    const code = this.#terms.version === "1.0" ? "MessageAddressingHeaderRequired" : "MessageInformationHeaderRequired";
    const reason = "A required header representing a Message Addressing Property is not present";
    throw new AddressingFault(this.#terms, this.#version, code, reason, { detail: problemName(local) });
  }

  #refuseBlock(local: string, subcode: string, reason: string): never {
    this.#refuse(subcode, reason, problemName(local));
  }

  #refuse(subcode: string, reason: string, detail: string): never {
    const isRecommendation = this.#terms.version === "1.0";
    const code = isRecommendation ? "InvalidAddressingHeader" : "InvalidMessageInformationHeader";
    throw new AddressingFault(this.#terms, this.#version, code, reason, {
      ...(isRecommendation && { subcode }),
      detail,
    });
  }

  #all(local: string): TreeElement[] {
    return this.#blocks.filter(({ name }) => name.local === local);
  }

  #text(local: string): string | undefined {
    const [found] = this.#all(local);
    const text = found === undefined ? "" : textOf(found).trim();
    return text === "" ? undefined : text;
  }

  #addressIn(local: string): string | undefined {
    const [reference] = this.#all(local);
    const address =
      reference && elementsOf(reference).find(({ name }) => name.local === "Address" && this.#isOwn(name.namespace));
    return address && textOf(address).trim();
  }

  #isOwn(namespace: string): boolean {
    return namespace === this.#terms.namespace;
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

/** Declares the prefix of the element at the start of `content`. */
function bound({ namespace }: AddressingTerms, content: string): string {
  return content.replace(/^<wsa:\w+/, (start) => `${start} xmlns:wsa="${namespace}"`);
}

function problemName(local: string): string {
  return `<wsa:ProblemHeaderQName>wsa:${local}</wsa:ProblemHeaderQName>`;
}

/** With `namespace`, adds `IsReferenceParameter`. */
function writtenAgain(element: TreeElement, namespace: string | undefined): string {
  const attributes = element.attributes.filter(({ name }) => addressingVersionOf(name.namespace) === undefined);
  const local = "IsReferenceParameter";
  const mark = namespace === undefined ? [] : [{ name: { namespace, local, raw: local }, value: "true" }];
  return treeText({ ...element, attributes: [...attributes, ...mark] });
}
