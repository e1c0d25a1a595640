/** The challenges of NTLM and Negotiate, which are one token each (RFC 4559, 4.1; RFC 9110, 11.2). */
import type { MessageHead } from "soapwright-runtime/extend";
import { brokenChallenge, connectionEnds, schemeMissing } from "./refusals";
import type { Side } from "./sign-in-call";

/** Longest token as text. A head is at most 16 KB. */
const MAX_TOKEN = 12_000;

/**
 * Returns the token with which a response with status 401 or 407 continues the scheme, empty if the scheme is offered without
 * one. Throws a `ServiceError` if the scheme is not offered, the token is none, or the connection ends.
 */
export function challengeToken(head: MessageHead, scheme: string, side: Side): Buffer {
  const token = findToken(head, scheme, side);
  if (token === undefined) throw schemeMissing(scheme, head.header(side.challenge) ?? "", side);
  if (token.length > 0 && /\bclose\b/i.test(head.header("connection") ?? "")) throw connectionEnds(scheme, side);
  return token;
}

/** Returns undefined if the header does not have the scheme. Throws a `ResponseError` if the token is none. */
export function findToken(head: MessageHead, scheme: string, side: Side): Buffer | undefined {
  // A quoted string may have commas and names in it.
  const challenges = (head.header(side.challenge) ?? "").replace(/"(?:[^"\\]|\\.)*"?/g, '""');
  const own = challenges
    .split(",")
    .map((each) => each.trim())
    .filter((each) => each.split(/\s/, 1)[0]!.toLowerCase() === scheme.toLowerCase());
  const [challenge] = own;
  if (challenge === undefined) return undefined;
  if (own.length > 1) throw brokenChallenge("is there twice");
  const token = challenge.slice(scheme.length).trim();
  if (token.length > MAX_TOKEN) throw brokenChallenge(`is longer than ${MAX_TOKEN} characters`);
  const bytes = Buffer.from(token, "base64");
  if (bytes.toString("base64") !== token) throw brokenChallenge("is not in base64");
  return bytes;
}
