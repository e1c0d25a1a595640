/** The feature `signIn`: authentication by HTTP. */
import type { Feature } from "soapwright-runtime";
import { ConfigurationError } from "soapwright-runtime/errors";
import {
  type CallFeature,
  type FailedRequest,
  type FeatureCall,
  type OpenFeature,
  type OutgoingMessage,
  wrongOption,
} from "soapwright-runtime/extend";
import { kindOf } from "soapwright-runtime/xsd";
import { credentialRequest, untilDone } from "../feature-call";
import { makeFeature } from "../made-feature";
import { connectionSignIn } from "./connection-sign-in";
import { createRequestSignIn, type RequestSignIn, signInWords } from "./digest";
import { readSignIn } from "./read-sign-in";
import { checkUnset } from "./sign-in-call";
import type { SignInOptions } from "./sign-in-options";

/** The option of the feature `signIn`: on a client, with `client.with()` and for one call. */
export interface SignInCallOptions {
  /** `false` sends requests without signing in. */
  readonly signIn?: false | undefined;
}

/**
 * Returns the feature that signs a client in to its service by HTTP, and to the proxy before it. Basic and Digest
 * authenticate each request. NTLM and Negotiate authenticate connections, which then carry the calls of one tenant alone.
 * For one tenant, use `client.with({ features: [signIn(…)] })`. Another origin, a redirect's too, gets nothing of it.
 *
 * @throws ConfigurationError naming the part that is wrong, for example `signIn.password`. It contains no secret.
 */
export function signIn(options: SignInOptions): Feature<SignInCallOptions> {
  const terms = readSignIn(options);
  const signsConnections = terms.connection !== undefined || terms.proxy !== undefined;
  const ofConnections = signsConnections ? connectionSignIn(terms) : undefined;
  const ofRequests = terms.request && requestSignIn(createRequestSignIn(terms.request));
  const open = (isOff: boolean, isElsewhere: boolean): OpenFeature<SignInCallOptions> => ({
    with({ signIn: option }, origin) {
      if (option !== undefined && option !== false) {
        throw wrongOption("signIn", "false; what signs a client in is one of its features", kindOf(option));
      }
      return open(isOff || option === false, isElsewhere || origin !== undefined);
    },
    call(call) {
      if (isOff || (isElsewhere && terms.proxy === undefined)) return undefined;
      const connection = ofConnections?.(call, isElsewhere);
      const request = isElsewhere ? undefined : ofRequests?.(call);
      if (connection === undefined || request === undefined) return connection ?? request;
      return { ...connection, ...request, after: (failed) => request.after?.(failed) ?? connection.after(failed) };
    },
  });
  return makeFeature("signIn", "sign-in", ({ opensConnections }) => {
    if (signsConnections && !opensConnections) {
      throw new ConfigurationError(
        "signIn with NTLM or Negotiate, or to a proxy, signs in connections, which transport replaces: set one of the two, or have the transport sign in.",
        { reason: "sign-in-beside-transport", option: "signIn.scheme" },
      );
    }
    return open(false, false);
  });
}

/** Signs in each request. */
function requestSignIn(signIn: RequestSignIn): (call: FeatureCall) => CallFeature {
  return (call) => {
    const { address } = call;
    let sent: string | undefined;
    let challenge: string | undefined;
    return {
      async request(message: OutgoingMessage) {
        checkUnset(message);
        const { origin, path } = address;
        const body = message.body instanceof Uint8Array ? message.body : undefined;
        const target = { origin, path, body, request: credentialRequest(call), challenge };
        const authorization = await untilDone(call, "signIn", signIn.authorize(target));
        sent = authorization?.value;
        if (authorization === undefined) return;
        for (const secret of authorization.secrets) call.mask(secret);
        message.setHeader("Authorization", authorization.value);
      },
      after({ head }: FailedRequest) {
        challenge = head?.status === 401 ? head.header("www-authenticate") : undefined;
        return challenge !== undefined && signIn.challenged(challenge, sent, address.origin) ? "again" : undefined;
      },
      challenged: signInWords,
    };
  };
}
