/** Injected errors: by code, by rule, and by the control endpoint. */

import { createEmployeeServiceV3 } from "employee-service-client";
import { type Sandbox, SandboxFault, startSandbox, type Trouble } from "employee-service-client/sandbox";
import { askAddresses, exchange } from "soapwright-testing/sandbox/raw-exchange";

let sandbox: Sandbox;
beforeAll(async () => {
  sandbox = await startSandbox();
});
afterAll(() => sandbox.close());
beforeEach(() => sandbox.clearTrouble());

async function statuses(count: number, employeeId?: number): Promise<number[]> {
  const all: number[] = [];
  for (let i = 0; i < count; i++) all.push((await askAddresses(sandbox.url, employeeId)).status);
  return all;
}

const busy: Trouble = { kind: "status", status: 503, retryAfterSeconds: 2 };

describe("rules", () => {
  test("times", async () => {
    sandbox.addTrouble({ trouble: busy, times: 2 });
    await expect(statuses(4)).resolves.toEqual([503, 503, 200, 200]);
    expect(sandbox.troubles).toEqual([]);
  });

  test("every", async () => {
    sandbox.addTrouble({ trouble: busy, every: 3 });
    await expect(statuses(6)).resolves.toEqual([200, 200, 503, 200, 200, 503]);
    expect(sandbox.troubles[0]?.taken).toBe(2);
  });

  test("probability, the same at every start", async () => {
    const runs = [];
    for (let i = 0; i < 2; i++) {
      const own = await startSandbox({ troubleRules: [{ trouble: busy, probability: 0.5 }] });
      const seen = [];
      for (let j = 0; j < 20; j++) seen.push((await askAddresses(own.url)).status);
      runs.push(seen.join(" "));
      await own.close();
    }
    expect(runs[0]).toBe(runs[1]);
    expect(runs[0]).toMatch(/503/);
    expect(runs[0]).toMatch(/200/);
  });

  test("operation, employee and arguments", async () => {
    sandbox.addTrouble({ trouble: busy, operation: "CostCenter_GetCurrent" });
    sandbox.addTrouble({ trouble: busy, operation: "addressGetList", where: { EmployeeId: 1003 } });
    sandbox.addTrouble({ trouble: { kind: "html" }, where: { EmployeeId: 1004, Period: 2 } });
    await expect(statuses(1, 1002)).resolves.toEqual([200]);
    await expect(statuses(1, 1003)).resolves.toEqual([503]);
    await expect(statuses(1, 1004)).resolves.toEqual([200]);
  });

  test("a rule is taken out by its id", async () => {
    const id = sandbox.addTrouble({ trouble: busy });
    expect([sandbox.removeTrouble(id), sandbox.removeTrouble(id)]).toEqual([true, false]);
    await expect(statuses(1)).resolves.toEqual([200]);
  });
});

describe("kinds", () => {
  const once = async (trouble: Trouble) => {
    sandbox.inject(trouble);
    return askAddresses(sandbox.url);
  };

  test("a status with Retry-After", async () => {
    const { status, headers } = await once(busy);
    expect([status, headers["retry-after"]]).toEqual([503, "2"]);
  });

  test("a fault, its code on the wire", async () => {
    const { status, body } = await once({ kind: "fault", fault: new SandboxFault({ reason: "no", code: "E1" }) });
    expect([status, body.toString()]).toEqual([500, expect.stringContaining("<faultcode>E1</faultcode>")]);
  });

  test("a fault in several languages", async () => {
    const fault = {
      reason: [
        { lang: "en", text: "No" },
        { lang: "nl", text: "Nee" },
      ],
    };
    const { status } = await exchange(`${sandbox.url}/control/trouble`, {
      method: "POST",
      headers: { "Content-Type": "application/json" },
      body: JSON.stringify({ trouble: { kind: "fault", fault } }),
    });
    expect(status).toBe(201);
    expect((await askAddresses(sandbox.url)).body.toString()).toContain('<faultstring xml:lang="en">No</faultstring>');
    const service = createEmployeeServiceV3({ baseUrl: sandbox.url, domain: "sandbox", soapVersion: "1.2" });
    const error = await service.addressGetList({ EmployeeId: 1002, Period: 1, Year: 2026 }).catch((caught) => caught);
    expect(error).toMatchObject({ fault: { reason: "No" } });
    expect(sandbox.exchanges.at(-1)?.responseBody).toContain('<soap:Text xml:lang="nl">Nee</soap:Text>');
    await service.close();
  });

  test("an HTML page, another content type, malformed XML", async () => {
    const page = await once({ kind: "html" });
    expect([page.status, page.headers["content-type"]]).toEqual([200, "text/html; charset=utf-8"]);
    const typed = await once({ kind: "content-type", contentType: "application/octet-stream" });
    expect([typed.headers["content-type"], typed.body.toString()]).toEqual([
      "application/octet-stream",
      expect.stringContaining("Lange Voorhout"),
    ]);
    const service = createEmployeeServiceV3({ baseUrl: sandbox.url, domain: "sandbox", retries: 0 });
    sandbox.inject({ kind: "malformed" });
    const call = service.addressGetList({ EmployeeId: 1002, Period: 1, Year: 2026 });
    await expect(call).rejects.toMatchObject({ code: "RESPONSE", reason: "xml" });
    await service.close();
  });

  test("a truncated answer", async () => {
    await expect(once({ kind: "truncate", bytes: 100 })).rejects.toThrow(/aborted|hang up/);
    await expect(once({ kind: "truncate" })).rejects.toThrow(/aborted|hang up/);
  });

  test("a truncated answer of a sandbox that sends chunks", async () => {
    const chunked = await startSandbox({ http: { chunked: true } });
    chunked.inject({ kind: "truncate" });
    await expect(askAddresses(chunked.url)).rejects.toThrow(/aborted|hang up/);
    await chunked.close();
  });

  test("latency that is drawn, slow bytes", async () => {
    sandbox.addTrouble({
      trouble: { kind: "latency", latency: { kind: "uniform", leastMs: 30, mostMs: 40 } },
      times: 1,
    });
    const start = performance.now();
    await statuses(1);
    expect(performance.now() - start).toBeGreaterThan(28);
    const { body } = await once({ kind: "slow", bytesPerSecond: 10_000 });
    expect(body.toString()).toContain("</soap:Envelope>");
  });

  test("a rate limit", async () => {
    sandbox.addTrouble({ trouble: { kind: "rate-limit", requestsPerSecond: 1, retryAfterSeconds: 7 } });
    const replies = await Promise.all([1, 2, 3, 4, 5].map(() => askAddresses(sandbox.url)));
    expect(replies.filter(({ status }) => status === 429).length).toBeGreaterThan(0);
    expect(replies.find(({ status }) => status === 429)?.headers["retry-after"]).toBe("7");
  });

  test("credentials that wear out, each by itself", async () => {
    const own = await startSandbox({
      handlers: { addressGetList: () => [] },
      troubleRules: [{ trouble: { kind: "expire", calls: 2 } }],
    });
    const seen = [];
    for (const domain of ["a", "a", "a", "b", "a"]) seen.push((await askAddresses(own.url, 1, domain)).status);
    expect(seen).toEqual([200, 200, 500, 200, 500]);
    await own.close();
  });
});

describe("the control endpoint", () => {
  const json = { "Content-Type": "application/json" };
  const post = (rule: unknown, headers: Record<string, string> = json) =>
    exchange(`${sandbox.url}/control/trouble`, { method: "POST", headers, body: JSON.stringify(rule) });

  test("orders, lists and ends trouble", async () => {
    const { status, body } = await post({ trouble: busy, times: 1 });
    expect(status).toBe(201);
    const { id } = JSON.parse(body.toString()) as { id: number };
    const listed = await exchange(`${sandbox.url}/control/trouble`);
    expect(JSON.parse(listed.body.toString())).toEqual([{ id, rule: { trouble: busy, times: 1 }, taken: 0 }]);
    await expect(statuses(2)).resolves.toEqual([503, 200]);
    await post({ trouble: { kind: "fault", fault: { reason: "made by JSON", code: "E9" } } });
    expect((await askAddresses(sandbox.url)).body.toString()).toContain("<faultcode>E9</faultcode>");
    await exchange(`${sandbox.url}/control/trouble`, { method: "DELETE" });
    await expect(statuses(1)).resolves.toEqual([200]);
  });

  test("shows exchanges", async () => {
    await askAddresses(sandbox.url);
    const { body } = await exchange(`${sandbox.url}/control/exchanges`);
    const last = (JSON.parse(body.toString()) as { operation: string; responseBody: string }[]).at(-1);
    expect(last).toMatchObject({ operation: "Address_GetList", status: 200 });
    expect(last?.responseBody).toContain("Lange Voorhout");
  });

  test.each([
    ["a kind that there is not", { trouble: { kind: "rain" } }, /rule\.trouble\.kind takes/],
    ["a property that there is not", { trouble: busy, when: 5 }, /when.* is not an option of rule/],
    [
      "an operation that there is not",
      { trouble: busy, operation: "Address_GetLists" },
      /^\{"error":"rule\.operation is not an operation of the service; Address_GetList/,
    ],
    ["a fault without a reason", { trouble: { kind: "fault", fault: {} } }, /fault\.reason takes a text, or a list/],
    ["a code that is none", { trouble: { kind: "fault", fault: { reason: "x", code: 5 } } }, /fault\.code takes/],
    [
      "a subcode that is none",
      { trouble: { kind: "fault", fault: { reason: "x", subcodes: ["a", { local: "b" }] } } },
      /subcodes\[1\]\.namespace takes a string/,
    ],
    [
      "a language without a text",
      { trouble: { kind: "fault", fault: { reason: [{ lang: "nl" }] } } },
      /reason\[0\]\.text takes a string/,
    ],
    [
      "a detail that is no XML",
      { trouble: { kind: "fault", fault: { reason: "x", detail: "<a" } } },
      /detail takes well-formed XML/,
    ],
    ["the status of a fault", { trouble: { kind: "fault", fault: { reason: "x", status: 700 } } }, /from 200 to 599/],
    ["a status that there is not", { trouble: { kind: "status", status: 42 } }, /from 200 to 599/],
    [
      "a header that breaks the line",
      { trouble: { kind: "answer", status: 200, headers: { A: "b\r\nC: d" } } },
      /HTTP can carry/,
    ],
  ])("refuses %s", async (_what, rule, message) => {
    const { status, body } = await post(rule);
    expect([status, body.toString()]).toEqual([400, expect.stringMatching(message)]);
    expect(sandbox.troubles).toEqual([]);
  });

  test.each([
    ["a post of another site", { Origin: "http://evil.example" }],
    ["a post of another port of this machine", { Origin: "http://127.0.0.1:1" }],
    ["a page of another site", { "Sec-Fetch-Site": "cross-site" }],
    ["a name that was bound to this machine's address", { Host: "evil.example" }],
    ["a sandboxed frame", { Origin: "null" }],
  ])("refuses %s", async (_what, headers) => {
    const { status } = await post({ trouble: busy }, { ...json, ...headers } as Record<string, string>);
    expect(status).toBe(403);
    expect(sandbox.troubles).toEqual([]);
  });

  test("refuses what a form can send", async () => {
    for (const type of ["text/plain", "application/x-www-form-urlencoded"]) {
      expect((await post({ trouble: busy }, { "Content-Type": type })).status).toBe(400);
    }
    expect(sandbox.troubles).toEqual([]);
  });

  test("beyond this machine it is off, but for those who have the token", async () => {
    const open = await startSandbox({ host: "0.0.0.0" });
    expect((await exchange(`${open.url}/control`)).status).toBe(403);
    expect((await exchange(`${open.url}/`)).status).toBe(403);
    expect((await askAddresses(open.url)).status).toBe(200);
    await open.close();
    const guarded = await startSandbox({ host: "0.0.0.0", controlToken: "s3cret" });
    const withToken = (token: string) =>
      exchange(`${guarded.url}/control`, { headers: { Authorization: `Bearer ${token}`, Host: "sandbox:8080" } });
    expect((await exchange(`${guarded.url}/control`)).status).toBe(403);
    expect((await withToken("wrong")).status).toBe(403);
    expect((await withToken("s3cret")).status).toBe(200);
    await guarded.close();
  });
});

test.each([
  [{ kind: "delay", ms: 5 }, '"ms" is not a field of trouble of kind delay: its fields are delayMs.'],
  [{ kind: "html", ms: 5 }, '"ms" is not a field of trouble of kind html: it has no fields.'],
  [
    { kind: "status", status: 503, delay: 1 },
    '"delay" is not a field of trouble of kind status: its fields are status, retryAfterSeconds (may be left out).',
  ],
  [
    { kind: "latency", latency: { kind: "uniform", ms: 1 } },
    '"ms" is not a field of trouble.latency of kind uniform: its fields are leastMs, mostMs.',
  ],
])("a field that there is not is refused with those that there are: %j", async (trouble, message) => {
  const sandbox = await startSandbox();
  expect(() => sandbox.inject(trouble as never)).toThrow(message);
  await sandbox.close();
});
