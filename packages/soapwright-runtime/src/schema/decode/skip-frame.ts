import type { LeafRow } from "../../xml/events";
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
