/** Options whose values are user code: transports, interceptors, admissions and loggers. */

import { kindOf } from "../kind-of";
import type { Admission, Fairness } from "./admission";
import type { CredentialCache } from "./credential-cache";
import type { Logger } from "./log";
import { checkFunctions, checkMethods, wrongOption } from "./option-checks";
import { type OptionEntry, oneOf, optional } from "./option-entry";

export const EXTENSIONS = {
  transport: optional(
    "Transport",
    "object",
    {
      place: "client",
    },
    (_name, value) => value,
  ),
  fairness: optional(
    "Fairness",
    "`fairness({ … })`",
    {
      place: "client",
    },
    checkFairness,
  ),
  admission: optional(
    "readonly Admission[]",
    "list",
    {
      place: "client",
    },
    checkAdmission,
  ),
  credentialCache: optional(
    "CredentialCache",
    "object",
    {
      place: "client",
    },
    (name, value) => checkMethods(name, value, ["get", "set", "lock", "unlock"]) as CredentialCache,
  ),
  policy: oneOf(["obey", "ignore"], "obey", {
    place: "both",
  }),
  interceptors: optional(
    "readonly Interceptor[]",
    "functions",
    {
      place: "client",
    },
    checkFunctions,
  ),
  attemptInterceptors: optional(
    "readonly AttemptInterceptor[]",
    "functions",
    {
      place: "client",
    },
    checkFunctions,
  ),
  logger: optional(
    "Logger",
    "object",
    {
      place: "with",
    },
    (name, value) => checkMethods(name, value, ["info", "warn", "error"]) as Logger,
  ),
} as const satisfies { readonly [name: string]: OptionEntry<unknown> };

function checkFairness(name: string, value: unknown): Fairness {
  const given = (typeof value === "object" && value !== null ? value : {}) as Partial<Fairness>;
  if (typeof given.keyOf === "function" && typeof given.open === "function") return given as Fairness;
  throw wrongOption(name, "the result of fairness({ … })", kindOf(value));
}

function checkAdmission(name: string, value: unknown): readonly Admission[] {
  if (!Array.isArray(value)) throw wrongOption(name, "a list of admissions", kindOf(value));
  const names = new Set<string>();
  return value.map((each: unknown, index) => {
    const given = (typeof each === "object" && each !== null ? each : {}) as Partial<Admission>;
    if (typeof given.name !== "string" || typeof given.open !== "function") {
      throw wrongOption(`${name}[${index}]`, "an admission: { name, open }", kindOf(each));
    }
    if (names.has(given.name)) throw wrongOption(`${name}[${index}]`, "one of each name", `a second ${given.name}`);
    names.add(given.name);
    return each as Admission;
  });
}
