/** The requests of the captured exchanges, sent unchanged to our sandbox, which must respond as the real service did. */

import type { OperationNode } from "soapwright-runtime/tables";
import type { OperationHandler, ServiceOptions, ServiceSandbox } from "soapwright-sandbox";
import { startServiceSandbox } from "soapwright-sandbox";
import { Referee } from "soapwright-testing/referee/referee";
import { versions } from "../../generated/versions";
import type { EmployeeRecord } from "../../src/sandbox/employee-records";
import { operationsOf } from "../../src/sandbox/sandbox-operations";
import { absence, capture, captured, captureNames, hasCaptures } from "../wire/captures";
import { asmxTables, resultWithNils } from "./asmx-tables";
import { capturedEmployees } from "./captured-employees";
import { capturedHandler } from "./captured-handlers";
import { comparedHeaders, plain, responseTo } from "./raw-response";

/** The captured cases that are not compared, and why. */
const left: readonly (readonly [RegExp, string])[] = [
  [
    /-huge$|post-(3mb|5mb)|slow2/,
    "the capture is cut, or 3 MB of made records; slow2 sleeps in the captured service's own code",
  ],
];
/** The cases of which only the head is compared, and why. */
const headAlone: readonly (readonly [RegExp, string])[] = [
  [/^get-asmx|nonexistent|lowercase-path|^(head|put|delete|options)-|get-pathinfo/, "pages are worded and styled anew"],
];
/** The accepted differences of the head, by case: the status of our response, and why. */
const otherStatus: readonly (readonly [RegExp, string, string])[] = [
  [/^get-op$/, "200", "Mono's own page fails here; .NET shows the operation"],
];

type Flavor = "" | "dev" | "nil" | "npe" | "plain" | "wsi";

const flavors: readonly Flavor[] = ["", "dev", "nil", "npe", "plain", "wsi"];
const known = hasCaptures ? captureNames().filter((name) => !left.some(([pattern]) => pattern.test(name))) : [];
const sandboxes = new Map<Flavor, ServiceSandbox>();
let referee: Referee;

function flavorOf(name: string): Flavor {
  return flavors.find((flavor) => flavor !== "" && name.startsWith(`${flavor}-`)) ?? "";
}

beforeAll(async () => {
  referee = new Referee();
  if (!hasCaptures) return;
  const data = { employees: await capturedEmployees(referee) };
  for (const flavor of flavors) sandboxes.set(flavor, await startFlavor(flavor, data));
});
afterAll(async () => {
  await referee.close();
  for (const sandbox of sandboxes.values()) await sandbox.close();
});

async function startFlavor(flavor: Flavor, data: { employees: EmployeeRecord[] }): Promise<ServiceSandbox> {
  // Nil items and nil texts need the tables of a stack that has them.
  const hasNilTexts = flavor === "nil";
  const services = versions.map((version): ServiceOptions => {
    const service = asmxTables(version.service, version.path, hasNilTexts);
    const { operations = {} } = operationsOf(version, { data, credentials: captured, seed: 1 });
    const handlers = Object.entries(operations).map(([name, own]) => [
      name,
      withTexts(
        service.operations.find((operation) => hasNilTexts && operation.name === name),
        flavor === "npe" || flavor === "wsi" ? npe(own) : capturedHandler(own),
      ),
    ]);
    return {
      path: `${flavor === "" ? "" : `/${flavor}`}${version.path}`,
      service,
      operations: Object.fromEntries(handlers) as NonNullable<ServiceOptions["operations"]>,
      requireHeaders: flavor === "wsi",
      ...(version.declaredBaseUrl === undefined ? {} : { declaredBaseUrl: version.declaredBaseUrl }),
    };
  });
  const customErrors = flavor !== "dev";
  return startServiceSandbox({ services, namespaceBaseUrl: captured.baseUrl, customErrors });
}

/** Returns the handler with nil for each text that its result lacks, if the texts of the operation are nillable. */
function withTexts(operation: OperationNode | undefined, own: OperationHandler): OperationHandler {
  return operation === undefined ? own : async (request) => resultWithNils(operation, await own(request));
}

/** Returns a handler that reads the header without checking that it exists. */
function npe(own: NonNullable<ServiceOptions["operations"]>[string]): typeof own {
  return (request) => {
    if (Object.keys(request.headers).length === 0) {
      throw new TypeError("Object reference not set to an instance of an object");
    }
    return own(request);
  };
}

if (!hasCaptures) {
  console.info(absence);
  test(absence, () => undefined);
} else {
  test("few cases are left out", () => {
    expect(captureNames().length - known.length).toBeLessThan(9);
  });

  test.each(known)("%s", async (name) => {
    const wanted = capture(name, "response");
    const sandbox = sandboxes.get(flavorOf(name))!;
    // The captured client sent HTTP/1.0 and `Connection: close`, so every response closes the connection.
    const { status, headers, body } = await responseTo(sandbox.url, atSandbox(sandbox, capture(name, "request").bytes));
    const changed = otherStatus.find(([pattern]) => pattern.test(name));
    const isPage = changed !== undefined || headAlone.some(([pattern]) => pattern.test(name));
    expect(status).toBe(changed?.[1] ?? wanted.startLine.split(" ")[1]);
    for (const header of comparedHeaders) {
      const value =
        header === "content-type" && isPage
          ? `${wanted.headers.get(header)}; charset=utf-8`
          : wanted.headers.get(header);
      expect([header, headers[header]]).toEqual([header, value]);
    }
    if (!name.startsWith("head-")) expect(headers["content-length"]).toBe(String(body.length));
    if (!isPage) expect(withoutNewer(plain(body), plain(wanted.body))).toBe(plain(wanted.body));
  });
}

/** Leaves out nil elements that the captured service did not have, because the contract may have grown since. */
function withoutNewer(text: string, wanted: string): string {
  return text.replace(/<(\w+) xsi:nil="true" \/>/g, (nil, name: string) => (wanted.includes(`<${name}`) ? nil : ""));
}

/** Replaces the captured host and port by those of this sandbox, because pages show them. */
function atSandbox(sandbox: ServiceSandbox, bytes: Buffer): Buffer {
  const { host } = new URL(sandbox.url);
  const text = bytes.toString("latin1");
  const end = text.indexOf("\r\n\r\n");
  return Buffer.from(text.slice(0, end).replaceAll("127.0.0.1:8471", host) + text.slice(end), "latin1");
}
