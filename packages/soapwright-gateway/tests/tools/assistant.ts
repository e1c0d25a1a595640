/** A WSDL with a mock behind it, whose operations the official client calls as tools. */
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Client, StreamableHTTPClientTransport } from "@modelcontextprotocol/client";
import { openService } from "soapwright";
import { type ToolServer, toolServer } from "soapwright-gateway/tools";
import { mockService } from "soapwright-sandbox";
import type { ToolOptions } from "../../src/tools/tool-options";

export interface Assistant {
  readonly client: Client;
  readonly server: ToolServer;
  close(): Promise<void>;
}

export interface AssistantOptions {
  readonly handlers?: Readonly<Record<string, (args: never) => unknown>>;
  /** Default: every operation is safe. */
  readonly options?: Partial<ToolOptions>;
  /** Options of `openService`. */
  readonly client?: object;
}

export async function startAssistant(
  wsdl: string,
  { handlers = {}, options = {}, client: clientOptions = {} }: AssistantOptions = {},
): Promise<Assistant> {
  const folder = mkdtempSync(join(tmpdir(), "assistant-"));
  const path = join(folder, "shop.wsdl");
  writeFileSync(path, wsdl);
  const mock = await mockService(path, { handlers: handlers as never });
  const soap = await openService(path, { endpoint: mock.url + mock.places[0]!.path, retries: 0, ...clientOptions });
  const server = toolServer({ client: soap, safe: ["*"], ...options });
  const running = await server.serveHttp({ port: 0 });
  const client = new Client({ name: "test", version: "1" });
  await client.connect(new StreamableHTTPClientTransport(new URL(running.url!)));
  return {
    client,
    server,
    async close() {
      await client.close();
      await running.close();
      await soap.close({ force: true });
      await mock.close();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

/** The error that an assistant gets as the result of a call. */
export function errorOf(result: unknown): Readonly<Record<string, unknown>> {
  const { isError, content } = result as { isError?: boolean; content: { text: string }[] };
  expect(isError).toBe(true);
  return JSON.parse(content[0]!.text).error;
}
