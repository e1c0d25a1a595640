/** What the decoders of one codec remember of the contents that they have read. Plans have no part in it. */
import type { LeafRow, XmlName } from "../../xml/events";
import type { Content, ElementPlan } from "../plans/plans";

/** Readers give the same object for the same name and the same row: what it means in a content is worked out once. */
export class ContentMemory {
  /** By index of the leaf, the name under which it last came. To be read and written. */
  readonly names: (XmlName | undefined)[];
  private readonly content: Content;
  private readonly rows = new WeakMap<LeafRow, readonly (ElementPlan | undefined)[]>();
  private lastRow: LeafRow | undefined = undefined;
  private lastPlans: readonly (ElementPlan | undefined)[] = [];

  constructor(content: Content) {
    this.content = content;
    this.names = new Array<undefined>(content.leaves.length).fill(undefined);
  }

  /** The declarations of the elements of a row; undefined for those that are not simply text in a property. */
  plansOf(row: LeafRow): readonly (ElementPlan | undefined)[] {
    if (row !== this.lastRow) {
      this.lastRow = row;
      this.lastPlans = this.rows.get(row) ?? this.remember(row);
    }
    return this.lastPlans;
  }

  private remember(row: LeafRow): readonly (ElementPlan | undefined)[] {
    const plans = row.names.map((name) => {
      const plan = this.content.elements.get(name);
      return plan === undefined || isPlain(plan) ? plan : undefined;
    });
    this.rows.set(row, plans);
    return plans;
  }
}

function isPlain({ simple, array, within, bit }: ElementPlan): boolean {
  return simple !== undefined && !array && within === undefined && bit !== 0;
}

export class DecodeMemory {
  private readonly byContent = new WeakMap<Content, ContentMemory>();

  of(content: Content): ContentMemory {
    let memory = this.byContent.get(content);
    if (memory === undefined) {
      memory = new ContentMemory(content);
      this.byContent.set(content, memory);
    }
    return memory;
  }
}
