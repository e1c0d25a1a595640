/**
 * The feature of the client that calls the issuer. Tokens are signed, so they have to travel as they were written: it puts
 * them into requests as text, and keeps the text of a response.
 */

import type { Feature } from "soapwright-runtime";
import { endOfElement, NotWellFormed } from "soapwright-runtime/codecs";
import type {
  CallFeature,
  FeatureCall,
  OpenFeature,
  OutgoingMessage,
  ReceivedMessage,
} from "soapwright-runtime/extend";
import { MADE_BY } from "../../made-by";
import { childrenOf, isNamed, readParts } from "../envelope-parts";
import { WSSE } from "../security-namespaces";

/** One request for a token, and its response. */
export interface Exchange {
  /** The credentials of the caller whom the token is for. */
  readonly credentials: FeatureCall["credentials"];
  /** XML by the name of the element in whose place it goes out. */
  readonly inserts: ReadonlyMap<string, string>;
  /** Texts of the request that are masked. */
  readonly secrets: readonly string[];
  /** The envelope of the response, as it came. */
  received?: string;
}

export interface ExchangeOptions {
  readonly exchange?: Exchange | undefined;
}

type Opened = Pick<OpenFeature, "call">;

/** Returns the feature around `inner`, the feature `security` of the issuer's client. */
export function exchanging(inner: Feature | undefined, namespace: string): Feature<ExchangeOptions> {
  const open = (opened: Opened | undefined, exchange: Exchange | undefined): OpenFeature<ExchangeOptions> => ({
    with: (options) => open(opened, options.exchange ?? exchange),
    call(call) {
      if (exchange === undefined) return undefined;
      for (const secret of exchange.secrets) call.mask(secret);
      return exchangeOf(exchange, opened?.call(onBehalfOf(call, exchange)), namespace);
    },
  });
  return {
    name: "issuer",
    version: 1,
    madeBy: MADE_BY,
    kind: "secure",
    options: ["exchange"],
    open: (client) => open(inner?.open(client), undefined),
  };
}

/** Functions for credentials are told the caller, whom the client of the issuer does not know. */
function onBehalfOf(call: FeatureCall, { credentials }: Exchange): FeatureCall {
  return {
    ...call,
    credentials,
    get attempts() {
      return call.attempts;
    },
    get signal() {
      return call.signal;
    },
    isSafe: call.isSafe,
    understood: call.understood,
    mask: (secret) => call.mask(secret),
    note: (text) => call.note(text),
    until: (step) => call.until(step),
  };
}

function exchangeOf(exchange: Exchange, inner: CallFeature | undefined, namespace: string): CallFeature {
  return {
    ...inner,
    understands: [{ namespace: WSSE, local: "Security" }],
    async secure(message: OutgoingMessage) {
      for (const [name, xml] of exchange.inserts) {
        const element = new RegExp(`<${name}[^>]*(?:/>|></${name}>)`);
        message.envelope = message.envelope.replace(element, () => xml);
      }
      await inner?.secure?.(message);
    },
    async verify(message: ReceivedMessage) {
      const text = inner?.verify === undefined ? message.text : await inner.verify(message);
      exchange.received = message.text;
      return inCollection(text, namespace);
    },
  };
}

/** WS-Trust 2005/02, and 1.3 where a token is not final, have a response without a collection. */
function inCollection(text: string, namespace: string): string {
  try {
    const [response] = childrenOf(text, readParts(text).body);
    if (response === undefined || !isNamed(response, namespace, "RequestSecurityTokenResponse")) return text;
    const name = "RequestSecurityTokenResponseCollection";
    const end = endOfElement(text, response.tag);
    const { start } = response;
    return `${text.slice(0, start)}<c:${name} xmlns:c="${namespace}">${text.slice(start, end)}</c:${name}>${text.slice(end)}`;
  } catch (error) {
    // The reader of the response says what is wrong.
    if (error instanceof NotWellFormed) return text;
    throw error;
  }
}
