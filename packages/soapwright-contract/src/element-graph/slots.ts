import { remembered } from "../remembered";
import type { ElementDeclaration } from "../xsd/components";
import { substitutesOf } from "./effective";

/** A position of an element, with or without the members of its substitution group. */
export interface Slot {
  readonly kind: "slot";
  readonly element: ElementDeclaration;
  readonly substitutes: readonly ElementDeclaration[];
}
const openSlot = remembered(
  (element: ElementDeclaration): Slot => ({ kind: "slot", element, substitutes: substitutesOf(element) }),
);
const closedSlot = remembered(
  (element: ElementDeclaration): Slot => ({ kind: "slot", element, substitutes: element.abstract ? [] : [element] }),
);

/** Returns the only slot of an element: `open` for a reference, which members may replace. */
export function slotOf(element: ElementDeclaration, open: boolean): Slot {
  return open ? openSlot(element) : closedSlot(element);
}
