/** The feature `signIn`: authentication by HTTP. */
import { inspect } from "node:util";
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
import { MADE_BY } from "../../made-by";
import { credentialRequest, untilDone } from "../feature-call";
import { wrong } from "../security-error";
import { createRequestSignIn, type RequestSignIn, signInWords } from "./digest";
import { negotiateHandshake } from "./negotiate";
import { ntlmHandshake } from "./ntlm";
import { type NegotiateTerms, type NtlmTerms, readSignIn } from "./read-sign-in";
import type { Handshake } from "./sign-in-call";
import type { SignInOptions } from "./sign-in-options";

/** The option of the feature `signIn`: on a client, with `client.with()` and for one call. */
export interface SignInCallOptions {
  /** `false` sends requests without signing in. */
  readonly signIn?: false | undefined;
}

/**
 * Returns the feature that signs a client in to its service by HTTP. Basic and Digest authenticate each request. NTLM
 * and Negotiate authenticate connections, which then carry the calls of one tenant alone. For one tenant, use `client.with({ features:
 * [signIn(…)] })`. Another origin, a redirect's too, gets nothing of it.
 *
 * @throws ConfigurationError naming the part that is wrong, for example `signIn.password`. It contains no secret.
 */
export function signIn(options: SignInOptions): Feature<SignInCallOptions> {
  const terms = readSignIn(options);
  const signsConnections = terms.scheme === "ntlm" || terms.scheme === "negotiate";
  const start = signsConnections ? connectionSignIn(terms) : requestSignIn(createRequestSignIn(terms));
  const open = (isOff: boolean): OpenFeature<SignInCallOptions> => ({
    with({ signIn: option }, origin) {
      if (option !== undefined && option !== false) {
        throw wrongOption("signIn", "false; what signs a client in is one of its features", kindOf(option));
      }
      return open(isOff || option === false || origin !== undefined);
    },
    call: (call) => (isOff ? undefined : start(call)),
  });
  const shown = { toJSON: () => "signIn", [inspect.custom]: () => "signIn {}" };
  return Object.assign(Object.create(shown), {
    name: "signIn",
    version: 1,
    madeBy: MADE_BY,
    kind: "sign-in" as const,
    options: ["signIn"],
    open({ opensConnections }: { readonly opensConnections: boolean }) {
      if (signsConnections && !opensConnections) {
        throw new ConfigurationError(
          `signIn with the scheme ${terms.scheme} signs in connections, which transport replaces: set one of the two, or have the transport sign in.`,
          { reason: "sign-in-beside-transport", option: "signIn.scheme" },
        );
      }
      return open(false);
    },
  });
}

function checkUnset(message: OutgoingMessage): void {
  if (message.header("authorization") === undefined) return;
  throw wrong("signIn", "Both signIn and another option set the HTTP header Authorization. Set one of them.");
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

/** What `request.state` is after a sign-in that the service has not refused. */
const SIGNED_IN = "signed in";

/** Signs in each connection. */
function connectionSignIn(terms: NtlmTerms | NegotiateTerms): (call: FeatureCall) => CallFeature {
  const [handshake, refused]: readonly [Handshake, string] =
    terms.scheme === "ntlm"
      ? [ntlmHandshake(terms), "user name and password that the connection had for NTLM"]
      : [negotiateHandshake(terms), "ticket of Kerberos that the request had for Negotiate"];
  const key = {};
  /** Origins that forget who has signed in to a connection. */
  const forgetful = new Set<string>();
  return (call) => {
    const { origin } = call.address;
    const { hostname } = new URL(origin);
    let wasSignedIn = false;
    return {
      request: checkUnset,
      connections: {
        key,
        async carry(request) {
          const credentials = () => credentialRequest(call);
          const mask = (secret: string) => call.mask(secret);
          const isAnew = forgetful.has(origin);
          // A stream is read once, so that it is not sent before the service has shown again that it knows the caller.
          wasSignedIn = request.state === SIGNED_IN && !isAnew && !request.isStreamed;
          request.state = undefined;
          const head = wasSignedIn
            ? await request.send({})
            : await handshake(request, { hostname, credentials, mask, isAnew });
          if (head.status !== 401) request.state = SIGNED_IN;
        },
      },
      after({ head }: FailedRequest) {
        if (head?.status !== 401 || !wasSignedIn) return undefined;
        forgetful.add(origin);
        return "again";
      },
      challenged: () => `It has refused the ${refused}.`,
    };
  };
}
