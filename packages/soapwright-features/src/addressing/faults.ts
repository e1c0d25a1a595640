/**
 * Explains WS-Addressing faults (WS-Addressing 1.0 SOAP Binding, 6.4; submission, 4) and names the header block that
 * they concern.
 */
import { type Advice, type Fault, isFaultError, type ServiceError } from "soapwright-runtime/errors";
import { addressingNotUnderstood, addressingVersionOf, type Description } from "soapwright-runtime/extend";
import type { XmlElement } from "soapwright-runtime/tables";
import { elementsIn, isTree, textIn } from "./property-values";

/** The header blocks of the request by name. */
type SentBlocks = ReadonlyMap<string, string | undefined>;

const ENDPOINT: Advice = { action: "check", option: "endpoint" };
const ADDRESSING: Advice = { action: "check", option: "addressing" };
const REPLY_TO: Advice = { action: "check", option: "replyTo" };

/**
 * The meanings of codes, with advice; without advice the fault is reported. `AddressingHeader` stands for
 * `MessageAddressingHeader` and `MessageInformationHeader`.
 */
const MEANINGS: ReadonlyMap<string, readonly [words: string, ...advice: Advice[]]> = new Map([
  ["InvalidAddress", ["an address in it cannot be used", ENDPOINT]],
  ["InvalidEPR", ["the endpoint reference in it cannot be used", REPLY_TO]],
  ["InvalidCardinality", ["it is there too often, or is missing", ADDRESSING]],
  ["MissingAddressInEPR", ["the endpoint reference in it has no address", REPLY_TO]],
  [
    "DuplicateMessageID",
    ["a request with this MessageID came before: an earlier attempt of the call may have been carried out"],
  ],
  ["ActionMismatch", ["its Action and the SOAPAction of the request say different things", ADDRESSING]],
  [
    "OnlyAnonymousAddressSupported",
    ["the service responds over the connection of the request alone: leave replyTo out", REPLY_TO],
  ],
  [
    "OnlyNonAnonymousAddressSupported",
    [
      "the service does not respond over the connection of the request: name an address with repliesElsewhere(client, address)",
      { action: "set", option: "replyTo" },
    ],
  ],
  ["AddressingHeaderRequired", ["the service requires a header block that the request does not have", ADDRESSING]],
  ["InvalidAddressingHeader", ["the service does not accept a header block of the request", ADDRESSING]],
  ["DestinationUnreachable", ["the service does not know the address in To", ENDPOINT]],
  [
    "ActionNotSupported",
    ["the service does not know the Action of the request", { action: "set", option: "quirks.namespaces" }, ENDPOINT],
  ],
  ["EndpointUnavailable", ["the service cannot take the request at the moment", { action: "repeat" }]],
]);

/** Returns undefined if the error does not concern addressing. `headers` holds the header blocks of the response. */
export function describe(
  error: ServiceError,
  headers: { readonly [name: string]: unknown },
  addressing: SentBlocks | undefined,
): Description | undefined {
  if (isFaultError(error)) return meaningOf(error.fault, headers, addressing);
  const value = addressing === undefined ? addressingNotUnderstood(error) : undefined;
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
  const code = codes
    .filter(({ namespace }) => namespace === "" || addressingVersionOf(namespace) !== undefined)
    .map(({ local }) => local.replace(/Message(?:Addressing|Information)Header/, "AddressingHeader"))
    .find((local) => MEANINGS.has(local));
  if (code === undefined) return notUnderstood(fault, addressing);
  const version = codes.map(({ namespace }) => addressingVersionOf(namespace)).find((each) => each !== undefined);
  const problem = problemOf(fault, headers, addressing);
  if (code === "AddressingHeaderRequired" && addressing === undefined) {
    const value = version ?? "1.0";
    return {
      sentence: `WS-Addressing ${value}: the service requires its header blocks, and addressing is off.${problem}`,
      advice: [{ action: "set", option: "addressing", value }],
    };
  }
  const [words, ...advice] = MEANINGS.get(code)!;
  return {
    sentence: `WS-Addressing${version === undefined ? "" : ` ${version}`}: ${words}.${problem}`,
    advice: advice.length === 0 ? [{ action: "report" }] : advice,
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
    const sent = addressing?.get(local);
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
    const codes = [fault.code, ...fault.subcodes].map((code) => code.local);
    const isAction = codes.some((code) => code.startsWith("Action"));
    const block = codes.includes("DestinationUnreachable") ? "To" : isAction ? "Action" : undefined;
    if (block !== undefined) sentences.push(`${block} was sent as ${shown(addressing.get(block) ?? "")}.`);
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
