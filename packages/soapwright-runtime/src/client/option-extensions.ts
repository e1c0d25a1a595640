/** Options whose values are user code: transports, interceptors, admissions and loggers. */

import { kindOf } from "../kind-of";
import type { CustomTransport } from "../transport/transport";
import type { Admission, Fairness } from "./admission";
import type { SharedCredentials } from "./credential-cache";
import type { Logger } from "./log";
import { checkFunctions, checkMethods, wrongOption } from "./option-checks";
import { type OptionEntry, oneOf, optional } from "./option-entry";

export const EXTENSIONS = {
  transport: optional("client", madeBy<CustomTransport>("customTransport({ send })", "open", "collect")),
  fairness: optional("client", madeBy<Fairness>("fairness({ … })", "keyOf", "open")),
  admission: optional("client", checkAdmission),
  credentialCache: optional("client", madeBy<SharedCredentials>("sharedCredentials(cache)", "fetch")),
  policy: oneOf(["obey", "ignore"], "obey", "both"),
  interceptors: optional("client", checkFunctions),
  attemptInterceptors: optional("client", checkFunctions),
  logger: optional("with", (name, value) => checkMethods(name, value, ["info", "warn", "error"]) as Logger),
} as const satisfies { readonly [name: string]: OptionEntry<unknown> };

/** Returns the check of a value that a factory makes: structural, so that two copies of a package can meet. */
function madeBy<T>(factory: string, ...methods: readonly (string & keyof T)[]): (name: string, value: unknown) => T {
  return (name, value) => {
    const given = Object(value) as T;
    if (methods.every((method) => typeof given[method] === "function")) return given;
    throw wrongOption(name, `the result of ${factory}`, kindOf(value));
  };
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
