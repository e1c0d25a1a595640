/** Foreign clients load our WSDL from the sandbox and call it. `make interop` runs those that are installed. */
import { type Sandbox, startSandbox } from "../../src/sandbox/index";
import { callWithDotnet, hasDotnet } from "./dotnet";
import { removeFolders } from "./folders";
import { callWithGsoap, hasGsoap } from "./gsoap";
import { comparable, records } from "./records";
import { outputOf, program, python, runs, variants } from "./stack";

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
  removeFolders();
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
