/** Checks of the options of gateways and tools: with a misspelt name, they would serve without credentials or rules, unnoticed. */
import {
  checkBoolean,
  checkFunction,
  checkKnown,
  checkObject,
  checkOneOf,
  checkText,
  wrongOption,
} from "soapwright-runtime/extend";
import type { CacheRule } from "./cache";
import type { GatewayOptions } from "./gateway-options";
import { checkLimits } from "./limits";
import { defaultStatuses } from "./problems";
import type { ToolOptions } from "./tools/tool-options";

type Check = (option: string, value: unknown) => unknown;

/** Clients and texts of the WSDL are checked by the code that takes them. */
const unchecked: Check = () => {};
const LEVELS = ["strict", "standard", "lenient"] as const;

const CHECKS: Readonly<Record<keyof GatewayOptions, Check>> = {
  client: unchecked,
  title: checkString,
  version: checkString,
  documentation: checkObject,
  examples: checkFunction,
  statuses: (option, value) =>
    checkKnown(checkObject(option, value), new Set(Object.keys(defaultStatuses)), option, { prefix: `${option}.` }),
  safe: checkTexts,
  path: checkFunction,
  validation: (option, value) => checkOneOf(option, value, LEVELS),
  hosts: checkTexts,
  origins: checkTexts,
  token: checkText,
  credentials: checkFunction,
  challenge: checkText,
  limits: (_, value) => checkLimits(value),
  callerOf: checkFunction,
  cache: (option, value) => checkEach(option, value, checkRule),
  page: checkBoolean,
  health: checkBoolean,
  contractChange: checkFunction,
  onCall: checkFunction,
  onCredentials: checkFunction,
  onError: checkFunction,
};
const RULE: Readonly<Record<keyof CacheRule, Check>> = { cacheControl: checkText, etag: checkBoolean };

const TOOLS: Readonly<Record<keyof ToolOptions, Check>> = {
  client: unchecked,
  documentation: checkObject,
  validation: CHECKS.validation,
  name: checkText,
  version: checkText,
  safe: checkTexts,
  allow: checkTexts,
  only: checkTexts,
  search: checkBoolean,
  fix: checkObject,
  // The server of tools knows their range.
  pageSize: unchecked,
  maxResultChars: unchecked,
  log: checkFunction,
};

/** @throws ConfigurationError for an option that is unknown or has a wrong value. */
export function checkToolOptions(options: object): void {
  checkKnown(options, new Set(Object.keys(TOOLS)), "the server of tools");
  checkMembers(options, TOOLS);
}

/**
 * `more` are the names of options that the caller checks.
 *
 * @throws ConfigurationError for an option that is unknown or has a wrong value.
 */
export function checkGatewayOptions(options: object, more: readonly string[] = []): void {
  checkKnown(options, new Set(Object.keys(CHECKS)), "the gateway", { more });
  checkMembers(options, CHECKS);
}

function checkRule(option: string, value: unknown): void {
  const rule = checkObject(option, value);
  checkKnown(rule, new Set(Object.keys(RULE)), option, { prefix: `${option}.` });
  checkMembers(rule, RULE, `${option}.`);
}

function checkMembers(object: object, checks: Readonly<Record<string, Check>>, prefix = ""): void {
  for (const [name, value] of Object.entries(object))
    if (value !== undefined && Object.hasOwn(checks, name)) checks[name]!(prefix + name, value);
}

function checkEach(option: string, value: unknown, check: Check): void {
  for (const [name, each] of Object.entries(checkObject(option, value))) check(`${option}.${name}`, each);
}

/** Characters that no terminal shows are escaped where the text is shown. */
function checkString(option: string, value: unknown): void {
  if (typeof value !== "string") throw wrongOption(option, "a string", "no string");
}

function checkTexts(option: string, value: unknown): void {
  const isTexts = Array.isArray(value) && value.every((each) => typeof each === "string");
  if (!isTexts) throw wrongOption(option, "a list of strings", Array.isArray(value) ? "another list" : "no list");
}
