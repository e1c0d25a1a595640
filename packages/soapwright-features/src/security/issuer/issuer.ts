/** Tokens from an issuer, for the calls of one client: asked for, kept, renewed, and dropped when the service refuses one. */

import { createHash, randomBytes, randomUUID } from "node:crypto";
import type { CredentialRequest, Feature } from "soapwright-runtime";
import {
  ConfigurationError,
  isFaultError,
  isHttpError,
  isResponseError,
  isServiceError,
  type ServiceError,
} from "soapwright-runtime/errors";
import { type FeatureCall, problemOf } from "soapwright-runtime/extend";
import type { XmlElement } from "soapwright-runtime/tables";
import { type AddressingOptions, addressing } from "../../addressing/addressing";
import type { IssuerTerms } from "../read-options";
import { readAssertion, textsOf } from "../saml-assertion";
import { wrong } from "../security-error";
import type { SecurityOptions } from "../security-options";
import { askText } from "../text-source";
import { type Exchange, type ExchangeOptions, exchanging } from "./exchange";
import { keyInfoOf } from "./issue-assertion";
import type { IssuedToken } from "./issued-token";
import { readIssued } from "./read-response";
import { refuse } from "./refuse";
import { TokenCache } from "./token-cache";
import { IssuerClient } from "./trust/client";
import type { RequestSecurityToken } from "./trust/types";
import { keyTypeOf, namespaceOf, TRUST } from "./trust-terms";

const OPTION = "security.issuer";

/** The tokens of the users on whose behalf, or as whom, a client asks. */
interface Subjects {
  readonly onBehalfOf?: string;
  readonly actAs?: string;
}

/** A token for one call. */
export interface Lease {
  readonly token: IssuedToken;
  /** Forgets the token, which the service has refused. */
  drop(): void;
}

export class TokenIssuer {
  readonly #terms: IssuerTerms;
  readonly #client: ReturnType<typeof clientOf>;
  readonly #tokens = new TokenCache<IssuedToken>();

  /**
   * `secure` is the function `security`, for the client that calls the issuer. Opens no connection. Throws a
   * `ConfigurationError`.
   */
  constructor(terms: IssuerTerms, secure: (options: SecurityOptions) => Feature) {
    this.#terms = terms;
    this.#client = clientOf(terms, secure);
  }

  /**
   * The tokens on whose behalf one asks are a part of the key, so that no other caller gets what is issued for them.
   * Rejects with a `ConfigurationError` whose cause is the error of the issuer; with the error of the call at its end.
   */
  async lease(call: FeatureCall, request: CredentialRequest): Promise<Lease> {
    const { address, credentials, operation } = call;
    const [path = ""] = address.path.split("?", 1);
    const appliesTo = this.#terms.appliesTo ?? address.origin + path;
    const subjects = await call.until(this.#subjects(request));
    const key = keyOf([appliesTo, Object.entries(credentials).sort(), Object.entries(subjects)]);
    const ask = (signal: AbortSignal): Promise<IssuedToken> => this.#ask(appliesTo, credentials, subjects, signal);
    const { token, failure } = await this.#tokens.get(key, ask, (step) => call.until(step));
    if (token === undefined) throw notIssued(operation, failure);
    return { token, drop: () => this.#tokens.drop(key, token) };
  }

  async #subjects(request: CredentialRequest): Promise<Subjects> {
    const subjects: { -readonly [K in keyof Subjects]: Subjects[K] } = {};
    for (const name of ["onBehalfOf", "actAs"] as const) {
      const source = this.#terms[name];
      if (source !== undefined)
        subjects[name] = readSubject(`${OPTION}.${name}`, await askText(`${OPTION}.${name}`, source, request));
    }
    return subjects;
  }

  async #ask(
    appliesTo: string,
    credentials: Exchange["credentials"],
    subjects: Subjects,
    signal: AbortSignal,
  ): Promise<IssuedToken> {
    const terms = this.#terms;
    const entropy = randomBytes(terms.keySize / 8);
    const inserts = new Map<string, string>();
    const request = requestOf(
      terms,
      appliesTo,
      entropy,
      (xml) => {
        const local = `token-${randomUUID()}`;
        inserts.set(local, xml);
        return { name: { namespace: "", local }, attributes: [], children: [] };
      },
      subjects,
    );
    const secrets = [entropy.toString("base64"), ...Object.values(subjects).flatMap(textsOf)];
    const exchange: Exchange = { credentials, inserts, secrets };
    // A token that nobody gets changes nothing.
    const response = await this.#client.issue(request, { exchange, signal, safe: true });
    const { received } = exchange;
    if (received === undefined) throw refuse("it has no envelope");
    return readIssued(terms, response, { request, appliesTo, received, entropy });
  }
}

/** The key tells nothing of a caller. */
function keyOf(parts: readonly unknown[]): string {
  return createHash("sha256").update(JSON.stringify(parts)).digest("base64");
}

/** Throws a `ConfigurationError` for a text that is no token. */
function readSubject(option: string, xml: string): string {
  const unusable = (what: string): Error => wrong(option, `The token of ${option} ${what}.`);
  if (/^\s*<(?:[^\s:/>]+:)?Assertion[\s/>]/.test(xml)) return readAssertion(xml, unusable).xml;
  try {
    textsOf(xml);
    return xml;
  } catch {
    throw unusable("is no XML. Give it as it was issued");
  }
}

/** `insert` returns the element in whose place XML goes out. */
function requestOf(
  { version, tokenType, lifetimeMs, keyType, useKey }: IssuerTerms,
  appliesTo: string,
  entropy: Buffer,
  insert: (xml: string) => XmlElement,
  { onBehalfOf, actAs }: Subjects,
): RequestSecurityToken {
  const now = Date.now();
  const namespace = namespaceOf(version);
  const nonce = { value: entropy.toString("base64"), Type: `${namespace}/Nonce` };
  return {
    Context: `urn:uuid:${randomUUID()}`,
    ...(tokenType !== undefined && { TokenType: tokenType }),
    RequestType: `${namespace}/Issue`,
    AppliesTo: { EndpointReference: { Address: appliesTo } },
    ...(lifetimeMs !== undefined && {
      Lifetime: { Created: new Date(now).toISOString(), Expires: new Date(now + lifetimeMs).toISOString() },
    }),
    ...(onBehalfOf !== undefined && { OnBehalfOf: { any: [insert(onBehalfOf)] } }),
    ...(actAs !== undefined && { ActAs: { any: insert(actAs) } }),
    KeyType: keyTypeOf(version, keyType),
    ...(keyType === "symmetric" && {
      KeySize: entropy.length * 8,
      Entropy: { BinarySecret: nonce },
      ComputedKeyAlgorithm: `${namespace}/CK/PSHA1`,
    }),
    ...(useKey !== undefined && { UseKey: { any: insert(keyInfoOf(useKey.certificate)) } }),
  };
}

/** The addressing of AppliesTo is that of the message. */
const ADDRESSING = "http://www.w3.org/2005/08/addressing";
const ADDRESSING_2004 = "http://schemas.xmlsoap.org/ws/2004/08/addressing";

function clientOf(terms: IssuerTerms, secure: (options: SecurityOptions) => Feature) {
  const { endpoint, version, soapVersion, client } = terms;
  const namespace = namespaceOf(version);
  const namespaces = (declared: string): string => {
    if (declared === TRUST) return namespace;
    return declared === ADDRESSING && terms.addressing === "2004/08" ? ADDRESSING_2004 : declared;
  };
  const inner = terms.security && named(`${OPTION}.security`, () => secure(terms.security!));
  const features = [
    exchanging(inner, namespace),
    ...(terms.addressing === undefined ? [] : [addressing({ addressing: terms.addressing })]),
  ];
  const limits = { responseBytes: 1_048_576, ...client.limits };
  const options = {
    ...client,
    endpoint,
    soapVersion,
    quirks: { namespaces, forceSoapVersion: true },
    limits,
    features,
  };
  return named(OPTION, () => new IssuerClient<AddressingOptions & ExchangeOptions>(options));
}

/** Options of another client keep their names behind `option`. */
function named<T>(option: string, make: () => T): T {
  try {
    return make();
  } catch (error) {
    if (!isServiceError(error)) throw error;
    throw wrong(option, `In ${option}: ${problemOf(error)}`, error);
  }
}

/** Returns a new error for each call, because its context is added to it. */
function notIssued(operation: string, cause: unknown): ServiceError {
  const happened = `There is no token for ${operation} from the issuer, so nothing was sent to the service`;
  const isFault = isFaultError(cause);
  const logged = `${happened}: ${isServiceError(cause) ? cause.toJSON().message : "look at the cause."}`;
  // The error of a response that cannot be read may show a part of it, and so of a token.
  const isHidden = isHttpError(cause) || (isResponseError(cause) && cause.reason !== "issued-token");
  return new ConfigurationError(isFault ? `${happened}: ${problemOf(cause)}` : logged, {
    reason: isFault ? "issuer-refused" : "issuer-failed",
    option: OPTION,
    logged,
    ...(isServiceError(cause) && { kind: cause.kind }),
    ...(!isHidden && { cause }),
  });
}
