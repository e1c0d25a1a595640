/** The listener of a comparison: `diff` judges for callers of two WSDLs, the doctor for one client in use. */
import type { Part } from "../wsdl/definitions";
import type { QName } from "../xml/qname";
import type { TypeDefinition } from "../xsd/components";
import type { Occurs } from "./judgement";

/** The directions in which callers use the values of a type: written, read, or both. */
export interface Directions {
  readonly written: boolean;
  readonly read: boolean;
}

/** Whom a change of a type breaks. Each flag applies only if values travel in that direction. */
export interface Verdict {
  readonly writers?: boolean;
  readonly readers?: boolean;
  readonly why?: string;
}

/** An element or attribute of a type, with its occurrence within the surrounding groups. */
export interface Field extends Occurs {
  readonly name: QName;
  readonly isAttribute: boolean;
  readonly isNillable: boolean;
}

/** A pair at one place of two types, changed or not, for listeners that judge by themselves. */
export type Met =
  /** The types of an element or attribute. */
  | { readonly of: "types"; readonly where: string; readonly old: TypeDefinition; readonly now: TypeDefinition }
  /** A field of both types, or of one of them. */
  | { readonly of: "fields"; readonly owner: string; readonly old?: Field; readonly now?: Field }
  /** The element that comes earlier in a fixed order than in the old contract. */
  | { readonly of: "order"; readonly owner: string; readonly earlier: string }
  /** A type or element that may no longer replace the declared one. */
  | { readonly of: "alternative"; readonly where: string; readonly name: QName };

/** A pair at one place of two operations, changed or not. */
export type Carried =
  | { readonly of: "SOAPAction" | "style"; readonly old: string; readonly now: string }
  /** The request or response of both operations, or of one of them. */
  | { readonly of: "message"; readonly directions: Directions; readonly old?: Use; readonly now?: Use }
  /** WSDL 1.1, section 3.5: the namespace of the rpc wrapper. */
  | { readonly of: "namespace"; readonly directions: Directions; readonly old: string; readonly now: string }
  /** A part of the Body, a header block, a MIME part or a fault's detail, in both operations or in one. */
  | {
      readonly of: "part" | "header" | "attachment" | "fault";
      readonly directions: Directions;
      /** The name of the fault, or of the part or its element. */
      readonly name: string;
      readonly old?: Part | undefined;
      readonly now?: Part | undefined;
    };
export interface Use {
  readonly use: "literal" | "encoded";
}

export interface Listener {
  /** Called for a change of data on the wire, with the directions in which the data travels. */
  judged(where: string, what: string, directions: Directions, verdict: Verdict): void;
  /** `TypeScript users`: only a name in TypeScript changed. */
  breaking(where: string, what: string, breaks: "callers" | "writers" | "TypeScript users", why?: string): void;
  compatible(where: string, what: string, why?: string): void;
  documentation(where: string, old: string | undefined, now: string | undefined): void;
  met?(met: Met): void;
  /** Returns false to skip the contents. */
  carried?(carried: Carried): boolean;
  /** The place of an element, an attribute (`@unit`) or an array's items (`[]`) within `place`. */
  inside(place: string, part: string): string;
}
