import type { LeafRow } from "../../xml/events";
import { type Decoding, Frame } from "./frame";

/** The frame of an element without a declaration, which is ignored with its content. */
export class SkipFrame extends Frame {
  private depth = 0;

  constructor(decoder: Decoding, parent: Frame, name: string) {
    super(decoder, parent, undefined, name);
  }

  start(): void {
    this.depth++;
  }

  text(): void {
    // The text is ignored.
  }

  override leafRow(_row: LeafRow, _texts: readonly (string | undefined)[], _from: number, to: number): number {
    return to;
  }

  end(): void {
    if (this.depth === 0) this.decoder.leaveAbsent();
    else this.depth--;
  }
}
