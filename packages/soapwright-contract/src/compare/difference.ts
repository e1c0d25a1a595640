/** How severe a difference is for a client in use. */
export type Severity = "note" | "warning" | "error";

/** One difference between a client's contract and another one. */
export interface Difference {
  readonly severity: Severity;
  /** A stable code, such as `field-missing`. */
  readonly code: string;
  /** A sentence with the place and the remedy. */
  readonly message: string;
}
