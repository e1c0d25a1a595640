import type { Advice } from "../errors/advice";
import { ArgumentError, isArgumentError } from "../errors/argument-error";
import { ConfigurationError } from "../errors/configuration-error";
import type { ResponseErrorReason } from "../errors/response-error";
import type { PartsIn, PartsOut } from "../feature";
import { kindOf, mismatchText } from "../kind-of";
import {
  type AttachmentNode,
  type Codec,
  type ElementNode,
  type EncodeOptions,
  type FaultNode,
  type MessageNode,
  type OperationNode,
  type ServiceNode,
  type StreamTarget,
  setOwn,
  withoutCode,
} from "../schema/codec";
import { ACCEPTED_CODINGS } from "../transport/content-coding";
import type { QName } from "../xml/xml-names";
import { nearName } from "../xsd/near-name";
import type { FaultPlan } from "./fault-reader";
import { escapedAction } from "./soap-action";

/** The SOAP version: 1.1 (W3C Note) or 1.2 (W3C Recommendation, Parts 1 and 2). */
export type SoapVersion = "1.1" | "1.2";

export interface SoapVersionTerms {
  readonly version: SoapVersion;
  /** Prefixes in responses are resolved, never compared. */
  readonly prefix: "soap" | "soap12";
  readonly namespace: string;
  readonly contentType: string;
  /** The media type and the charset of `contentType`. */
  readonly type: string;
  readonly charset: string;
}

/** Namespace, usual prefix and media type of each SOAP version. */
export const SOAP_TERMS: { readonly [V in SoapVersion]: SoapVersionTerms } = {
  "1.1": {
    version: "1.1",
    prefix: "soap",
    namespace: "http://schemas.xmlsoap.org/soap/envelope/",
    contentType: "text/xml; charset=utf-8",
    type: "text/xml",
    charset: "utf-8",
  },
  "1.2": {
    version: "1.2",
    prefix: "soap12",
    namespace: "http://www.w3.org/2003/05/soap-envelope",
    contentType: "application/soap+xml; charset=utf-8",
    type: "application/soap+xml",
    charset: "utf-8",
  },
};

export function soapVersionOf(namespace: string): SoapVersion | undefined {
  if (namespace === SOAP_TERMS["1.1"].namespace) return "1.1";
  return namespace === SOAP_TERMS["1.2"].namespace ? "1.2" : undefined;
}

/** The option `namespaces` may change the declared name. */
export interface NamedElement {
  readonly element: ElementNode;
  readonly name: QName;
  /** Says how the name on the wire differs, if only `lenient` reads an element of that name. */
  readonly departs?: NameDeparture | undefined;
}

export interface NameDeparture {
  readonly what: string;
  /** What helps, besides lenient validation. */
  readonly advice: readonly Advice[];
}

export interface Misfit {
  /** Default: `envelope`. */
  readonly reason?: ResponseErrorReason;
  readonly what: string;
  readonly advice?: readonly Advice[];
  readonly received?: string;
}

/** The elements that one operation's response may have, with their names on the wire. */
export class ResponsePlan implements FaultPlan {
  readonly operation: OperationNode;
  readonly codec: Codec;
  readonly terms: SoapVersionTerms;
  readonly rename: (namespace: string) => string;
  readonly faults: readonly FaultNode[];
  /** A message with `use="encoded"` may have values elsewhere in the Body and refer to them (SOAP 1.1, section 5). */
  readonly encoded: boolean;
  /**
   * SOAP 1.1, 7.1: the name of an rpc response is not significant, and ATL Server and Axis send other names than their
   * WSDL declares.
   */
  readonly #acceptsAnyName: boolean;
  readonly #list: boolean;
  readonly #body: readonly NamedElement[];
  readonly #headers: readonly NamedElement[];

  constructor(operation: OperationNode, codec: Codec, terms: SoapVersionTerms, rename: (namespace: string) => string) {
    this.operation = operation;
    this.codec = codec;
    this.terms = terms;
    this.rename = rename;
    this.faults = operation.faults;
    this.encoded = (operation.outputUse ?? operation.use) === "encoded";
    this.#acceptsAnyName = operation.style === "rpc" && codec.settings.validation !== "strict";
    const named = (element: ElementNode): NamedElement => {
      const { namespace, local } = element.name;
      return { element, name: { namespace: rename(namespace), local } };
    };
    this.#body = (operation.output?.body ?? []).map(named);
    this.#headers = (operation.output?.headers ?? []).map(named);
    this.#list = operation.output?.list === true;
    if (this.encoded && codec.settings.soapEncoding === undefined)
      throw withoutCode(`the encoded operation ${operation.name}`, "soapEncoding");
  }

  get emptyBody(): boolean {
    return this.#body.length === 0;
  }

  get expected(): string {
    return this.#body.map(({ name }) => expandedName(name)).join(" or ");
  }

  header(name: QName): ElementNode | undefined {
    return this.#headers.find((each) => each.name.local === name.local && each.name.namespace === name.namespace)
      ?.element;
  }

  /**
   * Returns the only declared header block that a block of this name may be: it has no namespace, which SOAP 1.1, 4.2.1
   * forbids, or the letters of its name are in another case. A block of a foreign namespace is one of its own.
   */
  headerLike({ namespace, local }: QName): NamedElement | undefined {
    const like = local.toLowerCase();
    const alike = this.#headers.filter(
      ({ name }) => name.local.toLowerCase() === like && (namespace === "" || namespace === name.namespace),
    );
    return alike.length === 1 ? alike[0] : undefined;
  }

  bodyElement(name: QName, position: number): NamedElement | Misfit {
    const expected = this.#body[position];
    if (expected === undefined) {
      const isEmpty = position === 0;
      return {
        what: isEmpty
          ? `its Body has ${expandedName(name)} in it, but is expected to be empty`
          : `its Body has more than ${this.expected} in it`,
      };
    }
    const isLocal = expected.name.local === name.local;
    if (this.#acceptsAnyName || (isLocal && expected.name.namespace === name.namespace)) return expected;
    const what = `its Body has ${expandedName(name)} where ${expandedName(expected.name)} is expected`;
    const isLike = expected.name.local.toLowerCase() === name.local.toLowerCase();
    if (!isLike && this.operation.style !== "rpc") return { what };
    if (!isLocal || name.namespace === "") return { ...expected, departs: { what, advice: [] } };
    const departs: NameDeparture = {
      what: `${what}. The service responds in another namespace than the request`,
      advice: [{ action: "set", option: "quirks.namespaces" }],
    };
    return { ...expected, departs };
  }

  /** The element that may be missing from an empty Body under `lenient`, if its content allows it. */
  get onlyElement(): NamedElement | undefined {
    return this.#body.length === 1 ? this.#body[0] : undefined;
  }

  /** The elements that are expected after the first `count`, one for each part of the message. */
  elementsAfter(count: number): readonly NamedElement[] {
    return this.#body.slice(count);
  }

  /** Returns undefined for an element without streamed items. */
  streamTarget(element: ElementNode, onItem: (item: unknown) => void): StreamTarget | undefined {
    const [first, ...path] = this.operation.output?.unwrap ?? [];
    return element.key === first ? { path, onItem } : undefined;
  }

  /** Unwraps the message. An absent list becomes an empty list. */
  result(values: { readonly [key: string]: unknown } | undefined, parts?: Pick<PartsIn, "declared">): unknown {
    const { unwrap, attachments } = this.operation.output ?? {};
    if (unwrap === undefined) return undefined;
    if (attachments !== undefined) return withParts(values, attachments, parts);
    let value: unknown = unwrap.length === 0 && this.#body.length === 0 ? undefined : values;
    for (const key of unwrap) {
      if (typeof value !== "object" || value === null) {
        value = value === null && !this.#list ? null : undefined;
        break;
      }
      value = Reflect.get(value, key);
    }
    return this.#list && (value === undefined || value === null) ? [] : value;
  }
}

function withParts(
  values: { readonly [key: string]: unknown } | undefined,
  attachments: readonly AttachmentNode[],
  parts: Pick<PartsIn, "declared"> | undefined,
): unknown {
  const result: { [key: string]: unknown } = { ...values };
  const octets = parts?.declared(attachments.map(({ name }) => name.local)) ?? [];
  attachments.forEach(({ key }, index) => {
    if (octets[index] !== undefined) setOwn(result, key, octets[index]);
  });
  return result;
}

/** Returns `{namespace}local`, or `local` without a namespace. */
export function expandedName({ namespace, local }: QName): string {
  return namespace === "" ? local : `{${namespace}}${local}`;
}

export function headerKeys({ operations }: ServiceNode): ReadonlySet<string> {
  return new Set(operations.flatMap(({ input }) => input.headers.map(({ key }) => key)));
}

/** `whose` names the owner of the allowed keys in the message. */
export function checkHeaderKeys(blocks: object, allowedKeys: ReadonlySet<string>, whose: string): void {
  for (const key of Object.keys(blocks)) {
    if (allowedKeys.has(key) || Reflect.get(blocks, key) === undefined) continue;
    const names = [...allowedKeys];
    const near = nearName(key, names);
    const has =
      near !== undefined ? `did you mean ${near}?` : names.length === 0 ? "it has none" : `it has ${names.join(", ")}`;
    const option = `headers.${key}`;
    throw new ConfigurationError(
      `${option} is not a header block of ${whose} (${has}). Send what the WSDL does not declare by extraHeaders.`,
      { reason: "header-unknown", option },
    );
  }
}

/** Encodes the arguments and headers of one operation, for one client. */
export class OperationPlan {
  readonly operation: OperationNode;
  readonly codec: Codec;
  readonly terms: SoapVersionTerms;
  /** The value has no quotes. */
  readonly soapAction: string;
  /** The action in an HTTP header. */
  readonly escapedAction: string;
  readonly contentType: string;
  /** The HTTP headers of a request to which nothing is added, as alternating names and values. */
  readonly httpHeaders: readonly string[];
  readonly #encode: EncodeOptions;
  readonly #serviceHeaders: ReadonlySet<string>;

  constructor(
    operation: OperationNode,
    codec: Codec,
    terms: SoapVersionTerms,
    soapAction: string,
    serviceHeaders: ReadonlySet<string>,
  ) {
    this.#serviceHeaders = serviceHeaders;
    this.operation = operation;
    this.codec = codec;
    this.terms = terms;
    this.soapAction = soapAction;
    this.escapedAction = escapedAction(soapAction);
    this.contentType = contentTypeOf(operation, terms, this.escapedAction);
    const action = terms.version === "1.1" ? ["SOAPAction", `"${this.escapedAction}"`] : [];
    this.httpHeaders = ["Content-Type", this.contentType, ...action, "Accept-Encoding", ACCEPTED_CODINGS];
    this.#encode = operation.use === "encoded" ? { encoding: terms.version } : {};
  }

  /**
   * Throws an `ArgumentError` for arguments that do not fit, and a `ConfigurationError` when the operation has parts
   * and the client has no feature for them.
   */
  encodeBody(args: unknown, attachments?: PartsOut): string {
    const { input, name: operation } = this.operation;
    const options = attachments === undefined ? this.#encode : { ...this.#encode, attachments };
    const [only, ...others] = input.body;
    const isAlone = others.length === 0 && input.unwrap.length === 1 && input.attachments === undefined;
    if (only !== undefined && isAlone) {
      return this.codec.encode(only, args, only.name.local, options);
    }
    if (input.attachments !== undefined && attachments === undefined) throw noPackaging(operation);
    const message = wrap(input, args, operation);
    let xml = "";
    for (const element of input.body) {
      xml += this.codec.encode(element, message[element.key], element.name.local, options);
    }
    for (const { key, name, contentTypes } of input.attachments ?? []) {
      const path = `${operation}.${key}`;
      const value = message[key];
      const refusal = attachments?.attachPart(name.local, value, path, contentTypes);
      if (refusal !== undefined) throw argumentError(path, refusal.expected, refusal.received ?? kindOf(value));
    }
    return xml;
  }

  /** Throws a `ConfigurationError` for blocks that do not fit. */
  encodeHeaders(blocks: unknown, call: { readonly hasOwnHeaders: boolean }): string {
    if (blocks === undefined) return "";
    if (typeof blocks !== "object" || blocks === null || Array.isArray(blocks)) {
      throw new ConfigurationError(`headers takes an object of header blocks, but is ${kindOf(blocks)}.`, {
        reason: "headers",
        option: "headers",
      });
    }
    let xml = "";
    let unread = Object.keys(blocks).length;
    try {
      for (const element of this.operation.input.headers) {
        if (!Object.hasOwn(blocks, element.key)) continue;
        unread--;
        const value: unknown = Reflect.get(blocks, element.key);
        if (value !== undefined) xml += this.codec.encode(element, value, `headers.${element.key}`, this.#encode);
      }
    } catch (error) {
      throw isArgumentError(error) ? misfitOption(error) : error;
    }
    if (unread > 0) this.#refuseOthers(blocks, call.hasOwnHeaders);
    return xml;
  }

  /** The client's `headers` may hold blocks of other operations, and a call's may not. */
  #refuseOthers(blocks: object, ofCall: boolean): void {
    const { headers } = this.operation.input;
    const headerKeys = ofCall ? new Set(headers.map(({ key }) => key)) : this.#serviceHeaders;
    checkHeaderKeys(blocks, headerKeys, ofCall ? `the operation ${this.operation.name}` : "the service");
  }
}

/** Returns the error for a header block that does not fit, whose path is the option. */
export function misfitOption({ path, expected, received }: ArgumentError): ConfigurationError {
  return new ConfigurationError(mismatchText(path, expected, received), { reason: "header-value", option: path });
}

/**
 * SOAP 1.2 Part 2, Appendix A: `action` is a quoted string. It is sent when the WSDL requires it, and when the WSDL has
 * no SOAP 1.2 binding to say so.
 */
function contentTypeOf(
  { soapAction, soapActionRequired }: OperationNode,
  terms: SoapVersionTerms,
  action: string,
): string {
  const isSent = soapActionRequired === true || soapAction["1.2"] === undefined;
  if (terms.version === "1.1" || !isSent || action === "") return terms.contentType;
  return `${terms.contentType}; action="${action.replaceAll("\\", "\\\\")}"`;
}

/** The inverse of `unwrap`. Throws an `ArgumentError` for an argument that is not an object of the message's parts. */
function wrap(message: MessageNode, args: unknown, operation: string): { readonly [key: string]: unknown } {
  const [first, ...rest] = message.unwrap;
  if (first !== undefined) {
    return { [first]: rest.reduceRight<unknown>((value, key) => ({ [key]: value }), args) };
  }
  if (args === undefined) return {};
  if (typeof args !== "object" || args === null || Array.isArray(args)) {
    throw argumentError(operation, "an object", kindOf(args));
  }
  const keys = new Set([...message.body, ...(message.attachments ?? [])].map(({ key }) => key));
  for (const key of Object.keys(args)) {
    if (!keys.has(key)) throw argumentError(`${operation}.${key}`, "no property of this name", "one");
  }
  const values: { [key: string]: unknown } = Object.create(null);
  for (const key of keys) values[key] = Reflect.get(args, key);
  return values;
}

function noPackaging(operation: string): ConfigurationError {
  return new ConfigurationError(
    `The messages of ${operation} have parts beside their envelope, and the client has no feature of the kind "package". Nothing was sent.`,
    { reason: "attachments-needed", option: "features" },
  );
}

function argumentError(path: string, expected: string, received: string): ArgumentError {
  return new ArgumentError(mismatchText(path, expected, received), { reason: "arguments", path, expected, received });
}
