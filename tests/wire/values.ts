/** Responses read by libxml2 and converted by hand to what the client must return, without any code of the client. */
import { elementsOf, type RefereeElement, textOf } from "soapwright-testing/referee/referee";

type Value = string | number | boolean | null | { readonly [name: string]: Value };

const instance = "http://www.w3.org/2001/XMLSchema-instance";
const numbers = ["Id"];
const booleans = ["Default"];
const objects = ["CostCenter", "Kostensoort"];

/**
 * Returns the records of a response, with nil list items as `null`. Nil on a string that the WSDL does not declare
 * nillable counts as absent. The id of a cost center may be nil.
 */
export function recordsOf(envelope: RefereeElement): Value[] {
  const [body] = elementsOf(envelope).filter(({ local }) => local === "Body");
  const [response] = elementsOf(body!);
  const [result] = elementsOf(response!);
  return result === undefined ? [] : elementsOf(result).map((item) => (isNil(item) ? null : recordOf(item, false)));
}

function recordOf(element: RefereeElement, inCostCenter: boolean): { readonly [name: string]: Value } {
  return Object.fromEntries(
    elementsOf(element)
      .filter((child) => !isNil(child) || (inCostCenter && child.local === "Id"))
      .map((child) => [child.local, contentOf(child)]),
  );
}

function contentOf(element: RefereeElement): Value {
  if (isNil(element)) return null;
  if (objects.includes(element.local)) return recordOf(element, element.local === "CostCenter");
  const text = textOf(element);
  if (numbers.includes(element.local)) return Number(text);
  return booleans.includes(element.local) ? text === "true" : text;
}

function isNil(element: RefereeElement): boolean {
  return element.attributes.some(({ namespace, local, value }) => {
    return namespace === instance && local === "nil" && (value === "true" || value === "1");
  });
}
