import type { XmlEvents } from "../../xml/events";

/** Decodes exactly one element, from its start to its end. */
export interface ElementDecoder extends XmlEvents {
  readonly done: boolean;
  /** The value, when `done`; `undefined` for an element that counts as absent. */
  readonly value: unknown;
}

/** A list whose items are delivered as they are decoded and not kept. */
export interface StreamTarget {
  /** Property keys from the value of the element down to the list. */
  readonly path: readonly string[];
  onItem(item: unknown): void;
}

export interface DecodeOptions {
  /** Element path of the parent, for error messages, for example `Envelope/Body`. */
  readonly path?: string | undefined;
  readonly stream?: StreamTarget | undefined;
}
