/** Tokens from an issuer, for the calls of one client: asked for, kept, renewed, and dropped when the service refuses one. */
import { createHash, randomUUID } from "node:crypto";
import type { Feature } from "soapwright-runtime";
import {
  ConfigurationError,
  isFaultError,
  isHttpError,
  isResponseError,
  isServiceError,
  type ServiceError,
} from "soapwright-runtime/errors";
import { type FeatureCall, problemOf } from "soapwright-runtime/extend";
import { type AddressingOptions, addressing } from "../../addressing/addressing";
import { wrong } from "../security-error";
import type { SecurityOptions } from "../security-options";
import { type Exchange, type ExchangeOptions, exchanging } from "./exchange";
import type { IssuedToken } from "./issued-token";
import type { IssuerTerms } from "./read-issuer";
import { readIssued, refuse } from "./read-response";
import { TokenCache } from "./token-cache";
import { IssuerClient } from "./trust/client";
import type { RequestSecurityToken } from "./trust/types";
import { keyTypeOf, namespaceOf, TRUST } from "./trust-terms";

const OPTION = "security.issuer";

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

  /** Rejects with a `ConfigurationError` whose cause is the error of the issuer; with the error of the call at its end. */
  async lease(call: FeatureCall): Promise<Lease> {
    const { address, credentials, operation } = call;
    const [path = ""] = address.path.split("?", 1);
    const appliesTo = this.#terms.appliesTo ?? address.origin + path;
    const key = keyOf([appliesTo, Object.entries(credentials).sort()]);
    const ask = (signal: AbortSignal): Promise<IssuedToken> => this.#ask(appliesTo, credentials, signal);
    const { token, failure } = await this.#tokens.get(key, ask, (step) => call.until(step));
    if (token === undefined) throw notIssued(operation, failure);
    return { token, drop: () => this.#tokens.drop(key, token) };
  }

  async #ask(appliesTo: string, credentials: Exchange["credentials"], signal: AbortSignal): Promise<IssuedToken> {
    const terms = this.#terms;
    const request = requestOf(terms, appliesTo);
    const exchange: Exchange = { credentials, inserts: new Map() };
    // A token that nobody gets changes nothing.
    const response = await this.#client.issue(request, { exchange, signal, safe: true });
    const { received } = exchange;
    if (received === undefined) throw refuse("it has no envelope");
    return readIssued(terms, response, { request, appliesTo, received });
  }
}

/** The key tells nothing of a caller. */
function keyOf(parts: readonly unknown[]): string {
  return createHash("sha256").update(JSON.stringify(parts)).digest("base64");
}

function requestOf({ version, tokenType, lifetimeMs }: IssuerTerms, appliesTo: string): RequestSecurityToken {
  const now = Date.now();
  return {
    Context: `urn:uuid:${randomUUID()}`,
    ...(tokenType !== undefined && { TokenType: tokenType }),
    RequestType: `${namespaceOf(version)}/Issue`,
    AppliesTo: { EndpointReference: { Address: appliesTo } },
    ...(lifetimeMs !== undefined && {
      Lifetime: { Created: new Date(now).toISOString(), Expires: new Date(now + lifetimeMs).toISOString() },
    }),
    KeyType: keyTypeOf(version, "bearer"),
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
  const options = { ...client, endpoint, soapVersion, quirks: { namespaces }, limits, features };
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
