import type { Feature } from "soapwright-runtime";
import type { CallFeature, MessageHead } from "soapwright-runtime/extend";

/** What a command shows of the exchanges of a call. */
export interface ExchangeView {
  sent(envelope: string): void;
  /** `envelope` is undefined for a response that has none. */
  received(head: MessageHead, envelope: string | undefined): void;
}

/** Returns a feature that shows each envelope as it leaves and as it arrives, and changes nothing. */
export function watchedExchange(view: ExchangeView): Feature {
  const open = (): CallFeature => {
    let isShown = false;
    return {
      request({ envelope }) {
        isShown = false;
        view.sent(envelope);
      },
      verify({ head, text }) {
        isShown = true;
        view.received(head, text);
        return text;
      },
      after({ head }) {
        if (!isShown && head !== undefined) view.received(head, undefined);
        return undefined;
      },
    };
  };
  return { name: "watched exchange", version: 1, kind: "headers", open: () => ({ call: open }) };
}
