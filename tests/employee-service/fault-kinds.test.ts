/** Rows of the table of versions classify the service's own codes and reasons. */

import { type FaultDetail, FaultError, HttpError, isAuthenticationError } from "soapwright-runtime";
import { ERROR_KINDS } from "soapwright-runtime/internal";
import { faultKinds } from "../../codegen/versions/read-table";
import { createEmployeeServiceV3 as v3, createEmployeeServiceV21 as v21 } from "../../generated/main";
import { version as v21Version } from "../../generated/v2.1/version";
import { version as v3Version } from "../../generated/v3/version";
import { startSandbox } from "../../src/sandbox/start-sandbox";
import { kindsBy } from "../../src/service/fault-kinds";

const fault = (code: string, reason: string, subcodes: readonly string[] = []) =>
  new FaultError<FaultDetail>("m", {
    fault: {
      code: { namespace: "", local: code },
      subcodes: subcodes.map((local) => ({ namespace: "", local })),
      reason,
      actor: undefined,
      node: undefined,
      role: undefined,
      detail: undefined,
    },
    httpStatus: 500,
  });

const rules = [
  { code: "E404", kind: "not-found" },
  { code: "Server", reason: "no such employee", kind: "not-found" },
  { reason: "slow down", kind: "busy" },
] as const;

test.each([
  ["a code", fault("E404", "x"), "not-found"],
  ["a subcode", fault("Sender", "x", ["E404"]), "not-found"],
  ["a code and words in another letter case", fault("Server", "No such Employee: 7"), "not-found"],
  ["the words without the code", fault("Client", "No such employee"), undefined],
  ["words alone", fault("Client", "Please slow down"), "busy"],
  ["another code", fault("E405", "x"), undefined],
  ["no fault", new HttpError("slow down", { status: 500 }), undefined],
])("%s", (_what, error, kind) => {
  expect(kindsBy(rules, undefined)?.(error)).toBe(kind);
});

test("the user's own rule comes first, and where there is nothing to say there is no rule", () => {
  const own = (error: unknown) => (error instanceof HttpError ? ("busy" as const) : undefined);
  const rule = kindsBy(rules, own);
  expect(rule?.(new HttpError("m", { status: 500 }))).toBe("busy");
  expect(rule?.(fault("E404", "x"))).toBe("not-found");
  expect(kindsBy([], own)).toBe(own);
  expect(kindsBy(undefined, undefined)).toBeUndefined();
});

test("a table's kinds are kinds of errors", () => {
  expect(ERROR_KINDS).toEqual(expect.arrayContaining([...faultKinds]));
});

describe.each(["1.1", "1.2"] as const)("the sandbox's faults, over SOAP %s", (soapVersion) => {
  let sandbox: Awaited<ReturnType<typeof startSandbox>>;
  const credentials = { username: "sandbox-user", token: "sandbox-token" };
  const asked = { EmployeeId: 1003, Period: 11, Year: 2026 };
  const calls = {
    "an unknown employee, v2.1": () =>
      use(v21(of(credentials)), (client) => client.costCenterGetCurrent({ EmployeeId: 77 })),
    "an unknown employee, v3": () =>
      use(v3(of({ domain: "sandbox" })), (client) => client.addressGetList({ ...asked, EmployeeId: 77 })),
    "a wrong token": () =>
      use(v21(of({ ...credentials, token: "old" })), (client) => client.costCenterGetCurrent({ EmployeeId: 1003 })),
    "another domain": () => use(v3(of({ domain: "another" })), (client) => client.addressGetList(asked)),
  };
  const of = <C extends object>(given: C) => ({ ...given, baseUrl: sandbox.url, soapVersion });

  async function use<C extends { close(): Promise<void> }>(client: C, call: (client: C) => Promise<unknown>) {
    const error: unknown = await call(client).catch((reason: unknown) => reason);
    await client.close();
    return error;
  }

  beforeAll(async () => {
    sandbox = await startSandbox();
  });
  afterAll(() => sandbox.close());

  test.each([
    ["an unknown employee, v2.1", "not-found", false],
    ["an unknown employee, v3", "not-found", false],
    ["a wrong token", "refused", true],
    ["another domain", "refused", true],
  ] as const)("%s is %s", async (which, kind, isAuthentication) => {
    const error = await calls[which]();
    expect(error).toMatchObject({ code: "FAULT", kind });
    expect(isAuthenticationError(error)).toBe(isAuthentication);
  });
});

test.each([
  ["v2.1", v21Version, "AuthHeader"],
  ["v3", v3Version, "AuthHeaderWithDomain"],
])("%s takes a header that is missing, or has no credential, for refused credentials", (_name, version, header) => {
  const rule = kindsBy(version.faults, undefined);
  expect(rule?.(fault("Client", `${header} is missing`))).toBe("refused");
  expect(rule?.(fault("Client", `${header} has no Username or Token`))).toBe("refused");
  expect(rule?.(fault("Client", "Anything else"))).toBeUndefined();
});
