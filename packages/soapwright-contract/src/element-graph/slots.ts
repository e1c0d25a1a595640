import type { ElementDeclaration } from "../xsd/components";
import { substitutesOf } from "./effective";

/** A position of an element, with or without the members of its substitution group. */
export interface Slot {
  readonly kind: "slot";
  readonly element: ElementDeclaration;
  readonly substitutes: readonly ElementDeclaration[];
}
const slots = new WeakMap<ElementDeclaration, { open?: Slot; closed?: Slot }>();

/** Returns the one slot of an element: `open` for a reference, which members may replace. */
export function slotOf(element: ElementDeclaration, open: boolean): Slot {
  const known = slots.get(element) ?? {};
  slots.set(element, known);
  if (open) {
    known.open ??= { kind: "slot", element, substitutes: substitutesOf(element) };
    return known.open;
  }
  known.closed ??= { kind: "slot", element, substitutes: element.abstract ? [] : [element] };
  return known.closed;
}
