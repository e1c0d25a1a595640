import { isConnectionError } from "../../src";
import { Breaker, type Verdict } from "../../src/admissions/breaker";

const standard = { failureRate: 0.5, minimumRequests: 4, windowMs: 10_000, openMs: 5_000, trials: 1 };
let now = 0;

beforeEach(() => {
  now = 1_000;
  jest.spyOn(performance, "now").mockImplementation(() => now);
  jest.spyOn(Math, "random").mockReturnValue(0);
});
afterEach(() => jest.restoreAllMocks());

function open(options = {}): { breaker: Breaker; opened: () => number; send: (...outcomes: Verdict[]) => void } {
  let opened = 0;
  const breaker = new Breaker({ ...standard, ...options }, "https://service.example", () => opened++);
  const send = (...outcomes: Verdict[]): void => {
    for (const outcome of outcomes) breaker.end(breaker.begin(), outcome);
  };
  return { breaker, opened: () => opened, send };
}

function refusal(breaker: Breaker): unknown {
  try {
    breaker.begin();
  } catch (error) {
    return error;
  }
  throw new Error("a request was let through");
}

test("is closed below the share of failures, and below the least number of requests", () => {
  const { breaker, send } = open();
  send("failure", "failure", "failure", undefined, undefined);
  expect(breaker.state).toBe("closed");
  const other = open();
  other.send("success", "success", "success", "failure", "failure");
  expect(other.breaker.state).toBe("closed");
});

test("opens at the share of failures, and says since when and when the next trial is", () => {
  const { breaker, send, opened } = open();
  send("success", "success", "failure", "failure");
  expect([breaker.state, opened()]).toEqual(["open", 1]);
  now += 1_000;
  const error = refusal(breaker);
  if (!isConnectionError(error)) throw error;
  expect(error).toMatchObject({ sent: "no", kind: "unreachable", advice: [{ action: "repeat" }] });
  expect(error.message).toMatch(
    /^No request is sent to https:\/\/service\.example, because too many failed: the breaker has been open since \S+Z\. The next trial is in 4,000 ms, at \S+Z\. Call again later\.$/,
  );
  const { since, nextTrial } = error.breaker!;
  expect(nextTrial.getTime() - since.getTime()).toBe(5_000);
});

describe("with tenants", () => {
  function tenants(options = {}) {
    const { breaker, ...rest } = open(options);
    const send = (tenant: string, ...outcomes: Verdict[]): void => {
      for (const outcome of outcomes) breaker.end(breaker.begin(undefined, tenant), outcome);
    };
    const isOpenFor = (tenant: string): boolean => {
      try {
        breaker.check(undefined, tenant);
        return false;
      } catch {
        return true;
      }
    };
    return { ...rest, breaker, send, isOpenFor };
  }

  test("failures of one tenant alone open it for that tenant alone", () => {
    const { breaker, send, isOpenFor } = tenants();
    send("b", "success");
    send("a", "failure", "failure", "failure");
    expect([breaker.state, isOpenFor("a"), isOpenFor("b")]).toEqual(["open", true, false]);
    expect(breaker.refusal().message).toContain("No request of this tenant is sent to");
    send("b", "success", "failure", "success");
    now += 5_000;
    // A trial is of that tenant, and others pass beside it.
    const trial = breaker.begin(undefined, "a");
    expect([isOpenFor("a"), isOpenFor("b")]).toEqual([true, false]);
    breaker.end(trial, "failure");
    expect([isOpenFor("a"), isOpenFor("b")]).toEqual([true, false]);
    now += 5_000;
    send("a", "success");
    expect([breaker.state, isOpenFor("a")]).toEqual(["closed", false]);
  });

  test("failures of several tenants open it for all, at once or one after the other", () => {
    const together = tenants();
    together.send("a", "failure", "failure");
    together.send("b", "failure", "failure");
    expect(together.isOpenFor("c")).toBe(true);
    const apart = tenants();
    apart.send("a", "failure", "failure", "failure", "failure");
    expect(apart.isOpenFor("c")).toBe(false);
    apart.send("b", "failure", "failure", "failure", "failure");
    expect(apart.isOpenFor("c")).toBe(true);
    now += 5_000;
    apart.send("c", "success");
    expect([apart.isOpenFor("a"), apart.breaker.state]).toEqual([false, "closed"]);
  });
});

test("what is older than the window does not count", () => {
  const { breaker, send } = open();
  send("failure", "failure", "failure");
  now += 10_000;
  send("failure", "success", "success");
  expect(breaker.state).toBe("closed");
  now += 9_000;
  send("failure");
  expect(breaker.state).toBe("open");
});

test("lets one trial through when it is time, and closes when that succeeds", () => {
  const { breaker, send } = open();
  send("failure", "failure", "failure", "failure");
  now += 5_000;
  expect(breaker.state).toBe("half-open");
  const trial = breaker.begin();
  expect(refusal(breaker)).toMatchObject({ message: expect.stringContaining("A trial is under way") });
  breaker.end(trial, "success");
  expect(breaker.state).toBe("closed");
  // Earlier failures no longer count.
  send("failure");
  expect(breaker.state).toBe("closed");
});

test("a trial that fails opens it again, for the whole time; since when stays", () => {
  const { breaker, send, opened } = open();
  send("failure", "failure", "failure", "failure");
  now += 5_000;
  send("failure");
  expect([breaker.state, opened()]).toEqual(["open", 2]);
  now += 4_999;
  const { since, nextTrial } = (refusal(breaker) as { breaker: { since: Date; nextTrial: Date } }).breaker;
  expect(nextTrial.getTime() - since.getTime()).toBe(10_000);
  now += 1;
  send("success");
  expect(breaker.state).toBe("closed");
});

test("a trial that says nothing leaves its turn to the next", () => {
  const { breaker, send } = open();
  send("failure", "failure", "failure", "failure");
  now += 5_000;
  send(undefined, undefined, "success");
  expect(breaker.state).toBe("closed");
});

test("as many trials at a time as its option says, of which all have to succeed", () => {
  const { breaker, send } = open({ trials: 3 });
  send("failure", "failure", "failure", "failure");
  now += 5_000;
  const trials = [breaker.begin(), breaker.begin(), breaker.begin()];
  expect(refusal(breaker)).toBeDefined();
  breaker.end(trials[0]!, "success");
  expect(refusal(breaker)).toBeDefined();
  breaker.end(trials[1]!, "success");
  expect(breaker.state).toBe("half-open");
  breaker.end(trials[2]!, "success");
  expect(breaker.state).toBe("closed");
});

test("requests that were begun before do not count after", () => {
  const { breaker, send } = open();
  const before = [breaker.begin(), breaker.begin(), breaker.begin()];
  send("failure", "failure", "failure", "failure");
  now += 5_000;
  const trial = breaker.begin();
  for (const trial of before) breaker.end(trial, "success");
  expect(breaker.state).toBe("half-open");
  breaker.end(trial, "success");
  for (const trial of before) breaker.end(trial, "failure");
  expect(breaker.state).toBe("closed");
});
