/** XML Schema Part 1, 3.2 and 3.4: properties as attributes. */

import { XSI } from "../namespaces";
import type { AttributePlan, ComplexPlan } from "../plans/plans";
import { declaredText } from "./declared-value";
import type { Encoding } from "./encoding";
import { readItems } from "./items";
import type { Properties } from "./properties";
import { readAttribute } from "./tree-parts";

/** ` name="value"` for each, escaped. */
export function encodeAttributes(encoder: Encoding, plan: ComplexPlan, properties: Properties): string {
  let text = "";
  for (const attribute of plan.attributes) text += encodeAttribute(encoder, attribute, properties);
  if (plan.anyAttribute !== undefined) text += encodeOpenAttributes(encoder, plan, properties);
  return text;
}

function encodeAttribute(encoder: Encoding, plan: AttributePlan, properties: Properties): string {
  const { property, simple, fixed, required } = plan;
  const value = properties.get(property.key);
  let text: string | undefined;
  encoder.at(property.key, () => {
    if (value !== undefined) {
      text = declaredText(encoder, { default: undefined, fixed }, simple.type, encoder.simple(simple.type, value));
    } else if (required) {
      // There is one value only: nobody needs to give it.
      text = fixed ?? encoder.missing(simple.type.expected);
    }
  });
  return text === undefined ? "" : encoder.writer.attribute(plan.name, text);
}

/** 3.4.2: what `xs:anyAttribute` lets in; never those that say how an element is to be read. */
function encodeOpenAttributes(encoder: Encoding, plan: ComplexPlan, properties: Properties): string {
  const { property, accepts } = plan.anyAttribute!;
  let text = "";
  const written = new Set<string>();
  encoder.at(property.key, () => {
    const items = properties.get(property.key);
    if (items === undefined) return;
    readItems(encoder, items, "a list of attributes", (item) => {
      const { name, value } = readAttribute(encoder, item);
      const expanded = `{${name.namespace}}${name.local}`;
      if (name.namespace === XSI || !accepts(name.namespace) || plan.attributesByName.get(name) !== undefined) {
        encoder.fail("an attribute that the wildcard allows", "another attribute");
      }
      if (written.has(expanded)) encoder.fail("each attribute once", "an attribute twice");
      written.add(expanded);
      text += encoder.writer.attribute(name, value);
    });
  });
  return text;
}
