/** Verifies responses before any of their content is decoded. */
import { runLater } from "#platform";
import type { ReceivedMessage } from "../feature";
import type { CallMessage } from "../soap/call-message";
import type { ResponseReader } from "../soap/response-reader";
import type { ResponseHead } from "../transport/exchange";
import type { CallLife } from "./call-life";

/**
 * Number of UTF-16 code units of verified text that are read before checking whether the stream's reader takes more.
 */
const SLICE = 65_536;

interface VerifiedAttempt {
  readonly call: { readonly life: CallLife };
  readonly message: CallMessage;
  readonly items: { readonly isFull: boolean; room(): Promise<void> } | undefined;
}

/**
 * Verifies the text and passes it to the response's reader in slices, as fast as items are consumed. Passes nothing if
 * there is no envelope, which the reader reports. Rejects with a `ResponseError`.
 */
export async function releaseVerifiedText(
  { call, message, items }: VerifiedAttempt,
  reader: ResponseReader,
  head: ResponseHead,
): Promise<void> {
  const { life } = call;
  let text: string | undefined;
  try {
    text = await life.until(wholeText(reader));
    if (text === undefined) return;
    const { parts, heldBytes: bytes } = reader;
    for (const feature of [...message.features].reverse()) {
      if (feature.verify === undefined) continue;
      const received: ReceivedMessage = { head, bytes, text, attachments: parts?.attachments ?? [] };
      text = await life.until(Promise.resolve(feature.verify(received)));
    }
  } catch (error) {
    if (reader.isErrorPage(error)) return;
    throw error;
  }
  for (let at = 0; at < text.length; at += SLICE) {
    reader.release(text.slice(at, at + SLICE));
    if (items?.isFull === true) await life.until(items.room(), "consumer");
    if (at + SLICE < text.length) await new Promise<void>((settle) => runLater(settle));
  }
}

/** Returns the text that a signature covers. In a multipart response, base64 text replaces references. */
async function wholeText(reader: ResponseReader): Promise<string | undefined> {
  const text = reader.held();
  const { parts } = reader;
  if (text === undefined || parts?.inlined === undefined) return text;
  try {
    return await parts.inlined(text);
  } catch (error) {
    reader.rethrowOrIgnore(error);
    return undefined;
  }
}
