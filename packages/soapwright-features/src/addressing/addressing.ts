/** The feature `addressing`: WS-Addressing 1.0 and the WS-Addressing submission of August 2004. */

import type { Call, Feature } from "soapwright-runtime";
import { type AddressingNode, type AddressingVersion, ownValue } from "soapwright-runtime/codecs";
import { ConfigurationError } from "soapwright-runtime/errors";
import {
  ADDRESSING_TERMS,
  type CallFeature,
  checkKnown,
  checkObject,
  checkText,
  definedOptions,
  type ExtraBlocks,
  expandedName,
  type FeatureCall,
  type FeatureClient,
  type OpenFeature,
  wrongOption,
} from "soapwright-runtime/extend";
import { parseAddress } from "soapwright-runtime/http";
import type { XmlElement } from "soapwright-runtime/tables";
import { kindOf } from "soapwright-runtime/xsd";
import { MADE_BY } from "../made-by";
import { requestAction, responseAction } from "./actions";
import { AddressedMessage } from "./addressed-message";
import { describe } from "./faults";
import { checkReferenceParameters, writeReferenceParameters } from "./reference-parameters";

/** Options of the feature `addressing`: on a client, with `client.with()` and for one call. */
export interface AddressingOptions {
  /**
   * Version of WS-Addressing for requests and responses; `false` for none. Default: the version that the WSDL declares
   * for the port.
   */
  readonly addressing?: AddressingVersion | false | undefined;
  /**
   * Elements of an endpoint reference that every request repeats as header blocks; `endpointReference()` reads them
   * from a response. Default: none.
   */
  readonly referenceParameters?: readonly XmlElement[] | undefined;
}

/** Only `repliesElsewhere` sets `replyTo`, because it changes the result types. */
interface AddressingSettings extends AddressingOptions {
  readonly replyTo?: string | undefined;
}

const NAMES = ["addressing", "referenceParameters", "replyTo"] as const;

/**
 * A client whose responses go to another address: its calls resolve to undefined when the service has accepted the
 * request.
 */
export type RepliesElsewhere<T> = {
  [K in keyof T]: T[K] extends (...args: infer A) => Call<unknown> ? (...args: A) => Call<undefined> : T[K];
};

/**
 * Returns the WS-Addressing feature: Action, MessageID and To in requests, RelatesTo in responses. Generated clients
 * include it if the WSDL requires it. For others set the version: `addressing({ addressing: "1.0" })`.
 *
 * @throws ConfigurationError naming the option that is wrong.
 */
export function addressing(options: AddressingOptions = {}): Feature<AddressingOptions> {
  checkKnown(checkObject("addressing", options), new Set(NAMES), "addressing()");
  return {
    name: "addressing",
    version: 1,
    madeBy: MADE_BY,
    kind: "blocks",
    options: NAMES,
    open: (client) => new OpenAddressing(client, checked(options)),
  };
}

/**
 * Returns `client` with responses sent to `replyTo` (`wsa:ReplyTo`). Calls resolve to undefined when the service has
 * accepted the request with status 202. The response will relate to `messageId` of `withResponse()`.
 *
 * @throws ConfigurationError if `replyTo` is not an address to which a service can send.
 */
export function repliesElsewhere<T extends { with(options: AddressingOptions): unknown }>(
  client: T,
  replyTo: string,
): RepliesElsewhere<T> {
  return client.with({ replyTo } as AddressingOptions) as RepliesElsewhere<T>;
}

function checked(options: AddressingOptions): AddressingSettings {
  const version = ownValue(options, "addressing");
  if (version !== undefined && version !== false && version !== "1.0" && version !== "2004/08") {
    const got = typeof version === "string" ? "another string" : kindOf(version);
    throw wrongOption("addressing", '"1.0", "2004/08" or false', got);
  }
  const replyTo = ownValue(options, "replyTo");
  const parameters = ownValue(options, "referenceParameters");
  return {
    addressing: version,
    replyTo: replyTo === undefined ? undefined : checkText("replyTo", replyTo),
    referenceParameters: parameters === undefined ? undefined : checkReferenceParameters(parameters),
  };
}

/** Explains faults of WS-Addressing when no version is set. */
const OFF: CallFeature = { describe: (error, headers) => describe(error, headers, undefined) };

class OpenAddressing implements OpenFeature<AddressingOptions> {
  readonly #client: FeatureClient;
  readonly #terms: AddressingSettings;
  readonly #version: AddressingVersion | undefined;
  /** Undefined if the WSDL declares another version or none. */
  readonly #port: AddressingNode | undefined;
  readonly #parameters: ExtraBlocks | undefined;

  /** @throws ConfigurationError for options that contradict each other or the WSDL's port. */
  constructor(client: FeatureClient, terms: AddressingSettings) {
    this.#client = client;
    this.#terms = terms;
    const declared = client.port?.addressing;
    const { addressing: chosen = declared?.version, replyTo, referenceParameters } = terms;
    if (chosen === undefined || chosen === false) {
      const option =
        replyTo !== undefined ? "replyTo" : referenceParameters?.length ? "referenceParameters" : undefined;
      if (option === undefined) return;
      throw new ConfigurationError(`${option} is a part of WS-Addressing, which is off. Set addressing: "1.0" too.`, {
        reason: "addressing-off",
        option,
      });
    }
    this.#version = chosen;
    this.#port = declared?.version === chosen ? declared : undefined;
    if (replyTo !== undefined) checkReplyTo(replyTo, chosen, this.#port);
    const parameters = referenceParameters ?? this.#port?.referenceParameters;
    if (parameters?.length) this.#parameters = writeReferenceParameters(parameters, chosen);
  }

  get label(): string | undefined {
    return this.#version && `WS-Addressing ${this.#version}`;
  }

  with(options: AddressingOptions, origin: string | undefined): OpenAddressing {
    // Another origin gets no reference parameters, not even those of the port.
    const elsewhere = origin === undefined ? {} : { referenceParameters: [] };
    return new OpenAddressing(this.#client, { ...this.#terms, ...elsewhere, ...definedOptions(checked(options)) });
  }

  call(call: FeatureCall): CallFeature {
    const version = this.#version;
    if (version === undefined) return OFF;
    const { service, rename, soapVersion, validation } = this.#client;
    const { table, operation, soapAction, address } = call;
    const { replyTo } = this.#terms;
    this.#checkReply(call, version);
    const terms = { service, operation: table, version, rename, soapAction };
    const action = requestAction(terms);
    if (action === undefined) {
      throw new ConfigurationError(
        `The tables of ${service.name} do not say which Action of WS-Addressing ${operation} has. Generate them again, or set addressing: false.`,
        { reason: "no-action", option: "addressing" },
      );
    }
    const parameters = this.#parameters;
    for (const { name } of table.input.headers) {
      const declared = expandedName({ namespace: rename(name.namespace), local: name.local });
      const index = parameters?.names.findIndex((each) => expandedName(each) === declared) ?? -1;
      if (index < 0) continue;
      const option = `referenceParameters[${index}]`;
      throw new ConfigurationError(
        `${option} is the element ${name.local}, which is a header block of ${operation}. The issuer of the endpoint reference may not choose those: leave it out.`,
        { reason: "reference-is-header", option },
      );
    }
    // The texts are masked, because an endpoint reference may contain a session id.
    parameters?.collect({ add: (text) => call.mask(text) });
    return new AddressedMessage({
      version,
      soapVersion,
      to: address.origin + address.path,
      action,
      expectsResponse: table.output !== undefined,
      responseAction: table.output === undefined ? undefined : responseAction(terms),
      replyTo,
      referenceParameters: parameters,
      isStrict: validation === "strict",
    });
  }

  #checkReply({ streaming, table, operation }: FeatureCall, version: AddressingVersion): void {
    const { replyTo } = this.#terms;
    const wrong = (message: string): ConfigurationError =>
      new ConfigurationError(message, { reason: "reply-elsewhere", option: "replyTo" });
    if (streaming && replyTo !== undefined) {
      throw wrong("replyTo sends responses to another address, so no items arrive here. Use a client without replyTo.");
    }
    if (table.anonymous === "required" && replyTo !== undefined && replyTo !== ADDRESSING_TERMS[version].none) {
      throw wrong(
        `replyTo names an address, but the WSDL says that responses of ${operation} come over the connection of the request alone. Call it by a client without replyTo.`,
      );
    }
    const anonymous = table.anonymous ?? this.#port?.anonymous;
    if (anonymous !== "prohibited" || replyTo !== undefined || table.output === undefined) return;
    throw wrong(
      `The WSDL of ${this.#client.service.name} says that responses${table.anonymous === undefined ? "" : ` of ${operation}`} never come over the connection of the request. Name an address that takes them: repliesElsewhere(client, address).`,
    );
  }
}

function checkReplyTo(replyTo: string, version: AddressingVersion, port: AddressingNode | undefined): void {
  const wrong = (reason: string): ConfigurationError =>
    new ConfigurationError(`replyTo ${reason}.`, { reason: "reply-address", option: "replyTo" });
  if (Object.values(ADDRESSING_TERMS).some(({ anonymous }) => anonymous === replyTo)) {
    throw wrong("is the anonymous address, which is what a response goes to without replyTo. Leave it out");
  }
  if (port?.anonymous === "required") {
    throw wrong("names an address, but the WSDL says that responses come over the connection of the request alone");
  }
  if (replyTo === ADDRESSING_TERMS[version].none) return;
  const [, scheme] = /^([a-z][a-z0-9+.-]*):[^\s\p{Cc}]+$/iu.exec(replyTo) ?? [];
  if (scheme === undefined) throw wrong("takes an absolute address, but is another text");
  if (/^(?:file|data|javascript|blob|about)$/i.test(scheme))
    throw wrong(`takes an address that a service can reach, but its scheme is ${scheme}`);
  if (/^https?$/i.test(scheme)) parseAddress(replyTo, "replyTo");
}
