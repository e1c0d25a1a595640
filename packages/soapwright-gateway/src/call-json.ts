/** The JSON of a call: its body, its arguments and its result. */
import type { IncomingMessage } from "node:http";
import type { FastifyRequest } from "fastify";
import { isArgumentError } from "soapwright-runtime/errors";
import { fromJson, parseJsonText } from "soapwright-runtime/json";
import { type GatewayLimits, readBody } from "./limits";
import type { ServedOperation } from "./operations";
import { pointer, Refusal } from "./problems";

/** Resolves to the value of a body; undefined for an empty one. Rejects with a `Refusal`. */
export async function jsonOfBody(
  { headers }: FastifyRequest,
  body: IncomingMessage,
  limits: GatewayLimits,
): Promise<unknown> {
  const [, charset] = /;\s*charset\s*=\s*"?([^\s;"]+)/i.exec(headers["content-type"] ?? "") ?? [];
  if (charset !== undefined && !/^utf-?8$/i.test(charset))
    throw new Refusal(415, "The body has to be JSON in UTF-8, and its charset is another.");
  // RFC 9110, 12.5.3: the header names what the resource accepts.
  if (!/^(identity)?$/i.test(headers["content-encoding"]?.trim() ?? ""))
    throw new Refusal(415, "The body is compressed. Send it without Content-Encoding.", {
      "accept-encoding": "identity",
    });
  const text = await readBody(body, limits);
  if (text === "") return undefined;
  const parsed = parseJsonText(text);
  if ("problem" in parsed) throw new Refusal("ARGUMENT", `The body is not JSON: ${parsed.problem}.`);
  return parsed.value;
}

/** The call checks facets, once it encodes the arguments. @throws Refusal with the place of each argument that does not fit. */
export function argumentsOf(one: ServedOperation, given: unknown): unknown {
  const json = jsonGiven(one, given);
  try {
    return fromJson(one.operation.input, json, { facets: false });
  } catch (error) {
    if (!isArgumentError(error)) throw error;
    throw argumentRefusal(one, json) ?? error;
  }
}

export function jsonGiven({ takesObject }: ServedOperation, given: unknown): unknown {
  return given === undefined && takesObject ? {} : given;
}

/** Bounds the response to a wrong request, together with the length of what is shown. */
const MOST_ERRORS = 20;
const MOST_SHOWN = 400;

/**
 * Returns the refusal of arguments with their first mistakes, facets included; undefined without any. The path of an
 * `ArgumentError` is a text, in which names with dots are not told apart.
 */
export function argumentRefusal({ args, operation }: ServedOperation, json: unknown): Refusal | undefined {
  const { issues = [] } = args["~standard"].validate(json);
  const errors = issues
    .slice(0, MOST_ERRORS + 1)
    .map(({ path, message }) => ({ pointer: shownPointer(path), detail: shown(message) }));
  const [first] = errors;
  if (first === undefined) return undefined;
  return new Refusal("ARGUMENT", `The arguments of ${operation.name} do not fit. ${first.detail}`, {}, errors);
}

/** Returns the pointer, or that to the nearest parent whose pointer is not too long to show. */
function shownPointer(path: readonly (string | number)[]): string {
  let text = "";
  for (const step of path) {
    const next = text + pointer([step]);
    if (next.length > MOST_SHOWN) break;
    text = next;
  }
  return text;
}

function shown(text: string): string {
  return text.length > MOST_SHOWN ? `${text.slice(0, MOST_SHOWN)}…` : text;
}

/** A result that has no JSON form is not the caller's error. */
export function jsonOf<J>({ operation }: ServedOperation, make: () => J): J {
  try {
    return make();
  } catch (error) {
    if (!isArgumentError(error)) throw error;
    throw new Refusal(
      "RESPONSE",
      `The result of ${operation.name} does not fit its contract: ${error.path} takes ${error.expected}.`,
    );
  }
}
