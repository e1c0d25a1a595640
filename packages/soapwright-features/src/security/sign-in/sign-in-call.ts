import type { CredentialRequest } from "soapwright-runtime";
import type { HeldRequest, MessageHead } from "soapwright-runtime/extend";

/** What a sign-in has to know of its call. */
export interface SignInCall {
  /** The host that the sign-in is for. */
  readonly hostname: string;
  readonly credentials: () => CredentialRequest;
  /** Masks a text in messages and logs. */
  readonly mask: (secret: string) => void;
  /** Whether the service forgets who has signed in to a connection. */
  readonly isAnew: boolean;
}

/** Signs in the connection of a request, sends the request, and returns the head of its response. */
export type Handshake = (request: HeldRequest, call: SignInCall) => Promise<MessageHead>;
