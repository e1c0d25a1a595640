/** An element that is being read. */
import type { XmlAttributeEvent, XmlName } from "../../xml/events";
import type { ElementRow } from "../plans/element-row";
import type { LeafPlan } from "../plans/plans";
import type { Decoder } from "./decoder";

/** Frames form the path from the outermost element to the one that is being read. */
export abstract class Frame {
  readonly decoder: Decoder;
  readonly parent: Frame | undefined;
  /** What the parent knows this element as; `undefined` for one that is not declared. */
  readonly slot: LeafPlan | undefined;
  readonly name: string;

  constructor(decoder: Decoder, parent: Frame | undefined, slot: LeafPlan | undefined, name: string) {
    this.decoder = decoder;
    this.parent = parent;
    this.slot = slot;
    this.name = name;
  }

  /** A child starts. */
  abstract start(name: XmlName, attributes: readonly XmlAttributeEvent[]): void;
  abstract text(text: string): void;
  /** The element ends: by `decoder.leave`. */
  abstract end(): void;
  /** A child that this frame asked the decoder to open has ended with `value`. */
  put(slot: LeafPlan, _value: unknown): void {
    throw new Error(`no place for ${slot.property.key}`);
  }
  /** Children of this kind that have been put, for indexes in paths. */
  countOf(_slot: LeafPlan): number {
    return 0;
  }
  /** Where the keys of the stream's path lead below this child: an index in the path, or -1. */
  streamIndex(_slot: ElementRow): number {
    return -1;
  }
}

/** The local names from the outermost frame down, with an index (from 1) where an element may repeat. */
export function pathOf(frame: Frame | undefined, leaf: LeafPlan | undefined, leafName: string): string {
  const steps: string[] = [];
  if (leaf !== undefined) steps.push(step(frame, leaf, leafName));
  for (let at = frame; at?.parent !== undefined; at = at.parent) steps.push(step(at.parent, at.slot, at.name));
  return steps.reverse().join("/");
}

function step(parent: Frame | undefined, slot: LeafPlan | undefined, name: string): string {
  return slot?.array && parent !== undefined ? `${name}[${parent.countOf(slot) + 1}]` : name;
}
