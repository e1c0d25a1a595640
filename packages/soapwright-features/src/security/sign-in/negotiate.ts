/** Kerberos over HTTP (RFC 4559), by the package `kerberos`. NTLM within Negotiate is refused: it is a scheme of its own. */

// A program that compiles this file alone has no folder to find the declarations in.
/// <reference path="./kerberos.d.ts" />
import type { KerberosClient } from "kerberos";
import { ConfigurationError, ResponseError } from "soapwright-runtime/errors";
import type { HeldRequest, MessageHead } from "soapwright-runtime/extend";
import type { NegotiateTerms } from "./read-sign-in";
import { brokenChallenge, weakerChallenge } from "./refusals";
import type { Handshake, SignInCall } from "./sign-in-call";
import { challengeToken, findToken } from "./token-challenge";

const NTLM = Buffer.from("NTLMSSP\0", "latin1");

/** Sends the ticket with the request, once the service has asked for it. */
export function negotiateHandshake({ principal, serviceHost }: NegotiateTerms): Handshake {
  return async (request: HeldRequest, call: SignInCall): Promise<MessageHead> => {
    const { side } = call;
    // A side that forgets its callers is known to ask.
    if (!call.isAnew) {
      const first = await request.ask({});
      if (first.status !== side.status) return request.send({});
      if (challengeToken(first, "Negotiate", side).length > 0)
        throw brokenChallenge("continues what the client has not begun");
    }
    const service = `HTTP${process.platform === "win32" ? "/" : "@"}${serviceHost ?? call.hostname}`;
    const client = await openKerberos(service, principal);
    const token = await ticket(service, () => client.step(""));
    if (Buffer.from(token, "base64").includes(NTLM))
      throw weakerChallenge("NTLM within Negotiate", "Have the service and its realm offer Kerberos.");
    call.mask(token);
    const head = await request.send({ [side.credentials]: `Negotiate ${token}` });
    const proof = head.status === side.status ? undefined : findToken(head, "Negotiate", side);
    if (proof !== undefined && proof.length > 0) await checkProof(client, proof, service);
    return head;
  };
}

async function openKerberos(service: string, principal: string | undefined): Promise<KerberosClient> {
  const kerberos = await import("kerberos").catch((cause: unknown) => {
    throw new ConfigurationError(
      "signIn with the scheme negotiate needs the package kerberos, which could not be loaded: npm install kerberos. Where it has no binary for this platform, it is built with a C++ compiler, make, python3 and libkrb5-dev (Debian; krb5-devel elsewhere).",
      { reason: "sign-in-package", option: "signIn.scheme", cause },
    );
  });
  const gssFlag = kerberos.GSS_C_MUTUAL_FLAG | kerberos.GSS_C_SEQUENCE_FLAG;
  const mechOID = kerberos.GSS_MECH_OID_SPNEGO;
  return ticket(service, () =>
    kerberos.initializeClient(service, { gssFlag, mechOID, ...(principal !== undefined && { principal }) }),
  );
}

async function ticket<T>(service: string, step: () => Promise<T>): Promise<T> {
  try {
    return await step();
  } catch (cause) {
    throw new ConfigurationError(
      `Kerberos gives no ticket for ${service}, so no request was sent with one. Its error is the cause. Get a ticket with kinit, or set KRB5_CLIENT_KTNAME to a keytab, and check that the realm knows this name (serviceHost).`,
      { reason: "sign-in-ticket", option: "signIn", cause },
    );
  }
}

/** The service proves that it has read the ticket. One that says nothing is trusted as far as TLS is. */
async function checkProof(client: KerberosClient, proof: Buffer, service: string): Promise<void> {
  try {
    await client.step(proof.toString("base64"));
  } catch (cause) {
    throw new ResponseError(
      `The response has a token of Negotiate that does not prove that it comes from ${service}.`,
      {
        reason: "sign-in-unproven",
        advice: [{ action: "report" }],
        cause,
      },
    );
  }
}
