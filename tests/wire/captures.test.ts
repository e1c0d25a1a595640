/**
 * Every captured response of a real `.asmx` stack has the outcome in `captures.tsv`, with values as libxml2 reads them.
 */

import { elementsOf, Referee, type RefereeElement, textOf } from "soapwright-testing/referee/referee";
import { contract } from "soapwright-testing/wire/contract-facts";
import {
  createEmployeeServiceV3,
  createEmployeeServiceV21,
  type EmployeeServiceOptions,
  FaultError,
  type ServiceError,
} from "../../src/index";
import { absence, capture, captured, captureNames, hasCaptures, outcomes } from "./captures";
import { ReplayServer } from "./replay-server";
import { recordsOf } from "./values";

let referee: Referee;
let server: ReplayServer;
beforeAll(async () => {
  referee = new Referee();
  server = await new ReplayServer().listen();
});
afterAll(async () => {
  await referee.close();
  await server.close();
});

async function resultOf(name: string, options: Partial<EmployeeServiceOptions> = {}): Promise<unknown> {
  const { bytes, headers } = capture(name, "response");
  server.answer = bytes;
  const soapVersion = headers.get("content-type")?.includes("soap+xml") ? "1.2" : "1.1";
  const { baseUrl, username, token, domain } = captured;
  const shared = { baseUrl, endpoint: `${server.url}/x`, soapVersion, retries: 0, ...options } as const;
  if (/(^|-)v3-/.test(name)) {
    const service = createEmployeeServiceV3({ ...shared, domain });
    return service.addressGetList({ EmployeeId: 1, Period: 5, Year: 2024 }).finally(() => service.close());
  }
  const service = createEmployeeServiceV21({ ...shared, username, token });
  return service.costCenterGetCurrent({ EmployeeId: 1 }).finally(() => service.close());
}

async function errorOf(name: string, options?: Partial<EmployeeServiceOptions>): Promise<ServiceError> {
  const error: unknown = await resultOf(name, options).catch((caught: unknown) => caught);
  expect(error).toBeInstanceOf(Error);
  return error as ServiceError;
}

const named = (kind: string) => outcomes.filter((outcome) => outcome.kind === kind);

if (!hasCaptures) {
  console.info(absence);
  test(absence, () => undefined);
} else {
  test("the table names every capture", () => {
    expect(outcomes.map(({ name }) => name).sort()).toEqual(captureNames());
  });

  test.each(named("list"))("$name is a list of $detail", async ({ name, detail }) => {
    const records = recordsOf(await referee.parse(capture(name, "response").body));
    expect(records).toHaveLength(Number(detail));
    await expect(resultOf(name)).resolves.toStrictEqual(records);
  });

  test.each(named("nil-item"))("$name has a nil item among $detail", async ({ name, detail }) => {
    const records = recordsOf(await referee.parse(capture(name, "response").body));
    expect(records.filter((record) => record === null)).toHaveLength(1);
    if (!contract.nilItems) await expect(errorOf(name)).resolves.toMatchObject({ code: "RESPONSE", reason: "value" });
    const lenient = (await resultOf(name, { validation: "lenient" })) as unknown[];
    expect(lenient).toHaveLength(Number(detail));
    expect(lenient.indexOf(null)).toBe(records.indexOf(null));
  });

  test.each(named("fault"))("$name is the fault $detail", async ({ name, detail }) => {
    const response = capture(name, "response");
    const fault = everyElement(await referee.parse(response.body)).find(({ local }) => local === "Fault")!;
    const error = await errorOf(name);
    expect(error).toBeInstanceOf(FaultError);
    const { fault: read, httpStatus } = error as FaultError;
    expect({ code: read.code.local, reason: read.reason, httpStatus }).toEqual({
      code: detail,
      reason: reasonOf(fault),
      httpStatus: 500,
    });
  });

  test.each(named("http"))("$name is HTTP $detail", async ({ name, detail }) => {
    await expect(errorOf(name)).resolves.toMatchObject({ code: "HTTP", status: Number(detail) });
  });

  test.each(named("response"))("$name is not an answer: $detail", async ({ name, detail }) => {
    await expect(errorOf(name)).resolves.toMatchObject({ code: "RESPONSE", reason: detail });
  });

  test("a control character is read when it is allowed", async () => {
    const [first] = (await resultOf("v21-11-control-char", { allowControlCharacters: true })) as [object];
    expect(JSON.stringify(first)).toContain("\\u0001");
  });

  test("what is cut is left out, and nothing else", () => {
    const cut = named("cut").map(({ name }) => name);
    for (const name of captureNames()) {
      const { headers, body } = capture(name, "response");
      const isShort = Number(headers.get("content-length") ?? body.length) > body.length;
      expect([name, isShort]).toEqual([name, cut.includes(name)]);
    }
  });
}

function everyElement(element: RefereeElement): RefereeElement[] {
  return [element, ...elementsOf(element).flatMap(everyElement)];
}

function reasonOf(fault: RefereeElement): string {
  const text = everyElement(fault).find(({ local }) => local === "faultstring" || local === "Text");
  return textOf(text!);
}
