import { AbortError, isAbortError } from "../../src/errors/abort-error";
import { ArgumentError, isArgumentError } from "../../src/errors/argument-error";
import { ConfigurationError, isConfigurationError } from "../../src/errors/configuration-error";
import { ConnectionError, isConnectionError } from "../../src/errors/connection-error";
import { FaultError, isFaultError } from "../../src/errors/fault-error";
import { HttpError, isHttpError } from "../../src/errors/http-error";
import { isOverloadError, OverloadError } from "../../src/errors/overload-error";
import { isResponseError, ResponseError } from "../../src/errors/response-error";
import { hasCode, isServiceError, ServiceError, withContext } from "../../src/errors/service-error";
import { isTimeoutError, TimeoutError } from "../../src/errors/timeout-error";

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
