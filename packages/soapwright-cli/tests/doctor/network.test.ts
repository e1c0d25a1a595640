/** The doctor's findings about the connection to the service: names, ports, certificates, proxies, clocks, time. */
import { execFileSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import type { AddressInfo } from "node:net";
import { connect, createServer, type Server, type Socket } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type Sandbox, startSandbox } from "employee-service-client/sandbox";
import { type Check, type Diagnosis, diagnose } from "soapwright-cli/doctor";
import { customTransport } from "soapwright-runtime/extend";
import { type Answer, type Front, startFront, textAt } from "soapwright-testing/doctor/front";
import { createEmployeeServiceV3, type EmployeeServiceV3Options } from "../../../../src/index";
import type { CheckName } from "../../src/doctor/diagnosis";

const certificates = join(__dirname, "../../../soapwright-testing/src/certificates");
const ca = readFileSync(join(certificates, "ca.crt"));
const pair = (name: string) => ({
  cert: readFileSync(join(certificates, `${name}.crt`)),
  key: readFileSync(join(certificates, `${name}.key`)),
});

let sandbox: Sandbox;
const open: { close(): Promise<unknown> | unknown }[] = [];
beforeAll(async () => {
  sandbox = await startSandbox();
});
afterEach(async () => {
  for (const each of open.splice(0)) await each.close();
});
afterAll(() => sandbox.close());

async function examined(options: Partial<EmployeeServiceV3Options>, timeoutMs = 5_000): Promise<Diagnosis> {
  const client = createEmployeeServiceV3({ baseUrl: sandbox.url, domain: "sandbox", ...options });
  open.push(client);
  return diagnose(client, {
    timeoutMs,
    read: (call) => client.addressGetList({ EmployeeId: 1003, Period: 11, Year: 2026 }, call),
    environment: {},
  });
}

async function front(answer: Answer, certificate?: Parameters<typeof startFront>[2]): Promise<Front> {
  const started = await startFront(sandbox.url, answer, certificate);
  open.push(started);
  return started;
}

function checkOf(diagnosis: Diagnosis, name: CheckName): Check {
  return diagnosis.checks.find((check) => check.name === name)!;
}

function outcomes(diagnosis: Diagnosis): { [name: string]: string } {
  return Object.fromEntries(diagnosis.checks.map(({ name, outcome }) => [name, outcome]));
}

const passes: Answer = () => undefined;

async function listen(onSocket: (socket: Socket) => void): Promise<number> {
  const sockets = new Set<Socket>();
  const server: Server = createServer((socket) => {
    sockets.add(socket);
    socket.on("error", () => {});
    onSocket(socket);
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  open.push({
    close: () => {
      for (const socket of sockets) socket.destroy();
      return new Promise((resolve) => server.close(resolve));
    },
  });
  return (server.address() as AddressInfo).port;
}

test("a healthy service has no finding", async () => {
  const diagnosis = await examined({});
  expect(diagnosis.checks.flatMap(({ findings }) => findings)).toEqual([]);
  expect(outcomes(diagnosis)).toEqual({
    configuration: "ok",
    proxy: "ok",
    dns: "skipped",
    tcp: "ok",
    tls: "skipped",
    http: "ok",
    clock: "ok",
    contract: "ok",
    credentials: "ok",
    namespaces: "ok",
  });
  expect(diagnosis.outcome).toBe("ok");
  expect(checkOf(diagnosis, "credentials").message).toBe("A read succeeded: the service takes the credentials.");
});

test("a healthy service over TLS has no finding but for what its certificate says", async () => {
  const { url } = await front(passes, pair("server"));
  const diagnosis = await examined({ baseUrl: url, namespaceBaseUrl: sandbox.url, tls: { ca } });
  expect(diagnosis.outcome).toBe("ok");
  expect(checkOf(diagnosis, "tls").message).toMatch(
    /^TLSv1\.\d, and the certificate is trusted\. It ends on \d{4}-\d\d-\d\d/,
  );
});

test.each([
  ["expired", "certificate-expired", /expired on \d{4}-\d\d-\d\d/],
  ["wrong-name", "certificate-name", /is for other names/],
])("a certificate that is %s", async (name, code, words) => {
  const { url, requests } = await front(passes, pair(name));
  const diagnosis = await examined({ baseUrl: url, tls: { ca } });
  expect(diagnosis.outcome).toBe("error");
  expect(checkOf(diagnosis, "tls").findings).toMatchObject([{ severity: "error", code }]);
  expect(checkOf(diagnosis, "tls").message).toMatch(words);
  // Credentials must not be sent to a service that is not verified.
  expect(requests).toEqual([]);
  expect(checkOf(diagnosis, "credentials")).toMatchObject({ outcome: "skipped", message: /the check of tls failed/ });
});

test("a certificate of an authority that is not trusted names its issuer", async () => {
  const { url } = await front(passes, pair("server"));
  const diagnosis = await examined({ baseUrl: url });
  expect(checkOf(diagnosis, "tls").findings).toMatchObject([{ code: "certificate-untrusted" }]);
  expect(checkOf(diagnosis, "tls").message).toContain("tls.ca");
});

test("a certificate that is not valid yet", async () => {
  const folder = mkdtempSync(join(tmpdir(), "doctor-"));
  const [key, cert] = [join(folder, "key.pem"), join(folder, "cert.pem")];
  const silent = { cwd: folder, stdio: "ignore" } as const;
  writeFileSync(join(folder, "index.txt"), "");
  writeFileSync(
    join(folder, "ca.cnf"),
    "[ca]\ndefault_ca=own\n[own]\ndatabase=index.txt\nnew_certs_dir=.\nrand_serial=yes\ndefault_md=sha256\npolicy=any\nx509_extensions=names\n[any]\ncommonName=supplied\n[names]\nsubjectAltName=IP:127.0.0.1\n",
  );
  const request = "req -new -newkey rsa:2048 -nodes -subj /CN=later -keyout key.pem -out request.pem";
  execFileSync("openssl", request.split(" "), silent);
  const made = "ca -config ca.cnf -batch -selfsign -keyfile key.pem -in request.pem -out cert.pem -notext";
  const dates = "-startdate 20980101000000Z -enddate 20990101000000Z";
  execFileSync("openssl", [...made.split(" "), ...dates.split(" ")], silent);
  const later = { key: readFileSync(key), cert: readFileSync(cert) };
  rmSync(folder, { recursive: true });
  const { url } = await front(passes, later);
  const diagnosis = await examined({ baseUrl: url, tls: { ca: later.cert } });
  expect(checkOf(diagnosis, "tls").findings).toMatchObject([
    { severity: "error", code: "certificate-not-yet-valid", message: /is valid from 2098-01-01 on\./ },
  ]);
});

test("a certificate that ends in five days is a warning", async () => {
  const folder = mkdtempSync(join(tmpdir(), "doctor-"));
  const [key, cert] = [join(folder, "key.pem"), join(folder, "cert.pem")];
  const made = "req -x509 -newkey rsa:2048 -nodes -days 5 -subj /CN=short -addext subjectAltName=IP:127.0.0.1";
  execFileSync("openssl", [...made.split(" "), "-keyout", key, "-out", cert], { stdio: "ignore" });
  const short = { key: readFileSync(key), cert: readFileSync(cert) };
  rmSync(folder, { recursive: true });
  const { url } = await front(passes, short);
  const diagnosis = await examined({ baseUrl: url, namespaceBaseUrl: sandbox.url, tls: { ca: short.cert } });
  expect(diagnosis.outcome).toBe("warning");
  expect(checkOf(diagnosis, "tls").findings).toMatchObject([{ severity: "warning", code: "certificate-expires" }]);
});

test("https: to a port that speaks plain HTTP, and http: to one that speaks TLS", async () => {
  const plain = await front(passes);
  const secured = await examined({ baseUrl: plain.url.replace("http:", "https:") });
  expect(checkOf(secured, "tls").message).toContain("does not speak TLS on this port");
  expect(checkOf(secured, "tls").findings).toMatchObject([{ severity: "error", code: "tls-failed" }]);
  const secure = await front(passes, pair("server"));
  const unsecured = await examined({ baseUrl: secure.url.replace("https:", "http:") });
  expect(checkOf(unsecured, "http").message).toMatch(/use https:/i);
});

test("a host that has no address: what comes later says why it is not made", async () => {
  const diagnosis = await examined({ baseUrl: "https://service.invalid" });
  expect(checkOf(diagnosis, "dns").findings).toMatchObject([{ severity: "error", code: "dns-failed" }]);
  expect(checkOf(diagnosis, "dns").message).toContain("service.invalid cannot be resolved");
  expect(outcomes(diagnosis)).toMatchObject({
    tcp: "skipped",
    tls: "skipped",
    http: "skipped",
    credentials: "skipped",
  });
  expect(checkOf(diagnosis, "tls").reason).toBe("not-connected");
  for (const { outcome, message } of diagnosis.checks) if (outcome === "skipped") expect(message).toMatch(/\.$/);
});

test("a port on which no server listens", async () => {
  const diagnosis = await examined({ baseUrl: "http://127.0.0.1:1" });
  expect(checkOf(diagnosis, "tcp").findings).toMatchObject([{ severity: "error", code: "no-connection" }]);
  expect(checkOf(diagnosis, "tcp").message).toContain("refused the connection (ECONNREFUSED)");
});

test("a server that accepts and never answers is waited for once", async () => {
  let connections = 0;
  const port = await listen(() => {
    connections++;
  });
  const diagnosis = await examined({ baseUrl: `http://127.0.0.1:${port}` }, 300);
  expect(checkOf(diagnosis, "tcp").outcome).toBe("ok");
  expect(checkOf(diagnosis, "http").findings).toMatchObject([{ severity: "error", code: "timeout" }]);
  expect(checkOf(diagnosis, "http").message).toContain("did not respond to a GET within 300 ms");
  expect(checkOf(diagnosis, "credentials")).toMatchObject({
    outcome: "skipped",
    reason: "service-silent",
    message: "It is not made, because the service did not respond in time.",
  });
  expect(checkOf(diagnosis, "contract")).toMatchObject({ outcome: "skipped" });
  // Those of tcp and http.
  expect(connections).toBe(2);
});

test("a server that says nothing when TLS is spoken", async () => {
  const port = await listen(() => {});
  const diagnosis = await examined({ baseUrl: `https://127.0.0.1:${port}` }, 300);
  expect(checkOf(diagnosis, "tls").message).toContain("did not finish the TLS handshake within 300 ms");
});

test("a server that stops in the middle of its WSDL", async () => {
  const port = await listen((socket) => {
    socket.once("data", () =>
      socket.write("HTTP/1.1 200 OK\r\nContent-Type: text/xml\r\nContent-Length: 500\r\n\r\n<wsdl"),
    );
  });
  const diagnosis = await examined({ baseUrl: `http://127.0.0.1:${port}` }, 300);
  expect(checkOf(diagnosis, "http").findings).toMatchObject([{ code: "timeout" }]);
});

test("what is no HTTP", async () => {
  const port = await listen((socket) => socket.end("220 smtp.example ESMTP\r\n"));
  const diagnosis = await examined({ baseUrl: `http://127.0.0.1:${port}` });
  expect(checkOf(diagnosis, "http").findings).toMatchObject([{ code: "http-failed" }]);
});

describe("a proxy", () => {
  test.each([403, 407, 502])("that refuses with status %s", async (status) => {
    const port = await listen((socket) => {
      socket.once("data", () => socket.end(`HTTP/1.1 ${status} No\r\nContent-Length: 0\r\n\r\n`));
    });
    const diagnosis = await examined({
      baseUrl: "https://service.invalid",
      proxy: `http://user:geheim@127.0.0.1:${port}`,
    });
    expect(checkOf(diagnosis, "proxy").findings).toMatchObject([{ severity: "error", code: "no-connection" }]);
    expect(checkOf(diagnosis, "proxy").message).toContain(`refused the connection with status ${status}`);
    expect(checkOf(diagnosis, "http").outcome).toBe("skipped");
    expect(JSON.stringify(diagnosis)).not.toContain("geheim");
  });

  test("that is away, and one that accepts and says nothing", async () => {
    const away = await examined({ baseUrl: "https://service.invalid", proxy: "http://127.0.0.1:1" });
    expect(checkOf(away, "proxy").message).toContain("The proxy http://127.0.0.1:1 refused the connection");
    const port = await listen(() => {});
    const silent = await examined({ baseUrl: "https://service.invalid", proxy: `http://127.0.0.1:${port}` }, 300);
    expect(checkOf(silent, "proxy").message).toContain("did not connect within 300 ms");
  });

  test("that opens a tunnel: TLS is checked through it, and nothing is resolved here", async () => {
    const { port: secure } = await front(passes, pair("server"));
    const port = await listen((socket) => {
      socket.once("data", () => {
        const to = connect(secure, "127.0.0.1", () => socket.write("HTTP/1.1 200 Ok\r\n\r\n"));
        to.on("error", () => {});
        to.pipe(socket).pipe(to);
      });
    });
    const tls = { ca, servername: "localhost" };
    const options = { baseUrl: `https://service.invalid:${secure}`, namespaceBaseUrl: sandbox.url, tls };
    const diagnosis = await examined({ ...options, proxy: `http://127.0.0.1:${port}` });
    expect(outcomes(diagnosis)).toMatchObject({
      proxy: "ok",
      dns: "skipped",
      tcp: "skipped",
      tls: "ok",
      http: "ok",
      credentials: "ok",
    });
    expect(checkOf(diagnosis, "dns").reason).toBe("proxy-resolves");
    expect(checkOf(diagnosis, "tcp").reason).toBe("proxy-connects");
  });

  test("that asks for credentials on the way to an http: service", async () => {
    const port = await listen((socket) => {
      socket.on("data", () => socket.end("HTTP/1.1 407 No\r\nContent-Length: 0\r\n\r\n"));
    });
    const options = { baseUrl: "http://service.invalid", allowInsecure: true };
    const diagnosis = await examined({ ...options, proxy: `http://127.0.0.1:${port}` });
    expect(checkOf(diagnosis, "http").findings).toMatchObject([{ severity: "error", code: "proxy-credentials" }]);
  });

  test("of the environment that the client does not use is a note", async () => {
    const client = createEmployeeServiceV3({ baseUrl: "https://service.invalid", domain: "d" });
    open.push(client);
    const diagnosis = await diagnose(client, { environment: { HTTPS_PROXY: "http://u:geheim@proxy" } });
    expect(checkOf(diagnosis, "proxy").findings).toMatchObject([{ severity: "note", code: "proxy-unused" }]);
    expect(JSON.stringify(diagnosis)).not.toContain("geheim");
  });
});

describe("the clock", () => {
  const showing =
    (offset: number, headers = {}): Answer =>
    (request) =>
      request.method === "GET"
        ? { status: 404, headers: { date: new Date(Date.now() + offset).toUTCString(), ...headers } }
        : undefined;

  test.each([
    [-120_000, "warning", /ahead of/],
    [600_000, "error", /behind/],
  ])("%s ms apart", async (offset, severity, words) => {
    const { url } = await front(showing(offset));
    const clock = checkOf(await examined({ baseUrl: url }), "clock");
    expect(clock.findings).toMatchObject([{ severity, code: "clock-differs", message: expect.stringMatching(words) }]);
  });

  test("a response from a cache is as old as it says", async () => {
    const { url } = await front(showing(-120_000, { age: "120" }));
    expect(checkOf(await examined({ baseUrl: url }), "clock").findings).toEqual([]);
  });

  test("a response without a date", async () => {
    const port = await listen((socket) => {
      socket.once("data", () => socket.end("HTTP/1.1 404 No\r\nContent-Length: 0\r\n\r\n"));
    });
    expect(checkOf(await examined({ baseUrl: `http://127.0.0.1:${port}` }), "clock")).toMatchObject({
      outcome: "skipped",
      reason: "no-date",
    });
  });
});

test("plain HTTP to another machine is a warning", async () => {
  const diagnosis = await examined({ baseUrl: "http://service.invalid", allowInsecure: true });
  expect(checkOf(diagnosis, "configuration").findings).toMatchObject([{ severity: "warning", code: "plain-http" }]);
});

test("a client over a transport of its own: the network is not looked at, the read is made", async () => {
  const posted: string[] = [];
  const diagnosis = await examined({
    transport: customTransport({
      send: async ({ url, headers, body }) => {
        posted.push(url);
        const response = await fetch(url, { method: "POST", headers, body: Buffer.from(body) });
        const bytes = new Uint8Array(await response.arrayBuffer());
        return {
          status: response.status,
          headers: [...response.headers],
          body: (async function* () {
            yield bytes;
          })(),
        };
      },
    }),
  });
  expect(posted).toHaveLength(1);
  expect(outcomes(diagnosis)).toMatchObject({
    proxy: "skipped",
    tcp: "skipped",
    http: "skipped",
    contract: "skipped",
    credentials: "ok",
    namespaces: "ok",
  });
  expect(checkOf(diagnosis, "contract").reason).toBe("nothing-read");
});

test("without a read the credentials are not checked, and no call is made", async () => {
  const { url, requests } = await front(passes);
  const client = createEmployeeServiceV3({ baseUrl: url, namespaceBaseUrl: sandbox.url, domain: "sandbox" });
  open.push(client);
  const diagnosis = await diagnose(client);
  expect(checkOf(diagnosis, "credentials")).toMatchObject({ outcome: "skipped", reason: "no-read" });
  expect(requests).toEqual(["GET /soap/v3/EmployeeService.asmx?wsdl"]);
});

test.each<[string, unknown, object]>([
  ["a time-out", new DOMException("late", "TimeoutError"), { name: "TimeoutError", code: "TIMEOUT", phase: "signal" }],
  ["another reason", new Error("left"), { name: "AbortError", code: "ABORTED", reason: "examination-stopped" }],
])("a signal that aborts in the middle ends the examination: %s", async (_what, reason, error) => {
  const controller = new AbortController();
  const { signal } = controller;
  const client = createEmployeeServiceV3({ baseUrl: sandbox.url, domain: "sandbox" });
  open.push(client);
  const begun: string[] = [];
  const onBegin = (name: string): void => {
    begun.push(name);
    if (begun.length === 3) controller.abort(reason);
  };
  await expect(diagnose(client, { signal, onBegin })).rejects.toMatchObject({ ...error, cause: reason });
  expect(begun).toHaveLength(3);
});

test.each([0, 1.5, Number.NaN, -1, 700_000])("timeoutMs %s is refused", async (timeoutMs) => {
  const client = createEmployeeServiceV3({ baseUrl: sandbox.url, domain: "sandbox" });
  open.push(client);
  await expect(diagnose(client, { timeoutMs })).rejects.toMatchObject({
    reason: "time-limit-of-checks",
    message: expect.stringContaining("timeoutMs takes a whole number of milliseconds"),
  });
});

describe("the first finding is what the connection says, before what follows from it", () => {
  const first = (diagnosis: Diagnosis) =>
    diagnosis.checks.flatMap(({ findings }) => findings).find(({ severity }) => severity !== "note")?.code;

  test("a certificate", async () => {
    const { url } = await front(passes, pair("expired"));
    expect(first(await examined({ baseUrl: url, tls: { ca } }))).toBe("certificate-expired");
  });

  test("a clock, where the call is refused too", async () => {
    const headers = { date: new Date(Date.now() + 600_000).toUTCString(), "content-type": "text/xml" };
    const body = await textAt(`${sandbox.url}/soap/v3/EmployeeService.asmx?wsdl`);
    const { url } = await front(({ method }) => (method === "GET" ? { headers, body } : { status: 401 }));
    const diagnosis = await examined({ baseUrl: url });
    expect(checkOf(diagnosis, "credentials").outcome).toBe("error");
    expect(first(diagnosis)).toBe("clock-differs");
  });

  test("a proxy", async () => {
    const port = await listen((socket) => {
      socket.once("data", () => socket.end("HTTP/1.1 407 No\r\nContent-Length: 0\r\n\r\n"));
    });
    const diagnosis = await examined({ baseUrl: "https://service.invalid", proxy: `http://127.0.0.1:${port}` });
    expect(diagnosis.checks.find(({ findings }) => findings.length > 0)?.name).toBe("proxy");
  });

  test("a page", async () => {
    const body = "<html><head><title>Sign in</title></head></html>";
    const { url } = await front(() => ({ headers: { "content-type": "text/html" }, body }));
    expect(first(await examined({ baseUrl: url }))).toBe("login-page");
  });
});
