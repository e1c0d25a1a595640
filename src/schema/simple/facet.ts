/** One constraining facet, ready to be checked. */
export interface FacetCheck {
  /** Follows the name of the type in messages: `of at most 10 characters`. */
  readonly expected: string;
  /** Checked in answers at every validation level. */
  readonly closed: boolean;
  /** `text` is the lexical text with its white space normalized, `value` what it means. */
  isMet(value: unknown, text: string): boolean;
}
