/**
 * The mistakes that operators make first, with each command. It ends or reports the cause within ten seconds: `make
 * operators-hour`.
 */
import { type ChildProcess, execFileSync, spawn } from "node:child_process";
import { readFileSync } from "node:fs";
import { createServer as createHttpServer } from "node:http";
import { type AddressInfo, createServer } from "node:net";
import { join } from "node:path";
import { Queue } from "bullmq";
import { Redis } from "ioredis";
import { type Front, startFront } from "soapwright-testing/doctor/front";
import { command, environmentOf, runCommand, temporaryFolder } from "soapwright-testing/export/staff";
import { freePort, startPostgres, startRedis, type TestServer } from "soapwright-testing/queue/servers";
import { type Sandbox, startSandbox } from "../../src/sandbox/start-sandbox";

const TEN_SECONDS = 10_000;
const folder = temporaryFolder();
const closers: (() => unknown)[] = [];
let sandbox: Sandbox;
let postgres: TestServer;
let redis: TestServer;
let queues: Redis;
/** Fronts of the sandbox with a self-signed certificate, one for another name, and an expired one. */
let untrusted: Front;
let misnamed: Front;
let refusing: string;

beforeAll(async () => {
  // Servers start one after the other, so that those that started are closed if the next one fails.
  postgres = await startPostgres();
  redis = await startRedis();
  sandbox = await startSandbox();
  queues = new Redis(redis.url, { maxRetriesPerRequest: null });
  untrusted = await startFront(sandbox.url, () => undefined, certificateFor("IP:127.0.0.1"));
  const other = certificateFor("DNS:other.example");
  misnamed = await startFront(sandbox.url, () => undefined, other);
  const proxy = createHttpServer((_, response) => response.writeHead(407).end())
    .on("connect", (_, socket) => socket.end("HTTP/1.1 407 Proxy Authentication Required\r\nContent-Length: 0\r\n\r\n"))
    .listen(0, "127.0.0.1");
  await new Promise((resolve) => proxy.once("listening", resolve));
  refusing = `http://127.0.0.1:${(proxy.address() as AddressInfo).port}`;
  closers.push(
    () => untrusted.close(),
    () => misnamed.close(),
    () => proxy.close(),
  );
}, 120_000);
beforeEach(async () => {
  await queues.flushall();
});
afterAll(async () => {
  for (const close of closers) await close();
  await queues?.quit();
  await sandbox?.close();
  await redis?.remove();
  await postgres?.remove();
  folder.remove();
});

/** Creates a certificate authority and a certificate. */
function certificateFor(name: string): { readonly key: Buffer; readonly cert: Buffer; readonly file: string } {
  const stem = join(folder.path, name.replace(/\W/g, "-"));
  const words = "req -x509 -newkey ec -pkeyopt ec_paramgen_curve:prime256v1 -nodes -days 2 -subj /CN=service";
  execFileSync(
    "openssl",
    [...words.split(" "), "-addext", `subjectAltName=${name}`, "-keyout", `${stem}.key`, "-out", `${stem}.crt`],
    { stdio: "ignore" },
  );
  return { key: readFileSync(`${stem}.key`), cert: readFileSync(`${stem}.crt`), file: `${stem}.crt` };
}

const addresses = () => ["--queue", redis.url, "--to", postgres.url];
let turn = 0;

/** The commands that call the service, with the arguments of a first user. */
const commands: Readonly<Record<string, () => Promise<readonly string[]> | readonly string[]>> = {
  call: () => ["call", "CostCenter_GetCurrent", "--employee-id", "1003"],
  export: () => ["export", "cost-centers", "--ids", "1001-1060", "--out", `rows-${turn++}.csv`],
  worker: async () => {
    const table = `rows_${turn++}`;
    const words = ["export", "cost-centers", "--ids", "1001-1060", "--table", table, "--quiet", ...addresses()];
    const ran = await runCommand(words, { cwd: folder.path, env: environmentOf(sandbox.url) });
    if (ran.code !== 0) throw new Error(ran.err);
    return ["worker", ...addresses()];
  },
  doctor: () => ["doctor", "--interface", "v2.1", "--employee-id", "1003"],
};

/**
 * Returns the output of a command when a line of it names cause and remedy, when it has ended, or after ten seconds.
 */
async function heard(
  words: readonly string[],
  env: NodeJS.ProcessEnv,
  line: RegExp,
  onText: (text: string) => ChildProcess | undefined = () => undefined,
) {
  const began = performance.now();
  const child = spawn(process.execPath, [command, ...words], {
    cwd: folder.path,
    env: { ...environmentOf(sandbox.url), ...env },
    stdio: ["ignore", "pipe", "pipe"],
  });
  let text = "";
  const ended = new Promise<number | null>((resolve) => child.on("close", resolve));
  let timer: NodeJS.Timeout | undefined;
  let other: ChildProcess | undefined;
  const spoken = new Promise<void>((resolve) => {
    timer = setTimeout(resolve, TEN_SECONDS);
    const read = (part: Buffer) => {
      text += part.toString();
      if (text.split("\n").some((each) => line.test(each))) resolve();
      if (other !== undefined) return;
      other = onText(text);
      for (const stream of [other?.stdout, other?.stderr]) stream?.on("data", read);
    };
    for (const stream of [child.stdout, child.stderr]) stream.on("data", read);
  });
  await Promise.race([spoken, ended]);
  clearTimeout(timer);
  const seconds = (performance.now() - began) / 1_000;
  child.kill("SIGKILL");
  other?.kill("SIGKILL");
  await ended;
  process.stdout.write(`${seconds.toFixed(1).padStart(6)} s  ${words[0]}: ${expect.getState().currentTestName}\n`);
  return { seconds, text, line: text.split("\n").find((each) => line.test(each)) };
}

interface Case {
  readonly what: string;
  readonly env: () => Promise<NodeJS.ProcessEnv> | NodeJS.ProcessEnv;
  readonly flags?: readonly string[];
  /** A pattern of one line that names cause and remedy. */
  readonly says: RegExp;
  /** The pattern for the doctor, if it differs. */
  readonly doctor?: RegExp;
  /** The pattern for the recorder, or for the first call through it. */
  readonly record?: RegExp;
}

const cases: readonly Case[] = [
  {
    what: "wrong port",
    env: async () => ({ EMPLOYEE_SERVICE_BASE_URL: `http://127.0.0.1:${await freePort()}` }),
    says: /(?:ECONNREFUSED|refused the connection|Nobody listens).*EMPLOYEE_SERVICE_BASE_URL/i,
    doctor: /refused the connection \(ECONNREFUSED\)\. Check the address, the port/,
    record: /not forwarded: .*refused the connection \(ECONNREFUSED\).*Check --upstream/,
  },
  {
    what: "a port where something else listens that says nothing",
    env: async () => ({ EMPLOYEE_SERVICE_BASE_URL: await silence() }),
    flags: ["--timeout", "2s"],
    says: /(?:did not respond|no response|took longer|did not begin).*(?:timeout|EMPLOYEE_SERVICE_BASE_URL)/i,
    doctor: /did not respond .* Check the network and the service, or allow more time/,
    record: /not forwarded: .*did not respond within --timeout .*Check --upstream/,
  },
  {
    what: "a service that hangs",
    env: async () => ({ EMPLOYEE_SERVICE_BASE_URL: await silence() }),
    says: /(?:Waiting for|no response for [\d.]+ s from) http:\S+.*time limit 30 s/,
    doctor: /Waiting for the check http of v2\.1: http:\S+, time limit 10 s/,
    record: /Waiting for http:\S+: attempt 1 of 3/,
  },
  {
    what: "a TLS handshake that hangs",
    env: async () => ({ EMPLOYEE_SERVICE_BASE_URL: (await silence()).replace("http:", "https:") }),
    says: /(?:Waiting for|no response for [\d.]+ s from) https:\S+.*time limit 30 s/,
    doctor: /Waiting for the check tls of v2\.1: https:\S+, time limit 10 s/,
    record: /Waiting for http:\S+: attempt 1 of 3/,
  },
  {
    what: "a proxy that hangs",
    env: async () => ({ EMPLOYEE_SERVICE_BASE_URL: "https://service.example", HTTPS_PROXY: await silence() }),
    says: /(?:Waiting for|no response for [\d.]+ s from) https:\S+ through the proxy http:\S+/,
    doctor: /Waiting for the check proxy of v2\.1: https:\S+ through the proxy http:\S+/,
    record: /Waiting for http:\S+: attempt 1 of 3/,
  },
  {
    what: "a service that asks to wait for 30 seconds",
    env: async () => {
      const server = createHttpServer((_, response) => response.writeHead(503, { "Retry-After": "30" }).end());
      await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
      closers.push(() => server.close());
      return { EMPLOYEE_SERVICE_BASE_URL: `http://127.0.0.1:${(server.address() as AddressInfo).port}` };
    },
    says: /wait.*http:\S+.*status 503.*wait 30 s \(Retry-After\)/i,
    doctor: /shows status 503/,
    record: /Waiting before attempt 2 of 3 of http:\S+: .*wait 30 s \(Retry-After\)/,
  },
  {
    what: "unknown host",
    env: () => ({ EMPLOYEE_SERVICE_BASE_URL: "https://no-such-host.invalid" }),
    says: /no-such-host\.invalid.*(?:cannot be resolved|has no address|ENOTFOUND|EAI_AGAIN|could not be found).*EMPLOYEE_SERVICE_BASE_URL/i,
    doctor: /cannot be resolved \(\w+\)\. Check its name/,
    record: /not forwarded: .*cannot be resolved.*Check --upstream/,
  },
  {
    what: "certificate of an authority that is not trusted",
    env: () => ({ EMPLOYEE_SERVICE_BASE_URL: untrusted.url }),
    says: /certificate.*NODE_EXTRA_CA_CERTS/i,
    record: /not forwarded: .*certificate is not of a trusted authority.*NODE_EXTRA_CA_CERTS/,
  },
  {
    what: "certificate of another name",
    env: () => ({
      EMPLOYEE_SERVICE_BASE_URL: misnamed.url,
      NODE_EXTRA_CA_CERTS: join(folder.path, "DNS-other-example.crt"),
    }),
    says: /certificate is for another host.*EMPLOYEE_SERVICE_BASE_URL/i,
    doctor: /is for other names \(DNS:other\.example\)\. Check the host in the address/,
    record: /not forwarded: .*certificate is for another host.*Check --upstream/,
  },
  {
    what: "https to a port of plain http",
    env: () => ({ EMPLOYEE_SERVICE_BASE_URL: sandbox.url.replace("http:", "https:") }),
    says: /does not speak TLS on this port.*EMPLOYEE_SERVICE_BASE_URL/i,
    doctor: /does not speak TLS on this port.*Check the port of the address/,
    record: /not forwarded: .*does not speak TLS on this port.*Check --upstream/,
  },
  {
    what: "expired token",
    env: () => ({ EMPLOYEE_SERVICE_TOKEN: "expired" }),
    says: /(?:refused|not accept|fault).*credentials/i,
    doctor: /refuses the credentials.*Check EMPLOYEE_SERVICE_USERNAME and EMPLOYEE_SERVICE_TOKEN/,
  },
  {
    what: "no token",
    env: () => ({ EMPLOYEE_SERVICE_TOKEN: "" }),
    says: /EMPLOYEE_SERVICE_TOKEN/,
  },
  {
    what: "dead proxy",
    env: async () => ({
      EMPLOYEE_SERVICE_BASE_URL: "https://service.example",
      HTTPS_PROXY: `http://127.0.0.1:${await freePort()}`,
    }),
    says: /proxy.*HTTPS_PROXY/i,
    doctor: /The proxy http:\S+ refused the connection \(ECONNREFUSED\)\. Check the address/,
    record: /not forwarded: The proxy .*refused the connection.*Check HTTPS_PROXY/,
  },
  {
    what: "a proxy that refuses",
    env: () => ({ EMPLOYEE_SERVICE_BASE_URL: "https://service.example", HTTPS_PROXY: refusing }),
    says: /proxy.*407.*HTTPS_PROXY/i,
    doctor: /The proxy http:\S+ refused the connection with status 407\. It needs credentials/,
    record: /not forwarded: The proxy .*407.*HTTPS_PROXY/,
  },
  {
    what: "plain http",
    env: () => ({ EMPLOYEE_SERVICE_BASE_URL: "http://service.example" }),
    says: /(?:plain http|unencrypted|readable).*(?:https:|--allow-insecure)/i,
    record: /--upstream is plain http:.*Use https:, or set --allow-insecure/,
  },
  {
    what: "wrong namespace",
    env: () => ({}),
    flags: ["--namespace-base-url", "https://other.example"],
    says: /fault.*--namespace-base-url/,
    doctor: /The namespace of the service is .* and the client sends .*Check .*NAMESPACE_BASE_URL/,
    record: /not recorded: The request is not a call that the WSDL declares.*Check --namespace-base-url/,
  },
];

async function silence(): Promise<string> {
  const server = createServer(() => {});
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  server.unref();
  closers.push(() => server.close());
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

describe.each(Object.keys(commands))("%s", (name) => {
  test.each(cases)("$what", async ({ env, flags = [], says, doctor = says }) => {
    const words = await commands[name]!();
    const { line, text, seconds } = await heard([...words, ...flags], await env(), name === "doctor" ? doctor : says);
    expect(line === undefined ? text : "").toBe("");
    expect(seconds).toBeLessThan(TEN_SECONDS / 1_000);
  });
});

describe("record", () => {
  test.each(cases)("$what", async ({ env: envOf, flags = [], says, record = says }) => {
    const env = await envOf();
    const upstream = env.EMPLOYEE_SERVICE_BASE_URL ?? sandbox.url;
    const words = ["record", "--upstream", upstream, "--port", "0", "--out", `recordings-${turn++}`, ...flags];
    const call = (text: string) => {
      const [url] = /^http:\S+(?=\n)/m.exec(text) ?? [];
      if (url === undefined) return undefined;
      const { HTTPS_PROXY: _, ...others } = env;
      return spawn(process.execPath, [command, "call", "CostCenter_GetCurrent", "--employee-id", "1003"], {
        env: {
          ...environmentOf(url),
          ...others,
          EMPLOYEE_SERVICE_BASE_URL: url,
          EMPLOYEE_SERVICE_NAMESPACE_BASE_URL: upstream,
        },
        stdio: ["ignore", "pipe", "pipe"],
      });
    };
    const { line, text, seconds } = await heard(words, env, record, call);
    expect(line === undefined ? text : "").toBe("");
    expect(seconds).toBeLessThan(TEN_SECONDS / 1_000);
  });
});

test("a worker that meets chunks of the next version", async () => {
  const queue = new Queue("employee-service-client-exports", { connection: queues, skipVersionCheck: true });
  const words = await commands.worker!();
  const [job] = await queue.getJobs(["waiting"]);
  const data = job!.data as { readonly task: object };
  await queue.add("chunk", { ...data, export: "next", task: { ...data.task, operation: "Payslip_GetList" } });
  const { line, text } = await heard(words, {}, /Payslip_GetList of v2\.1 .*unknown operation.*Other workers/);
  expect(line === undefined ? text : "").toBe("");
  expect(await queue.getJobCountByTypes("delayed", "waiting", "active")).toBeGreaterThan(0);
  await queue.close();
});
