/** The addressing of one call. Loaded with the first call that has one. */
import { ConfigurationError } from "../errors/configuration-error";
import type { OperationNode, ServiceNode, Validation } from "../schema/codec";
import { expandedName } from "../soap/header-blocks";
import type { SoapVersion } from "../soap/operation-plan";
import { requestAction, responseAction } from "./actions";
import { AddressedMessage } from "./addressed-message";
import type { AddressingSettings } from "./addressing-settings";
import { ADDRESSING_TERMS } from "./terms";

/** What addressing has to know of a call. */
interface AddressableCall {
  readonly operation: OperationNode;
  readonly address: { readonly origin: string; readonly path: string };
  /** The items of its result are handed over one by one. */
  readonly streaming: boolean;
  readonly message: { readonly plan: { readonly request: { readonly soapAction: string } } };
  readonly core: {
    readonly settings: {
      readonly soapVersion: SoapVersion;
      readonly validation: Validation;
      readonly rename: (namespace: string) => string;
    };
    readonly service: ServiceNode;
  };
}

/** What the message of `call` is addressed by. Throws a `ConfigurationError` where that cannot be. */
export function addressedMessage(call: AddressableCall, addressed: AddressingSettings): AddressedMessage {
  const { core, operation, address } = call;
  const { settings, service } = core;
  const { version, port, replyTo, referenceParameters } = addressed;
  if (call.streaming && replyTo !== undefined) {
    throw new ConfigurationError(
      "replyTo sends responses to another address, so no items arrive here. Use a client without replyTo.",
      { option: "replyTo" },
    );
  }
  const anonymous = operation.anonymous ?? port?.anonymous;
  if (operation.anonymous === "required" && replyTo !== undefined && replyTo !== ADDRESSING_TERMS[version].none) {
    throw new ConfigurationError(
      `replyTo names an address, but the WSDL says that responses of ${operation.name} come over the connection of the request alone. Call it by a client without replyTo.`,
      { option: "replyTo" },
    );
  }
  if (anonymous === "prohibited" && replyTo === undefined && operation.output !== undefined) {
    throw new ConfigurationError(
      `The WSDL of ${service.name} says that responses${operation.anonymous === undefined ? "" : ` of ${operation.name}`} never come over the connection of the request. Name an address that takes them: client.with({ replyTo }).`,
      { option: "replyTo" },
    );
  }
  const { soapAction } = call.message.plan.request;
  const terms = { service, operation, version, rename: settings.rename, soapAction };
  const action = requestAction(terms);
  if (action === undefined) {
    throw new ConfigurationError(
      `The tables of ${service.name} do not say which Action of WS-Addressing ${operation.name} has. Generate them again, or set addressing: false.`,
      { option: "addressing" },
    );
  }
  for (const { name } of operation.input.headers) {
    const own = { namespace: settings.rename(name.namespace), local: name.local };
    const index = referenceParameters?.names.findIndex((each) => expandedName(each) === expandedName(own)) ?? -1;
    if (index < 0) continue;
    const option = `referenceParameters[${index}]`;
    throw new ConfigurationError(
      `${option} is the element ${name.local}, which is a header block of ${operation.name}. Whoever made the endpoint reference may not choose those: leave it out.`,
      { option },
    );
  }
  return new AddressedMessage({
    version,
    soapVersion: settings.soapVersion,
    to: address.origin + address.path,
    action,
    expectsResponse: operation.output !== undefined,
    responseAction: operation.output === undefined ? undefined : responseAction(terms),
    replyTo,
    referenceParameters,
    isStrict: settings.validation === "strict",
  });
}
