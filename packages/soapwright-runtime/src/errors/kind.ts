/** The classification of errors for clients, exports and logs. */

/**
 * The meaning of an error for the caller, independent of its class. `argument`: the request is wrong; `configuration`:
 * an option, an address, a certificate or a proxy has to change first; `refused`: the credentials were not accepted;
 * `not-permitted`: the caller is authenticated but lacks permission; `not-found`: the requested item does not exist, if
 * rules define how the service reports that; `rejected`: the service understood the request and returned any other
 * fault; `busy`: too many requests, or temporarily unavailable; `broken`: the service failed, or its response violates
 * the contract; `unreachable`: no connection, or a lost one; `timeout`: a time limit passed; `aborted`: your signal or
 * `close`.
 */
export type ErrorKind = (typeof ERROR_KINDS)[number];

/** All kinds of errors. */
export const ERROR_KINDS = [
  "argument",
  "configuration",
  "refused",
  "not-permitted",
  "not-found",
  "rejected",
  "busy",
  "broken",
  "unreachable",
  "timeout",
  "aborted",
] as const;

/** RFC 9110, 15, and RFC 6585 define the statuses. */
export function kindOfStatus(status: number): ErrorKind {
  // SOAP operations report errors by faults, so a redirect or another refusal concerns the address or the way of
  // sending.
  return STATUSES.get(status) ?? (status >= 300 && status < 500 ? "configuration" : "broken");
}

const STATUSES: ReadonlyMap<number, ErrorKind> = new Map([
  [401, "refused"],
  [403, "not-permitted"],
  [408, "timeout"],
  [413, "argument"],
  [429, "busy"],
  [502, "unreachable"],
  [503, "busy"],
  [504, "unreachable"],
]);

interface FaultFields {
  readonly code: { readonly local: string };
  readonly subcodes: readonly { readonly local: string }[];
  readonly reason: string;
}

/** The codes decide, else the status, else the reason. */
export function kindOfFault({ code, subcodes, reason }: FaultFields, httpStatus: number): ErrorKind {
  const codes = [...subcodes, code].map(({ local }) => local.slice(0, MAX_CODE_LENGTH));
  const byCode = CODES.find(({ pattern }) => codes.some((local) => pattern.test(local)));
  const known = byCode?.kind ?? STATUSES.get(httpStatus);
  if (known !== undefined) return known;
  const beginning = reason.slice(0, LONGEST_REASON);
  return REASONS.find(({ patterns }) => patterns.some((pattern) => pattern.test(beginning)))?.kind ?? "rejected";
}

const MAX_CODE_LENGTH = 200;
const LONGEST_REASON = 1_000;

/**
 * Codes that many services share: WS-Security (SOAP Message Security 1.1, 12), WS-Trust, `Client.Authentication` of
 * SOAP 1.1 (4.4.1), SOAP 1.2 (5.4.6), WS-Addressing 1.0 (6.4), the throttling of WCF and others. A dot ends a class of
 * codes.
 */
const CODES: readonly { readonly kind: ErrorKind; readonly pattern: RegExp }[] = [
  {
    kind: "not-permitted",
    pattern:
      /^(?:.*\W)?(?:Forbidden|PermissionDenied|(?:Insufficient|No)Permissions?|Account(?:Is)?(?:Locked|Disabled))$/i,
  },
  {
    kind: "refused",
    pattern:
      /^(?:.*\W)?(?:Failed(?:Authentication|Check)|InvalidSecurity(?:Token)?|SecurityTokenUnavailable|MessageExpired|BadContextToken|(?:Not|Un)?Authenticat(?:ed|ion)(?:Failed|Failure|Error|Fault|Required)?|Authori[sz]ation(?:Failed|Failure|Error)?|(?:Not|Un)Authori[sz]ed(?:Access)?|InvalidCredentials?|InvalidToken|TokenExpired|ExpiredToken|AccessDenied|401)$/i,
  },
  {
    kind: "busy",
    pattern:
      /^(?:.*\W)?(?:(?:Error)?Server(?:Too)?Busy|TooManyRequests|Throttl(?:ed|ing)(?:Error|Exception|Fault)?|(?:Rate|Request)_?Limit_?(?:Exceeded|Reached)|EndpointUnavailable|ServiceUnavailable|429)$/i,
  },
  {
    kind: "configuration",
    pattern:
      /^(?:VersionMismatch|MustUnderstand|DataEncodingUnknown|ActionNotSupported|DestinationUnreachable|ProcedureNotPresent|Invalid(?:AddressingHeader|MessageInformationHeader)|Message(?:Addressing|Information)HeaderRequired)$/,
  },
];

const SECRET = "(?:credentials?|user ?names?|passwords?|tokens?|sessions?|tickets?|api[- ]?keys?|log-?in)";
const WRONG = "(?:invalid|expired|unknown|wrong|revoked|incorrect|missing|bad)";
/** Some of the words may be masked. */
const BETWEEN = "(?:[\\w'\"*-]+ ){0,4}";

/** These patterns are for services whose codes are not specific. They match a refusal, not a missing record. */
const REASONS: readonly { readonly kind: ErrorKind; readonly patterns: readonly RegExp[] }[] = [
  {
    kind: "not-permitted",
    patterns: [
      /\bpermission denied\b|\bforbidden\b/i,
      /\b(?:no|insufficient|lacks?|missing) (?:\w+ ){0,3}(?:permissions?|privileges?|access rights?)\b/i,
      /\baccount\b.{0,30}\b(?:locked|disabled|blocked)\b/i,
    ],
  },
  {
    kind: "refused",
    patterns: [
      /\b(?:not|un|never)[ -]?(?:authori[sz]ed|authenticated)\b/i,
      /\bauthenticat(?:ion|e)\b/i,
      /\b(?:authori[sz]ation|log-?in|logon|sign-?in)\b.{0,40}\b(?:fail(?:ed|ure)?|invalid|incorrect|wrong|denied|required|expired|refused|missing)\b/i,
      /\baccess\b.{0,30}\b(?:denied|failed|refused)\b/i,
      new RegExp(`\\b${WRONG} ${BETWEEN}${SECRET}\\b`, "i"),
      new RegExp(`\\b${SECRET} ${BETWEEN}${WRONG}\\b`, "i"),
    ],
  },
  {
    kind: "busy",
    patterns: [
      /\b(?:server|service|system) (?:is )?(?:currently |too )?(?:busy|overloaded)\b|\btoo many (?:\w+ )?requests\b/i,
      /\bthrottl(?:ed|ing)\b|\b(?:rate|request) limit\b.{0,30}\b(?:exceeded|reached)\b|\btemporarily unavailable\b/i,
    ],
  },
];
