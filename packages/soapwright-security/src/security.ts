/** `createSecurity`: what secures the requests of a client and verifies their responses. */
import { inspect } from "node:util";
import type { HttpSignIn, Security } from "soapwright-runtime/internal";
import { BasicSignIn, DigestSignIn } from "./http-sign-in";
import type { SecurityOptions } from "./options";
import { readSecurity, type SecurityTerms } from "./read-options";
import { secureMessage } from "./secure-message";
import { verifyResponse } from "./verify-response";

/**
 * WS-Security and HTTP authentication for the option `security` of a client, of `client.with()` or of a call. Keys and
 * certificates are read and checked here, once; what one request needs is made for each attempt anew.
 *
 * @throws ConfigurationError naming the part that is wrong, for example `security.signature.key`. It shows no secret.
 */
export function createSecurity(options: SecurityOptions): Security {
  return new MessageSecurity(readSecurity(options));
}

/** Shows nothing of what it knows. */
class MessageSecurity implements Security {
  readonly #terms: SecurityTerms;
  readonly http: HttpSignIn | undefined;
  readonly secure: Security["secure"];
  readonly verify: Security["verify"];

  constructor(terms: SecurityTerms) {
    this.#terms = terms;
    const { usernameToken, timestamp, signature, samlAssertion, verify, http } = terms;
    const writesBlock = [usernameToken, timestamp, signature, samlAssertion].some((part) => part !== undefined);
    this.secure = writesBlock ? (message) => secureMessage(terms, message) : undefined;
    this.verify = verify && ((message) => verifyResponse(verify, message));
    if (http !== undefined) this.http = http.scheme === "basic" ? new BasicSignIn(http) : new DigestSignIn(http);
  }

  get signs(): boolean {
    return this.#terms.signature !== undefined;
  }

  toJSON(): string {
    return "Security";
  }
  [inspect.custom](): string {
    return "Security {}";
  }
}
