/** Checks of a sandbox's options, for those who write JavaScript. */
import {
  checkBoolean,
  checkFunction,
  checkKnown,
  checkObject,
  checkWithin,
  wrongOption,
} from "../client/option-checks";
import { ConfigurationError } from "../errors/configuration-error";

const RANGES = {
  port: { least: 0, most: 65_535, unit: "port" },
  latencyMs: { least: 0, most: 2_147_483_647, unit: "milliseconds" },
  keepRequests: { least: 0, most: Number.MAX_SAFE_INTEGER, unit: "requests" },
} as const;

const KNOWN = ["services", "namespaceBaseUrl", "trouble", "keepAlive", ...Object.keys(RANGES)];

/** Checks the options of a sandbox of any service. Throws a `ConfigurationError` that names the first wrong one. */
export function checkServiceSandboxOptions(options: unknown): void {
  const given = checkObject("options", options);
  checkKnown(given, new Set(KNOWN), "a sandbox");
  const get = (name: string): unknown => Reflect.get(given, name);
  if (!Array.isArray(get("services"))) throw wrongOption("services", "a list of services", "something else");
  for (const [name, range] of Object.entries(RANGES)) {
    if (get(name) !== undefined) checkWithin(name, get(name), range);
  }
  if (get("trouble") !== undefined) checkFunction("trouble", get("trouble"));
  if (get("keepAlive") !== undefined) checkBoolean("keepAlive", get("keepAlive"));
  checkNamespaceBaseUrl(get("namespaceBaseUrl"));
}

/** Checks that a credential of the sandbox is text. */
export function checkCredential(option: string, value: unknown): void {
  if (typeof value === "string" && value !== "") return;
  throw wrongOption(option, "a string that is not empty", value === "" ? "an empty string" : typeof value);
}

function checkNamespaceBaseUrl(value: unknown): void {
  if (value === undefined || (typeof value === "string" && URL.canParse(value))) return;
  throw new ConfigurationError("namespaceBaseUrl must be an absolute URL, for example https://service.example.", {
    option: "namespaceBaseUrl",
  });
}
