/** Descriptions of injected errors. */
import { SandboxFault } from "../src/fault";
import type { Trouble, TroubleRule } from "../src/trouble";
import { troubleKinds } from "../src/trouble-check";
import { ruleWords, troubleWords } from "../src/trouble-words";

const each: readonly (readonly [Trouble, string])[] = [
  [{ kind: "delay", delayMs: 1000 }, "Wait 1 second before the response"],
  [
    { kind: "latency", latency: { kind: "uniform", leastMs: 5, mostMs: 2500 } },
    "Wait 5 ms to 2.5 seconds before the response",
  ],
  [{ kind: "answer", status: 404 }, "A response with status 404 in place of the service's"],
  [{ kind: "status", status: 503, retryAfterSeconds: 2 }, "Status 503 with Retry-After 2 s"],
  [{ kind: "html" }, "An HTML page under status 200"],
  [{ kind: "fault", fault: new SandboxFault("Closed.") }, 'The fault "Closed."'],
  [{ kind: "body", xml: "<a/>" }, "XML of your own in the Body"],
  [{ kind: "content-type", contentType: "text/plain" }, "The content type text/plain"],
  [{ kind: "malformed" }, "Malformed XML"],
  [{ kind: "truncate", bytes: 7 }, "The first 7 bytes of the body"],
  [{ kind: "slow", bytesPerSecond: 10 }, "The response at 10 bytes a second"],
  [{ kind: "reset", when: "body" }, "Reset the connection within the body"],
  [{ kind: "raw", bytes: "x" }, "Bytes of your own, then the end of the connection"],
  [{ kind: "silence" }, "No response"],
  [{ kind: "rate-limit", requestsPerSecond: 3 }, "Status 429 beyond 3 requests a second"],
  [{ kind: "expire", calls: 1, afterMs: 2000 }, "Credentials expire after 1 call or 2 seconds"],
];

test("every kind has its description", () => {
  expect(each.map(([{ kind }]) => kind).sort()).toEqual([...troubleKinds].sort());
  for (const [trouble, words] of each) expect(troubleWords(trouble)).toBe(words);
});

test.each<[Omit<TroubleRule, "trouble">, string]>([
  [{}, "No response"],
  [
    { operation: "Get", where: { Id: 7 }, every: 3, times: 1 },
    "No response for Get with Id = 7, only every third request, 1 request at most",
  ],
  [{ where: { A: "x", B: true } }, "No response for requests with A = x and B = true"],
  [{ every: 112, probability: 0.125 }, "No response, only every 112th request, 12.5% of the requests, by chance"],
  [{ every: 22 }, "No response, only every 22nd request"],
])("a rule in words: %j", (rule, words) => {
  expect(ruleWords({ trouble: { kind: "silence" }, ...rule })).toBe(words);
});
