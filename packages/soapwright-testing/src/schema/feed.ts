/** Feeds XML to a decoder through an independent parser. */
import { type SaxesAttributeNS, SaxesParser } from "saxes";
import type { ElementNode, Validation, XmlAttributeEvent, XmlEvents, XmlName } from "soapwright-runtime/codecs";
import { Codec, soapEncoding } from "soapwright-runtime/codecs";
import type { DecodeOptions, ElementDecoder } from "../../../soapwright-runtime/src/schema/decode/frame";
import type { DecodeScope } from "../../../soapwright-runtime/src/schema/scope";

const XMLNS = "http://www.w3.org/2000/xmlns/";

/** Parses `xml` and sends its events to the receiver that `start` returns. */
export function feed<E extends XmlEvents>(xml: string, start: (scope: DecodeScope) => E): E {
  const parser = new SaxesParser({ xmlns: true, fragment: false });
  const names = new Map<string, XmlName>();
  const intern = (namespace: string, local: string, raw: string): XmlName => {
    const key = `{${namespace}}${raw}`;
    let name = names.get(key);
    if (name === undefined) {
      name = { namespace, local, raw };
      names.set(key, name);
    }
    return name;
  };
  const events = start({
    resolvePrefix: (prefix) => parser.resolve(prefix) || undefined,
    position: () => ({ line: parser.line, column: parser.column + 1 }),
  });
  let depth = 0;
  let failure: unknown;
  const attempt = (deliver: () => void): void => {
    if (failure !== undefined) return;
    try {
      deliver();
    } catch (error) {
      failure = error;
    }
  };
  parser.on("error", (error) => {
    failure ??= error;
  });
  parser.on("opentag", (tag) => {
    depth++;
    const attributes: XmlAttributeEvent[] = Object.values(tag.attributes as Record<string, SaxesAttributeNS>)
      .filter(({ uri }) => uri !== XMLNS)
      .map(({ uri, local, name, value }) => ({ name: intern(uri, local, name), value }));
    attempt(() => events.startElement(intern(tag.uri, tag.local, tag.name), attributes));
  });
  parser.on("text", (text) => {
    if (depth > 0) attempt(() => events.text(text));
  });
  parser.on("cdata", (text) => attempt(() => events.text(text)));
  parser.on("closetag", (tag) => {
    attempt(() => events.endElement(intern(tag.uri, tag.local, tag.name)));
    depth--;
  });
  parser.write(xml).close();
  if (failure !== undefined) throw failure;
  return events;
}

interface DecodeSettings extends DecodeOptions {
  readonly validation?: Validation;
  readonly rename?: (namespace: string) => string;
}

export function decoderFor(element: ElementNode, xml: string, settings: DecodeSettings = {}): ElementDecoder {
  const codec = new Codec({ validation: settings.validation ?? "standard", rename: settings.rename, soapEncoding });
  return feed(xml, (scope) => codec.decoder(element, scope, settings));
}

export function decode(element: ElementNode, xml: string, settings: DecodeSettings = {}): unknown {
  const decoder = decoderFor(element, xml, settings);
  if (!decoder.done) throw new Error("the decoder is not done");
  return decoder.value;
}

const standard = new Codec({ validation: "standard", soapEncoding });

export function encode(element: ElementNode, value: unknown): string {
  return standard.encode(element, value, element.key);
}
