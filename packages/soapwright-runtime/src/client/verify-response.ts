/** A response of which nothing is read before features of its call have verified it. */
import type { ReceivedMessage } from "../feature";
import type { ResponseReader } from "../soap/response-reader";
import type { SoapCallMessage } from "../soap/soap-port";
import type { ResponseHead } from "../transport/exchange";
import type { CallLife } from "./call-life";

/** So much of a verified text is read before the reader of a stream is asked whether it takes more, in UTF-16 code units. */
const SLICE = 65_536;

/** A request whose response is verified. */
interface VerifiedAttempt {
  readonly call: { readonly life: CallLife };
  readonly message: SoapCallMessage;
  /** Takes the items of a stream. */
  readonly items: { readonly isFull: boolean; room(): Promise<void> } | undefined;
}

/**
 * Hands what was verified to the reader of the response in slices, as fast as items are taken. `onBegun` is called after the
 * first, which may be a fault. Nothing is handed over where there is no envelope: the reader says what there is.
 */
export async function verifyResponse(
  { call, message, items }: VerifiedAttempt,
  reader: ResponseReader,
  head: ResponseHead,
  onBegun: () => void,
): Promise<void> {
  const { life } = call;
  let text: string | undefined;
  try {
    text = await life.until(wholeText(reader));
    if (text === undefined) return;
    const { parts, heldBytes: bytes } = reader;
    for (const feature of [...message.features].reverse()) {
      if (feature.verify === undefined) continue;
      const received: ReceivedMessage = { head, bytes, text, hasOtherParts: parts?.isTaken === false };
      text = await life.until(Promise.resolve(feature.verify(received)));
    }
  } catch (error) {
    if (reader.isErrorPage(error)) return;
    throw error;
  }
  for (let at = 0; at < text.length; at += SLICE) {
    reader.release(text.slice(at, at + SLICE));
    if (at === 0) onBegun();
    if (items?.isFull === true) {
      life.limitConsumer();
      await life.until(items.room());
    }
    if (at + SLICE < text.length) await new Promise<void>((settle) => setImmediate(settle));
  }
}

/** The text that a signature is over: of a multipart response with the base64 text that elements of its envelope refer to. */
async function wholeText(reader: ResponseReader): Promise<string | undefined> {
  const text = reader.held();
  const { parts } = reader;
  if (text === undefined || parts?.inlined === undefined) return text;
  try {
    return await parts.inlined(text);
  } catch (error) {
    reader.passOver(error);
    return undefined;
  }
}
