import type { Streams } from "../../../soapwright-command/src/wsdl/streams";

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
