/** Foreign clients of a mock that requires security: zeep with its own UsernameToken and signature. */
import type { ServiceSecurityOptions } from "soapwright-security";
import { pem } from "soapwright-testing/security/keys";
import { removeFolders } from "./folders";
import { callMock, KEYS, users } from "./security/small";
import { outputOf, program, python, runs } from "./stack";

const hasZeep = runs(python, ["-c", "import zeep, xmlsec"]);

afterAll(removeFolders);

function zeep(mode: string, security: ServiceSecurityOptions): Promise<string> {
  const client = program("../security/zeep-client.py");
  return callMock(security, (address) => outputOf(python, [client, address, mode, KEYS]));
}

function describeWith(installed: boolean, name: string, suite: () => void): void {
  if (installed && process.env.INTEROP === "1") describe(name, suite);
  else test(`${name}: skipped`, () => expect(true).toBe(true));
}

describeWith(hasZeep, "zeep", () => {
  test.each(["text", "digest"] as const)("signs in with a %s, and is refused with another password", async (type) => {
    expect(await zeep(type, { users, passwordType: type })).toBe("49");
    expect(await zeep("wrong", { users })).toMatch(/^fault: .*user name or password is wrong/);
  });
  test("is refused where the service asks for another kind of password", async () => {
    expect(await zeep("text", { users, passwordType: "digest" })).toMatch(/^fault: .*has to be a digest/);
  });
  test("signs its request, and verifies the signed response", async () => {
    const verify = { certificates: pem("client.crt"), parts: ["Body"] } as const;
    const algorithms = { signatureAlgorithms: ["RSA-SHA1"], digestAlgorithms: ["SHA-1"] } as const;
    const signature = { certificate: pem("service.crt"), key: pem("service.key") };
    expect(await zeep("sign", { verify: { ...verify, ...algorithms }, signature })).toBe("49");
    expect(await zeep("sign", { verify, signature })).toMatch(/^fault: .*sha1/);
    const other = { certificate: pem("other.crt"), key: pem("other.key") };
    await expect(zeep("sign", { verify: { ...verify, ...algorithms }, signature: other })).rejects.toThrow(
      /SignatureVerificationFailed/,
    );
  });
});
