/** Decodes `xsi:nil`: its value, its result by position, and the check of empty content (XML Schema Part 1, 2.6.2). */
import type { XmlName } from "../../xml/events";
import { isBlank, trim } from "../../xsd/built-ins";
import type { ElementPlan } from "../plans/plans";
import { type Decoding, Frame } from "./frame";

/** False when the attribute is absent. Throws the decoder's error for an invalid text. */
export function isNil(decoder: Decoding, text: string | undefined): boolean {
  if (text === undefined) return false;
  const value = trim(text);
  if (value === "true" || value === "1") return true;
  if (value !== "false" && value !== "0") decoder.fail("expected xsi:nil to be true or false");
  return false;
}

/** Undefined when the element counts as absent. */
export type NilOutcome = { readonly of: unknown } | undefined;

/**
 * See the table "Validation of responses" in the documentation. Throws the decoder's error when nil is not allowed
 * here.
 */
export function nilOutcome(decoder: Decoding, element: ElementPlan, nillable: boolean): NilOutcome {
  if (nillable || decoder.validation === "lenient") return { of: null };
  if (element.min > 0 || element.array || decoder.validation === "strict") {
    decoder.fail("nil is not allowed here");
  }
  return undefined;
}

/** The frame of an element with `xsi:nil="true"`, which must be empty (XML Schema Part 1, 2.6.2 and 3.3.4). */
export class NilFrame extends Frame {
  private readonly outcome: NilOutcome;

  constructor(decoder: Decoding, parent: Frame, element: ElementPlan, name: string, outcome: NilOutcome) {
    super(decoder, parent, element, name);
    this.outcome = outcome;
  }

  start(_name: XmlName): void {
    this.decoder.fail("a nil element has content");
  }

  text(text: string): void {
    // Services that indent their output write blanks, which XML Schema does not allow.
    if (!isBlank(text) || this.decoder.validation === "strict") this.decoder.fail("a nil element has content");
  }

  end(): void {
    if (this.outcome === undefined) this.decoder.leaveAbsent();
    else this.decoder.leave(this.outcome.of);
  }
}
