/** Elements of which nothing is kept. */
import type { LeafRow, XmlName } from "../../xml/events";
import { isBlank } from "../../xsd/built-ins";
import type { ElementPlan } from "../plans/plans";
import { type Decoding, Frame } from "./frame";

/** An element that the schema does not know, with all that it holds: read past. */
export class SkipFrame extends Frame {
  private depth = 0;

  constructor(decoder: Decoding, parent: Frame, name: string) {
    super(decoder, parent, undefined, name);
  }

  start(): void {
    this.depth++;
  }

  text(): void {
    // Nothing of it is kept.
  }

  override leafRow(_row: LeafRow, _texts: readonly (string | undefined)[], _from: number, to: number): number {
    return to;
  }

  end(): void {
    if (this.depth === 0) this.decoder.leaveAbsent();
    else this.depth--;
  }
}

/** What an element that is nil means in its place: a value, or nothing when it counts as absent. */
export type NilOutcome = { readonly of: unknown } | undefined;

/** XML Schema Part 1, 2.6.2 and 3.3.4: an element with `xsi:nil="true"` has no content. */
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
    if (!isBlank(text)) this.decoder.fail("a nil element has content");
  }

  end(): void {
    if (this.outcome === undefined) this.decoder.leaveAbsent();
    else this.decoder.leave(this.outcome.of);
  }
}
