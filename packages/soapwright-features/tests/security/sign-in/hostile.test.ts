/** Services, and machines in the middle, that want more than a proof for one connection. None gets it, and no secret is shown. */
import { Agent, request as httpRequest } from "node:http";
import type { Socket } from "node:net";
import { inspect } from "node:util";
import { signIn } from "soapwright-features/security";
import { book, books, envelope } from "soapwright-testing/client/shelf";
import { ACCOUNT, type NtlmServer, type NtlmServerOptions, serveNtlm } from "soapwright-testing/security/ntlm-server";
import { atEnd, endAfterEach, open, rejection, serve } from "soapwright-testing/stage/stage";
import { answer, type RawHandler, type RawRequest } from "soapwright-testing/transport/raw-server";

endAfterEach();

/** The account whose name and password occur in no other text. */
const UNIQUE = { username: "j\u00fcrgen stra\u00dfer", domain: "", password: "Gr\u00fc\u00dfe\u20ac" };
/** Its hash, and the key that is made of it. */
const HASH = "6ac94d23b1479d8ee3a0c8d2bdaf1c34";
const body = (): string => envelope(books(book(1)));

/** Makes one call, checks that nothing shows a secret, and returns the error. */
async function attack(url: string, options: object = {}): Promise<Error> {
  const lines: unknown[] = [];
  const log = (...line: unknown[]): void => void lines.push(line);
  const logger = { debug: log, info: log, warn: log, error: log };
  const own = signIn({ scheme: "ntlm", username: UNIQUE.username, password: UNIQUE.password });
  const client = open({ endpoint: url, retries: 1, features: [own], logger, expose: { faultText: true }, ...options });
  const error = await rejection(client.getBooks({ ShelfId: 1 }));
  const shown = [
    ...[error.message, JSON.stringify(error), error.stack ?? ""],
    ...[error, lines, client, own].map((each) => inspect(each, { depth: 12, showHidden: true })),
  ].join("\n");
  const secrets = [UNIQUE.username, UNIQUE.password, HASH, ...texts(UNIQUE.password), ...texts(UNIQUE.username)];
  expect(secrets.filter((secret) => shown.includes(secret))).toEqual([]);
  // What proves a password starts with this, and its first two messages do too.
  expect(shown).not.toContain("TlRMTVNTUAAD");
  return error;
}

function texts(secret: string): readonly string[] {
  return (["utf8", "utf16le"] as const).flatMap((encoding) =>
    (["base64", "hex"] as const).map((form) => Buffer.from(secret, encoding).toString(form).replace(/=+$/, "")),
  );
}

function proofs({ events }: NtlmServer): number {
  return events.filter(({ kind }) => kind === "authenticate").length;
}

describe("a challenge that is malformed is refused, and nothing is proved", () => {
  /** Where the target information begins, and how long it is. */
  const info = (message: Buffer) => ({ at: message.readUInt32LE(44), length: message.readUInt16LE(40) });
  const changed = (change: (message: Buffer) => void) => (message: Buffer) => {
    const copy = Buffer.from(message);
    change(copy);
    return copy;
  };
  const withInfo =
    (...pairs: readonly (readonly [id: number, length: number, value: Buffer])[]) =>
    (message: Buffer) => {
      const bytes = pairs.map(([id, length, value]) => {
        const head = Buffer.alloc(4);
        head.writeUInt16LE(id, 0);
        head.writeUInt16LE(length, 2);
        return Buffer.concat([head, value]);
      });
      const made = Buffer.concat([message.subarray(0, info(message).at), ...bytes]);
      const length = made.length - info(message).at;
      made.writeUInt16LE(length, 40);
      made.writeUInt16LE(length, 42);
      return made;
    };
  const zeros = (length: number): Buffer => Buffer.alloc(length);
  const END = [0, 0, zeros(0)] as const;

  test.each<[string, (message: Buffer) => Buffer]>([
    ["cut off in its fixed part", (message) => message.subarray(0, 47)],
    ["cut off in its signature", (message) => message.subarray(0, 7)],
    ["cut off in its target information", (message) => message.subarray(0, message.length - 5)],
    ["one byte long", (message) => message.subarray(0, 1)],
    ["without its signature", changed((message) => message.write("XTLMSSP\0", "latin1"))],
    ["the client's own message", changed((message) => message.writeUInt32LE(1, 8))],
    ["a message that proves", changed((message) => message.writeUInt32LE(3, 8))],
    ["of a type that does not exist", changed((message) => message.writeUInt32LE(0xffffffff, 8))],
    ["oversized", (message) => Buffer.concat([message, zeros(8_192)])],
    ["with target information beyond its end", changed((message) => message.writeUInt32LE(60_000, 44))],
    ["with target information at the largest offset", changed((message) => message.writeUInt32LE(0xffffffff, 44))],
    ["with target information in its head", changed((message) => message.writeUInt32LE(0, 44))],
    ["with target information that is too long", changed((message) => message.writeUInt16LE(65_535, 40))],
    ["with empty target information", changed((message) => message.writeUInt16LE(0, 40))],
    ["with a pair beyond the end", withInfo([2, 5_000, zeros(4)], END)],
    ["with a pair of the largest length", withInfo([2, 65_535, zeros(4)], END)],
    ["with a pair that swallows the end", withInfo([2, 8, zeros(4)], END)],
    ["without an end", withInfo([2, 4, zeros(4)])],
    ["with bytes after the end", withInfo([2, 4, zeros(4)], END, [2, 4, zeros(4)])],
    ["with an end that has a length", withInfo([0, 4, zeros(4)])],
    ["with half a head of a pair", withInfo([2, 4, zeros(7)])],
    ["with two times", withInfo([7, 8, zeros(8)], [7, 8, zeros(8)], END)],
    ["with two names", withInfo([2, 2, zeros(2)], [2, 2, zeros(2)], END)],
    ["with a time of 4 bytes", withInfo([7, 4, zeros(4)], END)],
    ["with a time of 16 bytes", withInfo([7, 16, zeros(16)], END)],
    ["with flags of 2 bytes", withInfo([6, 2, zeros(2)], END)],
  ])("%s", async (_what, change) => {
    const server = await serveNtlm({ body, challenge: (message) => `NTLM ${change(message).toString("base64")}` });
    expect(await attack(server.url)).toMatchObject({ code: "RESPONSE", reason: "sign-in-challenge" });
    expect(server.events.map(({ kind }) => kind)).toEqual(["negotiate"]);
  });

  test.each<[string, (token: string) => string | string[]]>([
    ["no token", () => "NTLM"],
    ["no base64", () => "NTLM !!!"],
    ["base64 of URLs", (token) => `NTLM ${token.replaceAll("A", "-")}`],
    ["base64 with a tail", (token) => `NTLM ${token} x`],
    ["base64 that is padded twice", (token) => `NTLM ${token.replace(/=*$/, "====")}`],
    ["two challenges", (token) => [`NTLM ${token}`, `NTLM ${token}`]],
    ["two challenges in one line", (token) => `NTLM ${token}, ntlm ${token}`],
    ["a token of 13,000 characters", () => `NTLM ${"A".repeat(13_000)}`],
  ])("%s", async (_what, header) => {
    const server = await serveNtlm({ body, challenge: (message) => header(message.toString("base64")) });
    expect(await attack(server.url)).toMatchObject({ code: "RESPONSE", reason: "sign-in-challenge" });
    expect(proofs(server)).toBe(0);
  });
});

describe("a challenge that leaves only LM or NTLMv1 is refused", () => {
  test.each([
    ["no Unicode", (flags: number) => (flags & ~0x1) | 0x2],
    ["no NTLM", (flags: number) => flags & ~0x200],
    ["no extended session security", (flags: number) => flags & ~0x80000],
    ["a key of LM", (flags: number) => (flags & ~0x80000) | 0x80],
    ["no target information", (flags: number) => flags & ~0x800000],
    ["nothing", () => 0],
  ])("%s", async (_what, change) => {
    const challenge = (message: Buffer): string => {
      message.writeUInt32LE(change(message.readUInt32LE(20)) >>> 0, 20);
      return `NTLM ${message.toString("base64")}`;
    };
    const server = await serveNtlm({ body, challenge });
    expect(await attack(server.url)).toMatchObject({ code: "RESPONSE", reason: "sign-in-weaker" });
    expect(proofs(server)).toBe(0);
  });
});

test("flags that were not offered are not taken up", async () => {
  const challenge = (message: Buffer): string => {
    message.writeUInt32LE(0xffffffff, 20);
    return `NTLM ${message.toString("base64")}`;
  };
  const server = await serveNtlm({ body, challenge });
  const client = open({ endpoint: server.url, retries: 0, features: [signIn({ scheme: "ntlm", ...ACCOUNT })] });
  expect(await client.getBooks({ ShelfId: 1 })).toHaveLength(1);
  const proof = Buffer.from(server.events[1]!.authorization!.slice(5), "base64");
  // Neither keys are exchanged, nor is the caller anonymous, nor are there keys of LM.
  expect(proof.readUInt32LE(60) & 0x40000880).toBe(0);
});

describe("another scheme gets nothing", () => {
  test.each([
    ["Basic", ['Basic realm="x"'], "Basic"],
    ["Digest", ['Digest realm="r", nonce="n", qop="auth"'], "Digest"],
    ["Negotiate", ["Negotiate"], "Negotiate"],
    ["several", ['Basic realm="x"', "Negotiate", "Bearer"], "Basic, Negotiate, Bearer"],
    ["NTLM in a realm alone", ['Basic realm="a, NTLM TlRMTVNTUAACAAAA"'], "Basic"],
    ["a name that begins as NTLM", ["NTLMv1 TlRMTVNTUAACAAAA"], "another scheme"],
    ["no scheme", [], "no scheme"],
  ])("%s", async (_what, challenge, offered) => {
    const server = await serveNtlm({ body, challenge: () => challenge });
    const error = await attack(server.url);
    expect(error).toMatchObject({ code: "HTTP", status: 401, reason: "sign-in-scheme", kind: "refused" });
    expect(error.message).toContain(`offers ${offered}, but signIn.scheme demands NTLM`);
    expect(server.events.map(({ kind, authorization }) => [kind, /^NTLM/.test(authorization ?? "")])).toEqual([
      ["negotiate", true],
    ]);
  });
});

describe("a connection that does not hold", () => {
  test("is refused when the service says that it closes it", async () => {
    const server = await serveNtlm({ body, headers: { Connection: "close" } });
    expect(await attack(server.url)).toMatchObject({ code: "RESPONSE", reason: "sign-in-connection" });
    expect(proofs(server)).toBe(0);
  });

  test("is not replaced by another one between the messages", async () => {
    const sockets: Socket[] = [];
    const server = await serve((socket) => {
      sockets.push(socket);
      socket.write(answer("", "401 Unauthorized", [`WWW-Authenticate: NTLM ${"A".repeat(40)}`]));
      socket.end();
    });
    const error = await attack(server.url, { retries: 0 });
    expect(["CONNECTION", "RESPONSE"]).toContain(Reflect.get(error, "code"));
    expect(server.requests.map(({ head }) => /NTLM TlRMTVNTUAAD/.test(head))).not.toContain(true);
    expect(server.requests).toHaveLength(sockets.length);
  });
});

describe("a service that does not come to an end", () => {
  test("by challenges gets one proof", async () => {
    const { asked, server } = await endless();
    const error = await attack(server.url);
    expect(error).toMatchObject({ code: "HTTP", status: 401, kind: "refused" });
    expect(asked()).toEqual(["negotiate", "proof"]);
  });

  /** Sends a new challenge whatever it gets. */
  async function endless() {
    const seen: string[] = [];
    const challenge = Buffer.alloc(52);
    challenge.write("NTLMSSP\0", "latin1");
    challenge.writeUInt32LE(2, 8);
    challenge.writeUInt32LE(0xe2888201, 20);
    challenge.writeUInt16LE(4, 40);
    challenge.writeUInt32LE(48, 44);
    const server = await serve((socket, { head }) => {
      seen.push(head.includes("TlRMTVNTUAAD") ? "proof" : "negotiate");
      socket.write(answer("", "401 Unauthorized", [`WWW-Authenticate: NTLM ${challenge.toString("base64")}`]));
    });
    return { asked: () => seen, server };
  }

  test("by a page beside the challenge is cut off", async () => {
    const server = await serve((socket) => {
      socket.write(answer(Buffer.alloc(1_000_000), "401 Unauthorized", ["WWW-Authenticate: NTLM"]));
    });
    expect(await attack(server.url)).toMatchObject({ code: "RESPONSE", reason: "limit" });
  });

  test("by a page that never ends is given up after timeoutMs", async () => {
    const server = await serve((socket) => {
      socket.write("HTTP/1.1 401 Unauthorized\r\nWWW-Authenticate: NTLM\r\nContent-Length: 10\r\n\r\n1");
    });
    expect(await attack(server.url, { retries: 0, timeoutMs: 200 })).toMatchObject({ code: "TIMEOUT" });
  });
});

describe("a redirect is not followed, and takes nothing along", () => {
  test.each([
    ["before the proof", () => true],
    ["after the proof", (head: string) => head.includes("TlRMTVNTUAAD")],
  ])("%s", async (_what, isRedirected) => {
    const elsewhere = await serveNtlm({ body });
    const real = await serveNtlm({ body });
    const server = await middle(real, (socket, { head }, forward) => {
      if (isRedirected(head)) socket.write(answer("", "307 Temporary Redirect", [`Location: ${elsewhere.url}`]));
      else forward();
    });
    expect(await attack(server.url)).toMatchObject({ code: "HTTP", reason: "redirect" });
    expect(elsewhere.events).toEqual([]);
  });
});

test("a page that repeats what the client has sent is masked", async () => {
  const real = await serveNtlm({ body });
  const server = await middle(real, (socket, { head }, forward) => {
    if (!head.includes("TlRMTVNTUAAD")) return forward();
    const page = `<p>${/NTLM \S+/.exec(head)![0]} ${UNIQUE.username} ${UNIQUE.password}</p>`;
    socket.write(answer(page, "500 Oops", []));
  });
  expect(await attack(server.url)).toMatchObject({ code: "HTTP", status: 500 });
});

describe("who forwards the messages to another service gets in nowhere", () => {
  const relayed = async (options: Partial<NtlmServerOptions>, change: (message: Buffer) => void = () => {}) => {
    const real = await serveNtlm({ body, ...options });
    const server = await middle(real, (_socket, _request, forward) => forward((challenge) => change(challenge)));
    const error = await attack(server.url);
    expect(error).toMatchObject({ code: "HTTP", status: 401 });
    expect(real.events.filter(({ user }) => user !== undefined)).toEqual([]);
    return real.events.map(({ refused }) => refused).filter((refused) => refused !== undefined);
  };

  test("by the name of the service, which the proof has", async () => {
    expect(await relayed({ target: "HTTP/payroll.example" })).toEqual(["it is for another service"]);
  });

  test("by the flags of the challenge, which the MIC covers", async () => {
    const weaken = (message: Buffer) => message.writeUInt32LE((message.readUInt32LE(20) & ~0x8000) >>> 0, 20);
    expect(await relayed({}, weaken)).toEqual(["the MIC is wrong"]);
  });

  test("by the name of the target in the challenge, which the MIC covers", async () => {
    expect(await relayed({}, (message) => message.write("e", 56, "latin1"))).toEqual(["the MIC is wrong"]);
  });

  test("by the reserved bytes of the challenge, which the MIC covers", async () => {
    expect(await relayed({}, (message) => message.writeUInt32LE(1, 32))).toEqual(["the MIC is wrong"]);
  });

  test("by another challenge, which the proof covers", async () => {
    expect(await relayed({}, (message) => message.writeUInt32LE(1, 24))).toEqual(["the password is wrong"]);
  });

  test("by an old proof", async () => {
    const old = (message: Buffer) => {
      const at = message.indexOf(Buffer.from([7, 0, 8, 0]));
      message.writeBigUInt64LE(0n, at + 4);
    };
    expect(await relayed({}, old)).toEqual(["the MIC is wrong"]);
  });
});

type Forward = (change?: (challenge: Buffer) => void) => void;

/** Forwards each request over one connection to `real`, and lets `change` alter its challenges. */
async function middle(
  real: NtlmServer,
  handler: (socket: Socket, request: RawRequest, forward: Forward) => void,
): Promise<{ readonly url: string }> {
  const agent = new Agent({ keepAlive: true, maxSockets: 1 });
  const handle: RawHandler = (socket, request) => {
    handler(socket, request, (change = () => {}) => {
      const authorization = /^authorization: (.*)$/im.exec(request.head)?.[1] ?? "";
      const sent = httpRequest(real.url, { method: "POST", agent, headers: { authorization } }, (response) => {
        response.resume().on("end", () => {
          const challenges = (response.headers["www-authenticate"] ?? "").split(", ").map((each) => {
            const token = Buffer.from(each.slice(5), "base64");
            if (token.length > 0) change(token);
            return `WWW-Authenticate: NTLM ${token.toString("base64")}`.trim();
          });
          const isIn = response.statusCode === 200;
          socket.write(isIn ? answer(body()) : answer("", "401 Unauthorized", challenges));
        });
      });
      sent.end(request.body);
    });
  };
  const server = await serve(handle);
  atEnd(async () => agent.destroy());
  return server;
}

describe("who demands Negotiate", () => {
  const negotiate = signIn({ scheme: "negotiate" });

  test.each([
    ["NTLM", ["NTLM"]],
    ["NTLM and Basic", ["NTLM", 'Basic realm="x"']],
    ["Digest", ['Digest realm="r", nonce="n"']],
    ["Negotiate in a realm alone", ['Basic realm="x, Negotiate"']],
  ])("gives nothing to a service that offers %s", async (_what, challenges) => {
    const server = await serve((socket) =>
      socket.write(
        answer(
          "",
          "401 Unauthorized",
          challenges.map((each) => `WWW-Authenticate: ${each}`),
        ),
      ),
    );
    const error = await attack(server.url, { features: [negotiate] });
    expect(error).toMatchObject({ code: "HTTP", status: 401, reason: "sign-in-scheme" });
    expect(server.requests.map(({ head, body: sent }) => [/^authorization/im.test(head), sent])).toEqual([[false, ""]]);
  });

  test("does not go on with what was not begun", async () => {
    const server = await serve((socket) =>
      socket.write(answer("", "401 Unauthorized", ["WWW-Authenticate: Negotiate oRQwEqADCgEBoQsGCSqGSIb3EgECAg=="])),
    );
    expect(await attack(server.url, { features: [negotiate] })).toMatchObject({ reason: "sign-in-challenge" });
    expect(server.requests).toHaveLength(1);
  });

  test("is told how to install the package that is missing, and sends no body", async () => {
    const server = await serve((socket) =>
      socket.write(answer("", "401 Unauthorized", ["WWW-Authenticate: Negotiate"])),
    );
    const error = await attack(server.url, { features: [negotiate] });
    expect(error).toMatchObject({ code: "CONFIGURATION", reason: "sign-in-package", option: "signIn.scheme" });
    expect(error.message).toContain("npm install kerberos");
    expect(error.message).toContain("libkrb5-dev");
    expect(server.requests.map(({ body: sent }) => sent)).toEqual([""]);
  });
});
