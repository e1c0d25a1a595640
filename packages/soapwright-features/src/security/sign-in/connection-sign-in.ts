/** Signs in connections: to the service, and to a proxy. */
import type { CallFeature, FailedRequest, FeatureCall, HeldRequest } from "soapwright-runtime/extend";
import { credentialRequest } from "../feature-call";
import { negotiateHandshake } from "./negotiate";
import { ntlmHandshake } from "./ntlm";
import type { ConnectionTerms, SignInTerms } from "./read-sign-in";
import { behindProxy, proxyRefused } from "./refusals";
import { checkUnset, type Handshake, PROXY, SERVICE, type Side } from "./sign-in-call";

interface Way {
  readonly scheme: string;
  readonly handshake: Handshake;
  /** What is refused, if it is. */
  readonly proof: string;
}

/** What `request.state` is after a sign-in that was not refused. */
const SIGNED_IN = "signed in";

type Start = (call: FeatureCall, isElsewhere: boolean) => CallFeature & Required<Pick<CallFeature, "after">>;

/** Returns the part of the feature for one call, which signs in only to the proxy if the call goes to another origin. */
export function connectionSignIn({ connection, proxy }: SignInTerms): Start {
  const [toService, toProxy] = [connection && wayOf(connection), proxy && wayOf(proxy)];
  const key = {};
  /** The sides that forget who has signed in to a connection. */
  const forgetful = new Set<string>();
  return (call, isElsewhere) => {
    const service = isElsewhere ? undefined : toService;
    let kept: { readonly side: Side; readonly place: string } | undefined;
    const credentials = () => credentialRequest(call);
    const mask = (secret: string) => call.mask(secret);
    const signIn = async (request: HeldRequest, side: Side, way: Way, hostname: string): Promise<void> => {
      const place = `${side.name} ${side === SERVICE ? call.address.origin : hostname}`;
      const isAnew = forgetful.has(place);
      // A stream is read once, so that it is not sent before the other side has shown again that it knows the caller.
      const isKept = request.state === SIGNED_IN && !isAnew && !request.isStreamed;
      kept = isKept ? { side, place } : undefined;
      request.state = undefined;
      const head = isKept
        ? await request.send({})
        : await way.handshake(request, { side, hostname, credentials, mask, isAnew });
      if (head.status !== side.status) request.state = SIGNED_IN;
      else if (side === PROXY && !isKept) throw proxyRefused(way.proof);
    };
    return {
      ...(service !== undefined && { request: checkUnset }),
      connections: {
        key,
        async carry(request) {
          if (request.proxy !== undefined && service !== undefined) throw behindProxy(service.scheme);
          const way = request.proxy === undefined ? service : toProxy;
          const side = request.proxy === undefined ? SERVICE : PROXY;
          if (way === undefined) await request.send({});
          else await signIn(request, side, way, request.proxy ?? new URL(call.address.origin).hostname);
        },
        ...(toProxy !== undefined && {
          tunnel: (request: HeldRequest) => signIn(request, PROXY, toProxy, request.proxy!),
        }),
      },
      after({ head }: FailedRequest) {
        if (kept === undefined || head?.status !== kept.side.status) return undefined;
        forgetful.add(kept.place);
        return "again";
      },
      challenged: () => service && `It has refused the ${service.proof}.`,
    };
  };
}

function wayOf(terms: ConnectionTerms): Way {
  const { scheme } = terms;
  return scheme === "ntlm"
    ? { scheme, handshake: ntlmHandshake(terms), proof: "user name and password that the connection had for NTLM" }
    : { scheme, handshake: negotiateHandshake(terms), proof: "ticket of Kerberos that the request had for Negotiate" };
}
