/** NTLM over HTTP: two requests without a body, or one, before the first request of a connection (MS-NTHT, 2.1). */
import type { CredentialRequest } from "soapwright-runtime";
import type { HeldRequest } from "soapwright-runtime/extend";
import { askText } from "../text-source";
import { authenticateMessage, negotiateMessage, readChallenge } from "./ntlm-messages";
import type { NtlmTerms } from "./read-sign-in";
import { brokenChallenge } from "./refusals";
import { challengeToken } from "./token-challenge";

/** What a sign-in has to know of its call. */
export interface SignInCall {
  readonly hostname: string;
  readonly credentials: () => CredentialRequest;
  /** Masks a text in messages and logs. */
  readonly mask: (secret: string) => void;
  /** Signs in again for this request, although the connection was signed in before. */
  readonly isAnew: boolean;
}

/** Returns whether the request went over a connection that an earlier request had signed in. */
export async function carryByNtlm(request: HeldRequest, terms: NtlmTerms, call: SignInCall): Promise<boolean> {
  // A stream is read once, so that it is not sent before the service has shown again that it knows the connection.
  if (request.state === "signed in" && !call.isAnew && !request.isStreamed) {
    const head = await request.send({});
    if (head.status === 401) request.state = undefined;
    return true;
  }
  request.state = undefined;
  const first = await request.ask({ Authorization: `NTLM ${negotiateMessage().toString("base64")}` });
  if (first.status !== 401) {
    await request.send({});
    return false;
  }
  const token = challengeToken(first, "NTLM");
  if (token.length === 0) throw brokenChallenge("has no token");
  const challenge = readChallenge(token);
  const password = await askText("signIn.password", terms.password, call.credentials());
  const target = { name: `HTTP/${call.hostname}`, certificate: request.certificate };
  const proof = authenticateMessage(challenge, { ...terms, password }, target).toString("base64");
  for (const secret of [terms.username, terms.domain, password, proof]) if (secret !== "") call.mask(secret);
  const head = await request.send({ Authorization: `NTLM ${proof}` });
  if (head.status !== 401) request.state = "signed in";
  return false;
}
