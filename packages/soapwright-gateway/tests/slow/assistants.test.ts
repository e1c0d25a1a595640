/** The tools of each WSDL of the corpus by the rules of the two largest assistants: `make gateway-test`. */
import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { Client, StreamableHTTPClientTransport, type Tool } from "@modelcontextprotocol/client";
import { openService } from "soapwright";
import { toolServer } from "soapwright-gateway/tools";
import type { ServiceClient } from "soapwright-runtime";
import { corpusFolder, corpusWsdls, describeCorpus } from "soapwright-testing/corpus/corpus-folder";
import { brokenRules, sharedNames, strictLimits } from "./assistant-rules";

jest.setTimeout(1_800_000);
const endpoint = "http://127.0.0.1:9/";

const tool = (name: string, root: object): Tool => ({ name, inputSchema: { type: "object", ...root } });

test.each([
  [tool("a".repeat(45), {}), ["length of the name"]],
  [tool("a.b", {}), ["characters of the name"]],
  [tool("a", { allOf: [] }), ["allOf at the root"]],
  [tool("a", { type: "array" }), ["the root is no object"]],
  [tool("a", { properties: { b: { anyOf: [] } } }), []],
])("the rules find what is wrong (%#)", (each, broken) => expect(brokenRules(each)).toEqual(broken));

test("names that are one once they are cut are found", () => {
  const long = "a".repeat(44);
  expect(sharedNames([tool(`${long}1`, {}), tool(`${long}2`, {}), tool("b", {})])).toEqual([long]);
});

/** A client of each service, by the address of the WSDL or this machine's. */
async function servicesOf(file: string): Promise<readonly ServiceClient[]> {
  const path = join(corpusFolder, "wsdl", file);
  const options = { wsdl: { allowOutside: true }, endpoint, allowInsecure: true } as const;
  try {
    return [await openService(path, options)];
  } catch (error) {
    // The message lists the services, of which one has to be chosen.
    const names = [...String((error as Error).message).matchAll(/[A-Za-z_][\w.-]*/g)].map(([name]) => name);
    const opened = await Promise.all(
      [...new Set(names)].map((service) => openService(path, { ...options, service }).catch(() => undefined)),
    );
    return opened.filter((each) => each !== undefined);
  }
}

describeCorpus("the tools of the corpus", () => {
  const rows: string[] = [];
  const found = { services: 0, tools: 0, left: 0, strictOpenai: 0, strictAnthropic: 0 };
  afterAll(() => {
    mkdirSync("reports", { recursive: true });
    const heading = "| WSDL | tool | not in strict mode of OpenAI | of Anthropic |\n|---|---|---|---|";
    writeFileSync("reports/assistants.md", `${heading}\n${rows.join("\n")}\n`);
    console.log(`tools by the rules of assistants: ${JSON.stringify(found)}`);
  });

  test("each that is offered keeps the hard rules", async () => {
    for (const file of corpusWsdls()) {
      for (const client of await servicesOf(file)) {
        const { tools, left } = toolServer({ client, safe: ["*"] });
        found.services++;
        found.left += left.length;
        expect([file, sharedNames(tools)]).toEqual([file, []]);
        for (const each of tools) {
          expect([file, each.name, brokenRules(each)]).toEqual([file, each.name, []]);
          const { openai, anthropic } = strictLimits(each);
          found.tools++;
          found.strictOpenai += Number(openai.length === 0);
          found.strictAnthropic += Number(anthropic.length === 0);
          rows.push(`| ${file} | ${each.name} | ${openai.join("; ") || "–"} | ${anthropic.join("; ") || "–"} |`);
        }
        await client.close({ force: true });
      }
    }
    expect(found.tools).toBeGreaterThan(300);
  });

  test("the official client pages all tools of EWS, each page under 1 MB", async () => {
    const [client] = await servicesOf("exchange-ews/services.wsdl");
    const server = toolServer({ client: client!, safe: ["*"] });
    const running = await server.serveHttp({ port: 0 });
    const assistant = new Client({ name: "test", version: "1" });
    await assistant.connect(new StreamableHTTPClientTransport(new URL(running.url!)));
    let [count, pages] = [0, 0];
    let cursor: string | undefined;
    do {
      const page = await assistant.request({ method: "tools/list", params: cursor === undefined ? {} : { cursor } });
      expect(JSON.stringify(page).length).toBeLessThan(1_000_000);
      [count, pages, cursor] = [count + page.tools.length, pages + 1, page.nextCursor];
    } while (cursor !== undefined);
    console.log(`EWS: ${count} tools in ${pages} pages`);
    expect(count).toBe(118);
    expect((await assistant.listTools()).tools).toHaveLength(118);
    await assistant.close();
    await running.close();
    await client!.close({ force: true });
  });
});
