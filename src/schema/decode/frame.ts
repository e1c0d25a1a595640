/** An element that is being read, and what it asks of its decoder. */
import type { LeafRow, XmlAttributeEvent, XmlName } from "../../xml/events";
import type { Judge } from "../content/judge";
import type { Content, ElementPlan, LeafPlan, Plans } from "../plans/plans";
import type { DecodeScope } from "../scope";
import type { StreamTarget } from "./element-decoder";
import type { ContentMemory } from "./memory";

/** A decoder, as its frames see it. */
export interface Decoding extends Judge {
  readonly scope: DecodeScope;
  readonly plans: Plans;
  readonly stream: StreamTarget | undefined;
  /** Some frame hands the items of the stream over as they come. */
  streaming: boolean;
  memoryOf(content: Content): ContentMemory;
  /** An element of this declaration starts, below `parent`. */
  open(element: ElementPlan, name: XmlName, attributes: readonly XmlAttributeEvent[], parent: Frame): void;
  /** The text that follows is all of an element of this declaration. */
  openLeaf(element: ElementPlan): void;
  /** The value of an element of simple type of which `text` is all; `REFUSED` for a text that is none of the type. */
  tryLeaf(element: ElementPlan, text: string): unknown;
  /** `frame` is the innermost one from now on. */
  enter(frame: Frame): void;
  /** The element of the innermost frame has ended, with a value. */
  leave(value: unknown): void;
  /** The element of the innermost frame has ended, and counts as absent. */
  leaveAbsent(): void;
}

/** No value. */
export const REFUSED: unique symbol = Symbol("refused");

/** Frames form the path from the outermost element to the one that is being read. */
export abstract class Frame {
  readonly decoder: Decoding;
  readonly parent: Frame | undefined;
  /** What the parent knows this element as; `undefined` for one that is not declared. */
  readonly slot: LeafPlan | undefined;
  readonly name: string;
  /** The `$type` that the value stands beside, where it is not an object of ours. */
  label: string | undefined = undefined;

  constructor(decoder: Decoding, parent: Frame | undefined, slot: LeafPlan | undefined, name: string) {
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
  /** Children without attributes that are text alone: see `XmlEvents.leafRow`. Returns the index of the first one not taken. */
  leafRow(_row: LeafRow, _texts: readonly (string | undefined)[], from: number, _to: number): number {
    return from;
  }
  /** A child that this frame asked the decoder to open has ended with `value`. */
  put(slot: LeafPlan, _value: unknown): void {
    throw new Error(`no place for ${slot.property.key}`);
  }
  /** Children of this kind that have been put, for indexes in paths. */
  countOf(_slot: LeafPlan): number {
    return 0;
  }
  /** Where the keys of the stream's path lead below this child: an index in the path, or -1. */
  streamIndex(_slot: ElementPlan): number {
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
