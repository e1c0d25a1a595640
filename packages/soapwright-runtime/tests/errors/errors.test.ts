/** Tests parts by themselves, `errors/abort-error`, `errors/advice` and 12 more: no entry point shows them whole. */
import { inspect } from "node:util";
import { signIn as createSignIn } from "soapwright-features/security";
import { endAfterEach, open, rejection, serve } from "soapwright-testing/stage/stage";
import { answer } from "soapwright-testing/transport/raw-server";
import { AbortError, isAbortError } from "../../src/errors/abort-error";
import { type Advice, adviceText, OF_BASE_URL, OF_CLIENT, type Reader } from "../../src/errors/advice";
import { ArgumentError, isArgumentError } from "../../src/errors/argument-error";
import { ConfigurationError, isConfigurationError } from "../../src/errors/configuration-error";
import { ConnectionError, isConnectionError } from "../../src/errors/connection-error";
import { messageForReader, rewriteMessage } from "../../src/errors/error-message";
import { adviceOnFault, FaultError, isFaultError } from "../../src/errors/fault-error";
import { HttpError, isHttpError } from "../../src/errors/http-error";
import { ERROR_KINDS } from "../../src/errors/kind";
import { isOverloadError, OverloadError } from "../../src/errors/overload-error";
import { isResponseError, ResponseError } from "../../src/errors/response-error";
import { hasCode, isServiceError, ServiceError, withContext } from "../../src/errors/service-error";
import { isTimeoutError, TimeoutError } from "../../src/errors/timeout-error";
import { offeredSchemes } from "../../src/transport/challenges";

describe("errors", () => {
  const name = { namespace: "", local: "Server" };
  const fault = {
    code: name,
    subcodes: [],
    reason: "r",
    actor: undefined,
    node: undefined,
    role: undefined,
    detail: undefined,
  };
  const cause = new Error("first");

  const rows = [
    ["AbortError", "ABORTED", new AbortError("m", { cause }), isAbortError, {}],
    [
      "ArgumentError",
      "ARGUMENT",
      new ArgumentError("m", { cause, path: "a.b", expected: "x", received: "y" }),
      isArgumentError,
      { path: "a.b", expected: "x", received: "y" },
    ],
    [
      "ConfigurationError",
      "CONFIGURATION",
      new ConfigurationError("m", { cause, option: "baseUrl" }),
      isConfigurationError,
      { option: "baseUrl" },
    ],
    [
      "ConnectionError",
      "CONNECTION",
      new ConnectionError("m", { cause, sent: "maybe" }),
      isConnectionError,
      { sent: "maybe" },
    ],
    [
      "FaultError",
      "FAULT",
      new FaultError("m", { cause, fault, httpStatus: 500 }),
      isFaultError,
      { fault, httpStatus: 500 },
    ],
    [
      "OverloadError",
      "OVERLOADED",
      new OverloadError("m", { cause, queued: 7, maxQueued: 6 }),
      isOverloadError,
      { queued: 7, maxQueued: 6 },
    ],
    [
      "HttpError",
      "HTTP",
      new HttpError("m", { cause, status: 503, location: "l", excerpt: "e", retryAfterMs: 1 }),
      isHttpError,
      { status: 503, location: "l", excerpt: "e", retryAfterMs: 1 },
    ],
    [
      "ResponseError",
      "RESPONSE",
      new ResponseError("m", { cause, reason: "value", path: "p", line: 1, column: 2 }),
      isResponseError,
      { reason: "value", path: "p", line: 1, column: 2 },
    ],
    [
      "TimeoutError",
      "TIMEOUT",
      new TimeoutError("m", { cause, phase: "attempt", timeoutMs: 5 }),
      isTimeoutError,
      { phase: "attempt", timeoutMs: 5 },
    ],
  ] as const;

  test.each(rows)("%s says what happened", (className, code, error, guard, fields) => {
    expect(error).toBeInstanceOf(Error);
    expect(error).toBeInstanceOf(ServiceError);
    expect(error).toMatchObject({ name: className, code, message: "m", cause, ...fields });
    expect(guard(error)).toBe(true);
    expect(isServiceError(error)).toBe(true);
    expect(hasCode(error, code)).toBe(true);
    for (const [, otherCode, other] of rows)
      if (otherCode !== code) expect([guard(other), hasCode(error, otherCode)]).toStrictEqual([false, false]);
  });

  test.each([undefined, null, "x", 1, {}, new Error("x"), { code: "ABORTED" }, () => 1])(
    "%p is no error of this package",
    (value) => {
      expect(isServiceError(value)).toBe(false);
      for (const [, code, , guard] of rows) expect([guard(value), hasCode(value, code)]).toStrictEqual([false, false]);
    },
  );

  test("guards work across copies of the package", () => {
    let copy: { AbortError: typeof AbortError } | undefined;
    jest.isolateModules(() => {
      copy = jest.requireActual("../../src/errors/abort-error");
    });
    const error = new copy!.AbortError("m");
    expect(error).not.toBeInstanceOf(AbortError);
    expect(isAbortError(error)).toBe(true);
    expect(isServiceError(error)).toBe(true);
  });

  test("without a cause there is none, and the context is empty", () => {
    const error = new AbortError("m");
    expect("cause" in error).toBe(false);
    expect(error).toMatchObject({ operation: undefined, endpoint: undefined, soapVersion: undefined, attempts: 0 });
    expect(Object.keys(error)).not.toContain("brand");
    expect(
      Object.getOwnPropertySymbols(error).every(
        (symbol) => Object.getOwnPropertyDescriptor(error, symbol)?.enumerable === false,
      ),
    ).toBe(true);
  });

  test("the context is filled in where it is not known yet", () => {
    const known = { operation: "A", endpoint: "https://a.example/", soapVersion: "1.1", attempts: 1 } as const;
    const other = { operation: "B", endpoint: "https://b.example/", soapVersion: "1.2", attempts: 3 } as const;
    const error = new AbortError("m", known);
    expect(error).toMatchObject(known);
    expect(withContext(error, other)).toBe(error);
    expect(error).toMatchObject({ ...known, attempts: 3 });
    expect(withContext(new AbortError("m"), other)).toMatchObject(other);
    expect(withContext(new AbortError("m", known), {})).toMatchObject(known);
  });

  describe("JSON of an error", () => {
    const logged = (error: ServiceError): unknown => JSON.parse(JSON.stringify(error));

    test("has name, code and message first, then what is known, and nothing that is not", () => {
      const error = new AbortError("m", { operation: "Op", attempts: 2 });
      expect(Object.entries(error.toJSON())).toEqual([
        ["name", "AbortError"],
        ["code", "ABORTED"],
        ["message", "m"],
        ["reason", "aborted"],
        ["kind", "aborted"],
        ["operation", "Op"],
        ["attempts", 2],
      ]);
    });

    test("has the codes of a fault, without its words", () => {
      const subcodes = [{ namespace: "urn:s", local: "Sub" }];
      const error = new FaultError("m", { fault: { ...fault, subcodes, actor: "someone" }, httpStatus: 500 });
      expect(logged(error)).toMatchObject({ httpStatus: 500, status: 500 });
      expect(error.toJSON().fault).toEqual({ code: name, subcodes });
    });

    test("has the message of a fault without its reason, of any copy of the package", () => {
      const said = { ...fault, reason: "J. Jansen is not known" };
      const error = new FaultError("It says: J. Jansen is not known", { fault: said, httpStatus: 500 });
      expect(error.message).toContain("Jansen");
      expect(logged(error)).toMatchObject({ message: `The service responded with a fault (${name.local}).` });
      expect(JSON.stringify(error)).not.toContain("Jansen");
    });

    test.each<[string, unknown, object]>([
      [
        "an error with a text as code",
        Object.assign(new TypeError("w"), { code: "E1" }),
        { name: "TypeError", code: "E1" },
      ],
      ["an error with a number as code", Object.assign(new Error("w"), { code: 23 }), { name: "Error", code: 23 }],
      ["an error with another code", Object.assign(new Error("w"), { code: { secret: 1 } }), { name: "Error" }],
      ["an error of another realm", { name: "RealmError", message: "w" }, { name: "RealmError" }],
      ["an object with a name alone", { name: "someone" }, { name: "object" }],
      ["an object with a message alone", { message: "w" }, { name: "object" }],
      ["an object whose message is no text", { name: "someone", message: 1 }, { name: "object" }],
      ["null", null, { name: "null" }],
      ["a text", "secret", { name: "string" }],
    ])("has the kind of a cause: %s", (_what, cause, kind) => {
      const error = new AbortError("m", { cause });
      expect(error.toJSON().cause).toEqual(kind);
      expect(error.causedBy).toBe(Object.values(kind).join(" "));
    });
  });
});

/** Advice is data; one place words it for each reader. */
describe("advice", () => {
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
      [set("quirks.namespaces")],
      "Set quirks.namespaces to the one that the service uses.",
      "Set namespace or namespaceBaseUrl to the one that the service uses.",
    ],
    [
      [set("endpoint", "https:"), set("allowInsecure", true)],
      "Use https:, or set allowInsecure: true.",
      "Use https:, or set allowInsecure: true.",
    ],
    [[raise("limits.textLength")], "Raise limits.textLength to accept it.", "Raise limits.textLength to accept it."],
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
        [set("quirks.allowControlCharacters", true), "Set quirks.allowControlCharacters: true to accept it."],
        [
          check("httpHeaders"),
          "Check whether a gateway in front of the service needs its own credentials (httpHeaders).",
        ],
        [{ action: "slow-down" }, "Make fewer calls at a time."],
        [{ action: "send-less" }, "Send less at a time."],
        [{ action: "report" }, "Tell the owner of the service."],
        [raise("maxAttachments"), "Raise maxAttachments to accept it."],
        [raise("ownMaxNames"), "Raise ownMaxNames."],
        [raise("limits.requestBytes"), "Raise limits.requestBytes."],
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
      expect(error.message).toBe(
        "The response took longer than timeoutMs (5 ms). Raise timeoutMs, or call again later.",
      );
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
});

/** A 401: the schemes that the service offers, and cookies beside it. */
describe("unauthorized", () => {
  endAfterEach();

  test.each([
    ['Basic realm="shelf"', ["Basic"]],
    ["NTLM", ["NTLM"]],
    ['Negotiate, NTLM, Basic realm="a, b Digest c"', ["Negotiate", "NTLM", "Basic"]],
    [
      'Digest realm="x", qop="auth,auth-int", nonce="7ypf/xlj9XXwfDPEoM4URrv/xwf94BcCAzFZH4GiTo0v", algorithm=MD5',
      ["Digest"],
    ],
    ['Digest realm="x", nonce="n", Basic realm="y"', ["Digest", "Basic"]],
    ["basic, BASIC , Bearer error=invalid", ["Basic", "Bearer"]],
    ["Negotiate TlRMTVNTUAACAAAA==", ["Negotiate"]],
    ["", []],
    [",,, ,", []],
    ['"unclosed, Basic', []],
    [`${"x".repeat(5_000)}, Basic`, ["another scheme", "Basic"]],
    [Array.from({ length: 1_000 }, (_, n) => `S${n}`).join(","), ["another scheme"]],
  ])("%j offers %j", (header, schemes) => {
    expect(offeredSchemes(header)).toEqual(schemes);
  });

  async function unauthorized(headers: string[], options: object = {}) {
    const server = await serve((socket) => socket.write(answer("", "401 Unauthorized", headers)));
    return rejection(open({ endpoint: server.url, retries: 0, ...options }).getBooks({ ShelfId: 1 }));
  }

  test.each([
    [["WWW-Authenticate: NTLM", "WWW-Authenticate: Negotiate"], "It offers NTLM and Negotiate", "use a gateway"],
    [['WWW-Authenticate: Basic realm="shelf"'], "It offers Basic (WWW-Authenticate). Send Basic with httpHeaders"],
    [
      ['WWW-Authenticate: Digest realm="s", nonce="n"', "WWW-Authenticate: Bearer"],
      "It offers Digest and Bearer",
      "Send Bearer",
    ],
  ])("%j is reported", async (headers, ...says) => {
    const error = await unauthorized(headers);
    expect(error).toMatchObject({ code: "HTTP", status: 401, kind: "refused" });
    for (const each of says) expect(error.message).toContain(each);
    const shown: unknown = Reflect.get(Reflect.get(error, "responseHeaders") as object, "www-authenticate");
    expect(shown).toBe(headers.map((each) => each.split(" ")[1]).join(", "));
  });

  const signIn = (scheme: "basic" | "digest") => createSignIn({ scheme, username: "ada", password: "sesame" });

  test.each([
    ["Basic", { features: [signIn("basic")] }, "user name and password"],
    ["Digest", { features: [signIn("digest")] }, "user name and password"],
    ["Basic", { httpHeaders: { authorization: "Basic c2VzYW1l" } }, "user name and password"],
    ["Bearer", { httpHeaders: { Authorization: "bearer sesame" } }, "token"],
    // A value is no name of a header.
    ["Bearer", { httpHeaders: { "X-Signed": "authorization", Authorization: "bearer sesame" } }, "token"],
  ])("%s that was sent is refused, and not recommended: %#", async (scheme, options, what) => {
    const { message } = await unauthorized([`WWW-Authenticate: ${scheme} realm="s", nonce="n"`], options);
    expect(message).toContain(`It has refused the ${what} that the request had for ${scheme}.`);
    expect(message).not.toMatch(/sesame|Send Basic|signIn/);
  });

  test.each([
    ["digest", "basic", "Basic"],
    ["basic", "digest", "Digest"],
  ] as const)("another scheme than %s, which was set, is the one to set", async (set, other, scheme) => {
    const headers = [`WWW-Authenticate: ${scheme} realm="s", nonce="n"`];
    const { message } = await unauthorized(headers, { features: [signIn(set)] });
    expect(message).toContain(`Set signIn.scheme to "${other}".`);
    expect(message).not.toContain("httpHeaders or client.soap");
  });

  test("another scheme than the one that was sent is recommended", async () => {
    const { message } = await unauthorized(['WWW-Authenticate: Basic realm="s"'], {
      httpHeaders: { authorization: "Bearer sesame" },
    });
    expect(message).toContain("Send Basic with httpHeaders");
  });

  test("nothing is said of an offer that is not made", async () => {
    expect((await unauthorized([])).message).not.toContain("offers");
  });

  test("cookies are a list for programs, and in no log", async () => {
    const cookies = ["session=sesame; Expires=Sun, 22 Nov 2026 10:00:00 GMT; HttpOnly", "b=2"];
    const error = await unauthorized(cookies.map((each) => `Set-Cookie: ${each}`));
    expect(Reflect.get(Reflect.get(error, "responseHeaders") as object, "set-cookie")).toEqual(cookies);
    expect(JSON.stringify(error) + inspect(error, { depth: 5 })).not.toContain("sesame");
  });

  test.each(['nonce="n", algorithm=XYZ', 'qop="auth"', 'nonce="n", qop="auth-conf"'])(
    "Digest (%s) that signIn cannot respond to is reported as such, without the advice to set it",
    async (parameters) => {
      const headers = [`WWW-Authenticate: Digest realm="s", ${parameters}`];
      const { message } = await unauthorized(headers, { features: [signIn("digest")] });
      expect(message).toContain("It offers Digest (WWW-Authenticate). signIn cannot respond to its Digest");
      expect(message).not.toContain("et signIn");
    },
  );
});
