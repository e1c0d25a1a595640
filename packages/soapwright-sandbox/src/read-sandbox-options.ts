/** Checks of a sandbox's options at run time, for callers in JavaScript. */

import { ConfigurationError } from "soapwright-runtime";
import {
  checkBoolean,
  checkFunction,
  checkKnown,
  checkObject,
  checkWithin,
  kindOf,
  wrongOption,
} from "soapwright-runtime/internal";
import { checkHttpBehavior } from "./http-options";

const RANGES = {
  port: { least: 0, most: 65_535, unit: "port" },
  latencyMs: { least: 0, most: 2_147_483_647, unit: "milliseconds" },
  keepRequests: { least: 0, most: Number.MAX_SAFE_INTEGER, unit: "requests" },
  keepExchanges: { least: 0, most: 100_000, unit: "exchanges" },
} as const;

const BOOLEANS = ["keepAlive", "strict", "customErrors", "allowCrossSite"];
const FUNCTIONS = ["trouble", "log"];
const TEXTS = ["host", "controlToken"];
const KNOWN = [
  "services",
  "namespaceBaseUrl",
  "troubleRules",
  "http",
  ...BOOLEANS,
  ...FUNCTIONS,
  ...TEXTS,
  ...Object.keys(RANGES),
];

/** Throws a `ConfigurationError` that names the first wrong option. */
export function checkServiceSandboxOptions(options: unknown): void {
  const properties = checkObject("options", options);
  checkKnown(properties, new Set(KNOWN), "a sandbox");
  const get = (name: string): unknown => Reflect.get(properties, name);
  if (!Array.isArray(get("services"))) throw wrongOption("services", "a list of services", kindOf(get("services")));
  for (const [name, range] of Object.entries(RANGES)) {
    if (get(name) !== undefined) checkWithin(name, get(name), range);
  }
  for (const name of FUNCTIONS) if (get(name) !== undefined) checkFunction(name, get(name));
  for (const name of BOOLEANS) if (get(name) !== undefined) checkBoolean(name, get(name));
  for (const name of TEXTS) if (get(name) !== undefined) checkCredential(name, get(name));
  if (get("http") !== undefined) checkHttpBehavior(get("http"));
  const rules = get("troubleRules");
  if (rules !== undefined && !Array.isArray(rules)) throw wrongOption("troubleRules", "a list of rules", kindOf(rules));
  checkNamespaceBaseUrl(get("namespaceBaseUrl"));
}

/** Throws a `ConfigurationError` for text that is empty. */
export function checkCredential(option: string, value: unknown): void {
  if (typeof value === "string" && value !== "") return;
  throw wrongOption(option, "a string that is not empty", kindOf(value));
}

function checkNamespaceBaseUrl(value: unknown): void {
  if (value === undefined || (typeof value === "string" && URL.canParse(value))) return;
  throw new ConfigurationError("namespaceBaseUrl must be an absolute URL, for example https://service.example.", {
    option: "namespaceBaseUrl",
  });
}
