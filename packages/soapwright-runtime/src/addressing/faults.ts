/**
 * Explains WS-Addressing faults (WS-Addressing 1.0 SOAP Binding, 6.4; submission, 4) and names the header block that
 * they concern.
 */
import type { Advice } from "../errors/advice";
import { type Fault, isFaultError } from "../errors/fault-error";
import { isResponseError } from "../errors/response-error";
import type { ServiceError } from "../errors/service-error";
import type { Description } from "../feature";
import type { XmlElement } from "../schema/codec";
import { elementsIn, isTree, textIn } from "./property-values";
import { addressingVersionOf } from "./terms";

interface SentBlocks {
  sent(block: string): string | undefined;
}

const REPORT: Advice = { action: "report" };
const ENDPOINT: Advice = { action: "check", option: "endpoint" };
const ADDRESSING: Advice = { action: "check", option: "addressing" };
const REPLY_TO: Advice = { action: "check", option: "replyTo" };
const REPEAT: Advice = { action: "repeat" };

/** The most specific pattern comes first, because a fault has several of these codes as its subcodes. */
const MEANINGS: readonly (readonly [pattern: RegExp, words: string, advice: readonly Advice[]])[] = [
  [/^InvalidAddress$/, "an address in it cannot be used", [ENDPOINT]],
  [/^InvalidEPR$/, "the endpoint reference in it cannot be used", [REPLY_TO]],
  [/^InvalidCardinality$/, "it is there too often, or is missing", [ADDRESSING]],
  [/^MissingAddressInEPR$/, "the endpoint reference in it has no address", [REPLY_TO]],
  [
    /^DuplicateMessageID$/,
    "a request with this MessageID came before: an earlier attempt of the call may have been carried out",
    [],
  ],
  [/^ActionMismatch$/, "its Action and the SOAPAction of the request say different things", [ADDRESSING]],
  [
    /^OnlyAnonymousAddressSupported$/,
    "the service responds over the connection of the request alone: leave replyTo out",
    [REPLY_TO],
  ],
  [
    /^OnlyNonAnonymousAddressSupported$/,
    "the service does not respond over the connection of the request: name an address with repliesElsewhere(client, address)",
    [{ action: "set", option: "replyTo" }],
  ],
  [
    /^Message(?:Addressing|Information)HeaderRequired$/,
    "the service requires a header block that the request does not have",
    [ADDRESSING],
  ],
  [
    /^Invalid(?:Addressing|MessageInformation)Header$/,
    "the service does not accept a header block of the request",
    [ADDRESSING],
  ],
  [/^DestinationUnreachable$/, "the service does not know the address in To", [ENDPOINT]],
  [
    /^ActionNotSupported$/,
    "the service does not know the Action of the request",
    [
      { action: "set", option: "namespaces" },
      { action: "check", option: "endpoint" },
    ],
  ],
  [/^EndpointUnavailable$/, "the service cannot take the request at the moment", [REPEAT]],
];

/** Matches codes of WS-Addressing, and the code of a service that does not support it. */
const CODES =
  /^(?:Invalid(?:Address(?:ingHeader)?|EPR|Cardinality|MessageInformationHeader)|MissingAddressInEPR|DuplicateMessageID|Action(?:Mismatch|NotSupported)|Only(?:Non)?AnonymousAddressSupported|Message(?:Addressing|Information)HeaderRequired|DestinationUnreachable|EndpointUnavailable|MustUnderstand)$/;
/** Matches the message for a response with a header block that nothing processes. */
const NOT_UNDERSTOOD = /header block \{([^}]*)\}\w+ must be understood/;

/** Returns undefined if the error does not concern addressing. `headers` holds the header blocks of the response. */
export function describe(
  error: ServiceError,
  headers: { readonly [name: string]: unknown },
  addressing: SentBlocks | undefined,
): Description | undefined {
  if (isFaultError(error)) {
    const isOurs = [error.fault.code, ...error.fault.subcodes].some(({ local }) => CODES.test(local));
    return isOurs ? meaningOf(error.fault, headers, addressing) : undefined;
  }
  if (addressing !== undefined || !isResponseError(error)) return undefined;
  const value = addressingVersionOf(NOT_UNDERSTOOD.exec(error.message)?.[1] ?? "");
  if (value === undefined) return undefined;
  return {
    sentence: `It is a header block of WS-Addressing ${value}, and addressing is off.`,
    advice: [{ action: "set", option: "addressing", value }, ...error.advice],
  };
}

function meaningOf(
  fault: Fault<unknown>,
  headers: { readonly [name: string]: unknown },
  addressing: SentBlocks | undefined,
): Description | undefined {
  const codes = [fault.code, ...fault.subcodes].reverse();
  const addressingCodes = codes.filter(
    ({ namespace }) => namespace === "" || addressingVersionOf(namespace) !== undefined,
  );
  const meaning = addressingCodes
    .map(({ local }) => MEANINGS.find(([pattern]) => pattern.test(local)))
    .find((each) => each !== undefined);
  if (meaning === undefined) return notUnderstood(fault, addressing);
  const version = codes.map(({ namespace }) => addressingVersionOf(namespace)).find((each) => each !== undefined);
  const [pattern, meaningText, advice] = meaning;
  const isRequired = pattern.test("MessageAddressingHeaderRequired");
  const problem = problemOf(fault, headers, addressing);
  if (isRequired && addressing === undefined) {
    const value = version ?? "1.0";
    return {
      sentence: `WS-Addressing ${value}: the service requires its header blocks, and addressing is off.${problem}`,
      advice: [{ action: "set", option: "addressing", value }],
    };
  }
  return {
    sentence: `WS-Addressing${version === undefined ? "" : ` ${version}`}: ${meaningText}.${problem}`,
    advice: advice.length === 0 ? [REPORT] : advice,
  };
}

/** A service without addressing lists the header blocks that it did not understand. */
function notUnderstood(fault: Fault<unknown>, addressing: SentBlocks | undefined): Description | undefined {
  if (fault.code.local !== "MustUnderstand" || addressing === undefined) return undefined;
  const blocks = fault.notUnderstood?.filter(({ namespace }) => addressingVersionOf(namespace) !== undefined) ?? [];
  if (blocks.length === 0) return undefined;
  return {
    sentence: `The service does not know WS-Addressing: it did not understand ${blocks.map(({ local }) => local).join(", ")}.`,
    advice: [{ action: "set", option: "addressing", value: false }],
  };
}

/** The sentences contain the service's name for the header block, and its sent value. */
function problemOf(
  fault: Fault<unknown>,
  headers: { readonly [name: string]: unknown },
  addressing: SentBlocks | undefined,
): string {
  const elements = details(fault, headers);
  const named = (...locals: readonly string[]): XmlElement | undefined =>
    elements.find(({ name }) => locals.includes(name.local) && addressingVersionOf(name.namespace) !== undefined);
  const sentences: string[] = [];
  const header = textIn(named("ProblemHeaderQName"));
  const local = header?.slice(header.indexOf(":") + 1);
  if (local !== undefined && local !== "") {
    const sent = addressing?.sent(local);
    sentences.push(`The header block is ${shown(local)}${sent === undefined ? "" : `, sent as ${shown(sent)}`}.`);
  }
  const block = named("ProblemHeader");
  const [content] = block === undefined ? [] : elementsIn(block);
  if (content !== undefined)
    sentences.push(`The header block is ${shown(content.name.local)}: ${shown(textIn(content) ?? "")}.`);
  const iri = textIn(named("ProblemIRI", "ProblemURI"));
  if (iri !== undefined && iri !== "") sentences.push(`The address is ${shown(iri)}.`);
  const action = named("ProblemAction");
  for (const each of action === undefined ? [] : elementsIn(action)) {
    sentences.push(`${each.name.local} is ${shown(textIn(each) ?? "")}.`);
  }
  if (sentences.length === 0 && addressing !== undefined) {
    const isTo = [fault.code, ...fault.subcodes].some((code) => code.local === "DestinationUnreachable");
    const isAction = [fault.code, ...fault.subcodes].some((code) => /^Action/.test(code.local));
    const block = isTo ? "To" : isAction ? "Action" : undefined;
    if (block !== undefined) sentences.push(`${block} was sent as ${shown(addressing.sent(block) ?? "")}.`);
  }
  return sentences.map((sentence) => ` ${sentence}`).join("");
}

/** SOAP 1.2 has the details in the detail element, SOAP 1.1 in the header block FaultDetail. */
function details({ detail }: Fault<unknown>, headers: { readonly [name: string]: unknown }): XmlElement[] {
  const elements: unknown = typeof detail === "object" && detail !== null ? Reflect.get(detail, "elements") : undefined;
  const found = Array.isArray(elements) ? elements.filter(isTree) : [];
  for (const [key, value] of Object.entries(headers)) {
    if (!key.endsWith("}FaultDetail")) continue;
    for (const block of Array.isArray(value) ? value : [value]) if (isTree(block)) found.push(...elementsIn(block));
  }
  return found;
}

function shown(text: string): string {
  return JSON.stringify(text.length > 200 ? `${text.slice(0, 200)}…` : text);
}
