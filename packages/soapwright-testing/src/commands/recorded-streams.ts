import type { Streams } from "../../../soapwright-contract/src/open/streams";

/** Streams that record the output of a command. */
export class RecordedStreams implements Streams {
  output = "";
  errors = "";
  readonly isTerminal = false;

  out(text: string): void {
    this.output += text;
  }

  err(text: string): void {
    this.errors += text;
  }
}
