/** What passes between suites, judge, systems and verdict. */

/** A value of a document: its primitive type, "integer" beside decimal, or "any" where the schema leaves it open. */
export interface Leaf {
  readonly type: string;
  /** The lexical form after white space processing. */
  readonly text: string;
  readonly items?: readonly Leaf[];
  /** Of a QName: `{namespace}local`. */
  readonly name?: string;
  /** The document does not have it: the schema says what it is then. */
  readonly isDefault?: boolean;
  /** A wildcard allows it. */
  readonly isWild?: boolean;
}

/** An element as the judge reads it by the schema. */
export interface Tree {
  readonly name: string;
  readonly attributes: Readonly<Record<string, Leaf>>;
  readonly children: readonly Tree[];
  readonly text?: Leaf;
  readonly isNil: boolean;
  /** The particle may occur more than once. */
  readonly isList?: boolean;
  /** Mixed, or below a wildcard. */
  readonly isOpen?: boolean;
  readonly isUnordered?: boolean;
  /** A wildcard allows it. */
  readonly isWild?: boolean;
  /** The element that it substitutes. */
  readonly head?: string;
  /** A type that `xsi:type` puts in the place of the declared one. */
  readonly xsiType?: string;
}

export interface Document {
  readonly name: string;
  readonly text: string;
  /** As the suite says, or libxml2 where the suite has no word on it. */
  readonly isValid: boolean;
  /** `{namespace}local` of the root. */
  readonly root: string;
  /** Of a valid document, unless the judge could not read it. */
  readonly expected?: Tree;
  /** Whether libxml2 agrees with the suite: where it does not, it cannot judge what is encoded. */
  readonly isJudged?: boolean;
  /** Only a key, or a reference to one, is wrong in it. */
  readonly isKey?: boolean;
}

/** A WSDL with documents whose roots are elements of its schemas. */
export interface Contract {
  readonly suite: string;
  readonly name: string;
  readonly wsdl: string;
  /** Where systems write what they generate: below it, each in a folder of its own name. */
  readonly folder: string;
  /** Elements that operations send and return: `o0` the first. Empty for a WSDL of the suite itself. */
  readonly elements: readonly string[];
  /** The WSDL is put around schemas of a WSDL of the suite: generating and compiling it is no case. */
  readonly isEcho?: boolean;
  /** For the judge. Without one the contract is generated and compiled alone. */
  readonly schema?: string;
  readonly documents: readonly Document[];
}

/** Why something was not done. `isCrash` tells a mistake in the program from a reason that it gives. */
export interface Failure {
  readonly reason: string;
  readonly isCrash: boolean;
}

export interface DocumentOutcome {
  /** The decoded value as JSON: see `compare-values.ts`. Absent when the system cannot show its values. */
  readonly value?: unknown;
  readonly decodeFailure?: Failure;
  /** The document that the system makes of the value that it has decoded. */
  readonly encoded?: string;
  readonly encodeFailure?: Failure;
}

export interface Outcome {
  readonly name: string;
  readonly generateFailure?: Failure;
  readonly compileFailure?: Failure;
  /** In the order of the contract's documents. */
  readonly documents: readonly DocumentOutcome[];
}

export type Verdict = "right" | "wrong value" | "refused with a reason" | "crashed" | "silent loss";

/** What was asked of a system. */
export type Question = "generates" | "compiles" | "types" | "decodes" | "encodes" | "refuses" | "refuses keys";

export interface Cell {
  readonly suite: string;
  readonly contract: string;
  readonly document?: string;
  readonly question: Question;
  readonly verdict: Verdict;
  readonly reason?: string;
}

/** Everything that a run has found: reports/scoreboard.json. */
export interface Board {
  readonly systems: readonly {
    readonly name: string;
    readonly setting: string;
    /** Undefined: it is not installed. */
    readonly version: string | undefined;
    readonly cells: readonly Cell[];
  }[];
  readonly suites: readonly {
    readonly name: string;
    readonly source: string;
    readonly isHere: boolean;
    /** What was left out, with the reason. */
    readonly left: readonly string[];
  }[];
}
