/**
 * Tests `trouble/trouble`, `trouble/trouble-check` and `trouble/trouble-words` by themselves: no entry point shows
 * them whole.
 */
import { createEmployeeServiceV3 } from "employee-service-client";
import { type Sandbox, SandboxFault, startSandbox, type Trouble } from "employee-service-client/sandbox";
import { askAddresses, exchange } from "soapwright-testing/sandbox/raw-exchange";
import type { TroubleRule } from "../src/trouble/trouble";
import { troubleKinds } from "../src/trouble/trouble-check";
import { ruleWords, troubleWords } from "../src/trouble/trouble-words";

/** Injected errors: by code, by rule, and by the control endpoint. */
describe("trouble", () => {
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
      expect((await askAddresses(sandbox.url)).body.toString()).toContain(
        '<faultstring xml:lang="en">No</faultstring>',
      );
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
    expect(() => sandbox.inject(trouble as never)).toThrow(
      expect.objectContaining({ reason: "trouble-field", message }),
    );
    await sandbox.close();
  });
});

/** Descriptions of injected errors. */
describe("trouble words", () => {
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
});

/** Strict mode: a request that the real service silently forgives gets a fault that names the mistake. */
describe("strict", () => {
  let strict: Sandbox;
  let forgiving: Sandbox;
  const logged: string[] = [];

  beforeAll(async () => {
    strict = await startSandbox();
    forgiving = await startSandbox({ strict: false, log: (line) => logged.push(line) });
  });
  afterAll(async () => {
    await strict.close();
    await forgiving.close();
  });
  beforeEach(() => {
    logged.length = 0;
  });

  const e11 = "http://schemas.xmlsoap.org/soap/envelope/";

  interface Parts {
    readonly header?: string;
    readonly body?: string;
    readonly behind?: string;
    readonly type?: string;
  }

  async function post(sandbox: Sandbox, parts: Parts): Promise<string> {
    const ns = `${sandbox.url}/soap/v3/EmployeeService`;
    const fill = (text: string): string => text.replaceAll("NS", ns);
    const header = fill(
      parts.header ?? '<AuthHeaderWithDomain xmlns="NS"><Domain>sandbox</Domain></AuthHeaderWithDomain>',
    );
    const body = fill(
      parts.body ??
        '<Address_GetList xmlns="NS"><EmployeeId>1002</EmployeeId><Period>1</Period><Year>2026</Year></Address_GetList>',
    );
    const response = await fetch(`${ns}.asmx`, {
      method: "POST",
      headers: { "Content-Type": parts.type ?? "text/xml; charset=utf-8", SOAPAction: `"${ns}/Address_GetList"` },
      body: `<s:Envelope xmlns:s="${e11}" xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance"><s:Header>${header}</s:Header><s:Body>${body}</s:Body>${parts.behind ?? ""}</s:Envelope>`,
    });
    return response.text();
  }

  const operation = (content: string, attributes = "") =>
    `<Address_GetList xmlns="NS"${attributes}>${content}</Address_GetList>`;
  const id = "<EmployeeId>1002</EmployeeId>";
  const rest = "<Period>1</Period><Year>2026</Year>";

  const mistakes: readonly (readonly [string, Parts, RegExp])[] = [
    [
      "a misplaced element",
      { body: operation(`<Period>1</Period>${id}<Year>2026</Year>`) },
      /EmployeeId: The element is out of order\..*Expected: &lt;Address_GetList/,
    ],
    [
      "an unknown element",
      { body: operation(`${id}<X>1</X>${rest}`) },
      /Address_GetList\/X: The element is unknown: it is skipped\. Expected/,
    ],
    ["another case", { body: operation(`${id}<period>1</period>${rest}`) }, /period: .*case-sensitive.*&lt;Period/],
    [
      "a missing value",
      { body: operation(`${id}<Period>1</Period>`) },
      /Address_GetList\/Year: The element is missing: it is read as 0\./,
    ],
    ["a value twice", { body: operation(`${id}<Period>1</Period>${rest}`) }, /Period: The element occurs twice/],
    [
      "a value in another namespace",
      { body: operation(`${id}<Period xmlns="">1</Period>${rest}`) },
      /Period: The element is in the namespace ""/,
    ],
    ["text between elements", { body: operation(`${id}x${rest}`) }, /There is text between the elements/],
    [
      "an element in a value",
      { body: operation(`<EmployeeId><v>1002</v></EmployeeId>${rest}`) },
      /EmployeeId: There is an element in a value/,
    ],
    [
      "xsi:nil on a value",
      { body: operation(`<EmployeeId xsi:nil="true">1002</EmployeeId>${rest}`) },
      /xsi:nil is on an element that is not nillable/,
    ],
    [
      "another xsi:type",
      { body: operation(`<EmployeeId xsi:type="xs:string">1002</EmployeeId>${rest}`) },
      /xsi:type says xs:string, the declared type is int/,
    ],
    ["another operation", { body: "<Other/>" }, /The element Other is not the operation/],
    ["an empty Body", { body: "" }, /The element Address_GetList is missing/],
    [
      "two operations",
      { body: operation(id + rest) + operation(id + rest) },
      /is in the Body twice: the last one counts/,
    ],
    [
      "a header child in no namespace",
      {
        header:
          '<AuthHeaderWithDomain xmlns="NS"><Domain>sandbox</Domain><Token xmlns="">t</Token></AuthHeaderWithDomain>',
      },
      /AuthHeaderWithDomain\/Token: The element is in the namespace ""/,
    ],
    [
      "a header in another namespace",
      { header: '<AuthHeaderWithDomain xmlns="urn:x"/>' },
      /Header\/AuthHeaderWithDomain: The header is in another namespace/,
    ],
    [
      "xsi:nil on the operation",
      { body: operation(id + rest, ' xsi:nil="true"') },
      /Address_GetList: xsi:nil is on an element that is not nillable.*Expected/,
    ],
    [
      "another header of the service",
      { header: '<AuthHeader xmlns="NS"><Domain>sandbox</Domain></AuthHeader>' },
      /Header\/AuthHeader: The operation has no such header.*Expected: &lt;AuthHeaderWithDomain/,
    ],
    [
      "a header block in no namespace",
      { header: '<AuthHeaderWithDomain xmlns="NS"><Domain>sandbox</Domain></AuthHeaderWithDomain><Trace/>' },
      /Header\/Trace: The operation has no such header/,
    ],
    ["an element behind the Body", { behind: "<Signature/>" }, /Envelope\/Signature: The element comes after the Body/],
    [
      "letters without a charset",
      { type: "text/xml", body: operation(`${id}${rest}<!-- é -->`) },
      /text\/xml without a charset is read as ASCII/,
    ],
  ];

  test.each(mistakes)("%s is a fault that names it", async (_what, parts, message) => {
    const text = await post(strict, parts);
    expect(text).toContain("<faultcode>soap:Client</faultcode><faultstring>The sandbox is strict");
    expect(text).toMatch(message);
  });

  test.each(mistakes)("%s is forgiven without strict, and logged", async (_what, parts, message) => {
    const text = await post(forgiving, parts);
    expect(text).not.toContain("The sandbox is strict");
    const plain = logged.join("\n").replaceAll("<", "&lt;");
    expect(plain).toMatch(message);
    expect(forgiving.requests.at(-1)?.mistakes.length).toBe(logged.length);
  });

  test("of a request with thousands of mistakes the first 100 are logged", async () => {
    await post(forgiving, { body: operation("<EmployeeId>1002</EmployeeId>".repeat(5000)) });
    expect(logged).toHaveLength(101);
    expect(logged[99]).toContain("The element occurs twice");
    expect(logged[100]).toContain("Further mistakes are not listed.");
  });

  test("a header block of somebody else is no mistake", async () => {
    const header =
      '<AuthHeaderWithDomain xmlns="NS"><Domain>sandbox</Domain></AuthHeaderWithDomain><Trace xmlns="urn:trace">1</Trace>';
    await expect(post(strict, { header })).resolves.toContain("<Street>Lange Voorhout</Street>");
  });

  test("a request without mistakes is answered by both, and nothing is logged", async () => {
    for (const sandbox of [strict, forgiving]) {
      await expect(post(sandbox, {})).resolves.toContain("<Street>Lange Voorhout</Street>");
      const service = createEmployeeServiceV3({ baseUrl: sandbox.url, domain: "sandbox" });
      await expect(service.addressGetList({ EmployeeId: 1002, Period: 1, Year: 2026 })).resolves.toHaveLength(1);
      await service.close();
    }
    expect(logged).toEqual([]);
  });
});
