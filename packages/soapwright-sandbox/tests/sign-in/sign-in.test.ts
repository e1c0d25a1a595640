/** Services of the sandbox whose callers sign in by HTTP: our client, curl as another one, and callers who may not. */
import { execFile, execFileSync } from "node:child_process";
import { createHash, createHmac } from "node:crypto";
import { connect, type Socket } from "node:net";
import { ntlmKey, signIn } from "soapwright-features/security";
import { type ServiceSignIn, startServiceSandbox } from "soapwright-sandbox";
import { NS, shelf } from "soapwright-testing/client/shelf";
import { atEnd, endAfterEach, open, rejection } from "soapwright-testing/stage/stage";

endAfterEach();

const PASSWORD = "s3cret-<&>:\u00e9";
const users = { ada: PASSWORD, bob: "b0b-s3cret" };

async function start(signIn: ServiceSignIn, more: object = {}) {
  const lines: string[] = [];
  const seen: unknown[] = [];
  const handlers = {
    getBooks: ({ ShelfId }: { ShelfId: number }, { user }: { user?: string }) => {
      seen.push(user);
      return [{ Id: ShelfId, Price: "1.00" }];
    },
  };
  const sandbox = await startServiceSandbox({
    services: [{ path: "/shelf", service: shelf, handlers, signIn }],
    log: (line: string) => void lines.push(line),
    ...more,
  } as unknown as Parameters<typeof startServiceSandbox>[0]);
  atEnd(() => sandbox.close());
  const client = (options: object) =>
    open({ endpoint: `${sandbox.url}/shelf`, retries: 0, features: [asFeature(options)] });
  return { sandbox, lines, seen, client, url: `${sandbox.url}/shelf` };
}
const asFeature = (options: object) => signIn(options as Parameters<typeof signIn>[0]);

describe.each(["basic", "digest", "ntlm"] as const)("%s", (scheme) => {
  test("admits who knows the password, one call after another and many at once", async () => {
    const { client, seen, sandbox } = await start({ scheme, users });
    const ada = client({ scheme, username: "ada", password: PASSWORD });
    for (let call = 0; call < 3; call++) expect(await ada.getBooks({ ShelfId: 3 })).toMatchObject([{ Id: 3 }]);
    await Promise.all(Array.from({ length: 10 }, () => ada.getBooks({ ShelfId: 3 })));
    const bob = client({ scheme, username: "bob", password: users.bob });
    expect(await bob.getBooks({ ShelfId: 4 })).toMatchObject([{ Id: 4 }]);
    expect(seen).toEqual([...Array(13).fill("ada"), "bob"]);
    expect(sandbox.requests).toHaveLength(14);
  });

  test.each([
    ["another password", { username: "ada", password: users.bob }],
    ["nobody's name", { username: "eve", password: PASSWORD }],
    ["a name of every object", { username: "__proto__", password: PASSWORD }],
    ["no password", { username: "ada", password: "" }],
  ])("refuses %s", async (_what, account) => {
    const { client, seen, lines } = await start({ scheme, users });
    expect(await rejection(client({ scheme, ...account }).getBooks({ ShelfId: 3 }))).toMatchObject({
      code: "HTTP",
      status: 401,
    });
    expect(seen).toEqual([]);
    expect(lines.at(-1)).toMatch(/^\/shelf: status 401, because user name(?:, domain)? or password is wrong\.$/);
  });

  test("nothing of the sandbox shows a password or a proof of it", async () => {
    const { client, sandbox, lines } = await start({ scheme, users });
    await client({ scheme, username: "ada", password: PASSWORD }).getBooks({ ShelfId: 3 });
    await rejection(client({ scheme, username: "ada", password: "wr0ng-s3cret" }).getBooks({ ShelfId: 3 }));
    const statuses = sandbox.exchanges.map(({ status }) => status);
    expect(statuses.filter((status) => status === 200)).toHaveLength(1);
    expect(statuses.at(-1)).toBe(401);
    const pages = await Promise.all(
      ["/", "/control/exchanges", ...sandbox.exchanges.map(({ id }) => `/page/exchanges/${id}`)].map(async (path) =>
        (await fetch(sandbox.url + path)).text(),
      ),
    );
    const shown = JSON.stringify([sandbox.exchanges, sandbox.requests, lines, pages]);
    expect(shown).toContain("***");
    expect(shown).not.toMatch(/s3cret|response=|TlRMTVNTUAAD/);
    expect(shown).not.toContain(Buffer.from(`ada:${PASSWORD}`).toString("base64"));
  });

  test("curl, which shares no code, is admitted and refused as our client is", async () => {
    if (!/\bNTLM\b/.test(curlFeatures())) return expect(curlFeatures()).not.toMatch(/NTLM/);
    const { url, sandbox } = await start({ scheme, users });
    expect(await curl(url, scheme, `bob:${users.bob}`)).toBe("200");
    expect(await curl(url, scheme, "bob:no")).toBe("401");
    expect(await curl(url, scheme, `eve:${users.bob}`)).toBe("401");
    expect(sandbox.requests).toHaveLength(1);
  });
});

function curlFeatures(): string {
  try {
    return execFileSync("curl", ["-V"], { encoding: "utf8" });
  } catch {
    return "curl is not installed";
  }
}

function curl(url: string, scheme: string, account: string): Promise<string> {
  const headers = ["Content-Type: text/xml; charset=utf-8", `SOAPAction: "${NS}/Get_Books"`];
  const args = [
    ...["-s", "-o", "/dev/null", "-w", "%{http_code}", `--${scheme}`, "-u", account, "--noproxy", "*"],
    ...headers.flatMap((header) => ["-H", header]),
    ...["--data-binary", ENVELOPE, url],
  ];
  return new Promise((resolve, reject) => {
    execFile("curl", args, (error, stdout) => (error ? reject(error) : resolve(stdout)));
  });
}

const ENVELOPE = `<e:Envelope xmlns:e="http://schemas.xmlsoap.org/soap/envelope/"><e:Body><Get_Books xmlns="${NS}"><ShelfId>3</ShelfId></Get_Books></e:Body></e:Envelope>`;

/** A connection on which a test writes requests itself. */
class Caller {
  readonly #socket: Socket;
  #received = "";
  #arrived: () => void = () => {};
  isClosed = false;

  constructor(private readonly port: number) {
    this.#socket = connect(port, "127.0.0.1");
    this.#socket.on("data", (chunk: Buffer) => {
      this.#received += chunk.toString("latin1");
      this.#arrived();
    });
    this.#socket.on("error", () => {});
    this.#socket.on("close", () => {
      this.isClosed = true;
      this.#arrived();
    });
    atEnd(async () => this.#socket.destroy());
  }

  /** Resolves to the status and the challenge of the response. */
  async post(authorization?: string, body = ENVELOPE, length = Buffer.byteLength(body)) {
    this.#received = "";
    const sent = authorization === undefined ? "" : `Authorization: ${authorization}\r\n`;
    const head = `POST /shelf HTTP/1.1\r\nHost: 127.0.0.1:${this.port}\r\nContent-Type: text/xml; charset=utf-8\r\nSOAPAction: "${NS}/Get_Books"\r\n${sent}Content-Length: ${length}\r\n\r\n`;
    this.#socket.write(head + body);
    while (!this.isClosed) {
      const [, top = "", rest = ""] = /^([\s\S]*?)\r\n\r\n([\s\S]*)$/.exec(this.#received) ?? [];
      const size = /^content-length: (\d+)/im.exec(top)?.[1];
      if (size !== undefined && rest.length >= Number(size)) {
        const [, status = ""] = /^HTTP\/1.1 (\d+)/.exec(top) ?? [];
        return { status: Number(status), challenge: /^www-authenticate: (.*?)\r?$/im.exec(top)?.[1] ?? "", top };
      }
      await new Promise<void>((resolve) => (this.#arrived = resolve));
    }
    throw new Error("The connection was closed without a response.");
  }

  async closed(): Promise<void> {
    while (!this.isClosed) await new Promise<void>((resolve) => (this.#arrived = resolve));
  }
}

const portOf = (url: string): number => Number(new URL(url).port);

interface ProofTerms {
  readonly username?: string;
  readonly password?: string;
  readonly domain?: string;
  readonly pairs?: readonly (readonly [id: number, value: Buffer])[];
  readonly mic?: "right" | "wrong";
  readonly version?: 1 | 2;
}

const wide = (text: string): Buffer => Buffer.from(text, "utf16le");
const NEGOTIATE = Buffer.concat([
  Buffer.from("NTLMSSP\0\x01\0\0\0", "latin1"),
  Buffer.from("05828ae2", "hex"),
  Buffer.alloc(24),
]);
const hmac = (key: Buffer, ...parts: Buffer[]): Buffer => createHmac("md5", key).update(Buffer.concat(parts)).digest();
const ofNtlm = (message: Buffer): string => `NTLM ${message.toString("base64")}`;
const MIC = [6, Buffer.from([2, 0, 0, 0])] as const;
const target = (name: string) => [9, wide(name)] as const;

/** Returns a proof for the challenge that a response has, written by MS-NLMP, 2.2.1.3. */
function proofFor(challenge: string, terms: ProofTerms = {}): string {
  const { username = "bob", password = users.bob, domain = "", pairs = [], mic, version = 2 } = terms;
  const received = Buffer.from(challenge.replace(/^NTLM /, ""), "base64");
  const key = Buffer.from(ntlmKey({ username, domain, password }));
  const list = pairs.map(([id, value]) => {
    const head = Buffer.alloc(4);
    head.writeUInt16LE(id);
    head.writeUInt16LE(value.length, 2);
    return Buffer.concat([head, value]);
  });
  const covered = Buffer.concat([Buffer.from([1, 1, ...Array<number>(26).fill(0)]), ...list, Buffer.alloc(8)]);
  const proof = hmac(key, received.subarray(24, 32), covered);
  const response = version === 1 ? Buffer.alloc(24, 7) : Buffer.concat([proof, covered]);
  const fields = [Buffer.alloc(24), response, wide(domain), wide(username), Buffer.alloc(0), Buffer.alloc(0)];
  const message = Buffer.concat([Buffer.alloc(88), ...fields]);
  message.write("NTLMSSP\0\x03", "latin1");
  let offset = 88;
  for (const [index, { length }] of fields.entries()) {
    message.writeUInt16LE(length, 12 + index * 8);
    message.writeUInt16LE(length, 14 + index * 8);
    message.writeUInt32LE(offset, 16 + index * 8);
    offset += length;
  }
  if (mic === "right") message.set(hmac(hmac(key, proof), NEGOTIATE, received, message), 72);
  if (mic === "wrong") message.fill(7, 72, 88);
  return ofNtlm(message);
}

describe("hostile callers of NTLM", () => {
  test.each<[string, ProofTerms, number]>([
    ["a proof that is right", {}, 200],
    ["a name in another case", { username: "BOB" }, 200],
    ["its own domain in another case", { domain: "corp" }, 200],
    ["another domain", { domain: "OTHER" }, 401],
    ["a proof with a MIC, for this service", { pairs: [MIC, target("HTTP/localhost")], mic: "right" }, 200],
    ["a service by its further name and port", { pairs: [target("http/Service.Example:8080")] }, 200],
    ["a MIC that is wrong", { pairs: [MIC], mic: "wrong" }, 401],
    ["a MIC that was taken away", { pairs: [MIC] }, 401],
    ["another service", { pairs: [target("HTTP/relay.example")] }, 401],
    ["another kind of service", { pairs: [target("cifs/localhost")] }, 401],
    ["a connection by TLS", { pairs: [[10, Buffer.alloc(16, 7)]] }, 401],
    ["a connection without TLS", { pairs: [[10, Buffer.alloc(16)]] }, 200],
    ["a pair that is there twice", { pairs: [target("HTTP/localhost"), target("HTTP/localhost")] }, 401],
    ["a response of NTLMv1", { version: 1 }, 401],
  ])("%s gets %s", async (_what, terms, status) => {
    const { sandbox } = await start({ scheme: "ntlm", users, domain: "CORP", serviceHost: "service.example" });
    const caller = new Caller(portOf(sandbox.url));
    const { challenge } = await caller.post(ofNtlm(NEGOTIATE), "");
    expect((await caller.post(proofFor(challenge, terms))).status).toBe(status);
    expect(sandbox.requests).toHaveLength(status === 200 ? 1 : 0);
    // The connection belongs to the caller from now on, or to nobody.
    expect((await caller.post()).status).toBe(status);
  });

  test("a proof counts once, and over its own connection alone", async () => {
    const { sandbox } = await start({ scheme: "ntlm", users });
    const [caller, other] = [new Caller(portOf(sandbox.url)), new Caller(portOf(sandbox.url))];
    const { challenge } = await caller.post(ofNtlm(NEGOTIATE), "");
    const proof = proofFor(challenge);
    expect((await other.post(proof)).status).toBe(401);
    await other.post(ofNtlm(NEGOTIATE), "");
    expect((await other.post(proof)).status).toBe(401);
    expect((await other.post()).status).toBe(401);
    expect((await caller.post(proof)).status).toBe(200);
    expect((await caller.post(proof)).status).toBe(401);
    expect((await caller.post()).status).toBe(401);
  });

  test("a message that is no message of NTLM ends the sign-in of its connection", async () => {
    const { sandbox, lines } = await start({ scheme: "ntlm", users });
    const caller = new Caller(portOf(sandbox.url));
    const { challenge } = await caller.post(ofNtlm(NEGOTIATE), "");
    expect((await caller.post(proofFor(challenge))).status).toBe(200);
    for (const wrong of [
      "NTLM",
      "NTLM !!",
      ofNtlm(Buffer.alloc(9)),
      `Basic ${Buffer.from("bob:x").toString("base64")}`,
    ]) {
      expect((await caller.post(wrong)).status).toBe(401);
    }
    expect((await caller.post()).status).toBe(401);
    const cut = Buffer.from(proofFor((await caller.post(ofNtlm(NEGOTIATE), "")).challenge).slice(5), "base64");
    for (let length = 16; length < cut.length; length += 7) {
      await caller.post(ofNtlm(NEGOTIATE), "");
      expect((await caller.post(ofNtlm(cut.subarray(0, length)))).status).toBe(401);
    }
    expect(lines.join()).not.toMatch(/s3cret/);
  });

  test("services of two options do not share who has signed in", async () => {
    const services = [users, { bob: "other-s3cret" }].map((each, index) => ({
      path: index === 0 ? "/shelf" : "/other",
      service: shelf,
      signIn: { scheme: "ntlm" as const, users: each },
    }));
    const sandbox = await startServiceSandbox({ services });
    atEnd(() => sandbox.close());
    const caller = new Caller(portOf(sandbox.url));
    const { challenge } = await caller.post(ofNtlm(NEGOTIATE), "");
    expect((await caller.post(proofFor(challenge))).status).toBe(200);
    const elsewhere = await fetch(`${sandbox.url}/other`, { method: "POST", body: ENVELOPE });
    expect(elsewhere.status).toBe(401);
  });
});

test("a proof of Digest counts once, for its own address, and by a nonce of the service", async () => {
  const { sandbox, client, lines } = await start({ scheme: "digest", users });
  const ada = client({ scheme: "digest", username: "ada", password: PASSWORD });
  await ada.getBooks({ ShelfId: 3 });
  const caller = new Caller(portOf(sandbox.url));
  const proof = digestProof((await caller.post()).challenge, "00000001");
  expect((await caller.post(proof)).status).toBe(200);
  const replayed = await caller.post(proof);
  expect(replayed).toMatchObject({ status: 401, challenge: expect.not.stringContaining("stale") as string });
  expect((await caller.post(digestProof(replayed.challenge, "00000001", "/other"))).status).toBe(401);
  const foreign = digestProof('Digest nonce="of-another-service"', "00000001");
  expect((await caller.post(foreign)).challenge).toContain("stale=true");
  expect((await caller.post(foreign.replace("SHA-256", "MD5"))).status).toBe(401);
  expect(lines.join("\n")).toMatch(/used before[\s\S]*another address[\s\S]*too old[\s\S]*not by SHA-256/);
});

function digestProof(challenge: string, count: string, uri = "/shelf"): string {
  const [, nonce = ""] = /nonce="([^"]*)"/.exec(challenge) ?? [];
  const hash = (text: string): string => createHash("sha256").update(text).digest("hex");
  const response = hash(`${hash(`bob:sandbox:${users.bob}`)}:${nonce}:${count}:c:auth:${hash(`POST:${uri}`)}`);
  return `Digest username="bob", realm="sandbox", nonce="${nonce}", uri="${uri}", response="${response}", algorithm=SHA-256, qop=auth, nc=${count}, cnonce="c"`;
}

test("a body that comes before the sign-in is read up to the limit of requests, and then the connection ends", async () => {
  const { sandbox } = await start({ scheme: "ntlm", users });
  const caller = new Caller(portOf(sandbox.url));
  const megabyte = 1024 * 1024;
  const allowed = await caller.post(undefined, "x".repeat(4 * megabyte));
  expect(allowed.status).toBe(401);
  expect(allowed.top).not.toMatch(/connection: close/i);
  // The rest of what is announced never comes, and need not.
  const endless = await caller.post(undefined, "x".repeat(4 * megabyte + 1), 1e12);
  expect(endless.status).toBe(401);
  expect(endless.top).toMatch(/connection: close/i);
  await caller.closed();
  expect(JSON.stringify(sandbox.exchanges)).not.toContain("xxx");
});

test("the contract and the pages stay open, the test form does not", async () => {
  const { sandbox, url } = await start({ scheme: "basic", users });
  expect((await fetch(url)).status).toBe(200);
  const form = { method: "POST", body: "ShelfId=3", headers: { "content-type": "application/x-www-form-urlencoded" } };
  expect((await fetch(`${url}/Get_Books`, form)).status).toBe(401);
  expect(await (await fetch(`${sandbox.url}/page/exchanges/1`)).text()).toContain("no user name and password of Basic");
});

test.each<[string, unknown, string]>([
  ["text", "ntlm", "signIn"],
  ["no scheme", { users }, "signIn.scheme"],
  ["another scheme", { scheme: "kerberos", users }, "signIn.scheme"],
  ["no users", { scheme: "ntlm" }, "signIn.users"],
  ["empty users", { scheme: "digest", users: {} }, "signIn.users"],
  ["a user without a name", { scheme: "basic", users: { "": "s3cret" } }, "signIn.users"],
  ["a colon in a name", { scheme: "basic", users: { "a:b": "s3cret" } }, "signIn.users"],
  ["a domain in a name", { scheme: "ntlm", users: { "CORP\\ada": "s3cret" } }, "signIn.users"],
  ["a password that is no text", { scheme: "basic", users: { ada: 7 } }, "signIn.users.ada"],
  ["a domain for Basic", { scheme: "basic", users, domain: "CORP" }, "domain"],
  ["an unknown option", { scheme: "ntlm", users, domian: "CORP" }, "domian"],
  ["an empty domain", { scheme: "ntlm", users, domain: "" }, "signIn.domain"],
  ["a port in the host", { scheme: "ntlm", users, serviceHost: "a.example:80" }, "signIn.serviceHost"],
  ["users for Kerberos", { scheme: "negotiate", users }, "users"],
  ["Kerberos without its package", { scheme: "negotiate" }, "signIn.scheme"],
])("%s is a ConfigurationError that names it", async (_what, option, name) => {
  const error = await rejection(start(option as ServiceSignIn));
  expect(error).toMatchObject({ code: "CONFIGURATION", option: name });
  expect(error.message).toMatch(/[.?]$/);
  expect(error.message).not.toMatch(/s3cret/);
});

test("the package that is missing is named with the line that installs it", async () => {
  const error = await rejection(start({ scheme: "negotiate" }));
  expect(error).toMatchObject({ reason: "kerberos-service" });
  expect(error.message).toContain("npm install kerberos");
});
