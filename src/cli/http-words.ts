/** HTTP statuses without a SOAP fault, in the words of the command. */
import type { HttpError } from "../runtime";
import { type Situation, wordFor } from "./situation";

/** What happened, and what to do about it at the terminal. */
export function httpWords({ status, location, excerpt }: HttpError, situation: Situation): string {
  const address = wordFor("endpoint", situation);
  if (status >= 300 && status < 400) {
    const target = location === undefined ? "" : ` to ${location}`;
    return `The service responded with status ${status}, a redirect${target}. Redirects are not followed, because credentials would travel: set ${address} to the final address.`;
  }
  return `The service responded with status ${status} and no SOAP fault. ${advice(status, excerpt, address, situation)}`;
}

function advice(
  status: number,
  excerpt: string | undefined,
  address: string | undefined,
  situation: Situation,
): string {
  switch (status) {
    case 400:
    case 415:
      if (excerpt !== undefined && excerpt !== "") return `Check ${address}.`;
      return `Services respond so when they cannot read a request: check ${wordFor("soapVersion", situation)} and ${address}.`;
    case 401:
    case 403:
      return "Check the credentials in the environment.";
    case 407:
      return `The proxy asks for credentials: put them into ${wordFor("proxy", situation)}, as in http://user:password@proxy.example.`;
    case 404:
    case 405:
    case 410:
      return `Check ${address}.`;
    case 413:
      return "The request is too long for the service.";
    case 429:
      return "The service wants fewer requests: call again later.";
    default:
      return status >= 500 ? "Call again later." : `Check that ${address} is the address of the service.`;
  }
}
