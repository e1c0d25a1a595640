/** Our client calls foreign servers. `make interop` runs those that are installed. */
import { readFileSync, writeFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { createEmployeeServiceV3, createEmployeeServiceV21, FaultError } from "../../src/index";
import type { EmployeeData } from "../../src/sandbox/employee-records";
import employees from "../../src/sandbox/employees.json";
import { hasLiveAsmx, startLiveAsmx } from "./asmx/live-asmx";
import { newFolder, removeFolders } from "./folders";
import { hasGsoap, serveWithGsoap } from "./gsoap";
import { comparable, records } from "./records";
import {
  type ForeignServer,
  type InterfaceVersion,
  program,
  python,
  runs,
  type SoapVersion,
  startServer,
  variants,
} from "./stack";

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
afterAll(removeFolders);

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
