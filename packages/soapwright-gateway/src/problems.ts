/** Errors as problem details (RFC 9457), which hold no text that could be a secret of the gateway. */
import { STATUS_CODES } from "node:http";
import type { FastifyReply } from "fastify";
import {
  type ErrorCode,
  type ErrorKind,
  type FaultError,
  isArgumentError,
  isConfigurationError,
  isFaultError,
  isHttpError,
  isServiceError,
  type ServiceError,
} from "soapwright-runtime/errors";
import { type Json, toJson } from "soapwright-runtime/json";
import type { OperationNode } from "soapwright-runtime/tables";
import { jsonText } from "soapwright-runtime/xsd";
import { isText } from "./credential-slips";

/** Problem details: what went wrong, as JSON of the media type `application/problem+json`. */
export interface Problem {
  readonly type: "about:blank";
  /** The phrase of the status. */
  readonly title: string;
  readonly status: number;
  readonly detail: string;
  /** The code of the client's error. Absent for a request that the gateway itself refuses. */
  readonly code?: ErrorCode;
  /** What the error means for the caller. */
  readonly kind?: ErrorKind;
  /** The name of the operation in the WSDL. */
  readonly operation?: string;
  /** The id of the request at the service, if the service sends one. */
  readonly requestId?: string;
  /** The places of wrong arguments, as JSON pointers (RFC 6901). */
  readonly errors?: readonly { readonly pointer: string; readonly detail: string }[];
  /** The fault of the service. `name` and `detail` are those of a fault that the WSDL declares. */
  readonly fault?: {
    readonly code: string;
    readonly subcodes?: readonly string[];
    readonly reason: string;
    readonly name?: string;
    readonly detail?: Json;
  };
}

/** The statuses of responses, by the code of the error. */
export type StatusTable = Readonly<Record<ErrorCode, number>> & {
  /** By the name of a declared fault, or by a fault's code or subcode without its prefix. The first that is named counts. */
  readonly faults: Readonly<Record<string, number>>;
};

/** The table that `statuses` of a gateway replaces parts of. */
export const defaultStatuses: StatusTable = {
  ARGUMENT: 400,
  CONFIGURATION: 500,
  CONNECTION: 502,
  HTTP: 502,
  RESPONSE: 502,
  FAULT: 502,
  ABORTED: 503,
  OVERLOADED: 503,
  TIMEOUT: 504,
  faults: {},
};

/** What the gateway itself finds wrong, as an error of a client would be. */
const FOUND = { ARGUMENT: "argument", RESPONSE: "broken" } as const;

/** A request that the gateway refuses, with a status or the code of an error. The message is for the caller. */
export class Refusal extends Error {
  override readonly name = "Refusal";

  constructor(
    readonly status: number | keyof typeof FOUND,
    message: string,
    readonly headers: Readonly<Record<string, string>> = {},
    readonly errors?: Problem["errors"],
  ) {
    super(message);
  }
}

/** The circumstances of an error. */
interface ProblemContext {
  readonly operation?: OperationNode | undefined;
  readonly statuses: StatusTable;
  /** The options that `credentials` returned for the caller; undefined if the credentials are the gateway's own. */
  readonly callers: object | undefined;
  /** The value of `WWW-Authenticate`. */
  readonly challenge: string;
}

/** The response for an error. */
export interface ProblemResponse {
  readonly problem: Problem;
  readonly headers: Readonly<Record<string, string>>;
}

/** Returns the response for an error. An error that is not known is a 500 without its message. */
export function problemOf(error: unknown, context: ProblemContext): ProblemResponse {
  const { operation } = context;
  const named = operation === undefined ? {} : { operation: operation.name };
  if (error instanceof Refusal) {
    const { status, message, headers, errors } = error;
    const found = typeof status === "number" ? {} : { code: status, kind: FOUND[status] };
    const first = start(typeof status === "number" ? status : context.statuses[status], message);
    return { problem: { ...first, ...found, ...named, ...(errors && { errors }) }, headers };
  }
  if (!isServiceError(error)) {
    const status = statusOfRequest(error);
    // RFC 9110, 15.5.2: a 401 has a challenge.
    const headers = status === 401 ? { "www-authenticate": context.challenge } : {};
    return { problem: { ...requestProblem(status), ...named }, headers };
  }
  const status = statusOf(error, context);
  const { code, kind, requestId } = error;
  const problem: Problem = {
    ...start(status, detailOf(error, status)),
    code,
    kind,
    ...named,
    ...(requestId === undefined ? {} : { requestId }),
    ...(isArgumentError(error)
      ? { errors: [{ pointer: pointerOf(error.path, operation?.name), detail: sentenceOf(error) }] }
      : {}),
    ...(isFaultError(error) ? { fault: faultOf(error, operation) } : {}),
  };
  return { problem, headers: headersOf(error, status, context.challenge) };
}

function start(status: number, detail: string): Pick<Problem, "type" | "title" | "status" | "detail"> {
  return { type: "about:blank", title: STATUS_CODES[status] ?? "Error", status, detail };
}

/** Sends the problem as the response of a request. */
export function sendProblem({ problem, headers }: ProblemResponse, reply: FastifyReply): FastifyReply {
  return reply
    .code(problem.status)
    .headers(headers)
    .type("application/problem+json; charset=utf-8")
    .send(textOf(problem));
}

export function textOf(problem: Problem): string {
  return jsonText(problem);
}

function headersOf(error: ServiceError, status: number, challenge: string): Readonly<Record<string, string>> {
  if (status === 401) return { "www-authenticate": challenge };
  const wait = isHttpError(error) ? error.retryAfterMs : undefined;
  if (wait !== undefined) return { "retry-after": String(Math.ceil(wait / 1_000)) };
  return status === 503 ? { "retry-after": "1" } : {};
}

/** Credentials decide first: a refusal is the caller's if they are, and the gateway's otherwise. */
function statusOf(error: ServiceError, { statuses, callers }: ProblemContext): number {
  const declared = isFaultError(error) ? faultStatus(error, statuses.faults) : undefined;
  if (declared !== undefined) return declared;
  if (error.kind === "refused") return callers === undefined ? 502 : 401;
  if (error.kind === "not-permitted" && callers !== undefined) return 403;
  if (isConfigurationError(error) && callers !== undefined && isText(callers, error)) return 401;
  if (error.kind === "busy") return statuses.OVERLOADED;
  return statuses[error.code];
}

function faultStatus({ fault }: FaultError, table: StatusTable["faults"]): number | undefined {
  const names = [fault.detail?.$type, ...[...fault.subcodes].reverse().map(({ local }) => local), fault.code.local];
  const found = names.find((name) => name !== undefined && Object.hasOwn(table, name));
  return found === undefined ? undefined : table[found];
}

const DETAILS: Readonly<Record<Exclude<ErrorCode, "ARGUMENT" | "FAULT">, string>> = {
  CONFIGURATION: "The gateway is not set up for this call. Its log has the cause.",
  CONNECTION: "The gateway has no connection to the service. Call again later.",
  HTTP: "The service did not respond with a SOAP message. The gateway's log has the status.",
  RESPONSE: "The response of the service does not fit its contract. The gateway's log has the place.",
  ABORTED: "The gateway ended the call before the service responded. Call again.",
  OVERLOADED: "Too many calls wait for the service. Call again later.",
  TIMEOUT: "The service did not respond in time. Call again later.",
};

function detailOf(error: ServiceError, status: number): string {
  if (isArgumentError(error)) return sentenceOf(error);
  if (isFaultError(error))
    return `The service returned a fault${error.fault.reason === "" ? "." : `: ${error.fault.reason}`}`;
  if (status === 401) return "The credentials are missing, or the service refuses them.";
  if (error.kind === "busy") return DETAILS.OVERLOADED;
  return DETAILS[error.code as keyof typeof DETAILS];
}

/** What an `ArgumentError` says holds no value of an argument. */
function sentenceOf(error: ServiceError): string {
  return error.message;
}

/** The typed detail alone: other elements may be a stack trace. */
function faultOf({ fault }: FaultError, operation: OperationNode | undefined): NonNullable<Problem["fault"]> {
  const { code, subcodes, reason, detail } = fault;
  const declared = operation?.faults.find(({ name }) => name === detail?.$type);
  const json = declared && jsonOrNothing(() => toJson(declared.detail, detail?.value, { validation: "lenient" }));
  return {
    code: code.local,
    ...(subcodes.length === 0 ? {} : { subcodes: subcodes.map(({ local }) => local) }),
    reason,
    ...(declared === undefined ? {} : { name: declared.name }),
    ...(json === undefined ? {} : { detail: json }),
  };
}

/** A detail that does not fit its type is left out. */
function jsonOrNothing(make: () => Json | undefined): Json | undefined {
  try {
    return make();
  } catch (error) {
    if (isArgumentError(error)) return undefined;
    throw error;
  }
}

/** `findOrders.Items[2].Code` is `/Items/2/Code`. */
function pointerOf(path: string, operation = ""): string {
  const isNamed = operation !== "" && path.startsWith(operation);
  const inside = isNamed ? path.slice(operation.length) : path.replace(/^[^.[]+/, "");
  const steps = [...inside.matchAll(/\[(\d+)\]|\.?([^.[\]]+)/g)].map(([, index, key]) => index ?? key!);
  return pointer(steps);
}

export function pointer(steps: readonly (string | number)[]): string {
  return steps.map((step) => `/${String(step).replaceAll("~", "~0").replaceAll("/", "~1")}`).join("");
}

const UNKNOWN = "The gateway failed. Its log has the cause.";

/** The log has no error of the request. */
const REFUSED = "The gateway refuses the request.";

/** What Fastify refuses, in the gateway's own words. */
const REQUEST_TEXTS: ReadonlyMap<number, string> = new Map([
  [400, "The request is not valid HTTP, or its body is not what its headers announce."],
  [404, "There is nothing at this path."],
  [408, "The request did not arrive in time."],
  [413, "The body is longer than the gateway accepts."],
  [414, "The path is longer than the gateway accepts."],
  [415, "The body has to be JSON in UTF-8, with Content-Type: application/json."],
  [431, "The headers are longer than the gateway accepts."],
  [503, "The gateway is ending. Call again."],
  [504, "The credentials were not checked in time. Call again later."],
]);

export function requestProblem(status: number): Problem {
  return start(status, REQUEST_TEXTS.get(status) ?? (status < 500 ? REFUSED : UNKNOWN));
}

/** Fastify puts the status of a request that it refuses on the error. */
function statusOfRequest(error: unknown): number {
  const status: unknown = Reflect.get(Object(error), "statusCode");
  return typeof status === "number" && status >= 400 && status < 600 ? status : 500;
}
