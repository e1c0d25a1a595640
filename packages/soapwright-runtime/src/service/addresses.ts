/** Derives the endpoint and the namespaces of one version from a base URL. */

import { ConfigurationError } from "../errors/configuration-error";
import { kindOf } from "../kind-of";
import type { ServiceNode } from "../schema/tables/service-node";
import { urlOf } from "../transport/address";
import type { ServiceVersion } from "./version";

/** The addresses of a client of one version, as `VersionOptions` describes them. */
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
): { readonly endpoint: string; readonly namespaces: (declared: string) => string } {
  const baseUrl = checkedBaseUrl("baseUrl", options.baseUrl);
  if (options.endpoint === undefined) refuseEndpoint(baseUrl, path);
  const namespaceBaseUrl =
    options.namespaceBaseUrl === undefined ? baseUrl : checkedBaseUrl("namespaceBaseUrl", options.namespaceBaseUrl);
  const namespace = options.namespace === undefined ? undefined : checkedNamespace(options.namespace, service);
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
  const text = textOf(option, value, wanted);
  const url = urlOf(text);
  if (url === undefined) throw wrong(option, "is not an absolute address", wanted);
  if (url.protocol !== "http:" && url.protocol !== "https:") throw wrong(option, `starts with ${url.protocol}`, wanted);
  if (url.username !== "" || url.password !== "") throw wrong(option, "holds a user or a password", wanted);
  if (/[?#]/.test(text)) throw wrong(option, "holds a query or a fragment", wanted);
  return text.replace(/\/+$/, "");
}

function checkedNamespace(value: unknown, { targetNamespace }: ServiceNode): string {
  const wanted = `the XML namespace of the service, for example ${targetNamespace}`;
  const text = textOf("namespace", value, wanted);
  if (text === "") throw wrong("namespace", "is empty", wanted);
  return text;
}

function textOf(option: string, value: unknown, wanted: string): string {
  if (typeof value !== "string") throw wrong(option, `is ${kindOf(value)}`, wanted);
  if (/[^\x21-\x7e\u00a0-\ud7ff\ue000-\ufffd]/.test(value))
    throw wrong(option, "holds blanks or control characters", wanted);
  return value;
}

export function wrong(option: string, complaint: string, wanted: string): ConfigurationError {
  const subject = (name: string) => (name === option ? `The option ${option}` : name);
  return new ConfigurationError((name) => `${subject(name(option))} ${complaint}. It must be ${wanted}.`, {
    reason: "base-url",
    option,
  });
}
