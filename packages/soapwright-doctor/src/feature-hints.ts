/** Hints at a feature that a client lacks. The client knows no feature by name; docs/features.md has the same list. */
import {
  type FaultError,
  isArgumentError,
  isConfigurationError,
  isFaultError,
  isHttpError,
  isResponseError,
  type ServiceError,
} from "soapwright-runtime";
import { addressingVersionOf } from "soapwright-runtime/internal";

interface FeatureHint {
  readonly feature: string;
  /** Returns the code that adds the feature; undefined if the error is not about it. */
  readonly remedy: (error: ServiceError) => string | undefined;
}

const HINTS: readonly FeatureHint[] = [
  {
    feature: "addressing",
    remedy(error) {
      const version = addressingOf(error);
      return version && `addressing({ addressing: "${version}" })`;
    },
  },
  {
    feature: "attachments",
    remedy(error) {
      const isRefused = isResponseError(error) && error.reason === "content-type" && /multipart\//i.test(error.message);
      if (isRefused || (isConfigurationError(error) && /parts beside their envelope/.test(error.message))) {
        return "attachments()";
      }
      return isArgumentError(error) && /beside the envelope/.test(error.message)
        ? "attachments({ mtom: true })"
        : undefined;
    },
  },
  {
    feature: "security",
    remedy(error) {
      if (isFaultError(error)) {
        return codesOf(error).some(({ namespace }) => namespace.includes("/oasis-200401-wss-"))
          ? "security({ … }) with what the service asks for"
          : undefined;
      }
      const offered = isHttpError(error) && error.status === 401 ? error.responseHeaders?.["www-authenticate"] : "";
      return /\bDigest\b/.test(offered ?? "") ? 'security({ http: { scheme: "digest", … } })' : undefined;
    },
  },
];

/**
 * Returns a sentence about the feature that `error` asks for; undefined if there is none, or if the client has it.
 * `handedIn` are the names of the client's features.
 */
export function featureHint(error: ServiceError, clientFeatures: Iterable<string>): string | undefined {
  const featureNames = new Set(clientFeatures);
  for (const { feature, remedy } of HINTS) {
    const value = featureNames.has(feature) ? undefined : remedy(error);
    if (value !== undefined) return `Hand the client features: [${value}], of its entry point ${feature}.`;
  }
  return undefined;
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
  const [, namespace = ""] = /header block \{([^}]*)\}\w+ must be understood/.exec(error.message) ?? [];
  return addressingVersionOf(namespace);
}

function codesOf({ fault }: FaultError): FaultError["fault"]["subcodes"] {
  return [fault.code, ...fault.subcodes];
}
