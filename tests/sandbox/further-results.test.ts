/** Results of operations without records: from the data, else generated. */

import type { ElementNode, OperationNode } from "soapwright-runtime/internal";
import { complexType, namespace, xs } from "soapwright-runtime/tables";
import { checkedEmployeeData } from "../../src/sandbox/employee-records";
import { operationsOf } from "../../src/sandbox/sandbox-operations";
import type { ServiceVersion } from "../../src/service/employee-service";

const tns = namespace("urn:example");
const Salary = complexType(tns("Salary"), [tns.element("Amount", xs.decimal), tns.element("Cents", xs.long)]);
const Ask = complexType(undefined, [tns.element("EmployeeId", xs.int)]);
const Answer = complexType(undefined, [tns.optional("Salary_GetResult", Salary as never)]);

const element = (local: string, type: ElementNode["type"]): ElementNode => ({
  kind: "element",
  key: local,
  name: tns(local),
  type,
  min: 1,
  max: 1,
  array: false,
});
const operation: OperationNode = {
  name: "Salary_Get",
  method: "salaryGet",
  style: "document",
  use: "literal",
  soapAction: {},
  safe: true,
  input: { body: [element("Salary_Get", Ask)], unwrap: ["Salary_Get"], list: false, headers: [] },
  output: {
    body: [element("Salary_GetResponse", Answer)],
    unwrap: ["Salary_GetResponse", "Salary_GetResult"],
    list: false,
    headers: [],
  },
  faults: [],
};
const version: ServiceVersion = {
  name: "v1",
  wsdl: "none.wsdl",
  service: { name: "S", targetNamespace: "urn:example", ports: [], operations: [operation] },
  path: "/s.asmx",
  variables: {},
};

function result(data: object, EmployeeId: number, seed = 1): unknown {
  const employees = { employees: [{ id: 7, costCenters: [], addresses: [], ...data }], ...data };
  const { otherOperations } = operationsOf(version, { data: checkedEmployeeData(employees), credentials: {}, seed });
  const request = { operation: "Salary_Get", args: { EmployeeId }, headers: {}, soapVersion: "1.1" } as const;
  return otherOperations?.({ operation, request, rename: (name) => name });
}

test("the employee's own result comes first, then that of all, then a made one", () => {
  const own = { results: { Salary_Get: { Amount: "1.50", Cents: 150 } } };
  const employees = {
    employees: [{ id: 7, costCenters: [], addresses: [], ...own }],
    results: { Salary_Get: { Amount: 2, Cents: "9007199254740993" } },
  };
  const { otherOperations } = operationsOf(version, { data: checkedEmployeeData(employees), credentials: {}, seed: 1 });
  const call = (EmployeeId: number) =>
    otherOperations?.({
      operation,
      request: { operation: "Salary_Get", args: { EmployeeId }, headers: {}, soapVersion: "1.1" },
      rename: (name) => name,
    });
  expect(call(7)).toEqual({ Amount: "1.50", Cents: 150n });
  expect(call(8)).toEqual({ Amount: "2", Cents: 9007199254740993n });
  expect(result({}, 7)).toEqual({
    Amount: expect.stringMatching(/^-?\d/) as string,
    Cents: expect.any(BigInt) as bigint,
  });
});

test("made results are the same for the same arguments and seed, and differ otherwise", () => {
  expect(result({}, 7)).toEqual(result({}, 7));
  const others = [result({}, 8), result({}, 7, 2), result({}, 9), result({}, 7, 3)];
  expect(others.some((other) => JSON.stringify(other, text) !== JSON.stringify(result({}, 7), text))).toBe(true);
});

function text(_key: string, value: unknown): unknown {
  return typeof value === "bigint" ? String(value) : value;
}

test("results that are no object are refused with their place", () => {
  expect(() => checkedEmployeeData({ employees: [], results: 3 })).toThrow(
    "The option data is wrong: results is not an object.",
  );
  const employees = [{ id: 1, costCenters: [], addresses: [], results: [] }];
  expect(() => checkedEmployeeData({ employees })).toThrow("wrong: employees[0].results is not an object");
});
