import { get, peek } from "soapwright-testing/golden/cases/headers-and-faults/schemas";
import { isFaultOf } from "../../src/client/is-fault-of";
import { FaultError } from "../../src/errors/fault-error";

function faultError(detail: { $type?: string; value?: unknown; elements: unknown[] } | undefined, operation = "Get") {
  const fault = {
    code: { namespace: "", local: "Server" },
    subcodes: [],
    reason: "no",
    actor: undefined,
    node: undefined,
    role: undefined,
    detail,
  };
  return new FaultError("no", { fault, httpStatus: 500, operation });
}

test("a declared fault is recognized by its operation and name, and its detail is typed", () => {
  const error: unknown = faultError({ $type: "NotFound", value: { Id: 7 }, elements: [] });
  if (!isFaultOf(error, get)) throw new Error("it is one");
  const { detail } = error.fault;
  const id: number | undefined = detail.$type === "NotFound" ? detail.value.Id : undefined;
  expect(id).toBe(7);
});

test("another fault, another operation and another error are not", () => {
  expect(isFaultOf(faultError({ $type: "Other", elements: [] }), get)).toBe(false);
  expect(isFaultOf(faultError({ elements: [] }), get)).toBe(false);
  expect(isFaultOf(faultError(undefined), get)).toBe(false);
  expect(isFaultOf(faultError({ $type: "NotFound", elements: [] }, "Peek"), get)).toBe(false);
  expect(isFaultOf(faultError({ $type: "NotFound", elements: [] }), peek)).toBe(false);
  expect(isFaultOf(new Error("no"), get)).toBe(false);
});
