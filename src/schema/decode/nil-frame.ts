/** XML Schema Part 1, 2.6.2 and 3.3.4: an element with `xsi:nil="true"` has no content. */
import type { XmlName } from "../../xml/events";
import { isBlank } from "../../xsd/white-space";
import type { ElementRow } from "../plans/element-row";
import type { Decoder } from "./decoder";
import { Frame } from "./frame";

export class NilFrame extends Frame {
  private readonly outcome: { readonly of: unknown } | undefined;

  /** `outcome`: the value, or nothing for an element that counts as absent. */
  constructor(
    decoder: Decoder,
    parent: Frame,
    row: ElementRow,
    name: string,
    outcome: { readonly of: unknown } | undefined,
  ) {
    super(decoder, parent, row, name);
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

/** The table "Validation of answers": what nil means in this place. Fails where it may not stand. */
export function nilOutcome(decoder: Decoder, row: ElementRow, nillable: boolean): { readonly of: null } | undefined {
  if (nillable || decoder.validation === "lenient") return { of: null };
  if (row.min > 0 || row.array || decoder.validation === "strict") decoder.fail("nil where the schema allows no nil");
  return undefined;
}
