/** What one document may cost. Over a limit is a `ResponseError` with reason `limit` that names the option. */
export interface ReaderLimits {
  /** Elements inside one another. Default 64. */
  readonly maxDepth: number;
  /** Attributes of one element, namespace declarations included. Default 64. */
  readonly maxAttributes: number;
  /**
   * One text, CDATA sections and what stands around comments included, or one attribute value: UTF-16 units. Default 8,388,608;
   * of binary data at least 67,108,864.
   */
  readonly maxTextLength: number;
  /** One name, namespace names included, one reference or the XML declaration, in UTF-16 units. Default 1,024. */
  readonly maxNameLength: number;
  /** Names of elements and attributes that differ from one another in the whole document. Default 5,000. */
  readonly maxNames: number;
}

export const DEFAULT_LIMITS: ReaderLimits = {
  maxDepth: 64,
  maxAttributes: 64,
  maxTextLength: 8 * 1024 * 1024,
  maxNameLength: 1024,
  maxNames: 5_000,
};
