/** The service's side of Kerberos over HTTP (RFC 4559), by the package `kerberos`: each request has a ticket. */

// A program that compiles this file alone has no folder to find the declarations in.
/// <reference path="./kerberos.d.ts" />
import { hostname } from "node:os";
import { ConfigurationError } from "soapwright-runtime/errors";
import type { Guard, Verdict } from "./guard";

const NTLM = Buffer.from("NTLMSSP\0", "latin1");

/** Rejects with a `ConfigurationError` without the package, or where Kerberos gives no credentials of the service. */
export async function openNegotiate(serviceHost = hostname()): Promise<Guard> {
  const { initializeServer } = await import("kerberos").catch((cause: unknown) => {
    throw unusable(
      "signIn.scheme",
      "A service with signIn.scheme negotiate needs the package kerberos, which could not be loaded: npm install kerberos. Where it has no binary for this platform, it is built with a C++ compiler, make, python3 and libkrb5-dev (Debian; krb5-devel elsewhere).",
      cause,
    );
  });
  const service = `HTTP@${serviceHost}`;
  await initializeServer(service).catch((cause: unknown) => {
    throw unusable(
      "signIn.serviceHost",
      `Kerberos has no key of HTTP/${serviceHost}, so the service cannot read tickets. Its error is the cause. Set KRB5_KTNAME to a keytab that has it, or signIn.serviceHost to the host of the key.`,
      cause,
    );
  });
  return {
    async judge({ headers }): Promise<Verdict> {
      const refused = (why: string): Verdict => ({ challenge: "Negotiate", why });
      const [, token] = /^Negotiate +([\w+/=]+)$/i.exec(headers.authorization ?? "") ?? [];
      if (token === undefined) return refused("it has no ticket of Kerberos");
      if (Buffer.from(token, "base64").includes(NTLM)) return refused("it has NTLM within Negotiate");
      try {
        const server = await initializeServer(service);
        await server.step(token);
        if (!server.contextComplete) return refused("its ticket needs another message");
        return { user: server.username, proof: server.response ? `Negotiate ${server.response}` : undefined };
      } catch {
        // The text of the library may show whose ticket it was. Some mechanisms look for their keytab only here.
        return refused(`no key of HTTP/${serviceHost} in the keytab of KRB5_KTNAME reads its ticket`);
      }
    },
  };
}

function unusable(option: string, message: string, cause: unknown): ConfigurationError {
  return new ConfigurationError(message, { reason: "kerberos-service", option, cause });
}
