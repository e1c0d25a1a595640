import type { CredentialRequest } from "soapwright-runtime";
import type { HeldRequest, MessageHead, OutgoingMessage } from "soapwright-runtime/extend";
import { wrong } from "../security-error";

/** Who asks the client to sign in: by which status and header, and where the client responds. */
export interface Side {
  readonly name: "service" | "proxy";
  readonly status: 401 | 407;
  readonly challenge: "www-authenticate" | "proxy-authenticate";
  readonly credentials: "Authorization" | "Proxy-Authorization";
  /** The option with what the client signs in by. */
  readonly option: "signIn" | "signIn.proxy";
}

export const SERVICE: Side = {
  name: "service",
  status: 401,
  challenge: "www-authenticate",
  credentials: "Authorization",
  option: "signIn",
};

export const PROXY: Side = {
  name: "proxy",
  status: 407,
  challenge: "proxy-authenticate",
  credentials: "Proxy-Authorization",
  option: "signIn.proxy",
};

/** What a sign-in has to know of its call. */
export interface SignInCall {
  readonly side: Side;
  /** The host that the sign-in is for. */
  readonly hostname: string;
  readonly credentials: () => CredentialRequest;
  /** Masks a text in messages and logs. */
  readonly mask: (secret: string) => void;
  /** Whether the side forgets who has signed in to a connection. */
  readonly isAnew: boolean;
}

/** Signs in the connection of a request, sends the request, and returns the head of its response. */
export type Handshake = (request: HeldRequest, call: SignInCall) => Promise<MessageHead>;

/** Throws a `ConfigurationError` if another option signs in too. */
export function checkUnset(message: OutgoingMessage): void {
  if (message.header("authorization") === undefined) return;
  throw wrong("signIn", "Both signIn and another option set the HTTP header Authorization. Set one of them.");
}
