// Medians of paired ratios with a bootstrap interval. What is drawn is pairs, because both sides of a pair met the same machine.
import { median, quantileSorted, sampleWithReplacement } from "simple-statistics";

const draws = 4000;

/** Returns the median of the ratios, and the interval that holds 95 % of the medians of ratios drawn from them. */
export function pairedRatio(pairs) {
  const ratios = pairs.map(([base, here]) => (base === here ? 1 : here / base));
  const medians = Array.from({ length: draws }, () => median(sampleWithReplacement(ratios, ratios.length)));
  medians.sort((a, b) => a - b);
  return {
    base: median(pairs.map(([base]) => base)),
    here: median(pairs.map(([, here]) => here)),
    ratio: median(ratios),
    low: quantileSorted(medians, 0.025),
    high: quantileSorted(medians, 0.975),
  };
}
