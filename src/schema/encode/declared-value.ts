/** Default and fixed values of elements and attributes. */

import { normalize } from "../../xsd/white-space";
import type { ElementPlan } from "../plans/plans";
import { isSame } from "../simple/compare";
import { mayBeName } from "../simple/qname";
import type { SimpleType } from "../simple/simple-type";
import type { Encoding } from "./encoding";

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
    encoder.fail("a value that is not empty: an empty element means the default", "empty value");
  }
  if (declared.fixed === undefined || mayBeName(type, declared.fixed)) return text;
  const read = (lexical: string): unknown => type.parse(normalize(lexical, type.whiteSpace), encoder.writer);
  const [given, fixed] = [read(text), read(declared.fixed)];
  if (type.compare === undefined ? !isSame(given, fixed) : type.compare(given, fixed) !== 0) {
    encoder.fail(`the fixed value ${declared.fixed}`, "another value");
  }
  return type.variety === "atomic" ? declared.fixed : text;
}
