/** An issuer of tokens (WS-Trust) as a service of the sandbox, for clients that get their tokens from one. */
import type { TokenServiceOptions } from "soapwright-features/security";
import { checkObject } from "soapwright-runtime/extend";
import { RawBody } from "../record/recording";
import { refusedBy } from "./post-run";
import { startServiceSandbox } from "./running-sandbox";
import type { OperationRequest } from "./service-options";

/** Options of `startIssuer`. */
export interface IssuerOptions extends TokenServiceOptions {
  /** Further options of `startServiceSandbox`: `port`, `host`, `troubleRules` … */
  readonly sandbox?: Readonly<Record<string, unknown>> | undefined;
}

/** A running issuer. */
export interface RunningIssuer {
  /** The address, for the option `security.issuer.endpoint` of clients. */
  readonly url: string;
  close(): Promise<void>;
}

/**
 * Starts an issuer of SAML 2.0 and 1.1, for bearers and for holders of a key (WS-Trust 1.3, 1.4 and 2005/02). It keeps no
 * request and no exchange, because they have passwords and tokens in them. A service accepts its tokens by
 * `security: { saml: { certificates } }`. Rejects with a `ConfigurationError`.
 */
export async function startIssuer(options: IssuerOptions): Promise<RunningIssuer> {
  const { sandbox, ...own } = checkObject("issuer", options) as IssuerOptions;
  const { createTokenService } = await import("soapwright-features/security");
  const { service, security, issue } = createTokenService(own);
  const respond = async ({ operation, args, user, soapVersion }: OperationRequest): Promise<RawBody> => {
    try {
      return new RawBody(await issue(operation, args, user), 200);
    } catch (error) {
      throw refusedBy(error, soapVersion);
    }
  };
  const operations = Object.fromEntries(service.operations.map(({ name }) => [name, respond]));
  const running = await startServiceSandbox({
    ...sandbox,
    keepRequests: 0,
    keepExchanges: 0,
    services: [{ path: "/trust", service, security, operations }],
  });
  return { url: `${running.url}/trust`, close: () => running.close() };
}
