/** A SAML assertion that an issuer has given to the user (SAML Token Profile 1.1, bearer confirmation). */

import { type XmlAttributeEvent, type XmlEvents, type XmlName, XmlReader } from "soapwright-runtime/codecs";
import { isResponseError } from "soapwright-runtime/errors";
import { wrong } from "./security-error";
import { SAML } from "./security-namespaces";

const OPTION = "security.samlAssertion";
/** A shorter text is no secret, and masking it would damage messages. */
const SHORTEST = 4;
/** An issuer's clock may be ahead so far, in milliseconds. The service makes the decision. */
const CLOCK_SKEW_MS = 300_000;

interface ReadAssertion {
  readonly xml: string;
  /** All texts of the elements may be personal data. */
  readonly texts: readonly string[];
  readonly namespace: string;
  readonly id: string;
  readonly notOnOrAfter: number | undefined;
  /** The services that the assertion is for; empty for any. */
  readonly audiences: readonly string[];
}

type Unusable = (what: string) => Error;

/**
 * Leaves out the XML declaration; the rest is unchanged, because it is signed. Throws what `unusable` returns: a
 * `ConfigurationError` for the option.
 */
export function readAssertion(xml: string, unusable: Unusable = ofOption): ReadAssertion {
  const text = xml.replace(/^\uFEFF?\s*(?:<\?xml[^?]*\?>)?\s*/, "").trimEnd();
  if (text === "") throw unusable("is empty. Give its XML as it was issued");
  if (!text.startsWith("<")) throw unusable("is not XML. Give its XML as it was issued, not in base64");
  const assertion = new AssertionReader();
  try {
    readWith(assertion, text);
  } catch (error) {
    if (!isResponseError(error)) throw error;
    if (/<!DOCTYPE|<\?/.test(text)) {
      throw unusable("has a DTD or a processing instruction, which SOAP messages must not have");
    }
    // An assertion that is cut out of a response loses the namespace declarations of the response.
    throw unusable(
      "is not well-formed XML, or has a prefix that it does not declare itself. Give it as it was issued. Out of a SAML response take it with the declarations around it",
    );
  }
  if (!assertion.isAssertion) {
    throw unusable("is not an Assertion of SAML 1.1 or 2.0. Its root is another element: give the Assertion alone");
  }
  const until = assertion.notOnOrAfter;
  if (until !== undefined && until <= Date.now()) {
    throw unusable(`has expired (NotOnOrAfter ${new Date(until).toISOString()}). Get a new one`);
  }
  const from = assertion.notBefore;
  if (from !== undefined && from > Date.now() + CLOCK_SKEW_MS) {
    throw unusable(
      `is not valid yet (NotBefore ${new Date(from).toISOString()}). Compare the clocks of this machine and of its issuer, or use it later`,
    );
  }
  const { texts, namespace, id, audiences } = assertion;
  return { xml: text, texts, namespace, id, notOnOrAfter: until, audiences };
}

/** Returns the texts of a token that only the service can read, such as an encrypted assertion. */
export function textsOf(token: string): readonly string[] {
  const { texts } = readWith(new AssertionReader(), token);
  return texts;
}

function readWith(assertion: AssertionReader, text: string): AssertionReader {
  const reader = new XmlReader(assertion);
  reader.write(text);
  reader.end();
  return assertion;
}

function ofOption(what: string): Error {
  return wrong(OPTION, `The assertion of ${OPTION} ${what}.`);
}

/**
 * Returns undefined if the time is absent or unreadable. Times are in UTC, even without a time zone (SAML 2.0 Core,
 * 1.3.3).
 */
function timeIn(attributes: readonly XmlAttributeEvent[], wanted: string): number | undefined {
  return parseTime(attributeText(attributes, wanted));
}

function attributeText(attributes: readonly XmlAttributeEvent[], wanted: string): string {
  return attributes.find(({ name: { local, namespace } }) => local === wanted && namespace === "")?.value.trim() ?? "";
}

/** Returns undefined for a text that is no time. */
export function parseTime(text: string): number | undefined {
  const time = Date.parse(/(?:Z|[+-]\d\d:\d\d)$/.test(text) ? text : `${text}Z`);
  return Number.isNaN(time) ? undefined : time;
}

/** Reads the root and its Conditions, and collects texts. */
class AssertionReader implements XmlEvents {
  isAssertion = false;
  namespace = "";
  id = "";
  readonly audiences: string[] = [];
  notBefore: number | undefined;
  notOnOrAfter: number | undefined;
  readonly texts: string[] = [];
  #depth = 0;
  #text = "";
  #isAudience = false;

  startElement(name: XmlName, attributes: readonly XmlAttributeEvent[]): void {
    this.#keepText();
    this.#depth++;
    if (!SAML.has(name.namespace)) return;
    this.#isAudience = name.local === "Audience" && name.namespace === this.namespace;
    if (this.#depth === 1) {
      this.isAssertion = name.local === "Assertion";
      this.namespace = name.namespace;
      // The name of SAML 2.0, or that of SAML 1.1.
      this.id = attributeText(attributes, "ID") || attributeText(attributes, "AssertionID");
    }
    if (this.#depth !== 2 || name.local !== "Conditions") return;
    this.notBefore = timeIn(attributes, "NotBefore");
    this.notOnOrAfter = timeIn(attributes, "NotOnOrAfter");
  }
  endElement(): void {
    this.#keepText();
    this.#depth--;
  }
  text(piece: string): void {
    this.#text += piece;
  }

  #keepText(): void {
    if (this.#isAudience) this.audiences.push(this.#text.trim());
    this.#isAudience = false;
    if (this.#text.trim().length >= SHORTEST) this.texts.push(this.#text);
    this.#text = "";
  }
}
