/** Every feature and every limit, handed in at once. */
import { adaptive, breaker, type Feature, fairness, sharedRate } from "soapwright-runtime";
import { addressing } from "soapwright-runtime/addressing";
import { attachments } from "soapwright-runtime/attachments";

/** A feature of a user's own: a header of each request. */
const mark: Feature = {
  name: "mark",
  version: 1,
  kind: "headers",
  open: () => ({ call: () => ({ request: (message) => message.setHeader("X-Mark", "1") }) }),
};

/** Requests that the shared rate has let through, and those of them that have ended. */
export const taken = { begun: 0, ended: 0 };
const limit: Parameters<typeof sharedRate>[0] = {
  join: () => () => {},
  begin() {
    taken.begun++;
    return true;
  },
  end: () => void taken.ended++,
};

/** The options of a client with all of it. `further`: features that not every service takes, such as security. */
export const everyFeature = (...further: Feature[]) => ({
  features: [...further, addressing(), attachments(), mark],
  // Suites let many requests fail on purpose.
  admission: [breaker({ minimumRequests: 1_000 }), adaptive({ concurrency: true }), sharedRate(limit)],
  fairness: fairness({ key: () => "tenant" }),
});
