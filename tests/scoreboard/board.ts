/** The types that suites, judge, systems and verdict exchange. */

/** A value of a document: its primitive type, "integer" beside decimal, or "any" if the schema allows any value. */
export interface Leaf {
  readonly type: string;
  /** The lexical form after whitespace processing. */
  readonly text: string;
  readonly items?: readonly Leaf[];
  /** The name of a QName as `{namespace}local`. */
  readonly name?: string;
  /** Set if the document lacks the value and the schema has a default. */
  readonly isDefault?: boolean;
  /** Set if a wildcard allows the value. */
  readonly isWild?: boolean;
}

/** An element as the judge reads it by the schema. */
export interface Tree {
  readonly name: string;
  readonly attributes: Readonly<Record<string, Leaf>>;
  readonly children: readonly Tree[];
  readonly text?: Leaf;
  readonly isNil: boolean;
  /** Whether the particle may occur more than once. */
  readonly isList?: boolean;
  /** Whether the element is mixed, or below a wildcard. */
  readonly isOpen?: boolean;
  readonly isUnordered?: boolean;
  /** Set if a wildcard allows the element. */
  readonly isWild?: boolean;
  /** The element that it substitutes. */
  readonly head?: string;
  /** The type of `xsi:type` that replaces the declared type. */
  readonly xsiType?: string;
}

export interface Document {
  readonly name: string;
  readonly text: string;
  /** Whether the document is valid by the suite, or by libxml2 if the suite does not say. */
  readonly isValid: boolean;
  /** The root as `{namespace}local`. */
  readonly root: string;
  /** The tree of a valid document, unless the judge could not read it. */
  readonly expected?: Tree;
  /** Whether libxml2 agrees with the suite. If it does not, it cannot judge encoded documents. */
  readonly isJudged?: boolean;
  /** Set if only a key, or a reference to one, is invalid. */
  readonly isKey?: boolean;
}

/** A WSDL with documents whose roots are elements of its schemas. */
export interface Contract {
  readonly suite: string;
  readonly name: string;
  readonly wsdl: string;
  /** The folder in which each system writes to a folder of its own name. */
  readonly folder: string;
  /** The elements that operations send and return, `o0` first. Empty for a WSDL of the suite itself. */
  readonly elements: readonly string[];
  /** Set if the WSDL wraps schemas of a WSDL of the suite. Generating and compiling it does not count as a case. */
  readonly isEcho?: boolean;
  /** The path of the schema for the judge. Without one the contract is only generated and compiled. */
  readonly schema?: string;
  readonly documents: readonly Document[];
}

/** The reason why a step failed. `isCrash` distinguishes an error in the program from a reason that it reports. */
export interface Failure {
  readonly reason: string;
  readonly isCrash: boolean;
}

export interface DocumentOutcome {
  /** The decoded value as JSON: see `compare-values.ts`. Undefined if the system cannot show its values. */
  readonly value?: unknown;
  readonly decodeFailure?: Failure;
  /** The document that the system encodes from the decoded value. */
  readonly encoded?: string;
  readonly encodeFailure?: Failure;
}

export interface Outcome {
  readonly name: string;
  readonly generateFailure?: Failure;
  readonly compileFailure?: Failure;
  /** The outcomes in the order of the contract's documents. */
  readonly documents: readonly DocumentOutcome[];
}

export type Verdict = "right" | "wrong value" | "refused with a reason" | "crashed" | "silent loss";

/** The kinds of cases. */
export type Question = "generates" | "compiles" | "types" | "decodes" | "encodes" | "refuses" | "refuses keys";

export interface Cell {
  readonly suite: string;
  readonly contract: string;
  readonly document?: string;
  readonly question: Question;
  readonly verdict: Verdict;
  readonly reason?: string;
}

/** The results of a run: reports/scoreboard.json. */
export interface Board {
  readonly systems: readonly {
    readonly name: string;
    readonly setting: string;
    /** Undefined if the system is not installed. */
    readonly version: string | undefined;
    readonly cells: readonly Cell[];
  }[];
  readonly suites: readonly {
    readonly name: string;
    readonly source: string;
    readonly isHere: boolean;
    /** The contracts that were left out, with the reasons. */
    readonly left: readonly string[];
  }[];
}
