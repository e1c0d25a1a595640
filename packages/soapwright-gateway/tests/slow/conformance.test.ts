/** The official conformance suite for servers, against the command `soapwright mcp` over both transports. */
import { type ChildProcess, execFile, spawn } from "node:child_process";
import { randomUUID } from "node:crypto";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { promisify } from "node:util";
import { StdioClientTransport } from "@modelcontextprotocol/client/stdio";
import { NodeStreamableHTTPServerTransport } from "@modelcontextprotocol/node";
import { isJSONRPCErrorResponse, isJSONRPCResultResponse } from "@modelcontextprotocol/server";
import { type MockedService, mockService, SandboxFault } from "soapwright-sandbox";
import { conformanceWsdl } from "./conformance-wsdl";

const root = resolve(__dirname, "../../../..");
const folder = mkdtempSync(join(tmpdir(), "conformance-"));
const wsdl = join(folder, "conformance.wsdl");
const suite = join(root, "node_modules/@modelcontextprotocol/conformance/dist/index.js");

const APPLICABLE = [
  "server-initialize",
  "ping",
  "tools-list",
  "tools-call-simple-text",
  "tools-call-error",
  "tools-call-with-progress",
  "json-schema-2020-12",
];
/** They are about HTTP itself. */
const OF_HTTP = ["dns-rebinding-protection", "server-sse-multiple-streams"];
/** Why a case does not apply to a server that has tools alone, whose results are JSON. */
const OTHERS: Readonly<Record<string, string>> = {
  "logging-set-level":
    "the server has no log for clients: the capability is deprecated, and logs may hold personal data",
  "server-sse-polling": "nothing is kept, so that a stream cannot be resumed; the case is two warnings and no failure",
  "completion-complete": "the server completes no prompts or resources",
  "tools-call-image": "results are JSON",
  "tools-call-audio": "results are JSON",
  "tools-call-embedded-resource": "results are JSON",
  "tools-call-mixed-content": "results are JSON",
  "tools-call-with-logging": "the server has no log for clients",
  "tools-call-sampling": "an operation of a service asks no model",
  "tools-call-elicitation": "an operation of a service asks no person",
  "elicitation-sep1034-defaults": "an operation of a service asks no person",
  "elicitation-sep1330-enums": "an operation of a service asks no person",
  "resources-list": "the server has no resources",
  "resources-read-text": "the server has no resources",
  "resources-read-binary": "the server has no resources",
  "resources-templates-read": "the server has no resources",
  "resources-subscribe": "the server has no resources",
  "resources-unsubscribe": "the server has no resources",
  "prompts-list": "the server has no prompts",
  "prompts-get-simple": "the server has no prompts",
  "prompts-get-with-args": "the server has no prompts",
  "prompts-get-embedded-resource": "the server has no prompts",
  "prompts-get-with-image": "the server has no prompts",
};

/** The suite needs Node.js 22. */
async function run(words: readonly string[]): Promise<string> {
  const isNew = Number(process.versions.node.split(".")[0]) >= 22;
  const [command, ...before] = isNew ? [process.execPath] : ["npx", "--yes", "-p", "node@22", "node"];
  try {
    const { stdout } = await promisify(execFile)(command!, [...before, suite, ...words], { cwd: folder });
    return stdout;
  } catch (error) {
    const { stdout, stderr } = error as { stdout: string; stderr: string };
    throw new Error(`${words.join(" ")}:\n${stdout}\n${stderr}`.slice(0, 5_000));
  }
}

let mock: MockedService;
let command: string[];
const children: ChildProcess[] = [];
const bridges: StdioClientTransport[] = [];
const urls: { http?: string; stdio?: string } = {};
let bridge: Server;

beforeAll(async () => {
  writeFileSync(wsdl, conformanceWsdl());
  mock = await mockService(wsdl, {
    handlers: {
      testSimpleText: () => "This is a simple text response for testing.",
      testErrorHandling: () => {
        throw new SandboxFault("This tool intentionally returns an error for testing.");
      },
      testToolWithProgress: () => new Promise((done) => setTimeout(() => done("done"), 2_500)),
    } as never,
  });
  command = [
    "-C",
    "soapwright-source",
    "-r",
    require.resolve("soapwright-testing/register"),
    join(root, "packages/soapwright/src/cli.ts"),
    "mcp",
    wsdl,
    "--endpoint",
    `${mock.url}/conformance`,
    "--safe",
    "*",
  ];
  urls.http = await serveHttp();
  urls.stdio = await serveStdio();
});
afterAll(async () => {
  for (const child of children) child.kill();
  await Promise.all(bridges.map((each) => each.close()));
  bridge?.closeAllConnections();
  bridge?.close();
  await mock?.close();
  rmSync(folder, { recursive: true, force: true });
});

function serveHttp(): Promise<string> {
  const child = spawn(process.execPath, [...command, "--http", "0"], {
    cwd: root,
    stdio: ["ignore", "ignore", "pipe"],
  });
  children.push(child);
  return new Promise((done) => {
    child.stderr.on("data", (chunk) => {
      const [, url] = /Serving (http\S+)/.exec(String(chunk)) ?? [];
      if (url !== undefined) done(url);
    });
  });
}

/** The suite speaks HTTP alone: each of its sessions is passed on to a process of its own, message by message. */
async function serveStdio(): Promise<string> {
  const sessions = new Map<string, NodeStreamableHTTPServerTransport>();
  const open = async (): Promise<NodeStreamableHTTPServerTransport> => {
    const http = new NodeStreamableHTTPServerTransport({
      sessionIdGenerator: randomUUID,
      onsessioninitialized: (id) => void sessions.set(id, http),
    });
    const stdio = new StdioClientTransport({ command: process.execPath, args: command, cwd: root, stderr: "ignore" });
    bridges.push(stdio);
    const running: (string | number)[] = [];
    http.onmessage = (message) => {
      if ("method" in message && "id" in message) running.push(message.id);
      void stdio.send(message);
    };
    stdio.onmessage = (message) => {
      const isEnd = isJSONRPCResultResponse(message) || isJSONRPCErrorResponse(message);
      // A notification goes with the request that runs.
      const related = isEnd ? message.id : running.at(-1);
      void http.send(message, related === undefined ? {} : { relatedRequestId: related });
    };
    await stdio.start();
    await http.start();
    return http;
  };
  bridge = createServer(async (request, response) => {
    const id = request.headers["mcp-session-id"];
    const session = typeof id === "string" ? sessions.get(id) : await open();
    await session?.handleRequest(request, response);
  });
  await new Promise<void>((done) => bridge.listen(0, "127.0.0.1", done));
  return `http://127.0.0.1:${(bridge.address() as AddressInfo).port}/mcp`;
}

test("every case of the suite applies, or has a reason", async () => {
  const listed = [...(await run(["list", "--server"])).matchAll(/^\s+- (\S+)/gm)].map(([, name]) => name);
  expect(listed.sort()).toEqual([...APPLICABLE, ...OF_HTTP, ...Object.keys(OTHERS)].sort());
});

describe.each([
  ["stdio", APPLICABLE],
  ["http", [...APPLICABLE, ...OF_HTTP]],
] as const)("over %s", (transport, cases) => {
  test.each(cases)("%s", async (name) => {
    const words = ["server", "--url", urls[transport]!, "--scenario", name];
    expect(await run(words)).toMatch(/Passed: [1-9]\d*\/\d+, 0 failed/);
  });
});
