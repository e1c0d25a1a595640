/** Options that turn on every feature and every limit at once. */

import { adaptive, addressing, attachments, breaker, fairness, sharedRate } from "soapwright-features";
import type { Feature } from "soapwright-runtime";

/** A feature of the user: it adds a header to each request. */
const mark: Feature = {
  name: "mark",
  version: 1,
  kind: "headers",
  open: () => ({ call: () => ({ request: (message) => message.setHeader("X-Mark", "1") }) }),
};

/** The number of requests that the shared rate has admitted, and of those that have ended. */
export const taken = { begun: 0, ended: 0 };
const limit: Parameters<typeof sharedRate>[0] = {
  join: () => () => {},
  begin() {
    taken.begun++;
    return true;
  },
  end: () => void taken.ended++,
};

/**
 * Returns the options of a client with every feature. `further` are features that only some services support, such as
 * security.
 */
export const everyFeature = (...further: Feature[]) => ({
  features: [...further, addressing(), attachments(), mark],
  // Suites let many requests fail on purpose, which must not open the breaker.
  admission: [
    breaker({ minimumRequests: 1_000 }),
    adaptive({ concurrency: true }),
    sharedRate(limit),
    fairness({ key: () => "tenant" }),
  ],
});
