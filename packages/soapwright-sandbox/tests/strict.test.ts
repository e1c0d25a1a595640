/** Strict mode: a request that the real service silently forgives gets a fault that names the mistake. */

import { createEmployeeServiceV3 } from "employee-service-client";
import { type Sandbox, startSandbox } from "employee-service-client/sandbox";

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
