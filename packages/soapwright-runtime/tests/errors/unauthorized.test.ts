/** A 401: the schemes that the service offers, and cookies beside it. */
import { inspect } from "node:util";
import { security as createSecurity } from "soapwright-security";
import { endAfterEach, open, rejection, serve } from "soapwright-testing/stage/stage";
import { answer } from "soapwright-testing/transport/raw-server";
import { offeredSchemes } from "../../src/transport/challenges";

endAfterEach();

test.each([
  ['Basic realm="shelf"', ["Basic"]],
  ["NTLM", ["NTLM"]],
  ['Negotiate, NTLM, Basic realm="a, b Digest c"', ["Negotiate", "NTLM", "Basic"]],
  [
    'Digest realm="x", qop="auth,auth-int", nonce="7ypf/xlj9XXwfDPEoM4URrv/xwf94BcCAzFZH4GiTo0v", algorithm=MD5',
    ["Digest"],
  ],
  ['Digest realm="x", nonce="n", Basic realm="y"', ["Digest", "Basic"]],
  ["basic, BASIC , Bearer error=invalid", ["Basic", "Bearer"]],
  ["Negotiate TlRMTVNTUAACAAAA==", ["Negotiate"]],
  ["", []],
  [",,, ,", []],
  ['"unclosed, Basic', []],
  [`${"x".repeat(5_000)}, Basic`, ["another scheme", "Basic"]],
  [Array.from({ length: 1_000 }, (_, n) => `S${n}`).join(","), ["another scheme"]],
])("%j offers %j", (header, schemes) => {
  expect(offeredSchemes(header)).toEqual(schemes);
});

async function unauthorized(headers: string[], options: object = {}) {
  const server = await serve((socket) => socket.write(answer("", "401 Unauthorized", headers)));
  return rejection(open({ endpoint: server.url, retries: 0, ...options }).getBooks({ ShelfId: 1 }));
}

test.each([
  [["WWW-Authenticate: NTLM", "WWW-Authenticate: Negotiate"], "It offers NTLM and Negotiate", "use a gateway"],
  [['WWW-Authenticate: Basic realm="shelf"'], "It offers Basic (WWW-Authenticate). Send Basic with httpHeaders"],
  [
    ['WWW-Authenticate: Digest realm="s", nonce="n"', "WWW-Authenticate: Bearer"],
    "It offers Digest and Bearer",
    "Send Bearer",
  ],
])("%j is reported", async (headers, ...says) => {
  const error = await unauthorized(headers);
  expect(error).toMatchObject({ code: "HTTP", status: 401, kind: "refused" });
  for (const each of says) expect(error.message).toContain(each);
  const shown: unknown = Reflect.get(Reflect.get(error, "responseHeaders") as object, "www-authenticate");
  expect(shown).toBe(headers.map((each) => each.split(" ")[1]).join(", "));
});

const signIn = (scheme: "basic" | "digest") =>
  createSecurity({ http: { scheme, username: "ada", password: "sesame" } });

test.each([
  ["Basic", { features: [signIn("basic")] }, "user name and password"],
  ["Digest", { features: [signIn("digest")] }, "user name and password"],
  ["Basic", { httpHeaders: { authorization: "Basic c2VzYW1l" } }, "user name and password"],
  ["Bearer", { httpHeaders: { Authorization: "bearer sesame" } }, "token"],
  // A value is no name of a header.
  ["Bearer", { httpHeaders: { "X-Signed": "authorization", Authorization: "bearer sesame" } }, "token"],
])("%s that was sent is refused, and not recommended: %#", async (scheme, options, what) => {
  const { message } = await unauthorized([`WWW-Authenticate: ${scheme} realm="s", nonce="n"`], options);
  expect(message).toContain(`It has refused the ${what} that the request had for ${scheme}.`);
  expect(message).not.toMatch(/sesame|Send Basic|security\.http/);
});

test.each([
  ["digest", "basic", "Basic"],
  ["basic", "digest", "Digest"],
] as const)("another scheme than %s, which was set, is the one to set", async (set, other, scheme) => {
  const headers = [`WWW-Authenticate: ${scheme} realm="s", nonce="n"`];
  const { message } = await unauthorized(headers, { features: [signIn(set)] });
  expect(message).toContain(`Set security.http.scheme to "${other}".`);
  expect(message).not.toContain("httpHeaders or client.soap");
});

test("another scheme than the one that was sent is recommended", async () => {
  const { message } = await unauthorized(['WWW-Authenticate: Basic realm="s"'], {
    httpHeaders: { authorization: "Bearer sesame" },
  });
  expect(message).toContain("Send Basic with httpHeaders");
});

test("nothing is said of an offer that is not made", async () => {
  expect((await unauthorized([])).message).not.toContain("offers");
});

test("cookies are a list for programs, and in no log", async () => {
  const cookies = ["session=sesame; Expires=Sun, 22 Nov 2026 10:00:00 GMT; HttpOnly", "b=2"];
  const error = await unauthorized(cookies.map((each) => `Set-Cookie: ${each}`));
  expect(Reflect.get(Reflect.get(error, "responseHeaders") as object, "set-cookie")).toEqual(cookies);
  expect(JSON.stringify(error) + inspect(error, { depth: 5 })).not.toContain("sesame");
});

test.each(['nonce="n", algorithm=XYZ', 'qop="auth"', 'nonce="n", qop="auth-conf"'])(
  "Digest (%s) that security.http cannot respond to is reported as such, without the advice to set it",
  async (parameters) => {
    const headers = [`WWW-Authenticate: Digest realm="s", ${parameters}`];
    const { message } = await unauthorized(headers, { features: [signIn("digest")] });
    expect(message).toContain("It offers Digest (WWW-Authenticate). security.http cannot respond to its Digest");
    expect(message).not.toContain("et security.http");
  },
);
