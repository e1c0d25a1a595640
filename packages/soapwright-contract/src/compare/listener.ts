/** Who is told what a comparison finds: `diff` judges for callers of two WSDLs, the doctor for one client in use. */
import type { Part } from "../wsdl/definitions";
import type { QName } from "../xml/qname";
import type { TypeDefinition } from "../xsd/components";
import type { Occurs } from "./judgement";

/** How the values of a type travel: callers write them, or read them. */
export interface Directions {
  readonly written: boolean;
  readonly read: boolean;
}

/** For whom a change of a type is breaking, each asked only where values travel that way. */
export interface Verdict {
  readonly writers?: boolean;
  readonly readers?: boolean;
  readonly why?: string;
}

/** An element or attribute of a type, with what the groups around it make of its occurrence. */
export interface Field extends Occurs {
  readonly name: QName;
  readonly isAttribute: boolean;
  readonly isNillable: boolean;
}

/** What two types have in one place, whether it changed or not: for who asks another question than whom a change breaks. */
export type Met =
  /** The types of an element or attribute. */
  | { readonly of: "types"; readonly where: string; readonly old: TypeDefinition; readonly now: TypeDefinition }
  /** A field of both types, or of one of them. */
  | { readonly of: "fields"; readonly owner: string; readonly old?: Field; readonly now?: Field }
  /** Elements in a fixed order, which changed: this one comes earlier. */
  | { readonly of: "order"; readonly owner: string; readonly earlier: string }
  /** A type or an element that may not stand in the place of the declared one any more. */
  | { readonly of: "alternative"; readonly where: string; readonly name: QName };

/** What two operations have in one place, whether it changed or not. */
export type Carried =
  | { readonly of: "SOAPAction" | "style"; readonly old: string; readonly now: string }
  /** The request or the response of both, or of one of them. */
  | { readonly of: "message"; readonly directions: Directions; readonly old?: Use; readonly now?: Use }
  /** Section 3.5 of WSDL 1.1: of the rpc wrapper. */
  | { readonly of: "namespace"; readonly directions: Directions; readonly old: string; readonly now: string }
  /** A part of the Body, a header block, a MIME part, the detail of a fault: of both, or of one of them. */
  | {
      readonly of: "part" | "header" | "attachment" | "fault";
      readonly directions: Directions;
      /** Of the fault; else of the part or of its element. */
      readonly name: string;
      readonly old?: Part | undefined;
      readonly now?: Part | undefined;
    };
export interface Use {
  readonly use: "literal" | "encoded";
}

export interface Listener {
  /** A change of something that travels: judged for those it travels to and from. */
  judged(where: string, what: string, directions: Directions, verdict: Verdict): void;
  /** `TypeScript users`: of a name that only TypeScript shows. */
  breaking(where: string, what: string, breaks: "callers" | "writers" | "TypeScript users", why?: string): void;
  compatible(where: string, what: string, why?: string): void;
  documentation(where: string, old: string | undefined, now: string | undefined): void;
  met?(met: Met): void;
  /** False: what is in it is not compared. */
  carried?(carried: Carried): boolean;
  /** The place of an element, an attribute (`@unit`) or an array's items (`[]`) in what stands at `place`. */
  inside(place: string, part: string): string;
}
