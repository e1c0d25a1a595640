/** Limits of one document. Exceeding one is a `ResponseError` with reason `limit` that names the option. */
export interface ReaderLimits {
  /** Depth of nested elements. Default 64. */
  readonly maxDepth: number;
  /** Attributes of one element, namespace declarations included. Default 64. */
  readonly maxAttributes: number;
  /**
   * Length of one text, including CDATA sections and the text around comments, or of one attribute value, in UTF-16
   * units. Default 8,388,608; for binary data at least 67,108,864.
   */
  readonly maxTextLength: number;
  /** Length of one name, namespace name, reference or XML declaration, in UTF-16 units. Default 1,024. */
  readonly maxNameLength: number;
  /** Number of distinct element and attribute names in the whole document. Default 5,000. */
  readonly maxNames: number;
}

export const DEFAULT_LIMITS: ReaderLimits = {
  maxDepth: 64,
  maxAttributes: 64,
  maxTextLength: 8 * 1024 * 1024,
  maxNameLength: 1024,
  maxNames: 5_000,
};
