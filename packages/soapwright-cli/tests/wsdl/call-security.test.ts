/** `call` of a WSDL whose policy asks for security: what the command line and the file of `--security` give. */
import { resolve } from "node:path";
import { mockService } from "soapwright-sandbox";
import { runCommand } from "soapwright-testing/commands/run-command";
import { Folder, smallWsdl } from "soapwright-testing/commands/small-wsdl";
import { pem } from "soapwright-testing/security/keys";
import { atEnd, endAfterEach } from "soapwright-testing/stage/stage";

endAfterEach();

const keyFolder = resolve(__dirname, "../../../soapwright-testing/src/security/keys");

const nested = (name: string, inside = ""): string => `<sp:${name}><wsp:Policy>${inside}</wsp:Policy></sp:${name}>`;
const token = (name: string): string => nested(name, nested("X509Token"));
const BY_NAME = nested("SupportingTokens", nested("UsernameToken"));
const BY_CERTIFICATE = `${nested(
  "AsymmetricBinding",
  `${token("InitiatorToken")}${token("RecipientToken")}${nested("AlgorithmSuite", "<sp:Basic256Sha256/>")}<sp:IncludeTimestamp/>`,
)}<sp:SignedParts><sp:Body/></sp:SignedParts>`;
const BY_KERBEROS = nested("EndorsingSupportingTokens", nested("KerberosToken"));

const folder = new Folder();
afterAll(() => folder.remove());

function wsdlWith(policy: string): string {
  const prefixes =
    'xmlns:wsp="http://www.w3.org/ns/ws-policy" xmlns:sp="http://docs.oasis-open.org/ws-sx/ws-securitypolicy/200702"';
  return folder.write(
    smallWsdl({ response: '<xs:element name="Text" type="xs:string"/>' })
      .replace("<wsdl:definitions ", `<wsdl:definitions ${prefixes} `)
      .replace(/<wsdl:binding [^>]*>/, (start) => `${start}\n<wsp:Policy>${policy}</wsp:Policy>`),
  );
}

async function calling(policy: string, security: NonNullable<Parameters<typeof mockService>[1]>["security"]) {
  const wsdl = wsdlWith(policy);
  const mock = await mockService(wsdl, { results: { Get: "moved" }, ...(security && { security }) });
  atEnd(() => mock.close());
  const endpoint = mock.url + mock.places[0]!.path;
  return (...more: string[]) =>
    runCommand(["call", wsdl, "Get", "--endpoint", endpoint, ...more], { environment: { PASSWORD: "s3cret" } });
}

const users = { ada: "s3cret" };
const account = ["--username", "ada", "--password-env", "PASSWORD"];

test("a user name and a password go where the policy wants them", async () => {
  const call = await calling(BY_NAME, { users });
  expect(await call(...account)).toMatchObject({ code: 0, out: expect.stringContaining("moved") as string });
  expect((await call(...account, "--auth", "basic")).code).not.toBe(0);
  const file = folder.write(JSON.stringify({ username: "ada", password: "s3cret" }));
  expect(await call("--security", file)).toMatchObject({ code: 0, err: "" });
});

test("a file has certificates and keys as paths", async () => {
  const service = { certificate: pem("service.crt"), key: pem("service.key") };
  const call = await calling(BY_CERTIFICATE, {
    verify: { certificates: pem("client.crt") },
    signature: service,
    timestamp: true,
  });
  const path = (name: string): string => resolve(keyFolder, name);
  const given = { certificate: path("client.crt"), key: path("client.key"), serviceCertificate: [path("service.crt")] };
  const file = folder.write(JSON.stringify(given));
  expect(await call("--security", file)).toMatchObject({ code: 0, err: "" });
  const { serviceCertificate: _left, ...others } = given;
  const missing = await call("--security", folder.write(JSON.stringify(others)));
  expect(missing.code).toBe(2);
  expect(missing.err).toContain("Set security.serviceCertificate.");
  const wrong = await call("--security", folder.write(JSON.stringify({ ...given, key: "none.key" })));
  expect(wrong.code).toBe(2);
  expect(wrong.err).toMatch(/none\.key.*: key\) cannot be read/);
});

test("a file with options decides in place of the policy", async () => {
  const call = await calling(BY_NAME, { users, passwordType: "digest" });
  const usernameToken = { username: "ada", password: "s3cret", passwordType: "digest" };
  expect((await call("--security", folder.write(JSON.stringify({ usernameToken })))).code).toBe(0);
});

test("what no client meets is named by its assertion and line", async () => {
  const call = await calling(BY_KERBEROS, undefined);
  const file = folder.write(JSON.stringify({ username: "ada", password: "s3cret" }));
  const { code, err } = await call("--security", file);
  expect(code).toBe(2);
  expect(err).toMatch(/sp:KerberosToken \(line \d+ of small-\d+\.wsdl\)/);
  expect(err).not.toContain("s3cret");
});
