/** XML Schema Part 1, 3.4: an object as an element with attributes and content. */
import type { ComplexPlan, Content, ElementPlan } from "../plans/plans";
import type { QName } from "../tables/values";
import { encodeAttributes } from "./attributes";
import { declaredText } from "./declared-value";
import type { Encoding } from "./encoding";
import { encodeMixed } from "./mixed";
import { encodeParticle } from "./particles";
import { readProperties } from "./properties";

/** `labelled`: the object has been asked for its `$type` already. */
export function encodeComplex(
  encoder: Encoding,
  element: ElementPlan,
  name: QName,
  plan: ComplexPlan,
  value: unknown,
  typeAttribute: string,
  labelled: boolean,
): void {
  const { writer } = encoder;
  if (plan.abstract)
    encoder.fail("a type derived from the declared one, which is abstract", "value of the abstract type");
  const properties = readProperties(encoder, value, plan.keys, labelled);
  const attributes = typeAttribute + encodeAttributes(encoder, plan, properties);
  if (plan.text !== undefined) {
    const { property, simple } = plan.text;
    let text = "";
    encoder.at(property.key, () => {
      text = declaredText(encoder, element, simple.type, encoder.simple(simple.type, properties.get(property.key)));
    });
    const tag = writer.open(name, { attributes });
    writer.content(name, text);
    writer.close(tag);
    return;
  }
  const tag = writer.open(name, { attributes, prefixed: name.namespace !== "" && hasPlainChild(plan.content) });
  if (plan.mixed !== undefined) encodeMixed(encoder, name, plan.content, plan.mixed, properties);
  else for (const particle of plan.content.particles) encodeParticle(encoder, particle, properties);
  writer.close(tag);
}

function hasPlainChild({ leaves }: Content): boolean {
  return leaves.some((leaf) => leaf.kind === "element" && leaf.names.some(({ namespace }) => namespace === ""));
}
