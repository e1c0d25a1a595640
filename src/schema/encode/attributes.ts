/** XML Schema Part 1, 3.2 and 3.4: properties as attributes, and what both attributes and elements may be fixed to. */
import { normalize } from "../../xsd/built-ins";
import { XSI } from "../namespaces";
import type { AttributePlan, ComplexPlan, ElementPlan } from "../plans/plans";
import { mayBeName } from "../simple/built-ins";
import { isSame } from "../simple/compare";
import type { SimpleType } from "../simple/simple-type";
import type { Encoding, Properties } from "./encoding";
import { readItems } from "./items";
import { readAttribute } from "./tree-parts";

/**
 * XML Schema Part 1, 3.3.1: the text of an element or attribute that may have a default or a fixed value. A fixed value
 * goes out as the schema writes it, because there are readers that compare texts. Names are not compared.
 *
 * @throws ArgumentError when the value is not the fixed one, or empty where empty means the default.
 */
export function declaredText(
  encoder: Encoding,
  declared: Pick<ElementPlan, "default" | "fixed">,
  type: SimpleType,
  text: string,
): string {
  if (text === "" && declared.default !== undefined && declared.default !== "") {
    encoder.fail("a value that is not empty: an empty element means the default", "an empty value");
  }
  if (declared.fixed === undefined || mayBeName(type, declared.fixed)) return text;
  const read = (lexical: string): unknown => type.parse(normalize(lexical, type.whiteSpace), encoder.writer);
  const [given, fixed] = [read(text), read(declared.fixed)];
  if (type.compare === undefined ? !isSame(given, fixed) : type.compare(given, fixed) !== 0) {
    encoder.fail(`the fixed value ${declared.fixed}`, "another value");
  }
  return type.variety === "atomic" ? declared.fixed : text;
}

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
