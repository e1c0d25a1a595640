/** XML Schema Part 1, 3.3: an element declaration where it is used. */

import type { SimpleType } from "../simple/simple-type";
import type { ElementNode } from "../tables/nodes";
import type { QName } from "../tables/values";
import type { Position, RepeatedPlan } from "./plans";
import { type PropertyKey, propertyKey } from "./property-key";

export interface ElementRowOptions {
  /** Place among the leaves of its content. */
  readonly index: number;
  readonly name: QName;
  /** Its own name and those of its substitution group. */
  readonly names: readonly QName[];
  readonly within: RepeatedPlan | undefined;
  readonly compile: () => Position;
}

/** The bit of the leaf with this index: numbers have room for 31. */
export function leafBit(index: number): number {
  return index < 31 ? 1 << index : 0;
}

/** Its type is worked out when the first such element is seen: types may contain themselves. */
export class ElementRow {
  readonly kind = "element";
  readonly index: number;
  /** Its bit in the set of elements seen; 0 beyond the 31st. */
  readonly bit: number;
  readonly property: PropertyKey;
  readonly name: QName;
  readonly names: readonly QName[];
  readonly min: number;
  readonly max: number;
  readonly array: boolean;
  readonly default: string | undefined;
  readonly fixed: string | undefined;
  /** The outermost repeated group around it. */
  readonly within: RepeatedPlan | undefined;
  private readonly compile: () => Position;
  private compiled: Position | undefined;
  private simpleType: SimpleType | null | undefined;
  /** Its text is its value. Known once `simple` has been asked for. */
  verbatim = false;

  constructor(node: Omit<ElementNode, "kind" | "name" | "type">, options: ElementRowOptions) {
    this.index = options.index;
    this.bit = leafBit(options.index);
    this.property = propertyKey(node.key);
    this.name = options.name;
    this.names = options.names;
    this.min = node.min;
    this.max = node.max;
    this.array = node.array;
    this.default = node.default;
    this.fixed = node.fixed;
    this.within = options.within;
    this.compile = options.compile;
  }

  get position(): Position {
    this.compiled ??= this.compile();
    return this.compiled;
  }

  /** The type, when it is simple and not one of several: such an element is text alone. */
  get simple(): SimpleType | null {
    if (this.simpleType === undefined) {
      const { type } = this.position;
      this.simpleType = type.kind === "simple" ? type.type : null;
      this.verbatim = this.simpleType?.verbatim === true && this.default === undefined && this.fixed === undefined;
    }
    return this.simpleType;
  }
}
