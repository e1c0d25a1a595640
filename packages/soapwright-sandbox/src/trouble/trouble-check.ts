/**
 * Checks of injected errors and their rules, which come from options in JavaScript and JSON of the control endpoint.
 */

import { ConfigurationError } from "soapwright-runtime/errors";
import {
  checkObject,
  checkOneOf,
  checkWithin,
  isHeaderName,
  isHeaderValue,
  type NumberRange,
  wrongOption,
} from "soapwright-runtime/extend";
import { kindOf } from "soapwright-runtime/xsd";
import { SandboxFault, type SandboxFaultParts } from "../asmx/fault";
import { type Check, checkedObject, checkString, within } from "../service/checked-object";
import { checkFaultParts, status } from "./fault-check";
import type { Trouble, TroubleRule } from "./trouble";

const milliseconds: NumberRange = { least: 0, most: 2_147_483_647, unit: "milliseconds", fraction: true };
const count: NumberRange = { least: 1, most: Number.MAX_SAFE_INTEGER, unit: "requests" };
const seconds: NumberRange = { least: 0, most: 31_536_000, unit: "seconds" };
const rate: NumberRange = { least: 1, most: 1_000_000_000, unit: "a second" };

const headerText: Check = (option, value) => {
  if (!isHeaderValue(checkString(option, value)))
    throw wrongOption(option, "a value that HTTP can carry", "a string with another character");
  return value;
};
const textOrBytes: Check = (option, value) => (value instanceof Uint8Array ? value : checkString(option, value));
const headers: Check = (option, value) => {
  const properties = checkObject(option, value);
  for (const [name, content] of Object.entries(properties)) {
    if (!isHeaderName(name)) throw wrongOption(option, "names of HTTP headers", "another name");
    headerText(`${option}.${name}`, content);
  }
  return properties;
};
const faultOf: Check = (option, value) => {
  if (value instanceof SandboxFault) return value;
  checkFaultParts(option, value);
  return new SandboxFault(value as SandboxFaultParts);
};
const latency: Check = (option, value) => {
  const properties = checkObject(option, value);
  const kind = checkOneOf(`${option}.kind`, Reflect.get(properties, "kind"), ["fixed", "uniform", "long-tail"]);
  const names = { fixed: ["ms"], uniform: ["leastMs", "mostMs"], "long-tail": ["medianMs", "p99Ms"] }[kind];
  checkFields(properties, names, `${option} of kind ${kind}`);
  const [low = 0, high = Infinity] = names.map((name) =>
    checkWithin(`${option}.${name}`, Reflect.get(properties, name), milliseconds),
  );
  if (low > high || (kind === "long-tail" && low <= 0)) {
    throw wrongOption(option, `${names.join(" of at most ")}, both over 0`, `an object with ${low} and ${high}`);
  }
  return properties;
};

/** The properties of each kind. A name with a question mark is optional. */
const kinds: Readonly<Record<Trouble["kind"], Readonly<Record<string, Check>>>> = {
  delay: { delayMs: within(milliseconds) },
  latency: { latency },
  answer: { status: within(status), "contentType?": headerText, "headers?": headers, "body?": textOrBytes },
  status: { status: within(status), "retryAfterSeconds?": within(seconds) },
  html: {},
  fault: { fault: faultOf },
  body: { xml: checkString },
  "content-type": { contentType: headerText },
  malformed: {},
  truncate: { "bytes?": within({ least: 0, most: Number.MAX_SAFE_INTEGER, unit: "bytes" }) },
  slow: { bytesPerSecond: within(rate) },
  reset: { when: (option, value) => checkOneOf(option, value, ["before", "head", "body"]) },
  raw: { bytes: textOrBytes },
  silence: {},
  "rate-limit": { requestsPerSecond: within(rate), "retryAfterSeconds?": within(seconds) },
  expire: { "calls?": within(count), "afterMs?": within(milliseconds), "fault?": faultOf },
};

export const troubleKinds = Object.keys(kinds) as readonly Trouble["kind"][];

/** Throws a `ConfigurationError` that lists the known properties. Names with a question mark are optional. */
function checkFields(properties: object, names: readonly string[], whose: string): void {
  const allowed = new Set(["kind", ...names.map((name) => name.replace("?", ""))]);
  const wrong = Object.keys(properties).find((key) => !allowed.has(key));
  if (wrong === undefined) return;
  const labels = names.map((name) => (name.endsWith("?") ? `${name.slice(0, -1)} (may be left out)` : name));
  const fields = labels.length === 0 ? "it has no fields" : `its fields are ${labels.join(", ")}`;
  throw new ConfigurationError(`${JSON.stringify(wrong)} is not a field of ${whose}: ${fields}.`, {
    reason: "trouble-field",
    option: wrong,
  });
}

/** Throws a `ConfigurationError` that names the wrong property. */
export function checkedTrouble(value: unknown, option = "trouble"): Trouble {
  const properties = checkObject(option, value);
  const kind = checkOneOf(`${option}.kind`, Reflect.get(properties, "kind"), troubleKinds);
  const checks = Object.entries(kinds[kind]);
  checkFields(
    properties,
    checks.map(([name]) => name),
    `${option} of kind ${kind}`,
  );
  const checked: Record<string, unknown> = { kind };
  for (const [name, check] of checks) {
    const property = name.replace("?", "");
    const content: unknown = Reflect.get(properties, property);
    if (content === undefined && name !== property) continue;
    checked[property] = check(`${option}.${property}`, content);
  }
  if (kind === "expire" && checked.calls === undefined && checked.afterMs === undefined) {
    throw wrongOption(option, "calls, afterMs or both", "an object without them");
  }
  return checked as unknown as Trouble;
}

const ruleChecks: Readonly<Record<keyof TroubleRule, Check>> = {
  trouble: (option, value) => checkedTrouble(value, option),
  times: within(count),
  every: within(count),
  probability: within({ least: 0, most: 1, unit: "probability", fraction: true }),
  operation: checkString,
  where(option, value) {
    const all = checkObject(option, value);
    for (const [key, one] of Object.entries(all)) {
      if (!["string", "number", "boolean"].includes(typeof one)) {
        throw wrongOption(`${option}.${key}`, "a string, a number or a boolean", kindOf(one));
      }
    }
    return all;
  },
};

/** Throws a `ConfigurationError` that names the wrong property. */
export function checkedRule(value: unknown, option = "rule"): TroubleRule {
  return checkedObject(option, value, ruleChecks, ["trouble"]) as unknown as TroubleRule;
}
