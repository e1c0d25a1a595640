/** A SAML assertion that the user got from elsewhere: SAML Token Profile 1.1, bearer confirmation. */

import { ConfigurationError, isResponseError, XmlReader } from "../tool-imports";
import type { XmlAttributeEvent, XmlEvents, XmlName } from "../xml/events";
import { SAML } from "./namespaces";

const OPTION = "security.samlAssertion";

/** Returns `xml` without an XML declaration. Nothing else is changed: it is signed. Throws a `ConfigurationError`. */
export function readAssertion(xml: string): string {
  const text = xml.replace(/^\uFEFF?\s*(?:<\?xml[^?]*\?>)?\s*/, "").trimEnd();
  const assertion = new AssertionReader();
  try {
    const reader = new XmlReader(assertion);
    reader.write(text);
    reader.end();
  } catch (error) {
    if (!isResponseError(error)) throw error;
    throw wrong("is not well-formed XML");
  }
  if (!assertion.isAssertion) throw wrong("is not an Assertion of SAML 1.1 or 2.0");
  const until = assertion.notOnOrAfter;
  if (until !== undefined && until <= Date.now()) {
    throw wrong(`has expired (NotOnOrAfter ${new Date(until).toISOString()}). Get a new one`);
  }
  return text;
}

function wrong(what: string): ConfigurationError {
  return new ConfigurationError(`The assertion of ${OPTION} ${what}.`, { option: OPTION });
}

/** Looks at the root and at its Conditions. */
class AssertionReader implements XmlEvents {
  isAssertion = false;
  notOnOrAfter: number | undefined;
  #depth = 0;

  startElement(name: XmlName, attributes: readonly XmlAttributeEvent[]): void {
    this.#depth++;
    if (!SAML.has(name.namespace)) return;
    if (this.#depth === 1) this.isAssertion = name.local === "Assertion";
    if (this.#depth !== 2 || name.local !== "Conditions") return;
    const until = attributes.find(({ name: { local, namespace } }) => local === "NotOnOrAfter" && namespace === "");
    const time = Date.parse(until?.value ?? "");
    if (!Number.isNaN(time)) this.notOnOrAfter = time;
  }
  endElement(): void {
    this.#depth--;
  }
  text(): void {}
}
