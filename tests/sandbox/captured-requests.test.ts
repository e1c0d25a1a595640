/** The requests of the captured exchanges, sent byte for byte to our sandbox: does it answer as the real stack did? */
import { connect } from "node:net";
import { versions } from "../../generated/versions";
import type { EmployeeRecord } from "../../src/sandbox/employees/employee-records";
import { operationsOf } from "../../src/sandbox/employees/operations";
import type { OperationHandler, ServiceOptions } from "../../src/sandbox/hosted-service";
import { type ServiceSandbox, startServiceSandbox } from "../../src/sandbox/service-sandbox";
import { Referee } from "../referee/referee";
import { absence, capture, captured, captureNames, hasCaptures } from "../wire/captures";
import { recordsOf } from "../wire/values";

/** Captured cases that our sandbox does not imitate, and why. */
const left: readonly (readonly [RegExp, string])[] = [
  [/^(dev|nil|npe|wsi|plain)-/, "another flavour of the stand-in service"],
  [/-(soap.*exception|unhandled)/, "an error of the stand-in's own code"],
  [/1-(lone-surrogate|control-char|slow2|huge)$|unnamed-enum/, "an accident inside the stand-in's data"],
  [/-(null|nulls-inside)$/, "no list, and nil items, which our service does not have"],
  [/-echo-/, "the stand-in says what it was sent"],
  [/^(get|head|put|delete|options)-|-lowercase-path|nonexistent|post-form|pathinfo/, "pages of the host"],
  [/post-(3mb|5mb|http10|chunked|expect|gzip-request|accept-gzip)/, "cut, or about the host"],
  [/xml-comments-pi/, "our reader takes no processing instructions"],
  [/xml-comment-in-value/, "our reader takes comments in a number"],
  [/int-child-element/, "the stand-in reads 700 out of a child of the number"],
];

interface Answer {
  readonly status: string;
  readonly type: string | undefined;
  readonly body: Buffer;
}

const known = hasCaptures ? captureNames().filter((name) => !left.some(([pattern]) => pattern.test(name))) : [];
let referee: Referee;
let sandbox: ServiceSandbox;

beforeAll(async () => {
  referee = new Referee();
  if (!hasCaptures) return;
  const data = { employees: await capturedEmployees() };
  const services = versions.map((version): ServiceOptions => {
    const own = operationsOf(version, { data, credentials: captured, seed: 1 });
    return {
      path: version.path,
      service: version.service,
      ...own,
      operations: { ...own.operations, ...standInOperations(own.operations) },
      ...(version.declaredBaseUrl === undefined ? {} : { declaredBaseUrl: version.declaredBaseUrl }),
    };
  });
  sandbox = await startServiceSandbox({ services, namespaceBaseUrl: captured.baseUrl });
});
afterAll(async () => {
  await referee.close();
  await sandbox?.close();
});

/** The employees that the captured answers tell about; 700 is the one whose address repeats the arguments. */
async function capturedEmployees(): Promise<EmployeeRecord[]> {
  const employees = new Map<number, EmployeeRecord>([[700, { id: 700, costCenters: [], addresses: [] }]]);
  for (const name of known.filter((name) => /^v(21|3)-11-(one|two|empty|percentages|text|six-types)$/.test(name))) {
    const id = Number(/<EmployeeId>(\d+)</.exec(capture(name, "request").body.toString("utf8"))?.[1]);
    const records = recordsOf(await referee.parse(capture(name, "response").body)) as object[];
    const before = employees.get(id) ?? { id, costCenters: [], addresses: [] };
    const known21 = name.startsWith("v21") ? { costCenters: records } : {};
    const known3 = name.startsWith("v3") ? { addresses: records.map((address) => ({ address })) } : {};
    employees.set(id, { ...before, ...known21, ...known3 });
  }
  return [...employees.values()];
}

/** Address_GetList of the stand-in: it takes any period for employee 700, and repeats what it was sent. */
function standInOperations(own: ServiceOptions["operations"]): NonNullable<ServiceOptions["operations"]> {
  const { Address_GetList } = own ?? {};
  if (Address_GetList === undefined) return {};
  const standIn: OperationHandler = (request) => {
    const { EmployeeId, Period, Year } = request.args as { EmployeeId: number; Period: number; Year: number };
    if (EmployeeId !== 700) return Address_GetList(request);
    const numbers = { HouseNumber: String(Period), HouseNumberAddition: String(Year) };
    return [{ Id: 700, Default: true, Street: "echo", ...numbers, Type: "HomeAddress" }];
  };
  return { Address_GetList: standIn };
}

function answerTo(bytes: Buffer): Promise<Answer> {
  return new Promise((resolve, reject) => {
    const chunks: Buffer[] = [];
    const socket = connect(Number(new URL(sandbox.url).port), "127.0.0.1", () => socket.write(bytes));
    socket.on("data", (chunk) => chunks.push(chunk));
    socket.on("error", reject);
    socket.on("close", () => {
      const all = Buffer.concat(chunks);
      const end = all.indexOf("\r\n\r\n");
      const head = all.subarray(0, end).toString("latin1");
      const status = head.split(" ")[1] ?? "";
      resolve({ status, type: /^content-type: (.*)$/im.exec(head)?.[1]?.trim(), body: all.subarray(end + 4) });
    });
  });
}

if (!hasCaptures) {
  console.info(absence);
  test(absence, () => undefined);
} else {
  test.each(known)("%s", async (name) => {
    const wanted = capture(name, "response");
    const answer = await answerTo(capture(name, "request").bytes);
    expect({ status: answer.status, type: answer.type }).toEqual({
      status: wanted.startLine.split(" ")[1],
      type: wanted.headers.get("content-type"),
    });
    expect(plain(answer.body)).toBe(plain(wanted.body));
  });
}

/**
 * An answer with what differs on purpose made equal: texts of the XML reader, places in the request, the `{0}` that Mono
 * leaves in messages, and carriage returns, which libxml2 reads as line feeds.
 */
function plain(body: Buffer): string {
  return body
    .toString("utf8")
    .replace(
      /(process request\. ---&gt; )(?!Request format)(?=.*(Line \d+, position \d+|Root element|DTD is)).*?(?=<)/,
      "$1…",
    )
    .replace(/\(\d+, \d+\)/, "(…)")
    .replace(/(HTTP Header|SOAP header|The action|Envelope namespace) .*?(?=<)/, "$1 …")
    .replaceAll("\r", "");
}
