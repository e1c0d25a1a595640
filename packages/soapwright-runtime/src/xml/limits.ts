/**
 * Limits of one document. A document that exceeds one is a `ResponseError` with reason `limit`, which names the option.
 */
export interface ReaderLimits {
  /** Maximum depth of nested elements. Default 64. */
  readonly maxDepth: number;
  /** Maximum number of attributes of one element, including namespace declarations. Default 64. */
  readonly maxAttributes: number;
  /**
   * Maximum length of one text, including CDATA sections and the text around comments, or of one attribute value, in
   * UTF-16 code units. Default 8,388,608; for binary data at least 67,108,864.
   */
  readonly maxTextLength: number;
  /** Maximum length of one name, namespace name, reference or XML declaration, in UTF-16 code units. Default 1,024. */
  readonly maxNameLength: number;
  /** Maximum number of distinct element and attribute names in the whole document. Default 5,000. */
  readonly maxNames: number;
}

export const DEFAULT_LIMITS: ReaderLimits = {
  maxDepth: 64,
  maxAttributes: 64,
  maxTextLength: 8 * 1024 * 1024,
  maxNameLength: 1024,
  maxNames: 5_000,
};
