/** Hostile inputs of `soapwright call`, run as built: a sentence, a documented exit code, and no credential anywhere. */
import { spawn } from "node:child_process";
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from "node:fs";
import { createServer, type RequestListener, type Server } from "node:http";
import { createServer as createTlsServer } from "node:https";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { gzipSync } from "node:zlib";
import { ordersWsdl } from "soapwright-testing/commands/orders-wsdl";
import { isSlow, sampleOf } from "soapwright-testing/stage/slow";
import { CERTIFICATE, KEY } from "../../../tests/attacks/certificate";

const cli = resolve("packages/soapwright/dist/cli.js");
const secrets = { PASSWORD: "s3cret-passw0rd-41", TOKEN: "t0ken-9f31-secret" };
const shapes = [
  ...Object.values(secrets),
  Buffer.from(`ada:${secrets.PASSWORD}`).toString("base64"),
  Buffer.from(secrets.PASSWORD).toString("base64"),
  encodeURIComponent(secrets.PASSWORD),
];
const root = mkdtempSync(join(tmpdir(), "call-attacks-"));
const folder = join(root, "folder");
/** Where Node.js 22.8 and newer keep the compiled code of the command. */
const compiled = join(root, "compiled");
const wsdl = join(root, "orders.wsdl");
const servers: Server[] = [];

beforeAll(() => {
  if (!existsSync(cli)) throw new Error("dist/ is absent: run `make build` first");
  mkdirSync(folder);
  writeFileSync(wsdl, ordersWsdl());
});
afterAll(() => {
  for (const server of servers) server.close();
  rmSync(root, { recursive: true });
});

async function serve(respond: RequestListener, tls = false): Promise<string> {
  const server = tls ? createTlsServer({ key: KEY, cert: CERTIFICATE }, respond) : createServer(respond);
  servers.push(server);
  await new Promise<void>((listening) => server.listen(0, "127.0.0.1", listening));
  return `http${tls ? "s" : ""}://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

interface Ran {
  readonly code: number | null;
  readonly out: string;
  readonly err: string;
  readonly megabytes: number;
}

/** Runs the command in an empty folder, which is also its home, and its folder for temporary files but compiled code. */
function run(
  words: readonly string[],
  input = "",
  onStart: (pid: number) => void = () => {},
  environment: Readonly<Record<string, string>> = {},
): Promise<Ran> {
  const watched = `process.on("exit", () => process.stderr.write("\\0" + process.resourceUsage().maxRSS))`;
  const watch = join(root, "watch.cjs");
  writeFileSync(watch, watched);
  const child = spawn(process.execPath, ["--require", watch, cli, "call", ...words], {
    cwd: folder,
    env: {
      ...secrets,
      PATH: process.env.PATH,
      HOME: folder,
      TMPDIR: folder,
      HISTFILE: join(folder, "history"),
      NODE_COMPILE_CACHE: compiled,
      ...environment,
    },
  });
  onStart(child.pid!);
  let [out, err] = ["", ""];
  child.stdout.on("data", (part: Buffer) => {
    out += part;
  });
  child.stderr.on("data", (part: Buffer) => {
    err += part;
  });
  // A command that refuses its input does not read it.
  child.stdin.on("error", () => {});
  child.stdin.end(input);
  return new Promise((done, fail) => {
    child.on("error", fail).on("close", (code) => {
      const [text = "", kilobytes] = err.split("\0");
      done({ code, out, err: text, megabytes: Number(kilobytes) / 1024 });
    });
  });
}

/** Returns the bytes of each file below `path`; none where nothing is. */
function filesBelow(path: string): readonly Buffer[] {
  if (!existsSync(path)) return [];
  const names = readdirSync(path, { recursive: true }) as string[];
  return names
    .map((name) => join(path, name))
    .filter((file) => statSync(file).isFile())
    .map((file) => readFileSync(file));
}

/** One or a few lines that a person reads: no stack, no module of ours, no object. */
function expectSentence({ err }: Ran, message: RegExp): void {
  expect(err).toMatch(message);
  expect(err).not.toMatch(/^ {4}at |node:internal|\.js:\d+|\[object /m);
  expect(err.length).toBeLessThan(3_000);
  for (const line of err.trimEnd().split("\n")) expect(line).toMatch(/^(?:\S+: )?error: .*\.$/);
}

describe("a WSDL that is none", () => {
  const text = ordersWsdl();
  const bodies: readonly [what: string, body: string | Buffer, message: RegExp][] = [
    ["an HTML page", "<!DOCTYPE html><html><br></html>", /an HTML page and not XML\. Fetch the document/],
    ["a login page", '<html><form><input type="password"></form></html>', /the HTML page of a login.* Sign in/],
    ["gzip", gzipSync(text), /compressed by gzip and not XML\. Unpack it/],
    ["empty", "", /the document is empty\. Fetch it again/],
    ["cut off", text.slice(0, 2_000), /not well-formed XML: unclosed tag/],
    ["JSON", '{"error":"unauthorized"}', /not well-formed XML/],
    ["another document", "<a/>", /not a WSDL 1\.1 document: its root is a/],
    ["random bytes", Buffer.from([0, 255, 254, 129, 3]), /not readable as text/],
  ];

  test.each(bodies)("%s, from a file", async (_what, body, message) => {
    const file = join(root, "none.wsdl");
    writeFileSync(file, body);
    const ran = await run([file]);
    expect([ran.code, ran.out]).toEqual([1, ""]);
    expectSentence(ran, message);
  });

  test.each(sampleOf(bodies, 4))("%s, from an address", async (_what, body, message) => {
    const url = await serve((_, response) => response.end(body));
    const ran = await run([`${url}/orders?wsdl`, "ping"]);
    expect([ran.code, ran.out]).toEqual([1, ""]);
    expectSentence(ran, message);
  });

  test("a redirect from https: to http: is not followed", async () => {
    const target = `${await serve((_, response) => response.end(text))}/orders?wsdl`;
    const from = await serve((_, response) => response.writeHead(302, { location: target }).end(), true);
    const authority = join(root, "authority.pem");
    writeFileSync(authority, CERTIFICATE);
    const words = [`${from}/orders?wsdl`, "--format", "json"];
    const ran = await run(words, "", undefined, { NODE_EXTRA_CA_CERTS: authority });
    expect([ran.code, ran.out]).toEqual([1, ""]);
    expect(JSON.parse(ran.err.split("\n")[0]!)).toMatchObject({ reason: "redirect-unencrypted" });
  });

  test.each<[string, RequestListener, RegExp]>([
    ["a status", (_, response) => response.writeHead(404).end("none"), /returned status 404\. Check the address/],
    ["a sign-in", (_, response) => response.writeHead(401).end("none"), /returned status 401\. .*fetch the document/],
    [
      "a redirect to a login page",
      ({ url }, response) =>
        url === "/login"
          ? response.end("<html><title>Sign in</title></html>")
          : response.writeHead(302, { location: "/login" }).end(),
      /the HTML page of a login/,
    ],
    [
      "a connection that closes in the middle",
      (_, response) => {
        response.writeHead(200, { "content-length": text.length });
        response.write(text.slice(0, 500), () => response.destroy());
      },
      /cannot be fetched: .*\. Check the address/,
    ],
  ])("%s instead of it", async (_what, respond, message) => {
    const ran = await run([`${await serve(respond)}/orders?wsdl`]);
    expect([ran.code, ran.out]).toEqual([1, ""]);
    expectSentence(ran, message);
  });

  test("its server's certificate is not trusted", async () => {
    const ran = await run([`${await serve((_, response) => response.end(text), true)}/orders?wsdl`]);
    expect(ran.code).toBe(1);
    expectSentence(ran, /certificate/);
  });
});

describe("JSON for the arguments", () => {
  const size = 100_000_000;
  const records = isSlow ? 5_000_000 : 500_000;
  test.each<[string, () => string, RegExp]>([
    ["is none", () => "<a/>", /standard input holds no JSON: "<" is where a value is expected \(line 1, column 1\)/],
    ["has prototype keys", () => '{"__proto__":{"customerId":1}}', /unknown property __proto__/],
    ["is 10,000 levels deep", () => `${'{"line":'.repeat(10_000)}1${"}".repeat(10_000)}`, /takes a list/],
    ["is 10,001 levels deep", () => "[".repeat(10_001), /nested deeper than 10000 levels/],
    ["has a number too large", () => '{"customerId":1e400,"status":"open"}', /customerId/],
    ["has 100 MB", () => `{"status":"${"x".repeat(size)}"}`, /more than 67108864 bytes.* make the call from a program/],
    ["has 60 MB of brackets", () => "[".repeat(60_000_000), /nested deeper than 10000 levels/],
    [`has ${records} records`, () => `{"line":[${"{},".repeat(records)}{}]}`, /problems\.$/m],
  ])(
    "that %s is refused",
    async (_what, make, message) => {
      const ran = await run([wsdl, "findOrders", "--json", "-"], make());
      expect([ran.code, ran.out]).toEqual([2, ""]);
      expectSentence(ran, message);
      expect(ran.megabytes).toBeLessThan(2_000);
    },
    120_000,
  );

  test("from a device that does not end", async () => {
    const ran = await run([wsdl, "findOrders", "--json", "/dev/zero"]);
    expect(ran.code).toBe(2);
    expectSentence(ran, /--json: \/dev\/zero has more than 67108864 bytes/);
  }, 60_000);

  test("the last of equal keys counts", async () => {
    let body = "";
    const url = await serve(async (request, response) => {
      for await (const part of request) body += part;
      response.writeHead(500).end();
    });
    await run(
      [wsdl, "findOrders", "--endpoint", url, "--json", "-"],
      '{"customerId":1,"status":"open","customerId":2}',
    );
    expect(body).toMatch(/customerId>2<\//);
  });
});

describe("credentials", () => {
  const words = [wsdl, "findOrders", "--customer-id", "7", "--status", "open"];
  const signIns: Readonly<Record<string, readonly string[]>> = {
    basic: ["--username", "ada", "--password-env", "PASSWORD"],
    digest: ["--username", "ada", "--password-env", "PASSWORD", "--auth", "digest"],
    token: ["--username", "ada", "--password-env", "PASSWORD", "--auth", "token"],
    header: ["--header", "Authorization: Bearer $" + "{TOKEN}"],
  };
  const echo: RequestListener = async (request, response) => {
    let body = "";
    for await (const part of request) body += part;
    const sent = `${request.headers.authorization} ${body}`;
    response.writeHead(500, { "content-type": "text/xml", "x-sent": String(request.headers.authorization) });
    response.end(
      `<s:Envelope xmlns:s="http://schemas.xmlsoap.org/soap/envelope/"><s:Body><s:Fault><faultcode>s:Client</faultcode><faultstring>${sent.replaceAll("&", "&amp;").replaceAll("<", "&lt;")}</faultstring></s:Fault></s:Body></s:Envelope>`,
    );
  };
  const services: Readonly<Record<string, () => Promise<string>>> = {
    "a service that refuses them": () =>
      serve((_, response) =>
        response
          .writeHead(401, { "www-authenticate": 'Basic realm="x", Digest realm="x", nonce="n", qop="auth"' })
          .end("<html>no</html>"),
      ),
    "a service that repeats them in a fault": () => serve(echo),
    "a certificate that is not trusted": () => serve(echo, true),
    "a port where nobody listens": async () => "http://127.0.0.1:1",
  };
  const all = Object.keys(signIns).flatMap((auth) =>
    Object.keys(services).flatMap((service) => ["--verbose", "--xml"].map((more) => [auth, service, more] as const)),
  );

  test.each(sampleOf(all, 8))("%s, %s, %s: none on the screen, in a file", async (auth, service, more) => {
    const url = await services[service]!();
    const ran = await run([...words, "--endpoint", `${url}/orders`, ...signIns[auth]!, more]);
    expect([4, 5, 6]).toContain(ran.code);
    for (const shape of shapes) {
      expect(ran.err).not.toContain(shape);
      // --xml prints the response as it was received.
      if (more !== "--xml") expect(ran.out).not.toContain(shape);
    }
    expect(readdirSync(folder, { recursive: true })).toEqual([]);
    for (const bytes of filesBelow(compiled)) expect(shapes.filter((shape) => bytes.includes(shape))).toEqual([]);
  });

  test("an address with a password in it is refused without it", async () => {
    const url = (await services["a service that refuses them"]!()).replace("//", `//ada:${secrets.PASSWORD}@`);
    for (const given of [
      [...words, "--endpoint", `${url}/orders`],
      [`${url}/orders?wsdl`, "ping"],
    ]) {
      const ran = await run(given);
      expect([1, 2]).toContain(ran.code);
      expectSentence(ran, /(?:^|: )error: /);
      for (const shape of shapes) expect(ran.err + ran.out).not.toContain(shape);
    }
  });

  if (process.platform === "linux") {
    test("no process has one in its list of words, and none is started", async () => {
      let pid = 0;
      const seen: { readonly words: string; readonly children: string; readonly files: unknown }[] = [];
      const url = await serve((_, response) => {
        seen.push({
          words: readFileSync(`/proc/${pid}/cmdline`, "utf8"),
          children: readFileSync(`/proc/${pid}/task/${pid}/children`, "utf8"),
          files: readdirSync(folder),
        });
        response.writeHead(403).end();
      });
      for (const auth of ["basic", "token", "header"]) {
        const ran = await run([...words, "--endpoint", url, ...signIns[auth]!], "", (started) => {
          pid = started;
        });
        expect(ran.code).toBe(6);
      }
      expect(seen).toHaveLength(3);
      for (const { words: list, children, files } of seen) {
        expect([children, files]).toEqual(["", []]);
        for (const shape of shapes) expect(list).not.toContain(shape);
      }
    });
  }
});

describe("what the service does", () => {
  test("a certificate that is not trusted is named with its remedy", async () => {
    const url = await serve((_, response) => response.end(), true);
    const ran = await run([wsdl, "ping", "--endpoint", url]);
    expect([ran.code, ran.out]).toEqual([4, ""]);
    expectSentence(ran, /certificate.*NODE_EXTRA_CA_CERTS/);
  });

  test("a fault's text cannot write to the terminal", async () => {
    const url = await serve((_, response) =>
      response
        .writeHead(500, { "content-type": "text/xml" })
        .end(
          '<s:Envelope xmlns:s="http://schemas.xmlsoap.org/soap/envelope/"><s:Body><s:Fault><faultcode>s:Client</faultcode><faultstring>\u009b2J&#x85;\u202eok</faultstring></s:Fault></s:Body></s:Envelope>',
        ),
    );
    const ran = await run([wsdl, "ping", "--endpoint", url]);
    expect(ran.code).toBe(5);
    expect(ran.err).not.toMatch(/[\u0080-\u009f\u202e]/);
  });
});

test("files that are not there and folders are named", async () => {
  for (const path of [join(root, "none"), root]) {
    const ran = await run([path]);
    expect(ran.code).toBe(1);
    expectSentence(ran, /none|folder|directory|EISDIR|regular file/);
  }
  expect(statSync(folder).isDirectory()).toBe(true);
});
