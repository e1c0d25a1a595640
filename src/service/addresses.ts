/** Derives the endpoint and the namespaces of one version from a base URL. */

import type { ClientOptions } from "soapwright-runtime";
import { kindOf } from "soapwright-runtime/internal";
import type { ServiceNode } from "soapwright-runtime/tables";
import type { ServiceVersion } from "./version";
import { wrong } from "./wrong";

export interface AddressOptions {
  readonly baseUrl: string;
  readonly namespaceBaseUrl?: string | undefined;
  readonly endpoint?: string | undefined;
  readonly namespace?: string | undefined;
}

/** Throws `ConfigurationError`. */
export function addressesOf(
  options: AddressOptions,
  { service, declaredBaseUrl, path }: ServiceVersion,
): { readonly endpoint: string; readonly namespaces: NonNullable<ClientOptions["namespaces"]> } {
  const baseUrl = checkedBaseUrl("baseUrl", options.baseUrl);
  if (options.endpoint === undefined) refuseEndpoint(baseUrl, path);
  const namespaceBaseUrl =
    options.namespaceBaseUrl === undefined ? baseUrl : checkedBaseUrl("namespaceBaseUrl", options.namespaceBaseUrl);
  const namespace =
    options.namespace === undefined ? undefined : checkedNamespace("namespace", options.namespace, service);
  return {
    endpoint: options.endpoint === undefined ? baseUrl + path : options.endpoint,
    namespaces: (declared) => {
      if (namespace !== undefined && declared === service.targetNamespace) return namespace;
      if (declaredBaseUrl === undefined) return declared;
      const isBelow = declared === declaredBaseUrl || declared.startsWith(`${declaredBaseUrl}/`);
      return isBelow ? namespaceBaseUrl + declared.slice(declaredBaseUrl.length) : declared;
    },
  };
}

/** The path would be appended twice to the full address of the service. */
function refuseEndpoint(baseUrl: string, path: string): void {
  const file = path.slice(path.lastIndexOf("/"));
  const whole = new URL(baseUrl).pathname.toLowerCase();
  const isEndpoint = whole.endsWith(path.toLowerCase()) || (file.includes(".") && whole.endsWith(file.toLowerCase()));
  if (!isEndpoint) return;
  throw wrong("baseUrl", "is the whole address of a service", `the part before its path, ${path}`);
}

/** Only trailing slashes are removed, because namespaces are compared character by character. */
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

function checkedNamespace(option: string, value: unknown, service: ServiceNode): string {
  const wanted = `the XML namespace of the service, for example ${service.targetNamespace}`;
  if (typeof value !== "string") throw wrong(option, `is ${kindOf(value)}`, wanted);
  if (value === "") throw wrong(option, "is empty", wanted);
  if (/[^\x21-\x7e\u00a0-\ud7ff\ue000-\ufffd]/.test(value))
    throw wrong(option, "holds blanks or control characters", wanted);
  return value;
}
