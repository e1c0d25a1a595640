/** saxes as the referee: its events of a document, in the same form. */
import { SaxesParser } from "saxes";
import type { Reading } from "soapwright-testing/xml/recorder";
import { Recorder } from "soapwright-testing/xml/recorder";

const isDeclaration = (prefix: string, local: string) => prefix === "xmlns" || (prefix === "" && local === "xmlns");

/** `error` is the message of saxes; a DTD or a processing instruction is an error too. */
export function readWithSaxes(text: string): Reading {
  const recorder = new Recorder();
  const parser = new SaxesParser({ xmlns: true, position: false });
  const forbid = (what: string) => () => {
    throw new Error(what);
  };
  parser.on("doctype", forbid("DTD"));
  parser.on("processinginstruction", forbid("processing instruction"));
  let depth = 0;
  // White space outside the root element is no text.
  parser.on("text", (piece) => {
    if (depth > 0) recorder.text(piece);
  });
  parser.on("cdata", (piece) => recorder.text(piece));
  parser.on("opentag", ({ uri, local, attributes }) => {
    depth++;
    const written = Object.values(attributes).filter((attribute) => !isDeclaration(attribute.prefix, attribute.local));
    recorder.startElement(
      { namespace: uri, local },
      written.map((attribute) => ({
        name: { namespace: attribute.uri, local: attribute.local, raw: attribute.name },
        value: attribute.value,
      })),
    );
  });
  parser.on("closetag", ({ uri, local }) => {
    depth--;
    recorder.endElement({ namespace: uri, local });
  });
  try {
    // saxes removes a byte order mark; this text no longer has one.
    parser.write(text.startsWith("\ufeff") ? `\ufeff${text}` : text);
    parser.close();
    return { said: recorder.said, error: undefined };
  } catch (error) {
    return { said: recorder.said, error: String(error) };
  }
}
