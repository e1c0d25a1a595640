// Medians over interleaved rounds.

export function median(values) {
  const sorted = [...values].sort((a, b) => a - b);
  const middle = sorted.length >> 1;
  return sorted.length % 2 === 1 ? sorted[middle] : (sorted[middle - 1] + sorted[middle]) / 2;
}

/**
 * Measures every side in turn, `rounds` times, so that other work on the machine affects all of them. Returns the
 * median of each figure for each side.
 */
export async function interleaved(sides, rounds, ask) {
  const seen = new Map(sides.map((side) => [side.name, []]));
  for (let round = 0; round < rounds; round++) {
    for (const side of sides) seen.get(side.name).push(await ask(side, round));
  }
  return Object.fromEntries([...seen].map(([name, figures]) => [name, medians(figures)]));
}

function medians(figures) {
  const keys = Object.keys(figures[0]).filter((key) => typeof figures[0][key] === "number");
  return Object.fromEntries(keys.map((key) => [key, median(figures.map((each) => each[key]))]));
}

/** Formats a number with three significant digits and without exponent. */
export function short(value) {
  if (value === undefined || Number.isNaN(value)) return "-";
  if (Math.abs(value) >= 1000) return Math.round(value).toLocaleString("en-US");
  return String(Number(value.toPrecision(3)));
}
