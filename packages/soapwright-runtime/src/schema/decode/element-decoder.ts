import type { XmlEvents } from "../../xml/events";

/** Decodes exactly one element, from its start to its end. */
export interface ElementDecoder extends XmlEvents {
  readonly done: boolean;
  /** Set when `done`; `undefined` for an element that counts as absent. */
  readonly value: unknown;
}

/** A list whose items are delivered as they are decoded and not kept. */
export interface StreamTarget {
  /** Property keys from the value of the element down to the list. */
  readonly path: readonly string[];
  onItem(item: unknown): void;
}

export interface DecodeOptions {
  /** The path in messages, for example `Envelope/Body`. */
  readonly path?: string | undefined;
  readonly stream?: StreamTarget | undefined;
}
