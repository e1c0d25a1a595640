/** Advice is data; one place words it for each reader. */
import { type Advice, adviceText, OF_BASE_URL, OF_CLIENT, type Reader } from "../../src/errors/advice";
import { ConfigurationError } from "../../src/errors/configuration-error";
import { ConnectionError } from "../../src/errors/connection-error";
import { messageForReader, rewriteMessage } from "../../src/errors/error-message";
import { adviceOnFault } from "../../src/errors/fault-error";
import { HttpError } from "../../src/errors/http-error";
import { ERROR_KINDS } from "../../src/errors/kind";
import { ResponseError } from "../../src/errors/response-error";
import { TimeoutError } from "../../src/errors/timeout-error";

const check = (option?: string): Advice => (option === undefined ? { action: "check" } : { action: "check", option });
const raise = (option: string): Advice => ({ action: "raise", option });
const set = (option: string, value?: string | boolean): Advice =>
  value === undefined ? { action: "set", option } : { action: "set", option, value };
const later: Advice = { action: "repeat" };

test.each<[readonly Advice[], string, string]>([
  [[], "", ""],
  [[check("endpoint")], "Check endpoint.", "Check baseUrl or endpoint."],
  [
    [check("soapVersion"), check("endpoint")],
    "Check soapVersion and endpoint.",
    "Check soapVersion and baseUrl or endpoint.",
  ],
  [[check("endpoint"), check()], "Check endpoint and the network.", "Check baseUrl or endpoint, and the network."],
  [[set("endpoint")], "Set endpoint to the final address.", "Set baseUrl or endpoint to the final address."],
  [
    [set("namespaces")],
    "Set namespaces to the one that the service uses.",
    "Set namespace or namespaceBaseUrl to the one that the service uses.",
  ],
  [
    [set("endpoint", "https:"), set("allowInsecure", true)],
    "Use https:, or set allowInsecure: true.",
    "Use https:, or set allowInsecure: true.",
  ],
  [[raise("maxTextLength")], "Raise maxTextLength to accept it.", "Raise maxTextLength to accept it."],
  [[raise("timeoutMs"), later], "Raise timeoutMs, or call again later.", "Raise timeoutMs, or call again later."],
  [
    [later, raise("retries"), raise("deadlineMs")],
    "Call again later, or raise retries and deadlineMs.",
    "Call again later, or raise retries and deadlineMs.",
  ],
  [[check("auth")], "Check the credentials.", "Check the credentials."],
  [
    [set("endpoint", "http:"), set("upstream", "https:")],
    "Use http: where that is allowed, or use https:.",
    "Use http: where that is allowed, or use https:.",
  ],
  ...(
    [
      [set("upstream", "http:"), "Use http: where that is allowed."],
      [set("soapVersion"), "Set soapVersion to the version that the service speaks."],
      [set("addressing", false), "Set addressing: false."],
      [set("addressing", "1.0"), 'Set addressing: "1.0".'],
      [set("addressing", "2004/08"), 'Set addressing: "2004/08".'],
      [set("proxy"), "Put them into proxy, as in http://user:password@proxy.example."],
      [set("tls.ca"), "Set tls.ca to the authority that issued the certificate."],
      [set("allowControlCharacters", true), "Set allowControlCharacters: true to accept it."],
      [
        check("httpHeaders"),
        "Check whether a gateway in front of the service needs its own credentials (httpHeaders).",
      ],
      [{ action: "slow-down" }, "Make fewer calls at a time."],
      [{ action: "send-less" }, "Send less at a time."],
      [{ action: "report" }, "Tell the owner of the service."],
      [raise("maxAttachments"), "Raise maxAttachments to accept it."],
      [raise("ownMaxNames"), "Raise ownMaxNames."],
      [raise("maxRequestBytes"), "Raise maxRequestBytes."],
      [set("maxNames"), "Set maxNames."],
    ] as const
  ).map(([each, words]): [readonly Advice[], string, string] => [[each], words, words]),
  [
    [later, { action: "slow-down" }, set("requestsPerSecond")],
    "Call again later, make fewer calls at a time, or set requestsPerSecond.",
    "Call again later, make fewer calls at a time, or set requestsPerSecond.",
  ],
])("%j in words", (advice, ofClient, ofBaseUrl) => {
  expect(adviceText(advice, OF_CLIENT)).toBe(ofClient);
  expect(adviceText(advice, OF_BASE_URL)).toBe(ofBaseUrl);
});

test.each([
  ["xml", [{ action: "report" }]],
  ["envelope", [check("endpoint")]],
  ["value", [{ action: "report" }]],
  ["content-type", [check("endpoint")]],
  ["content-encoding", [{ action: "report" }]],
  ["attachment", [{ action: "report" }]],
  ["security", [{ action: "report" }]],
  ["limit", []],
] as const)("a response that fails by %s advises %j", (reason, advice) => {
  const error = new ResponseError("m", { reason });
  expect(error.advice).toEqual(advice);
  expect(error.toJSON().advice).toEqual(advice.length === 0 ? undefined : advice);
  expect(error.kind).toBe(reason === "limit" || reason === "content-type" ? "configuration" : "broken");
});

test("whatever else fails advises what its class can know", () => {
  expect(new ConfigurationError("m", { option: "proxy" }).advice).toEqual([set("proxy")]);
  expect(new ConnectionError("m", { sent: "no" }).advice).toEqual([check("endpoint"), check()]);
  const byKind = Object.fromEntries(ERROR_KINDS.map((kind) => [kind, adviceOnFault(kind)]));
  const known = {
    refused: [check("auth")],
    "not-permitted": [check("auth")],
    busy: [later],
    unreachable: [later],
    configuration: [check("endpoint"), check("soapVersion")],
  };
  expect(byKind).toEqual({ ...Object.fromEntries(ERROR_KINDS.map((kind) => [kind, []])), ...known });
});

const flags: Reader = {
  inAdvice: ({ option }) => (option === "timeoutMs" ? "--timeout" : undefined),
  inSentence: (option) => (option === "timeoutMs" ? "--timeout" : option),
  without: (action, options) => `No flag to ${action} ${options.join()}.`,
};

test("what a reader has no way to set is left out, and said where nothing else is left", () => {
  expect(adviceText([raise("timeoutMs"), raise("deadlineMs")], flags)).toBe("Raise --timeout.");
  expect(adviceText([raise("maxNames")], flags)).toBe("No flag to raise maxNames.");
});

describe("an error", () => {
  const advice = [raise("timeoutMs"), later];
  const slow = () =>
    new TimeoutError((name) => `The response took longer than ${name("timeoutMs")} (5 ms).`, {
      phase: "attempt",
      timeoutMs: 5,
      advice,
    });

  test("says what to do behind what happened, and has it as data", () => {
    const error = slow();
    expect(error.message).toBe("The response took longer than timeoutMs (5 ms). Raise timeoutMs, or call again later.");
    expect(error.advice).toEqual(advice);
    expect(JSON.parse(JSON.stringify(error))).toMatchObject({ advice });
  });

  test("says it again for another reader", () => {
    expect(messageForReader(slow(), flags)).toBe(
      "The response took longer than --timeout (5 ms). Raise --timeout, or call again later.",
    );
  });

  test("keeps what was hidden from its message hidden from every reader", () => {
    const error = new ResponseError("The response has secret in it", { reason: "envelope" });
    rewriteMessage(error, OF_CLIENT, { sentence: (text) => text.replace("secret", "***") });
    expect(error.message).toBe("The response has *** in it");
    expect(error.stack).not.toContain("secret");
    expect(messageForReader(error, flags)).not.toContain("secret");
  });

  test("without advice has none in its JSON", () => {
    const error = new HttpError("m", { status: 503 });
    expect(error).toMatchObject({ message: "m", advice: [] });
    expect(error.toJSON()).not.toHaveProperty("advice");
  });
});

describe("a reworded error", () => {
  const foreign = () => Object.assign(new Error("from elsewhere"), { advice: [later], code: "HTTP" });

  test("stays as it is where another copy of the package has made it", () => {
    const error = foreign();
    expect(messageForReader(error as never, OF_CLIENT)).toBe("from elsewhere");
    rewriteMessage(error as never, OF_BASE_URL, { sentence: () => "other", advice: [check("endpoint")] });
    expect(error).toMatchObject({ message: "from elsewhere", advice: [later] });
  });

  test("has its own message and its advice, in the stack too", () => {
    const error = new HttpError("It failed", { status: 500, advice: [later] });
    expect(error.message).toBe("It failed. Call again later.");
    rewriteMessage(error, OF_CLIENT, { sentence: (happened) => `${happened} at v1.2!`, advice: [check("endpoint")] });
    expect(error.message).toBe("It failed at v1.2! Check endpoint.");
    expect(error.stack).toContain("It failed at v1.2! Check endpoint.");
    expect(error.stack).not.toContain("again later");
    expect(error.advice).toEqual([check("endpoint")]);
    rewriteMessage(error, OF_BASE_URL);
    expect(error.message).toBe("It failed at v1.2! Check baseUrl or endpoint.");
  });

  test("of a configuration says its advice only where the sentence has none", () => {
    const error = new ConfigurationError("proxy is wrong. Mend it", { option: "proxy" });
    expect(error.message).toBe("proxy is wrong. Mend it");
    expect(messageForReader(error, OF_BASE_URL)).toBe("proxy is wrong. Mend it");
    const plain = new ResponseError("Not read v1.2", { reason: "xml" });
    expect(plain.message).toBe("Not read v1.2");
    expect(messageForReader(plain, OF_CLIENT)).toMatch(/^Not read v1\.2\. \S/);
  });

  test("has a stack that is no text, or none, as it was", () => {
    for (const stack of [undefined, 7]) {
      const error = new HttpError("It failed", { status: 500 });
      Object.defineProperty(error, "stack", { value: stack, writable: true });
      rewriteMessage(error, OF_CLIENT, { sentence: () => "Other" });
      expect(error).toMatchObject({ message: expect.stringMatching(/^Other/), stack });
    }
  });
});
