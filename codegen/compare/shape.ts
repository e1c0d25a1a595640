/** What a type looks like on the wire: tables are compared in this form. */
import type { NodeRef } from "../../src/schema/codec";
import type { QName } from "../xml/qname";

/** What a text is of. */
export interface TextShape {
  /** Name of a built-in type of XML Schema; of each member for a union, once; of the item for a list. */
  readonly builtIns: readonly string[];
  readonly isList: boolean;
  /** Values of an enumeration; undefined where every value is right. */
  readonly values: readonly string[] | undefined;
  /** Values that are not listed are refused in responses too. */
  readonly isClosed: boolean;
}

/** An element or attribute of a type. */
export interface FieldShape {
  readonly name: QName;
  readonly isAttribute: boolean;
  readonly min: number;
  readonly max: number;
  readonly isNillable: boolean;
  readonly type: NodeRef;
}

/** A type that values may have instead of the declared one. */
export interface AlternativeShape {
  /** Member of a substitution group. */
  readonly element: QName | undefined;
  /** What `xsi:type` names. */
  readonly typeName: QName | undefined;
  readonly type: NodeRef;
}

/** A type. */
export type TypeShape =
  /** Anything goes. */
  | { readonly kind: "any" }
  /** It cannot be compared: why, in words; undefined where nobody has to know. */
  | { readonly kind: "unknown"; readonly why: string | undefined }
  | { readonly kind: "array"; readonly item: NodeRef }
  | {
      readonly kind: "plain";
      /** For messages; undefined for an anonymous type. */
      readonly name: string | undefined;
      /** The text of a simple type, or of simple content. */
      readonly text: TextShape | undefined;
      /** Elements in the order of the schema, then attributes; one of each name. */
      readonly fields: readonly FieldShape[];
      /** The order of the elements is fixed. */
      readonly isOrdered: boolean;
      readonly alternatives: readonly AlternativeShape[];
    };

/** The fields of a content model, joined by name as they are met. */
export class FieldCollector {
  readonly #fields = new Map<string, FieldShape>();
  isOrdered = true;

  /** `least` and `most`: how often what stands around it occurs. */
  add(field: FieldShape, least = 1, most = 1): void {
    const kind = field.isAttribute ? "@" : "";
    const key = `${kind}{${field.name.namespace}}${field.name.local}`;
    const min = field.min * least;
    // Infinity times 0 is NaN.
    const max = field.max === 0 || most === 0 ? 0 : field.max * most;
    const before = this.#fields.get(key);
    if (before === undefined) this.#fields.set(key, { ...field, min, max });
    else {
      // In two branches, or in two places: how often together cannot be said by one range, the wider one is never wrong.
      this.isOrdered = false;
      this.#fields.set(key, { ...before, min: Math.min(before.min, min), max: before.max + max });
    }
  }

  get fields(): FieldShape[] {
    return [...this.#fields.values()];
  }
}
