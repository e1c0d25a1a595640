/** Exact decimals of any size (XML Schema Part 2, 3.2.3). */

/** Returns a decimal as an integer and a scale: `-1.50` is `{ digits: -150n, scale: 2 }`. */
export function scaled(text: string): { readonly digits: bigint; readonly scale: number } {
  const sign = text.startsWith("-") ? -1n : 1n;
  const [whole = "", fraction = ""] = text.replace(/^[+-]/, "").split(".");
  return { digits: sign * BigInt(`${whole}${fraction}` || "0"), scale: fraction.length };
}

/** Returns the lexical of `digits` × 10^-`scale`. */
export function decimalText(digits: bigint, scale: number): string {
  const sign = digits < 0n ? "-" : "";
  const text = (digits < 0n ? -digits : digits).toString().padStart(scale + 1, "0");
  return scale === 0 ? `${sign}${text}` : `${sign}${text.slice(0, -scale)}.${text.slice(-scale)}`;
}
