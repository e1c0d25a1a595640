/** Async callbacks of users where a synchronous one is expected, which fail: the process goes on. */

import { fairness, sharedRate } from "soapwright-features";
import { mapConcurrent } from "soapwright-runtime";
import { book } from "soapwright-testing/client/shelf";
import { turn } from "soapwright-testing/stage/gate";
import { bookList } from "soapwright-testing/stage/responses";
import { endAfterEach, open, serve } from "soapwright-testing/stage/stage";
import { answer } from "soapwright-testing/transport/raw-server";

endAfterEach();

function fails(): unknown {
  return Promise.reject(new Error("later"));
}
const limit = { join: () => () => {}, begin: () => true, end: () => {} };

/** What a call failed with. */
interface Failure {
  readonly reason: string;
  readonly message: string;
}

/** The outcome of two calls, one of which has to wait, and the number of unhandled rejections. */
async function outcome(options: object): Promise<{ calls: (Failure | undefined)[]; unhandled: number }> {
  const unhandled = jest.fn();
  process.on("unhandledRejection", unhandled);
  try {
    const { url } = await serve((socket, { number }) =>
      socket.write(number === 1 ? bookList(book(1)) : answer("", "500 X")),
    );
    const client = open({ endpoint: url, retries: 0, connections: 1, ...options });
    const calls = await Promise.allSettled([1, 2].map((ShelfId) => client.getBooks({ ShelfId })));
    client.stats();
    await new Promise((resolve) => setTimeout(resolve, 5));
    return {
      calls: calls.map((call) => (call.status === "fulfilled" ? undefined : failureOf(call.reason))),
      unhandled: unhandled.mock.calls.length,
    };
  } finally {
    process.off("unhandledRejection", unhandled);
  }
}

function failureOf({ reason, message }: Failure): Failure {
  return { reason, message };
}

const refused = { reason: "status", message: expect.stringMatching(/status 500/) };

const wrong: readonly (readonly [option: string, options: object, second: object])[] = [
  [
    "fairness.key",
    { admission: [fairness({ key: fails as never })] },
    { reason: "fairness-failed", message: "fairness.key returned an object. Return a string, or undefined." },
  ],
  [
    "fairness.weight",
    { admission: [fairness({ key: () => "a", weight: fails as never })] },
    { reason: "fairness-failed", message: expect.stringMatching(/^fairness.weight returned/) },
  ],
  ["fairness.label", { admission: [fairness({ key: () => "a", label: fails as never })] }, refused],
  [
    "interceptors",
    { interceptors: [fails] },
    {
      reason: "interceptor-failed",
      message: "One of interceptors failed: an interceptor has to return a function.",
    },
  ],
  [
    "attemptInterceptors",
    { attemptInterceptors: [fails] },
    {
      reason: "interceptor-failed",
      message: "One of attemptInterceptors failed: an interceptor has to return a function.",
    },
  ],
  [
    "quirks.errorKind",
    { quirks: { errorKind: fails } },
    { reason: "error-kind-unknown", message: expect.stringMatching(/^quirks\.errorKind returned an object/) },
  ],
  [
    "sharedRate.begin",
    { admission: [sharedRate({ ...limit, begin: fails as never })] },
    { reason: "shared-rate-failed", message: "sharedRate.begin returned an object. Return true or false." },
  ],
  ["sharedRate.end", { admission: [sharedRate({ ...limit, end: fails as never })] }, refused],
];

test.each(wrong)("%s", async (_option, options, second) => {
  const { calls, unhandled } = await outcome(options);
  expect([calls[1], unhandled]).toEqual([second, 0]);
});

test("a limit whose join returns no function is refused", () => {
  const options = {
    endpoint: "https://shelf.example/",
    admission: [sharedRate({ ...limit, join: () => undefined as never })],
  };
  const message = "sharedRate.join returned nothing. Return a function that takes the queue away again.";
  expect(() => open(options as object)).toThrow(message);
});

test("onProgress of mapConcurrent", async () => {
  const unhandled = jest.fn();
  process.on("unhandledRejection", unhandled);
  const results: number[] = [];
  for await (const { result } of mapConcurrent([1, 2], async (each: number) => each, {
    onProgress: fails,
  }) as AsyncIterable<{ result: number }>)
    results.push(result);
  await turn();
  process.off("unhandledRejection", unhandled);
  expect([results, unhandled.mock.calls.length]).toEqual([[1, 2], 0]);
});
