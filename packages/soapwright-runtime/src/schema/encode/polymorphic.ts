/** Selects the alternative of a value among derived types and substitution groups. */

import { kindOf } from "../../kind-of";
import type { ElementPlan, PolymorphicPlan, Position } from "../plans/plans";
import type { QName } from "../tables/table-values";
import type { Encoding } from "./encoding";
import { readOwn, readProperties, requireObject } from "./own-properties";

export interface ChosenAlternative {
  readonly name: QName;
  readonly position: Position;
  readonly xsiType: QName | undefined;
  /** The value itself, or its property `value`. */
  readonly content: unknown;
}

const WRAPPED = new Set(["value"]);

export function choosePolymorphic(
  encoder: Encoding,
  element: ElementPlan,
  plan: PolymorphicPlan,
  value: unknown,
): ChosenAlternative {
  const object = requireObject(encoder, value);
  const label = readOwn(encoder, object, "$type");
  const labels = plan.alternatives.map((alternative) => alternative.label).join(" | ");
  const alternative = plan.alternatives.find((candidate) =>
    label === undefined ? candidate.declared : candidate.label === label,
  );
  if (plan.alternatives.length === 0) encoder.fail("no value, because its type is abstract", kindOf(value));
  if (alternative === undefined) {
    encoder.at("$type", () => {
      encoder.fail(`one of ${labels}`, typeof label === "string" ? "another string" : kindOf(label));
    });
    throw new Error("not reached");
  }
  const { wrapped, position, xsiType } = alternative;
  const content = wrapped ? readProperties(encoder, object, WRAPPED, true).get("value") : object;
  if (content === undefined) encoder.at("value", () => encoder.missing("a value"));
  return { name: alternative.element ?? element.name, position, xsiType, content };
}
