/** Hints at a feature that a client lacks. The client knows no feature by name; docs/features.md has the same list. */
import {
  type FaultError,
  isFaultError,
  isHttpError,
  isResponseError,
  type ServiceError,
} from "soapwright-runtime/errors";
import { addressingNotUnderstood, addressingVersionOf } from "soapwright-runtime/extend";

/** Returns a sentence about the feature that `error` asks for; undefined if there is none, or if the client has it. */
export function featureHint(error: ServiceError, clientFeatures: Iterable<string>): string | undefined {
  const version = addressingOf(error);
  const remedies = {
    addressing: version && `addressing({ addressing: "${version}" })`,
    attachments: attachmentsFor(error),
    security: securityFor(error),
    signIn: signInFor(error),
  };
  const present = new Set(clientFeatures);
  const missing = Object.entries(remedies).find(([feature, remedy]) => remedy !== undefined && !present.has(feature));
  const entryPoint = missing?.[0] === "signIn" ? "security" : missing?.[0];
  return missing && `Hand the client features: [${missing[1]}], of its entry point ${entryPoint}.`;
}

function attachmentsFor(error: ServiceError): string | undefined {
  const isRefused =
    isResponseError(error) && error.reason === "content-type" && /^multipart\//i.test(error.received ?? "");
  if (isRefused || error.reason === "attachments-needed") return "attachments()";
  return error.reason === "attachment-in-envelope" ? "attachments({ mtom: true })" : undefined;
}

function securityFor(error: ServiceError): string | undefined {
  if (!isFaultError(error)) return undefined;
  const isAbout = codesOf(error).some(({ namespace }) => namespace.includes("/oasis-200401-wss-"));
  return isAbout ? "security({ … }) with what the service asks for" : undefined;
}

function signInFor(error: ServiceError): string | undefined {
  const offered = isHttpError(error) && error.status === 401 ? error.responseHeaders?.["www-authenticate"] : "";
  const scheme = ["Digest", "NTLM"].find((each) => offered?.split(", ").includes(each));
  return scheme && `signIn({ scheme: "${scheme.toLowerCase()}", … })`;
}

function addressingOf(error: ServiceError): string | undefined {
  if (isFaultError(error)) {
    const codes = codesOf(error);
    const version = codes.map(({ namespace }) => addressingVersionOf(namespace)).find((each) => each !== undefined);
    if (version !== undefined) return version;
    return codes.some(({ local }) => /^Message(?:Addressing|Information)HeaderRequired$/.test(local))
      ? "1.0"
      : undefined;
  }
  return addressingNotUnderstood(error);
}

function codesOf({ fault }: FaultError): FaultError["fault"]["subcodes"] {
  return [fault.code, ...fault.subcodes];
}
