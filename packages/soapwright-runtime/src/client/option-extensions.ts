/** Options whose values are the user's own code: what sends requests, stands around them, or is told of them. */

import { kindOf } from "../kind-of";
import type { Admission } from "./admission";
import type { CredentialCache } from "./credential-cache";
import { FairRule } from "./fairness";
import { checkKindLevels, LOG_LEVELS, type Logger } from "./log";
import { checkFunctions, checkMethods, wrongOption } from "./option-checks";
import { type OptionEntry, oneOf, optional } from "./option-entry";

export const EXTENSIONS = {
  transport: optional(
    "Transport",
    "object",
    {
      place: "client",
      standardWords: "the client's own connections",
      words:
        "Sends the requests in the place of the client's own connections. Excludes `connections`, `keepAliveMs`, `maxConnectionAgeMs`, `connectTimeoutMs`, `maxHeaderBytes`, `tls`, `proxy` and `socketPath`.",
    },
    (_name, value) => value,
  ),
  fairness: optional(
    "Fairness",
    "object",
    {
      place: "client",
      standardWords: "by the domain and the user name of the credentials, else by the client of `with()`",
      words:
        "Whose queue a call waits in. Tenants who wait have their turns one after the other, so that one with many calls does not hold up the others; a tenant's own calls stay in order.",
    },
    (name, value) => new FairRule(name, value),
  ),
  admission: optional(
    "readonly Admission[]",
    "list",
    {
      place: "client",
      standardWords: "none",
      words:
        "What decides beside the queue whether a request may begin: `breaker()`, `adaptive()`, `sharedRate(limit)`, or one of your own; one of each name. What two of them do together: `docs/scale.md`.",
    },
    checkAdmission,
  ),
  credentialCache: optional(
    "CredentialCache",
    "object",
    {
      place: "client",
      standardWords: "each client keeps them for itself",
      words:
        "Where processes share credentials that expire, so that one of them fetches for all. It is asked before a function for credentials is, where domain or user name are texts, or the function is a `credentialSource` with a name.",
    },
    (name, value) => checkMethods(name, value, ["get", "set", "lock", "unlock"]) as CredentialCache,
  ),
  policy: oneOf(["obey", "ignore"], "obey", {
    place: "both",
    words:
      "What happens where the policies of the WSDL ask for more than is set: with `obey` the call is a `ConfigurationError` that names the option, with `ignore` it is made.",
  }),
  interceptors: optional(
    "readonly Interceptor[]",
    "functions",
    {
      place: "client",
      standardWords: "none",
      words: "Functions around each call, the first outermost.",
    },
    checkFunctions,
  ),
  attemptInterceptors: optional(
    "readonly AttemptInterceptor[]",
    "functions",
    {
      place: "client",
      standardWords: "none",
      words: "Functions around each request of a call, the first outermost.",
    },
    checkFunctions,
  ),
  logger: optional(
    "Logger",
    "object",
    {
      place: "with",
      standardWords: "none",
      words:
        "Gets a line for each call and for each retry: pino, `console`, or an object with their functions `info`, `warn` and `error`. No line holds a credential, an argument or a result.",
    },
    (name, value) => checkMethods(name, value, ["info", "warn", "error"]) as Logger,
  ),
  logLevels: optional(
    "KindLevels",
    "levels by kind of error",
    {
      place: "with",
      standardWords: '`"warn"` for `rejected` and `not-found`, `"info"` for `aborted`, `"error"` for the others',
      words:
        'The level of the line of a call that failed, by the `kind` of its error, for example `{ "not-found": "info" }`.',
    },
    checkKindLevels,
  ),
  logLevel: oneOf(LOG_LEVELS, "info", {
    place: "with",
    words:
      "Lowest level that `logger` gets: a call that succeeded, or that you aborted, is `info`, a retry `warn`, a call that failed what `logLevels` says. The names are pino's.",
  }),
} as const satisfies { readonly [name: string]: OptionEntry<unknown> };

function checkAdmission(name: string, value: unknown): readonly Admission[] {
  if (!Array.isArray(value)) throw wrongOption(name, "a list of admissions", kindOf(value));
  const names = new Set<string>();
  return value.map((each: unknown, index) => {
    const given = (typeof each === "object" && each !== null ? each : {}) as Partial<Admission>;
    if (typeof given.name !== "string" || typeof given.open !== "function") {
      throw wrongOption(`${name}[${index}]`, "an admission, as breaker() returns one", kindOf(each));
    }
    if (names.has(given.name)) throw wrongOption(`${name}[${index}]`, "one of each name", `a second ${given.name}`);
    names.add(given.name);
    return each as Admission;
  });
}
