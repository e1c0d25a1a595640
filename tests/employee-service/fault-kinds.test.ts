/** Rows of the table of versions say what the service's own codes and words mean. */

import { faultKinds } from "../../codegen/versions/read-table";
import { kindsBy } from "../../src/employee-service/fault-kinds";
import { ERROR_KINDS } from "../../src/errors/kind";
import { type FaultDetail, FaultError, HttpError } from "../../src/runtime";

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
