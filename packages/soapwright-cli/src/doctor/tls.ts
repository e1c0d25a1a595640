import { isIP, type Socket } from "node:net";
import { connect, type PeerCertificate, type TLSSocket } from "node:tls";
import { codeOf } from "soapwright-runtime/http";
import { CheckError, type CheckResult, SkipError } from "./run-check";
import type { Subject } from "./subject";

const WARNING_DAYS = 30;
const DAY = 24 * 60 * 60 * 1000;

/** Connects by TLS over `socket`, and closes the connection. @throws CheckError, SkipError */
export async function checkTls(
  subject: Subject,
  socket: Socket | undefined,
  signal: AbortSignal,
): Promise<CheckResult> {
  const { address } = subject.settings;
  if (!address.secure) throw new SkipError("plain-http", "The address is plain http:.");
  if (socket === undefined) throw new SkipError("not-connected", "There is no connection.");
  const secure = await handshake(subject, socket, signal);
  try {
    const certificate = secure.getPeerCertificate();
    if (!secure.authorized) throw refusalOf(String(secure.authorizationError), certificate, address.hostname);
    const ends = new Date(certificate.valid_to);
    const days = Math.floor((ends.getTime() - Date.now()) / DAY);
    const end = `ends on ${dayOf(ends)}, in ${days} days.`;
    const message = `${secure.getProtocol()}, and the certificate is trusted. It ${end}`;
    if (days >= WARNING_DAYS) return { message };
    const warning = `The certificate of ${address.hostname} ${end} Calls fail from then on: ask its owner to renew it.`;
    return { message, findings: [{ severity: "warning", code: "certificate-expires", message: warning }] };
  } finally {
    secure.destroy();
  }
}

/** Connects with `rejectUnauthorized: false`, so that a certificate that Node refuses can be examined too. */
function handshake({ settings }: Subject, socket: Socket, signal: AbortSignal): Promise<TLSSocket> {
  const { address, tls } = settings;
  const host = address.hostname.replace(/^\[|\]$/g, "");
  const servername = tls.servername ?? (isIP(host) === 0 ? host : undefined);
  return new Promise((resolve, reject) => {
    const secure = connect({
      ...tls,
      socket,
      host,
      ...(servername === undefined ? {} : { servername }),
      rejectUnauthorized: false,
    });
    secure.once("secureConnect", () => resolve(secure));
    secure.on("error", (error) => {
      socket.destroy();
      reject(handshakeFailure(codeOf(error), address.display));
    });
    secure.once("close", () => reject(handshakeFailure("ECONNRESET", address.display)));
    signal.addEventListener("abort", () => secure.destroy());
  });
}

function handshakeFailure(code: string, place: string): CheckError {
  const isPlain = ["ERR_SSL_WRONG_VERSION_NUMBER", "ERR_SSL_PACKET_LENGTH_TOO_LONG"].includes(code);
  const text = isPlain
    ? `${place} does not speak TLS on this port (${code}). Check the port of the address.`
    : `The TLS handshake with ${place} failed (${code}). Check the port, and whether the service asks for a client certificate (tls.cert).`;
  return new CheckError("tls-failed", text);
}

function refusalOf(code: string, certificate: PeerCertificate, hostname: string): CheckError {
  switch (code) {
    case "CERT_HAS_EXPIRED": {
      const ends = new Date(certificate.valid_to);
      const what =
        ends.getTime() < Date.now()
          ? `The certificate of ${hostname} expired on ${dayOf(ends)}`
          : `A certificate above that of ${hostname} has expired`;
      const text = `${what}, so clients refuse the connection. Ask its owner to renew it, and check the clock of this machine.`;
      return new CheckError("certificate-expired", text);
    }
    case "CERT_NOT_YET_VALID": {
      const text = `The certificate of ${hostname} is valid from ${dayOf(new Date(certificate.valid_from))} on. Check the clock of this machine.`;
      return new CheckError("certificate-not-yet-valid", text);
    }
    case "ERR_TLS_CERT_ALTNAME_INVALID": {
      const names = (certificate.subjectaltname ?? "no name").slice(0, 200);
      const text = `The certificate of ${hostname} is for other names (${names}). Check the host in the address, or set tls.servername.`;
      return new CheckError("certificate-name", text);
    }
    default: {
      const issuer = [certificate.issuer?.CN ?? certificate.issuer?.O ?? "unknown"].flat()[0];
      const text = `The certificate of ${hostname} is not trusted (${code}); its issuer is ${issuer}. Set tls.ca, or NODE_EXTRA_CA_CERTS, to the authority that your organization uses.`;
      return new CheckError("certificate-untrusted", text);
    }
  }
}

function dayOf(date: Date): string {
  return Number.isNaN(date.getTime()) ? "an unknown day" : date.toISOString().slice(0, 10);
}
