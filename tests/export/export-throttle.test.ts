import { join } from "node:path";
import { exportCalls, FileJournal, ndjsonSink } from "soapwright-export";
import { adaptive, breaker, fairness, sharedRate } from "soapwright-features";
import { ConnectionError, FaultError, HttpError, ResponseError, TimeoutError } from "soapwright-runtime/errors";
import { SandboxFault, type Trouble } from "soapwright-sandbox";
import { book, books, envelope } from "soapwright-testing/client/shelf";
import { environmentOf, rowsOfRange, startStaff, temporaryFolder } from "soapwright-testing/export/staff";
import { slowTest } from "soapwright-testing/stage/slow";
import { endAfterEach, open, serve } from "soapwright-testing/stage/stage";
import { answer, type RawHandler } from "soapwright-testing/transport/raw-server";
import { judge } from "../../packages/soapwright-export/src/error-verdict";
import { ExportThrottle } from "../../packages/soapwright-export/src/export-throttle";
import type { Sandbox } from "../../src/sandbox/start-sandbox";
import { runHere } from "./run-here";

/**
 * The throttle: it stops an export before an account is locked, and limits the calls while the service has problems.
 */
describe("export throttle", () => {
  const fault = (httpStatus: number, code: string, reason: string, subcodes: readonly string[] = []) => {
    const name = (local: string) => ({ namespace: "urn:n", local });
    return new FaultError("The service returned a fault.", {
      httpStatus,
      fault: { code: name(code), subcodes: subcodes.map(name), reason } as never,
    });
  };
  const http = (status: number, retryAfterMs?: number) => new HttpError("No fault.", { status, retryAfterMs });

  const held = () => Object.assign(new TimeoutError("Over.", { phase: "deadline", timeoutMs: 1 }), { attempts: 0 });
  const opened = () =>
    new ConnectionError("Open.", {
      sent: "no",
      breaker: { since: new Date(), nextTrial: new Date(Date.now() + 5_000) },
    });

  describe("what a failed call says about those to come", () => {
    test.each([
      ["status 401", http(401)],
      ["status 403", http(403)],
      ["status 404: nobody carries out calls there", http(404)],
      ["a redirect", http(302)],
      ["a fault under status 401", fault(401, "Client", "No.")],
      ["a code of WS-Security", fault(500, "FailedAuthentication", "No.")],
      ["a subcode", fault(400, "Sender", "No.", ["InvalidSecurityToken"])],
      ["a reason about a token", fault(500, "Client", "1001: The token is expired")],
      ["a reason about a login", fault(500, "Server", "Login failed for this user.")],
      ["a reason about access", fault(500, "Server", "Access to this company is denied.")],
      ["a reason about the account", fault(500, "Client", "Your account has been locked.")],
      ["a page under status 200", new ResponseError("HTML.", { reason: "content-type" })],
    ])("refusal: %s", (_what, error) => {
      expect(judge(error)).toMatchObject({ kind: "refusal" });
    });

    test.each([
      ["a fault about the input", fault(500, "Client", "1002: Unknown employee")],
      ["a fault about a value", fault(500, "Client", "The period is invalid")],
      ["a value that does not fit the schema", new ResponseError("Wrong.", { reason: "value" })],
      ["status 501", http(501)],
      ["an error of the caller's own", new TypeError("x is undefined")],
    ])("failure of this input: %s", (_what, error) => {
      expect(judge(error)).toEqual({ kind: "failure" });
    });

    test.each([
      ["status 503 with Retry-After", http(503, 2_000), { retryAfterMs: 2_000, isDown: true, isSent: true }],
      ["status 429", http(429), { isDown: true, isHeld: false }],
      [
        "a call that was held in the client's queue until its end",
        held(),
        { isDown: true, isHeld: true, isSent: false },
      ],
      ["an open breaker", opened(), { isDown: true, isSent: false, retryAfterMs: expect.any(Number) }],
      ["status 500 without a fault", http(500), { isDown: false }],
      ["a fault under status 503", fault(503, "Server", "Busy."), { isDown: true, isSent: true }],
      ["no connection", new ConnectionError("Refused.", { sent: "no" }), { isDown: true, isSent: false }],
      ["a lost connection", new ConnectionError("Reset.", { sent: "maybe" }), { isDown: false, isSent: true }],
      [
        "no response in time",
        new TimeoutError("Late.", { phase: "response", timeoutMs: 1 } as never),
        { isSent: true },
      ],
    ])("trouble: %s", (_what, error, more) => {
      expect(judge(error)).toMatchObject({ kind: "trouble", ...more });
    });
  });

  describe("the throttle", () => {
    const make = (concurrency = 16) =>
      new ExportThrottle({ concurrency, refusals: 3, patienceMs: 60_000, firstWaitMs: 40, keepGoing: true });
    const trouble = { kind: "trouble", retryAfterMs: undefined, isDown: false, isHeld: false, isSent: true } as const;
    const succeed = (throttle: ExportThrottle, times: number) => {
      for (let n = 0; n < times; n++) throttle.succeeded(throttle.nextTurn());
    };

    test("a single call at first, and as many as asked for from its success on", () => {
      const throttle = make();
      expect([throttle.limit, throttle.enter()]).toEqual([1, true]);
      expect(throttle.enter()).not.toBe(true);
      succeed(throttle, 1);
      expect(throttle.limit).toBe(16);
      throttle.refused({ reason: "no", error: undefined, begun: throttle.nextTurn(), isAgain: false });
      expect(throttle.limit).toBe(1);
      throttle.stop();
    });

    test("trouble leaves the limit to the client, and an outage is a pause with a single call behind it", () => {
      const throttle = make();
      succeed(throttle, 1);
      for (let n = 0; n < 5; n++) throttle.troubled({ ...trouble, isDown: true, isHeld: true }, performance.now());
      expect([throttle.limit, throttle.waitsMs]).toEqual([16, 0]);
      throttle.succeeded(throttle.nextTurn());
      for (let n = 0; n < 2; n++) throttle.troubled(trouble, performance.now());
      expect([throttle.limit, throttle.waitsMs]).toEqual([16, 0]);
      throttle.troubled(trouble, performance.now());
      expect([throttle.limit, throttle.waitsMs > 0]).toEqual([1, true]);
      throttle.stop();
    });

    test("Retry-After admits no call for its time, then one, and as many as before after its success", async () => {
      const throttle = make();
      succeed(throttle, 100);
      const begunAt = performance.now();
      throttle.troubled({ ...trouble, isDown: true, retryAfterMs: 200 }, begunAt);
      // A shorter pause does not shorten a longer one.
      throttle.troubled({ ...trouble, isDown: true, retryAfterMs: 1 }, begunAt);
      const entered = [throttle.enter(), throttle.enter()];
      expect(entered).not.toContain(true);
      expect(await entered[0]).toBe(true);
      expect(performance.now() - begunAt).toBeGreaterThanOrEqual(199);
      expect(throttle.limit).toBe(1);
      throttle.leave();
      expect(await entered[1]).toBe(true);
      throttle.succeeded(throttle.nextTurn());
      expect(throttle.limit).toBe(16);
    });

    test("a call that ends in a pause changes nothing of the order of those that wait", async () => {
      const throttle = make();
      succeed(throttle, 1);
      expect(throttle.enter()).toBe(true);
      throttle.troubled({ ...trouble, isDown: true, retryAfterMs: 60 }, performance.now());
      const order: string[] = [];
      const entered = ["first", "second"].map((name) => Promise.resolve(throttle.enter()).then(() => order.push(name)));
      throttle.leave();
      await Promise.race(entered);
      throttle.leave();
      await Promise.all(entered);
      expect(order).toEqual(["first", "second"]);
      throttle.stop();
    });

    test("a Retry-After of days is no longer than the patience", () => {
      const throttle = make();
      throttle.troubled({ ...trouble, isDown: true, retryAfterMs: 86_400_000 }, performance.now());
      expect(throttle.waitsMs).toBeLessThanOrEqual(60_000);
      throttle.stop();
    });
  });

  describe("the command stops after three refused calls, and goes on when they are accepted", () => {
    const folder = temporaryFolder();
    let sandbox: Sandbox;
    let onRequest: () => Trouble | undefined = () => undefined;
    let requests = 0;
    beforeAll(async () => {
      sandbox = await startStaff({
        onRequest() {
          requests++;
          return onRequest();
        },
      });
    });
    afterAll(async () => {
      await sandbox.close();
      folder.remove();
    });

    const refusals: readonly (readonly [what: string, trouble: Trouble, word: RegExp])[] = [
      ["status 401", { kind: "status", status: 401 }, /HTTP status 401/],
      ["status 403", { kind: "status", status: 403 }, /HTTP status 403/],
      ["a fault that says so", { kind: "fault", fault: new SandboxFault("1001: Not authorized") }, /a fault \(/],
      ["a login page", { kind: "html" }, /a response that is not SOAP/],
    ];
    test.each(refusals)("%s", async (what, trouble, word) => {
      const run = () =>
        runHere(["export", "cost-centers", "--ids", "1-40", "--out", `${what.replaceAll(" ", "-")}.csv`], {
          cwd: folder.path,
          env: environmentOf(sandbox.url),
        });
      onRequest = () => trouble;
      requests = 0;
      const refused = await run();
      expect(refused.err).toMatch(
        // On a slow machine a line of progress comes before it.
        /^(?:\d+ of 40 inputs, .*\n)?error: The service refused 3 calls one after another: .*resumes where it stopped\.\n$/,
      );
      expect(refused.err).toMatch(word);
      expect([refused.code, requests]).toEqual([8, 3]);
      onRequest = () => undefined;
      expect(await run()).toMatchObject({
        code: 0,
        err: expect.stringContaining(`Complete: 40 inputs, ${rowsOfRange(1, 40)} rows`),
      });
    });
  });
});

/** Exports with the limits of their client: the rows on exports of the table in docs/tenants.md. */
describe("limits", () => {
  endAfterEach();
  const folder = temporaryFolder();
  afterAll(folder.remove);

  const well: RawHandler = (socket) => socket.write(answer(envelope(books(book(1)))));
  const busy: RawHandler = (socket) => socket.write(answer("", "503 Busy"));
  const once = { retries: { max: 0, budget: 0 } };
  let exports = 0;

  /** Exports `count` shelves with `client`, eight calls at a time. */
  function exported(client: ReturnType<typeof open>, count: number) {
    const path = join(folder.path, `limits-${exports++}.ndjson`);
    return exportCalls({
      inputs: Array.from({ length: count }, (_, index) => index),
      call: (ShelfId) => client.getBooks({ ShelfId }),
      sink: ndjsonSink({ path }),
      journal: new FileJournal({ path: `${path}.journal`, errors: `${path}.errors` }),
      firstWaitMs: 1,
      concurrency: 8,
    });
  }

  test("while the breaker is open the export waits for its next trial, which is a single call", async () => {
    let requests = 0;
    const server = await serve((socket, request) => (++requests > 10 && requests <= 14 ? busy : well)(socket, request));
    const quick = breaker({ minimumRequests: 2, failureRate: 0.01, openMs: 100, windowMs: 10 });
    const client = open({ endpoint: server.url, admission: [quick], ...once });
    expect(await exported(client, 60)).toMatchObject({ state: "complete", failed: 0, done: 60 });
    expect(requests).toBe(64);
  });

  test("adaptive limits slow an export down, and it does not wait for itself beside them", async () => {
    let until = Number.POSITIVE_INFINITY;
    const server = await serve((socket, request) => {
      if (server.requests.length === 20) until = performance.now() + 200;
      (server.requests.length >= 20 && performance.now() < until ? busy : well)(socket, request);
    });
    const client = open({ endpoint: server.url, admission: [adaptive()], ...once });
    expect(await exported(client, 60)).toMatchObject({ state: "complete", failed: 0, done: 60 });
    expect(client.stats().origins[0]?.requestsPerSecond).toBeDefined();
  });

  slowTest.each([
    ["the client's rate", () => ({ requestsPerSecond: 4 })],
    ["a shared rate", () => ({ admission: [sharedRate(everyMs(250))] })],
  ])("a call that %s held until its deadline was not sent, and is called again", async (_what, options) => {
    const server = await serve(well);
    const client = open({ endpoint: server.url, deadlineMs: 1_200, ...options(), ...once });
    expect(await exported(client, 14)).toMatchObject({ state: "complete", failed: 0, done: 14 });
    // A call whose deadline passed while it was sent was sent twice.
    expect(server.requests.length).toBeLessThan(14 + 4);
  });

  test("an export is a tenant, so that other calls of the client do not wait behind it", async () => {
    const order: string[] = [];
    const server = await serve((socket, request) => {
      order.push(/>(\d+)<\//.exec(request.body)?.[1] ?? "");
      setTimeout(() => well(socket, request), 5);
    });
    const shelfOf = (args: unknown) => (args as { ShelfId: number }).ShelfId;
    const key = ({ args }: { args: unknown }) => (shelfOf(args) < 100 ? "export" : "other");
    const client = open({ endpoint: server.url, connections: 1, admission: [fairness({ key })], ...once });
    const all = exported(client, 40);
    while (order.length < 10) await new Promise((resolve) => setTimeout(resolve, 5));
    const before = order.length;
    await client.getBooks({ ShelfId: 100 });
    expect(order.indexOf("100") - before).toBeLessThan(3);
    await all;
  });

  /** Returns a shared limit that admits one request per `ms` milliseconds. */
  function everyMs(ms: number): Parameters<typeof sharedRate>[0] {
    let nextAt = 0;
    return {
      join(queue) {
        const timer = setInterval(() => queue.wake(), 5);
        return () => clearInterval(timer);
      },
      begin() {
        if (performance.now() < nextAt) return false;
        nextAt = performance.now() + ms;
        return true;
      },
      end() {},
    };
  }
});
