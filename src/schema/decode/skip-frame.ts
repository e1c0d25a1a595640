/** An element that the schema does not know, with all that it holds: read past. */
import type { Decoder } from "./decoder";
import { Frame } from "./frame";

export class SkipFrame extends Frame {
  private depth = 0;

  constructor(decoder: Decoder, parent: Frame, name: string) {
    super(decoder, parent, undefined, name);
  }

  start(): void {
    this.depth++;
  }

  text(): void {
    // Nothing of it is kept.
  }

  end(): void {
    if (this.depth === 0) this.decoder.leaveAbsent();
    else this.depth--;
  }
}
