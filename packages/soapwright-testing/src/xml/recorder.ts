/** The events of a reader in a form that tests compare. Adjacent pieces of text are joined. */

import { type XmlAttributeEvent, type XmlEvents, type XmlName, XmlReader } from "soapwright-runtime/codecs";
import { isResponseError, type ResponseError } from "soapwright-runtime/errors";
import { XmlTextDecoder } from "../../../soapwright-runtime/src/xml/text-decoder";
import type { ReaderOptions, ReaderPlan } from "../../../soapwright-runtime/src/xml/xml-namespaces";

/** An event as text: `<{namespace}local` with sorted attributes, `/{namespace}local`, or `=text`. */
export type ReadEvent = string;

export class Recorder implements XmlEvents {
  readonly said: ReadEvent[] = [];

  startElement(name: { namespace: string; local: string }, attributes: readonly XmlAttributeEvent[]): void {
    const written = attributes.map(({ name: { namespace, local }, value }) => `{${namespace}}${local}=${value}`);
    this.said.push(["<", name.namespace, "}", name.local, ...written.sort().map((one) => `\n  ${one}`)].join(""));
  }

  endElement(name: Pick<XmlName, "namespace" | "local">): void {
    this.said.push(`/${name.namespace}}${name.local}`);
  }

  text(text: string): void {
    const last = this.said.length - 1;
    if (this.said[last]?.startsWith("=")) this.said[last] += text;
    else if (text !== "") this.said.push(`=${text}`);
  }
}

export interface Reading {
  readonly said: readonly ReadEvent[];
  /** The error as `reason line:column message`; undefined if the document was read to its end. */
  readonly error: string | undefined;
}

export function describeError({ reason, line, column, message }: ResponseError): string {
  return `${reason} ${line}:${column} ${message}`;
}

/** Feeds `chunks` to the reader. Rethrows errors that the reader did not throw. */
export function readChunks(chunks: Iterable<string>, options?: ReaderOptions | ReaderPlan): Reading {
  const recorder = new Recorder();
  const reader = new XmlReader(recorder, options);
  try {
    for (const chunk of chunks) reader.write(chunk);
    reader.end();
    return { said: recorder.said, error: undefined };
  } catch (error) {
    if (!isResponseError(error)) throw error;
    return { said: recorder.said, error: describeError(error) };
  }
}

export function read(text: string, options?: ReaderOptions | ReaderPlan): Reading {
  return readChunks([text], options);
}

/** Decodes and reads bytes without a charset parameter. */
export function readBytes(bytes: Uint8Array, options?: ReaderOptions | ReaderPlan): Reading {
  const decoder = new XmlTextDecoder(undefined);
  try {
    return readChunks([decoder.write(bytes), decoder.end()], options);
  } catch (error) {
    if (!isResponseError(error)) throw error;
    return { said: [], error: describeError(error) };
  }
}

export function* pieces(text: string, size: number): Generator<string> {
  for (let at = 0; at < text.length; at += size) yield text.slice(at, at + size);
}
