import { readFileSync, writeFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { type ServiceOptions, type ServiceSandbox, startServiceSandbox } from "soapwright-sandbox";
import { versions } from "../../generated/versions";
import { createEmployeeServiceV3, createEmployeeServiceV21, FaultError } from "../../src/index";
import type { EmployeeData } from "../../src/sandbox/employee-records";
import employees from "../../src/sandbox/employees.json";
import { type Sandbox, startSandbox } from "../../src/sandbox/index";
import { operationsOf } from "../../src/sandbox/sandbox-operations";
import { asmxTables } from "../sandbox/asmx-tables";
import { capturedHandler } from "../sandbox/captured-handlers";
import { comparedHeaders, plain, type RawResponse, responseTo } from "../sandbox/raw-response";
import { captured } from "../wire/captures";
import { hasLiveAsmx, startLiveAsmx } from "./asmx/live-asmx";
import { type RawRequest, rawRequests } from "./asmx/raw-requests";
import { callWithDotnet, hasDotnet } from "./dotnet";
import { newFolder, removeFolders } from "./folders";
import { callWithGsoap, hasGsoap, serveWithGsoap } from "./gsoap";
import { comparable, records } from "./records";
import {
  type ForeignServer,
  type InterfaceVersion,
  outputOf,
  program,
  python,
  runs,
  type SoapVersion,
  startServer,
  variants,
} from "./stack";

afterAll(removeFolders);

/** Foreign clients load our WSDL from the sandbox and call it. `make interop` runs those that are installed. */
describe("clients", () => {
  interface ForeignClient {
    readonly name: string;
    readonly installed: () => boolean;
    readonly call: (args: readonly string[]) => Promise<string>;
    /** Set if the client trims strings. */
    readonly trims?: true;
  }

  const clients: readonly ForeignClient[] = [
    {
      name: "PHP SoapClient",
      installed: () => runs("php", ["-r", "exit(extension_loaded('soap') ? 0 : 1);"]),
      call: (args) => outputOf("php", [program("php-client.php"), ...args]),
    },
    {
      name: "zeep",
      installed: () => runs(python, ["-c", "import zeep"]),
      call: (args) => outputOf(python, [program("zeep-client.py"), ...args]),
    },
    { name: "gSOAP", installed: hasGsoap, call: callWithGsoap },
    {
      name: "SOAP::Lite",
      installed: () => runs("perl", ["-MSOAP::Lite", "-MJSON::PP", "-e", "1"]),
      call: (args) => outputOf("perl", [program("soap-lite-client.pl"), ...args]),
    },
    { name: ".NET's wsdl tool", installed: hasDotnet, call: callWithDotnet },
    {
      name: "bare node-soap",
      installed: () => true,
      call: (args) => outputOf(process.execPath, [program("node-soap-client.cjs"), ...args]),
      trims: true,
    },
  ];

  let sandbox: Sandbox;
  beforeAll(async () => {
    sandbox = await startSandbox();
  });
  afterAll(async () => {
    await sandbox.close();
  });

  if (process.env.INTEROP === undefined) {
    test("skipped: foreign SOAP stacks run with make interop", () => undefined);
  } else {
    describe.each(clients)("$name", ({ name, installed, call, trims }) => {
      if (!installed()) {
        console.info(`skipped: ${name} is not installed`);
        test(`skipped: ${name} is not installed`, () => undefined);
        return;
      }
      test.each(variants)(
        "calls %s over SOAP %s",
        async (version, soapVersion) => {
          const wsdl = `${sandbox.url}/soap/${version}/EmployeeService.asmx?wsdl`;
          const namespace = `${sandbox.url}/soap/${version}/EmployeeService`;
          const printed = await call([wsdl, version, soapVersion, namespace]);
          expect(comparable(JSON.parse(printed))).toEqual(comparable(records[version], trims));
          const type = sandbox.requests.at(-1)?.headers["content-type"];
          expect(type).toMatch(soapVersion === "1.1" ? /^text\/xml/ : /^application\/soap\+xml/);
        },
        120_000,
      );
    });
  }
});

/** Our client calls foreign servers. `make interop` runs those that are installed. */
describe("servers", () => {
  interface ForeignService {
    readonly name: string;
    readonly installed: () => boolean;
    /** Returns the path of the service. Default: `/service`. */
    readonly path?: (version: InterfaceVersion) => string;
    readonly start: (environment: Readonly<Record<string, string>>) => Promise<ForeignServer>;
  }

  const services: readonly ForeignService[] = [
    {
      name: "PHP SoapServer",
      installed: () => runs("php", ["-r", "exit(extension_loaded('soap') ? 0 : 1);"]),
      start: (environment) =>
        startServer("php", (port) => ["-S", `127.0.0.1:${port}`, program("php-server.php")], environment),
    },
    {
      name: "spyne",
      installed: () => runs(python, ["-c", "import spyne"]),
      start: (environment) => startServer(python, () => [program("spyne-server.py")], environment),
    },
    {
      name: "gSOAP",
      installed: hasGsoap,
      start: ({ VERSION, WSDL = "" }) => serveWithGsoap(VERSION as InterfaceVersion, readFileSync(WSDL, "utf8")),
    },
    {
      name: "a live .asmx (Mono)",
      installed: hasLiveAsmx,
      path: (version) => `/soap/${version}/EmployeeService.asmx`,
      start: () =>
        startLiveAsmx({
          ...{ baseUrl, username: "sandbox-user", token: "sandbox-token", domain: "sandbox" },
          data: employees as EmployeeData,
        }),
    },
    {
      name: "node-soap's server",
      installed: () => true,
      start: (environment) => startServer(process.execPath, () => [program("node-soap-server.cjs")], environment),
    },
  ];

  const baseUrl = "https://service.example";
  let folder: string;
  beforeAll(() => {
    folder = newFolder();
    writeFileSync(join(folder, "data.json"), JSON.stringify({ costCenters: records["v2.1"], addresses: records.v3 }));
  });

  async function call(
    version: InterfaceVersion,
    soapVersion: SoapVersion,
    endpoint: string,
    secret: string,
  ): Promise<unknown> {
    const options = { baseUrl, endpoint, soapVersion, retries: 0 };
    if (version === "v2.1") {
      const service = createEmployeeServiceV21({ ...options, username: "sandbox-user", token: `${secret}-token` });
      return service.costCenterGetCurrent({ EmployeeId: 1006 }).finally(() => service.close());
    }
    const service = createEmployeeServiceV3({ ...options, domain: secret });
    return service.addressGetList({ EmployeeId: 1006, Period: 11, Year: 2026 }).finally(() => service.close());
  }

  if (process.env.INTEROP === undefined) {
    test("skipped: foreign SOAP stacks run with make interop", () => undefined);
  } else {
    describe.each(services)("$name", ({ name, installed, start, path = () => "/service" }) => {
      if (!installed()) {
        console.info(`skipped: ${name} is not installed`);
        test(`skipped: ${name} is not installed`, () => undefined);
        return;
      }
      test.each(variants)(
        "answers %s over SOAP %s",
        async (version, soapVersion) => {
          const server = await start({
            WSDL: resolve(`wsdl/employee-service.${version}.wsdl`),
            DATA: join(folder, "data.json"),
            VERSION: version,
            SOAP: soapVersion,
            NAMESPACE: `${baseUrl}/soap/${version}/EmployeeService`,
          });
          try {
            const list = await call(version, soapVersion, server.url + path(version), "sandbox");
            expect(comparable(list)).toEqual(comparable(records[version]));
            const error: unknown = await call(version, soapVersion, server.url + path(version), "wrong").catch(
              (caught: unknown) => caught,
            );
            expect(error).toBeInstanceOf(FaultError);
            expect((error as FaultError).fault.reason).toContain("1001: Not authorized");
          } finally {
            await server.stop();
          }
        },
        120_000,
      );
    });
  }
});

/**
 * A live `.asmx` service beside our sandbox with the same data: raw requests to both, and each difference printed. Calls to it by
 * our client are in this file too. `make interop` runs it where Mono and lighttpd are installed.
 */
describe("asmx", () => {
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
        expect(readFileSync(join(folder, "proxy.cs"), "utf8")).toMatch(
          /class AuthHeader\w* : (AuthHeader|.*SoapHeader)/,
        );
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
});
