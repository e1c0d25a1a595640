import type { Attributes, Context, Histogram, MeterProvider } from "@opentelemetry/api";
import { NAME } from "../names";
import { VERSION } from "../version";
import { CALL_DURATION } from "./conventions";

/** Records how long a call took, in seconds. */
export type RecordDuration = (seconds: number, attributes: Attributes, context: Context) => void;

/** The bounds that the conventions recommend, in seconds. */
const BOUNDS = [0.005, 0.01, 0.025, 0.05, 0.075, 0.1, 0.25, 0.5, 0.75, 1, 2.5, 5, 7.5, 10];

/**
 * The conventions' histogram of durations. A program may set its global provider after this: the histogram is made anew
 * when `provider` is another one.
 */
export function durations(provider: () => MeterProvider): RecordDuration {
  let current: MeterProvider | undefined;
  let histogram: Histogram | undefined;
  return (seconds, attributes, context) => {
    const latest = provider();
    if (histogram === undefined || latest !== current) {
      current = latest;
      histogram = latest.getMeter(NAME, VERSION).createHistogram(CALL_DURATION, {
        unit: "s",
        description: "Duration of a call, its retries and waits included.",
        advice: { explicitBucketBoundaries: BOUNDS },
      });
    }
    histogram.record(seconds, attributes, context);
  };
}
