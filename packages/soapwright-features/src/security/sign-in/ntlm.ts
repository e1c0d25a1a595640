/** NTLM over HTTP: one request without a body gets a challenge, and the request itself has the proof (MS-NTHT, 2.1). */
import { askText } from "../text-source";
import { authenticateMessage, negotiateMessage, readChallenge } from "./ntlm-messages";
import type { NtlmTerms } from "./read-sign-in";
import { brokenChallenge } from "./refusals";
import type { Handshake } from "./sign-in-call";
import { challengeToken } from "./token-challenge";

export function ntlmHandshake(terms: NtlmTerms): Handshake {
  return async (request, call) => {
    const { side } = call;
    const first = await request.ask({ [side.credentials]: `NTLM ${negotiateMessage().toString("base64")}` });
    if (first.status !== side.status) return request.send({});
    const token = challengeToken(first, "NTLM", side);
    if (token.length === 0) throw brokenChallenge("has no token");
    const challenge = readChallenge(token);
    const password = await askText(`${side.option}.password`, terms.password, call.credentials());
    const target = { name: `HTTP/${call.hostname}`, certificate: request.certificate };
    const proof = authenticateMessage(challenge, { ...terms, password }, target).toString("base64");
    for (const secret of [terms.username, terms.domain, password, proof]) if (secret !== "") call.mask(secret);
    return request.send({ [side.credentials]: `NTLM ${proof}` });
  };
}
