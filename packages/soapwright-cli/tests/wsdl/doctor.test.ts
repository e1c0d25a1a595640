import { resolve } from "node:path";
import { type MockedService, mockService } from "soapwright-sandbox";
import { runCommand } from "soapwright-testing/commands/run-command";
import { Folder, smallWsdl } from "soapwright-testing/commands/small-wsdl";
import { wholeProgram } from "soapwright-testing/commands/whole-program";
import { pem } from "soapwright-testing/security/keys";

const folder = new Folder();
const element = (name: string, type: string, more = "") => `<xs:element name="${name}" type="${type}" ${more}/>`;
const shown = folder.write(
  smallWsdl({ request: element("Id", "xs:int"), response: element("Price", "xs:decimal", 'minOccurs="0"') }),
);
let service: MockedService;
let endpoint: string;
beforeAll(async () => {
  const started = await mockService(shown);
  service = started;
  endpoint = `${started.url}${started.places[0]?.path}`;
});
afterAll(async () => {
  await service.close();
  folder.remove();
});

interface Options {
  readonly endpoint?: string;
  readonly service?: string;
  readonly failOn?: string;
  readonly json?: true;
  readonly read?: string;
  readonly arguments?: string;
  readonly security?: string;
}

function examined(wsdl: string, more: Options = {}) {
  const { failOn = "warning", json, ...options } = { endpoint, ...more };
  const words = Object.entries(options).flatMap(([name, value]) => [`--${name}`, value]);
  return runCommand(["doctor", wsdl, ...words, "--fail-on", failOn, ...(json ? ["--json"] : [])]);
}

test("a service that is as its WSDL says has no finding", async () => {
  const { code, out, err } = await examined(shown);
  expect([code, err]).toEqual([0, ""]);
  expect(out).toContain(`Small at ${endpoint}\n`);
  expect(out).toContain("The service's WSDL has everything that this client knows.");
  expect(out).toMatch(/Nothing is wrong\.\n$/);
});

test("a service that has changed: what matters to a client of the WSDL, in words", async () => {
  const older = folder.write(
    smallWsdl({ request: element("Id", "xs:string"), response: element("Price", "xs:decimal") }),
  );
  const { code, out } = await examined(older);
  expect(code).toBe(1);
  expect(out).toContain("Get.Id in the service's WSDL: xs:string -> xs:int. This breaks what the client sends");
  expect(out).toContain("GetResponse.Price in the service's WSDL: occurs 1 -> 0..1. This breaks what the client reads");
  const { code: jsonCode, out: json } = await examined(older, { json: true });
  expect(jsonCode).toBe(1);
  const { services } = JSON.parse(json);
  expect(services).toMatchObject([{ name: "Small", endpoint, outcome: "error" }]);
});

test("warnings alone have an exit code of their own, unless they do not count", async () => {
  const elsewhere = { endpoint: endpoint.replace("/Small", "/Other") };
  const { code, out } = await examined(shown, elsewhere);
  expect(out).toContain('shows status 404 ("The resource cannot be found. - Sandbox") instead of a WSDL');
  expect(code).toBe(8);
  expect((await examined(shown, { ...elsewhere, failOn: "error" })).code).toBe(0);
});

test("a service that is not there", async () => {
  const { code, out } = await examined(shown, { endpoint: "http://127.0.0.1:9/" });
  expect(code).toBe(1);
  expect(out).toMatch(/error {4}tcp/);
});

test.each([
  ["an endpoint that is no address", { endpoint: "nowhere" }, 2, /endpoint takes an absolute http: or https: address/],
  ["a service that the WSDL does not have", { service: "Other" }, 2, /unknown service 'Other'\. There is Small\./],
])("%s is wrong usage", async (_what, options, wanted, words) => {
  const { code, out, err } = await examined(shown, options);
  expect([code, out]).toEqual([wanted, ""]);
  expect(err).toMatch(words);
});

test("several services at one endpoint have to be distinguished", async () => {
  const { code, err } = await examined("packages/soapwright-testing/src/golden/cases/several-services/service.wsdl");
  expect(code).toBe(2);
  expect(err).toMatch(
    /--endpoint is the address of one service, and there are One, TwoPort, OnePort\. Choose one with --service\./,
  );
});

describe("a service that insists", () => {
  const keys = "packages/soapwright-testing/src/security/keys";
  const users = { ada: "s3cret" };
  const verify = { certificates: pem("client.crt") };
  const signature = { certificate: pem("service.crt"), key: pem("service.key") };
  const usernameToken = { username: "ada", password: "s3cret", passwordType: "digest" };
  const paths = { certificate: resolve(keys, "client.crt"), key: resolve(keys, "client.key") };
  let insisting: MockedService;
  let at: string;
  beforeAll(async () => {
    const started = await mockService(shown, { security: { users, verify, signature } });
    insisting = started;
    at = `${started.url}${started.places[0]?.path}`;
  });
  afterAll(() => insisting.close());
  const read = { read: "Get", arguments: '{"Id": 7}' };
  const file = (options: unknown): string => folder.write(JSON.stringify(options));

  test("is read with the tokens and keys of a file, and its response verified", async () => {
    const security = file({
      usernameToken,
      signature: paths,
      verify: { certificates: [resolve(keys, "service.crt")] },
    });
    const { code, out, err } = await examined(shown, { endpoint: at, ...read, security });
    expect([code, err]).toEqual([0, ""]);
    expect(out).toContain("A read succeeded");
    expect(out).not.toContain("s3cret");
  });

  test.each([
    ["without security", undefined, /InvalidSecurity.*features: \[security/s],
    [
      "with a wrong password",
      { usernameToken: { ...usernameToken, password: "wr0ng" }, signature: paths },
      /refuses the credentials.*Check --security/s,
    ],
    [
      "with the certificate of another service",
      { usernameToken, signature: paths, verify: { certificates: [resolve(keys, "other.crt")] } },
      /was not accepted/,
    ],
  ])("%s is a finding", async (_what, options, words) => {
    const security = options && { security: file(options) };
    const { code, out } = await examined(shown, { endpoint: at, ...read, ...security });
    expect(code).toBe(1);
    expect(out).toMatch(words);
    expect(out).not.toMatch(/s3cret|wr0ng/);
  });

  test.each([
    ["a file that is not there", { ...read, security: "nowhere.json" }, /nowhere\.json cannot be read/],
    ["a file without JSON", { ...read, security: folder.write("{secret") }, /:1:2 is not JSON\. Correct it there\.\n$/],
    [
      "an option that is wrong",
      { ...read, security: file({ usernameToken: {} }) },
      /security\.usernameToken\.username is missing/,
    ],
    ["security without a read", { security: "any.json" }, /--security is for a call: .* --read/],
    ["arguments without a read", { arguments: "{}" }, /--arguments is for a call/],
    ["an operation that is not there", { read: "Put" }, /unknown operation 'Put'\. There is Get\./],
    ["arguments that are no JSON", { read: "Get", arguments: "{Id" }, /--arguments is not JSON/],
  ])("%s is wrong usage", async (_what, options, words) => {
    const { code, out, err } = await examined(shown, { endpoint: at, ...options });
    expect([code, out]).toEqual([2, ""]);
    expect(err).toMatch(words);
  });
});

test("a read that is not made is exit code 2, and nothing is called well", async () => {
  const { code, out, err } = await examined(shown, { read: "Get", arguments: '{"Id": "seven"}' });
  expect([code, err]).toEqual([2, expect.stringMatching(/^error: Get was not called\. The read was not sent: /)]);
  expect(out).not.toContain("Nothing is wrong");
  const { out: json } = await examined(shown, { read: "Get", arguments: '{"Id": "seven"}', json: true });
  expect(JSON.parse(json).services[0].checks).toContainEqual(
    expect.objectContaining({ name: "credentials", outcome: "skipped", reason: "read-not-sent" }),
  );
});

test("a response with attachments is read", async () => {
  const wsdl = "packages/soapwright-testing/src/golden/cases/attachments/service.wsdl";
  const mock = await mockService(wsdl);
  try {
    const place = `${mock.url}${mock.places[0]?.path}`;
    const { out } = await examined(wsdl, { endpoint: place, read: "GetDocument", arguments: '{"Id": 7}' });
    expect(out).toContain("A read succeeded");
  } finally {
    await mock.close();
  }
});

test("a WSDL with an error", async () => {
  const { code, err } = await examined(folder.write("<a/>"));
  expect(code).toBe(1);
  expect(err).toContain("not a WSDL 1.1 document");
});

test("it is a command of the generator", () => {
  expect(wholeProgram().commands.map((command) => command.name())).toContain("doctor");
});
