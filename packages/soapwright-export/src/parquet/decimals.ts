/** Decimals as integers with a fixed number of digits after the point. */

/** The total digits of a decimal, and the digits after the point. */
export interface Digits {
  readonly precision: number;
  readonly scale: number;
}

/** Returns `12.5` with a scale of 4 as 125000; undefined if the text needs more digits. */
export function unscaled(text: string, { precision, scale }: Digits): bigint | undefined {
  const [, sign = "", whole = "", fraction = ""] = /^([+-]?)0*(\d*)(?:\.(\d*?)0*)?$/.exec(text) ?? [];
  const isNumber = /^[+-]?(?:\d+(?:\.\d*)?|\.\d+)$/.test(text);
  if (!isNumber || fraction.length > scale || whole.length > precision - scale) return undefined;
  const value = BigInt(`${whole}${fraction.padEnd(scale, "0")}` || "0");
  return sign === "-" ? -value : value;
}
