/**
 * undici's handler in its two forms. Version 8 accepts only the new one. Version 7 wraps the new one, and parses every
 * header of every response for it: 0.07 of a small call (`make compare`).
 */
import type { Client, Dispatcher } from "undici";

/** What undici reports of a request and its response, in the form of version 7. */
export interface DispatchEvents {
  onConnect(): void;
  /** `rawHeaders` alternates names and values, in the order of the response. */
  onHeaders(status: number, rawHeaders: readonly Buffer[]): boolean;
  onData(chunk: Buffer): boolean;
  onComplete(): void;
  onError(error: Error): void;
}

let acceptsOldForm = true;

/** Has `client` send a request. undici 8 refuses the old form before it does anything. */
export function dispatchTo(client: Client, request: Dispatcher.DispatchOptions, events: DispatchEvents): void {
  if (acceptsOldForm) {
    try {
      client.dispatch(request, events as Dispatcher.DispatchHandler);
      return;
    } catch {
      acceptsOldForm = false;
    }
  }
  client.dispatch(request, newForm(events));
}

function newForm(events: DispatchEvents): Dispatcher.DispatchHandler {
  return {
    onRequestStart: () => events.onConnect(),
    // The headers that undici has parsed lose their order and write duplicates as a list, so the raw ones are read.
    onResponseStart: ({ rawHeaders }, status) => void events.onHeaders(status, rawHeaders as Buffer[]),
    onResponseData: (_, chunk) => void events.onData(chunk),
    onResponseEnd: () => events.onComplete(),
    onResponseError: (_, error) => events.onError(error),
  };
}
