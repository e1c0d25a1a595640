/** From a base URL to the endpoint and the namespace of one version. */
import { type ClientOptions, ConfigurationError } from "../runtime";

/** What the addresses of a client follow from. */
export interface AddressOptions {
  readonly baseUrl: string;
  readonly namespaceBaseUrl?: string;
  readonly endpoint?: string;
  readonly namespace?: string;
}

/** Endpoint and namespaces for a client whose WSDL declares `targetNamespace`. Throws `ConfigurationError`. */
export function addressesOf(
  options: AddressOptions,
  version: "v2.1" | "v3",
  targetNamespace: string,
): Required<Pick<ClientOptions, "endpoint" | "namespaces">> {
  const path = `/soap/${version}/EmployeeService`;
  const baseUrl = checkedBaseUrl("baseUrl", options.baseUrl);
  const namespaceBaseUrl =
    options.namespaceBaseUrl === undefined ? baseUrl : checkedBaseUrl("namespaceBaseUrl", options.namespaceBaseUrl);
  const namespace =
    options.namespace === undefined ? namespaceBaseUrl + path : checkedNamespace("namespace", options.namespace);
  const declaredBaseUrl = targetNamespace.endsWith(path) ? targetNamespace.slice(0, -path.length) : undefined;
  return {
    endpoint: options.endpoint === undefined ? `${baseUrl}${path}.asmx` : options.endpoint,
    namespaces: (declared) => {
      if (declared === targetNamespace) return namespace;
      const isBelow = declaredBaseUrl !== undefined && declared.startsWith(`${declaredBaseUrl}/`);
      return isBelow ? namespaceBaseUrl + declared.slice(declaredBaseUrl.length) : declared;
    },
  };
}

/** Character by character what was given, without slashes at its end. */
function checkedBaseUrl(option: string, value: unknown): string {
  const wanted = "an absolute http: or https: address, for example https://service.example";
  if (typeof value !== "string") throw wrong(option, `is ${kindOf(value)}`, wanted);
  if (/[^\x21-\x7e\u00a0-\ud7ff\ue000-\ufffd]/.test(value))
    throw wrong(option, "holds blanks or control characters", wanted);
  if (!URL.canParse(value)) throw wrong(option, "is not an absolute address", wanted);
  const url = new URL(value);
  if (url.protocol !== "http:" && url.protocol !== "https:") throw wrong(option, `starts with ${url.protocol}`, wanted);
  if (url.username !== "" || url.password !== "") throw wrong(option, "holds a user or a password", wanted);
  if (/[?#]/.test(value)) throw wrong(option, "holds a query or a fragment", wanted);
  return value.replace(/\/+$/, "");
}

function checkedNamespace(option: string, value: unknown): string {
  const wanted = "the XML namespace of the service, for example https://service.example/soap/v3/EmployeeService";
  if (typeof value !== "string") throw wrong(option, `is ${kindOf(value)}`, wanted);
  if (value === "") throw wrong(option, "is empty", wanted);
  if (/[^\x21-\x7e\u00a0-\ud7ff\ue000-\ufffd]/.test(value))
    throw wrong(option, "holds blanks or control characters", wanted);
  return value;
}

/** A `ConfigurationError` that says what an option is and what it takes. */
export function wrong(option: string, complaint: string, wanted: string, cause?: unknown): ConfigurationError {
  return new ConfigurationError(`option ${option} ${complaint}: it takes ${wanted}`, { option, cause });
}

/** What kind of thing a value is, never the value itself. */
export function kindOf(value: unknown): string {
  if (value === undefined) return "missing";
  if (value === null) return "null";
  return Array.isArray(value) ? "an array" : `of type ${typeof value}`;
}
