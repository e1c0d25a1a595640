/** `mock --security FILE` and `mockService({ security })`: a service of any WSDL that requires security. */
import { copyFileSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { SecurityOptions } from "soapwright-security";
import { smallWsdl } from "soapwright-testing/commands/small-wsdl";
import { createSecurity } from "soapwright-testing/security/create-security";
import { envelope, request } from "soapwright-testing/security/envelopes";
import { pem } from "soapwright-testing/security/keys";
import { mockService } from "../../src";
import { runMock } from "../../src/commands/mock/run-mock";

let folder: string;
let wsdl: string;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), "mock-security-"));
  wsdl = join(folder, "small.wsdl");
  writeFileSync(wsdl, smallWsdl());
  for (const name of ["client.crt", "service.crt", "service.key"]) {
    copyFileSync(join(__dirname, "../../../soapwright-testing/src/security/keys", name), join(folder, name));
  }
});
afterAll(() => rmSync(folder, { recursive: true }));

function file(content: unknown): string {
  const path = join(folder, "security.json");
  writeFileSync(path, typeof content === "string" ? content : JSON.stringify(content));
  return path;
}

function streams() {
  const printed = { out: "", err: "" };
  const to = (name: keyof typeof printed) => (text: string) => {
    printed[name] += text;
  };
  return { printed, isTerminal: false, out: to("out"), err: to("err") };
}

async function call(url: string, options?: SecurityOptions): Promise<string> {
  const plain = envelope('<Get xmlns="urn:example:small"/>');
  const secured = options && (await createSecurity(options).secure!({ envelope: plain, request })).envelope;
  const headers = { "content-type": "text/xml", soapaction: "Get" };
  const response = await fetch(url, { method: "POST", headers, body: secured ?? plain });
  return response.text();
}

const usernameToken = { username: "ada", password: "s3cret", passwordType: "digest" } as const;
const signature = { certificate: pem("client.crt"), key: pem("client.key") };

test("the command takes users, Timestamp and keys from a file, by paths from its folder", async () => {
  const insisting = {
    users: { ada: "s3cret" },
    passwordType: "digest",
    timestamp: true,
    verify: { certificates: ["client.crt"] },
    signature: { certificate: "service.crt", key: "service.key" },
  };
  const own = streams();
  const code = await runMock(wsdl, { security: file(insisting), sandbox: { port: 0 } }, own, async () => {
    const url = /Small: (\S+)/.exec(own.printed.err)![1]!;
    expect(await call(url)).toMatch(/InvalidSecurity.*asks for a UsernameToken with a digest and a Timestamp and an/);
    expect(await call(url, { usernameToken, timestamp: true })).toMatch(/InvalidSecurity.*not signed/);
    expect(await call(url, { usernameToken: { ...usernameToken, passwordType: "text" } })).toMatch(/be a digest/);
    const text = await call(url, { usernameToken, signature });
    expect(text).toContain("GetResponse");
    const { verify } = createSecurity({ verify: { certificates: pem("service.crt") } });
    const received = { text, soapVersion: "1.1", operation: "Get", understood: new Set<string>() } as const;
    expect(await verify!({ ...received, sent: undefined })).toContain("GetResponse");
    await expect(verify!({ ...received, text: text.replace("GetR", "PutR"), sent: undefined })).rejects.toThrow();
  });
  expect([own.printed.err, code]).toEqual([expect.not.stringContaining("s3cret"), 0]);
});

test("the API takes the options themselves", async () => {
  const mock = await mockService(wsdl, { security: { users: { ada: "s3cret" } } });
  try {
    const url = mock.url + mock.places[0]!.path;
    expect(await call(url, { usernameToken })).toContain("GetResponse");
    expect(await call(url, { usernameToken: { ...usernameToken, password: "other" } })).toContain(
      "FailedAuthentication",
    );
  } finally {
    await mock.close();
  }
});

test.each<[string, unknown, RegExp]>([
  ["that is no JSON", '{"users": {"ada": s3cret}}', /security\.json is not JSON\.\n$/],
  ["that is no object", ["s3cret"], /security\.json does not hold an object/],
  ["with an option that is unknown", { user: { ada: "s3cret" } }, /user/],
  ["with a password that is none", { users: { ada: { text: "s3cret" } } }, /security\.users\.ada/],
  ["with a certificate that is not there", { verify: { certificates: "none.crt" } }, /none\.crt.*verify\.certificates/],
  ["with a key in the place of a certificate", { verify: { certificates: ["service.key"] } }, /verify\.certificates/],
  [
    "with the key of another certificate",
    { signature: { certificate: "client.crt", key: "service.key" } },
    /security\.signature\.key/,
  ],
  ["with a number for a path", { signature: { certificate: 1 } }, /signature\.certificate takes the path/],
])("a file %s is exit 2, and shows no password", async (_what, content, says) => {
  const own = streams();
  await expect(runMock(wsdl, { security: file(content), sandbox: { port: 0 } }, own)).resolves.toBe(2);
  expect(own.printed.err).toMatch(says);
  expect(own.printed.err).not.toMatch(/s3cret|PRIVATE/);
});
