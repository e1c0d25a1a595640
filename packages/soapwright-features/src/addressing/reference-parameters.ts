/**
 * Reference parameters: elements of an endpoint reference that requests repeat as header blocks (WS-Addressing 1.0 SOAP
 * Binding, 3.3).
 */

import { type AddressingVersion, SOAP_TERMS } from "soapwright-runtime/codecs";
import { ConfigurationError } from "soapwright-runtime/errors";
import { ADDRESSING_TERMS, addressingVersionOf, readExtraBlocks } from "soapwright-runtime/extend";
import type { XmlElement } from "soapwright-runtime/tables";
import { kindOf } from "soapwright-runtime/xsd";
import { isTree } from "./property-values";

const OPTION = "referenceParameters";

/** An endpoint reference must not inject these header blocks into this client's messages. */
const SECURITY = /^http:\/\/docs\.oasis-open\.org\/wss\//;
const ENVELOPES: ReadonlySet<string> = new Set(Object.values(SOAP_TERMS).map(({ namespace }) => namespace));

export function checkReferenceParameters(value: unknown): readonly XmlElement[] {
  if (!Array.isArray(value)) {
    throw new ConfigurationError(`${OPTION} takes a list of XmlElement, but is ${kindOf(value)}.`, {
      reason: "reference-parameters",
      option: OPTION,
    });
  }
  return value.map((value: unknown, index) => {
    const option = `${OPTION}[${index}]`;
    if (!isTree(value)) {
      throw new ConfigurationError(`${option} takes an XmlElement, but is ${kindOf(value)}.`, {
        reason: "reference-parameter",
        option,
      });
    }
    const what = ownBlock(value.name);
    if (what === undefined) return value;
    throw new ConfigurationError(
      `${option} is the element ${String(value.name.local)} of ${what}, which would go out as one of the client's own header blocks. The issuer of the endpoint reference may not choose those: leave it out.`,
      { reason: "reference-is-own-block", option },
    );
  });
}

function ownBlock({ namespace }: XmlElement["name"]): string | undefined {
  const version = addressingVersionOf(namespace);
  if (version !== undefined) return `WS-Addressing ${version}`;
  if (ENVELOPES.has(namespace)) return "SOAP";
  return SECURITY.test(namespace) ? "WS-Security" : undefined;
}

/** Throws a `ConfigurationError` for an element that cannot be written. */
export function writeReferenceParameters(
  parameters: readonly XmlElement[],
  version: AddressingVersion,
): ReturnType<typeof readExtraBlocks> {
  return readExtraBlocks(OPTION, version === "1.0" ? parameters.map(markedParameter) : parameters);
}

/** WS-Addressing 1.0 SOAP Binding, 3.3, requires `wsa:IsReferenceParameter`. */
function markedParameter(parameter: XmlElement): XmlElement {
  const name = { namespace: ADDRESSING_TERMS["1.0"].namespace, local: "IsReferenceParameter" };
  const others = parameter.attributes.filter(
    (each) => each.name.namespace !== name.namespace || each.name.local !== name.local,
  );
  return { ...parameter, attributes: [...others, { name, value: "true" }] };
}
