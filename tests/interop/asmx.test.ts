/**
 * A live `.asmx` service beside our sandbox with the same data: raw requests to both, and each difference printed. Calls to it by
 * our client are in `servers.test.ts`. `make interop` runs it where Mono and lighttpd are installed.
 */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import type { ServiceOptions, ServiceSandbox } from "soapwright-sandbox";
import { startServiceSandbox } from "soapwright-sandbox";
import { versions } from "../../generated/versions";
import type { EmployeeData } from "../../src/sandbox/employee-records";
import employees from "../../src/sandbox/employees.json";
import { operationsOf } from "../../src/sandbox/sandbox-operations";
import { startSandbox } from "../../src/sandbox/start-sandbox";
import { asmxTables } from "../sandbox/asmx-tables";
import { capturedHandler } from "../sandbox/captured-handlers";
import { comparedHeaders, plain, type RawResponse, responseTo } from "../sandbox/raw-response";
import { captured } from "../wire/captures";
import { hasLiveAsmx, startLiveAsmx } from "./asmx/live-asmx";
import { type RawRequest, rawRequests } from "./asmx/raw-requests";
import { callWithDotnet } from "./dotnet";
import { newFolder, removeFolders } from "./folders";
import { comparable, records } from "./records";
import { type ForeignServer, outputOf, variants } from "./stack";

/** The accepted differences by request, with their reasons. */
const reasons: readonly (readonly [RegExp, string])[] = [
  [/ (get|get \?x=1|get below|get the operation|put|head)$/, "pages are worded anew, in UTF-8"],
  [
    / (a form (without arguments|with a wrong number|for an unknown operation)|an address below)$/,
    "Mono leaves {0} in messages, .NET fills it in",
  ],
];

/** Starts the sandbox with the service of `employee-service.cs`. */
function startOurs(data: EmployeeData): Promise<ServiceSandbox> {
  const services = versions.map((version): ServiceOptions => {
    const { operations = {} } = operationsOf(version, { data, credentials: captured, seed: 1 });
    return {
      path: version.path,
      service: asmxTables(version.service, version.path, false),
      wsdl: readFileSync(join("wsdl", version.wsdl), "utf8"),
      operations: Object.fromEntries(Object.entries(operations).map(([name, own]) => [name, capturedHandler(own)])),
      ...(version.declaredBaseUrl === undefined ? {} : { declaredBaseUrl: version.declaredBaseUrl }),
    };
  });
  return startServiceSandbox({ services, namespaceBaseUrl: captured.baseUrl });
}

function cut(text = "nothing"): string {
  return text.length <= 400 ? text : `${text.slice(0, 400)}…`;
}

/** Returns the differences between two responses to a request, one line for each. */
function differences({ isPage }: RawRequest, theirs: RawResponse, ours: RawResponse): string[] {
  const lines: string[] = [];
  const compare = (what: string, their: string | undefined, our: string | undefined) => {
    if (their !== our) lines.push(`${what}: ${cut(their)} there, ${cut(our)} here`);
  };
  compare("status", theirs.status, ours.status);
  for (const header of comparedHeaders) compare(header, theirs.headers[header], ours.headers[header]);
  if (isPage !== true) compare("body", plain(theirs.body), plain(ours.body));
  return lines;
}

if (process.env.INTEROP === undefined) {
  test("skipped: foreign SOAP stacks run with make interop", () => undefined);
} else if (!hasLiveAsmx()) {
  console.info("skipped: Mono's mcs and fastcgi-mono-server4, or lighttpd, are not installed");
  test("skipped: a live .asmx is not installed", () => undefined);
} else {
  let theirs: ForeignServer;
  let ours: ServiceSandbox;
  beforeAll(async () => {
    // A service of this kind has no nil numbers.
    const data = JSON.parse(JSON.stringify(employees), (key, value: unknown) =>
      key === "Id" && value === null ? 0 : value,
    ) as EmployeeData;
    [theirs, ours] = await Promise.all([startLiveAsmx({ ...captured, data }), startOurs(data)]);
  }, 120_000);
  afterAll(async () => {
    await theirs?.stop();
    await ours?.close();
    removeFolders();
  });

  test("a live .asmx and the sandbox answer raw requests alike", async () => {
    const at = (url: string, request: RawRequest) => responseTo(url, request.bytes(new URL(url).host));
    const printed: string[] = [];
    let same = 0;
    const unexplained: string[] = [];
    const used = new Set<string>();
    for (const request of rawRequests(captured)) {
      const lines = differences(request, await at(theirs.url, request), await at(ours.url, request));
      if (lines.length === 0) same++;
      else {
        const reason = reasons.find(([pattern]) => pattern.test(request.name))?.[1];
        if (reason === undefined) unexplained.push(request.name);
        else used.add(reason);
        printed.push(`${request.name}${reason === undefined ? "" : ` (${reason})`}\n  ${lines.join("\n  ")}`);
      }
    }
    console.info(`${same} answers are the same, ${printed.length} differ:\n${printed.join("\n")}`);
    expect(unexplained).toEqual([]);
    expect(used.size).toBe(reasons.length);
  }, 600_000);

  test("wsdl.exe finds the WSDL from the address of the service, as at the live one", async () => {
    for (const { url } of [theirs, ours]) {
      const folder = newFolder();
      await outputOf("wsdl", ["-l:CS", "-out:proxy.cs", `${url}/soap/v3/EmployeeService.asmx`], folder);
      expect(readFileSync(join(folder, "proxy.cs"), "utf8")).toMatch(/class AuthHeader\w* : (AuthHeader|.*SoapHeader)/);
    }
  }, 60_000);

  test.each(variants)(
    "a client made from the live .asmx calls the sandbox: %s over SOAP %s",
    async (version, soapVersion) => {
      const { baseUrl: namespaceBaseUrl } = captured;
      const sandbox = await startSandbox({ namespaceBaseUrl });
      try {
        const path = `/soap/${version}/EmployeeService.asmx`;
        const printed = await callWithDotnet(
          [`${theirs.url}${path}?wsdl`, version, soapVersion],
          `${sandbox.url}${path}`,
        );
        expect(comparable(JSON.parse(printed))).toEqual(comparable(records[version]));
        expect(sandbox.requestCount).toBe(1);
      } finally {
        await sandbox.close();
      }
    },
    120_000,
  );
}
